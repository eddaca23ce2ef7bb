/* Complexity tests in C++: callables of all kinds, inputs that can only be moved, and exceptions. */
// build: $(plain_cpp) -O2 -std=c++11
// build -17: $(plain_cpp) -O3 -std=c++17

#include <cstddef>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <valgrind/aprof_test.h>

/* A list of paths, in which each is looked for from the beginning: as zip files' name lists once were. */
struct path_list {
   std::vector<std::string> paths;

   __attribute__((noinline)) bool has(const std::string& path) const
   {
      for (const std::string& other : paths)
         if (other == path)
            return true;
      return false;
   }

   void add(const std::string& path)
   {
      if (!has(path))
         paths.push_back(path);
   }
};

static std::vector<std::string> make_paths(std::size_t n)
{
   std::vector<std::string> paths;
   for (std::size_t i = 0; i < n; i++)
      paths.push_back("directory/" + std::to_string(i));
   return paths;
}

static void add_all(std::vector<std::string>& paths)
{
   path_list list;
   for (const std::string& path : paths)
      list.add(path);
}

static volatile std::size_t sink;

static void count(std::size_t n)
{
   for (std::size_t i = 0; i < n; i++)
      sink = sink + i;
}

static void print(const aprof_result& result)
{
   std::printf("%s: %s\n", aprof_verdict_name(result.verdict), result.message);
}

int main()
{
   std::size_t calls = 0;
   print(APROF_GROWS("a function", "n", count));
   print(APROF_GROWS("sizes", "n", { 50, 100, 200, 300, 400, 500 }, count));
   print(APROF_GROWS("a lambda", "constant", [&calls](std::size_t) { calls++; }));
   print(APROF_GROWS("paths", "n log n", make_paths, add_all));
   print(APROF_GROWS("paths, to 800", "n", { 50, 70, 100, 140, 200, 300, 500, 800 }, make_paths, add_all));
   print(APROF_GROWS("only moved", "n",
                     [](std::size_t n) { return std::unique_ptr<std::vector<int>>(new std::vector<int>(n)); },
                     [](std::unique_ptr<std::vector<int>>& v) { for (int& i : *v) i += 1; }));
   try {
      print(APROF_GROWS("throws", "n", [](std::size_t n) { if (n > 300) throw std::runtime_error("too large"); }));
   } catch (const std::runtime_error& error) {
      std::printf("thrown: %s\n", error.what());
   }
   print(APROF_GROWS("after that", "n", count));
   std::printf("%zu calls\n", calls);
   return 0;
}
