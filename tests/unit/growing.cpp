/* growing [TEST...]

   Complexity tests whose sizes grow by themselves: mistakes that cost little at 1,000, functions that grow no
   faster than they may, one of an input that takes longer to make, one that makes system calls, and one whose
   cost depends on its data. */
// build: $(plain_cpp) -O2 -std=c++14
// build -O0: $(plain_cpp) -O0 -std=c++14

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include <unistd.h>

#include <valgrind/aprof_test.h>

typedef std::vector<unsigned> numbers;

static volatile std::size_t sink;

static numbers make_numbers(std::size_t n)
{
   numbers made(n);
   unsigned x = static_cast<unsigned>(n) + 1;
   for (unsigned& number : made)
      number = x = x * 1664525 + 1013904223;
   return made;
}

static numbers make_sorted(std::size_t n)
{
   numbers made = make_numbers(n);
   std::sort(made.begin(), made.end());
   return made;
}

/* Each number is smaller than all before it. */
static numbers make_slowly(std::size_t n)
{
   numbers made;
   for (std::size_t i = 0; i < n; i++)
      for (std::size_t k = made.insert(made.begin(), 0) - made.begin(); k < made.size(); k++)
         made[k]++;
   return made;
}

static std::string make_text(std::size_t n)
{
   std::string text(n, 'x');
   for (std::size_t i = 0; i < n; i++)
      text[i] = static_cast<char>('a' + i % 7);
   return text;
}

/* strcat looks for the end of what is there. */
static void append_c(std::string& text)
{
   std::vector<char> all(text.size() + 1);
   for (char c : text) {
      const char last[2] = { c, '\0' };
      std::strcat(all.data(), last);
   }
   sink = all.size();
}

/* Each character copies all before it. */
static void append_copy(std::string& text)
{
   std::string all;
   for (char c : text)
      all = all + c;
   sink = all.size();
}

static void reserve_each(numbers& given)
{
   numbers all;
   for (unsigned number : given) {
      all.reserve(all.size() + 1);
      all.push_back(number);
   }
   sink = all.size();
}

static std::size_t fibonacci(std::size_t n)
{
   return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static void push(numbers& given)
{
   numbers all;
   for (unsigned number : given)
      all.push_back(number);
   sink = all.size();
}

static void call_system(numbers& given)
{
   for (unsigned number : given)
      sink = number + static_cast<std::size_t>(getppid());
}

static void hash(numbers& given)
{
   std::unordered_map<unsigned, int> seen;
   for (unsigned number : given)
      seen[number]++;
   sink = seen.size();
}

static void sort(numbers& given)
{
   std::sort(given.begin(), given.end());
}

static void search(numbers& given)
{
   unsigned    wanted = given[given.size() / 3];
   std::size_t first = 0, last = given.size();
   while (first < last) {
      std::size_t middle = (first + last) / 2;
      if (given[middle] < wanted)
         first = middle + 1;
      else
         last = middle;
   }
   sink = first;
}

/* Each second doubling costs more. */
static void search_std(numbers& given)
{
   sink = std::binary_search(given.begin(), given.end(), given[given.size() / 3]);
}

static void count_to_fifty(std::size_t n)
{
   for (std::size_t i = 0; i < 50; i++)
      sink = sink + n;
}

/* Ends anywhere: how far it comes says nothing of larger inputs. */
static void find(numbers& given)
{
   std::size_t end = given[0] % given.size(), i = 0;
   while (i < end)
      sink = given[i++];
}

static aprof_result test(const std::string& name)
{
   const char* which = name.c_str();
   return name == "append-c"     ? APROF_GROWS(which, "n log n", make_text, append_c)
        : name == "append-copy"  ? APROF_GROWS(which, "n log n", make_text, append_copy)
        : name == "reserve-each" ? APROF_GROWS(which, "n log n", make_numbers, reserve_each)
        : name == "fibonacci"    ? APROF_GROWS(which, "n^3", [](std::size_t n) { sink = fibonacci(n); })
        : name == "lambda"       ? APROF_GROWS(which, "n", make_numbers, [](numbers& v) {
                                      for (unsigned a : v) for (unsigned b : v) sink = a ^ b; })
        : name == "sort-n"       ? APROF_GROWS(which, "n", make_numbers, sort)
        : name == "search-1"     ? APROF_GROWS(which, "constant", make_sorted, search)
        : name == "search-std"   ? APROF_GROWS(which, "constant", make_sorted, search_std)
        : name == "push"         ? APROF_GROWS(which, "n", make_numbers, push)
        : name == "slow-make"    ? APROF_GROWS(which, "n", make_slowly, push)
        : name == "system"       ? APROF_GROWS(which, "n", make_numbers, call_system)
        : name == "hash"         ? APROF_GROWS(which, "n", make_numbers, hash)
        : name == "sort"         ? APROF_GROWS(which, "n log n", make_numbers, sort)
        : name == "search"       ? APROF_GROWS(which, "log n", make_sorted, search)
        : name == "constant"     ? APROF_GROWS(which, "constant", count_to_fifty)
                                 : APROF_GROWS(which, "n", make_numbers, find);
}

int main(int argc, char** argv)
{
   for (int i = 1; i < argc; i++) {
      aprof_result result = test(argv[i]);
      std::printf("%s: %s\n", aprof_verdict_name(result.verdict), result.message);
   }
   return 0;
}
