/* Templates of functions and classes, operators, local functions; functions that only look like instances of a
   template; and what compilers make of one function: of a coroutine (Clang's names), of its parallel region and variants
   (GCC's), each of which is a routine, but for copies and parts. */

#include <cstdio>
#include <vector>

#define ROUTINE __attribute__((noipa))

namespace {
template <typename T> struct Stack {
   std::vector<T> items;
   ROUTINE T total() const
   {
      auto add = [](T left, T right) __attribute__((noipa)) { return left + right; };
      T result = 0;
      for (const T& item : items)
         result = add(result, item);
      return result;
   }
   ROUTINE bool operator<(const Stack& other) const { return items.size() < other.items.size(); }
   ROUTINE T operator()(T item) const { return item + 1; }
};
}

template <typename T> ROUTINE const T* largest(const std::vector<T>& items)
{
   const T* result = &items[0];
   for (const T& item : items)
      result = item > *result ? &item : result;
   return result;
}

template <typename T> ROUTINE int operator>>(const Stack<T>& stack, int bits)
{
   return int(stack.items.size()) >> bits;
}

ROUTINE int count(const std::vector<int>& items) { return int(items.size()); }
ROUTINE int count(const std::vector<long>& items) { return int(items.size()); }

#define MADE(name, suffix)  ROUTINE int name(int n) __asm__("_Z4walki" suffix); ROUTINE int name(int n) { return n + 1; }
MADE(ramp, "")
MADE(resume, ".resume")
MADE(destroy, ".destroy")
MADE(destroy_cold, ".destroy.cold")
MADE(cleanup, ".cleanup")
MADE(parallel, "._omp_fn.0")
MADE(variant, ".avx2.1")
MADE(copy, ".constprop.0.isra.0")
MADE(alias, ".localalias")

template <typename T> int each(T n);
template <> ROUTINE int each(int n) __asm__("_Z4eachIiEiT_.actor");
template <> int each(int n) { return n + 1; }

int main()
{
   Stack<int>  small{{1, 2, 3}};
   Stack<long> large{{4, 5, 6}};
   std::printf("%ld %ld %d %d\n", small.total() + large.total() + (small < small) + (large < large),
               *largest(small.items) + *largest(large.items) + small(1) + large(2),
               count(small.items) + count(large.items), (small >> 1) + (large >> 1));
   std::printf("%d\n", each(1) + copy(ramp(ramp(1))) + resume(resume(resume(destroy(cleanup(parallel(variant(alias(1)))))))));
   return destroy_cold(-1);
}
