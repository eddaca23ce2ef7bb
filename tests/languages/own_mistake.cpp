/* A quadratic function template of the program that returns a type of the library. Compiled with -DFIXED, it is linear. */

#include <cstdio>
#include <cstdlib>
#include <unordered_set>
#include <vector>

template <typename T> __attribute__((noinline)) std::vector<T> unique_values(const std::vector<T>& items)
{
   std::vector<T> result;
#ifdef FIXED
   std::unordered_set<T> seen;
   for (const T& item : items)
      if (seen.insert(item).second)
         result.push_back(item);
#else
   for (const T& item : items) {
      bool found = false;
      for (const T& other : result)
         found = found || item == other;
      if (!found)
         result.push_back(item);
   }
#endif
   return result;
}

int main(int argc, char** argv)
{
   int last = argc > 1 ? std::atoi(argv[1]) : 600;
   std::size_t sum = 0;
   for (int size = argc > 1 ? last : 20; size <= last; size += 40) {
      std::vector<int> items;
      for (int i = 0; i < size; i++)
         items.push_back(i * 7919);
      sum += unique_values(items).size();
   }
   std::printf("%zu\n", sum);
}
