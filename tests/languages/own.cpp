/* Routines of the program whose names look like a library's: by the types of their results, parameters and arguments, by
   their own namespaces, and by signs of operators.  And a special case of a library's template, which is the program's. */

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#define ROUTINE __attribute__((noinline))

static volatile int one = 1;
typedef std::vector<int> Numbers;

struct Key {
   int number;
   ROUTINE bool operator==(const Key& other) const { return number == other.number * one; }
};

namespace std {
template <> struct hash<Key> {
   ROUTINE size_t operator()(const Key& key) const { return size_t(key.number * one); }
};
}

/* Results. */
template <typename T> ROUTINE std::vector<T> unique_values(const std::vector<T>& items)
{
   std::vector<T> result;
   for (const T& item : items)
      if (std::find(result.begin(), result.end(), item) == result.end())
         result.push_back(item);
   return result;
}
template <typename T> ROUTINE auto twice(T item) -> decltype(T() + T()) { return item * (one + 1); }
template <typename T> ROUTINE decltype(auto) first_of(T& items) { return items[one - 1]; }
static int next(int number) { return number + one; }
template <typename T> ROUTINE int (*pick(T number))(int) { return number * one > 0 ? next : nullptr; }
template <template <typename, typename> class C> ROUTINE C<int, std::allocator<int>> filled(int size)
{
   return C<int, std::allocator<int>>(size_t(size * one), 7);
}
namespace {
template <typename T> ROUTINE std::string text_of(T number) { return std::string(size_t(number * one), 'x'); }
}

/* Operators. */
namespace shop {
inline namespace v1 {
template <typename T> struct Box {
   T item;
   ROUTINE std::pair<T, T> operator+(const Box& other) const { return {item, other.item * one}; }
   ROUTINE bool operator<(const Box& other) const { return item * one < other.item; }
   ROUTINE T operator()(T more) const { return item + more * one; }
   ROUTINE const T* operator->() const { return &item + one - 1; }
   ROUTINE operator std::string() const { return std::string(size_t(item * one), 'y'); }
   template <typename U> ROUTINE std::vector<U> as() const { return std::vector<U>(size_t(item * one)); }
   template <typename U> friend ROUTINE bool operator>(const Box& left, const U& right) { return left.item > right * one; }
};
}
template <typename T> ROUTINE std::vector<T>& operator<<(std::vector<T>& items, const Box<T>& box)
{
   items.push_back(box.item * one);
   return items;
}
template <typename T> ROUTINE bool operator< (const Box<T>& left, int right) { return left.item * one < right; }
ROUTINE std::string operator""_times(unsigned long long times) { return std::string(size_t(times) * size_t(one), 'z'); }

/* Scopes of classes. */
struct Shape {
   virtual int area() = 0;
   virtual ~Shape() {}
};
struct Named {
   int length = one;
   virtual int name() = 0;
   virtual ~Named() {}
};
struct Square : Shape, Named {
   ROUTINE int area() override { return length * length; }
   ROUTINE int name() override { return length; }
};
}

/* Namespaces that others have, too. */
namespace core { template <typename T> ROUTINE T fmt(T number) { return number * one; } }
namespace alloc { ROUTINE int vec(int number) { return number * one; } }
namespace shop { namespace std { ROUTINE int sort(int number) { return number * one; } } }
namespace std_ { ROUTINE int sort(int number) { return number * one; } }

/* Lambdas and local classes. */
auto at_once = [](int number) __attribute__((noinline)) { return number * one; };
template <typename T> ROUTINE int count_less(const std::vector<T>& items, T limit)
{
   return int(std::count_if(items.begin(), items.end(), [=](T item) __attribute__((noinline)) { return item * one < limit; }));
}
ROUTINE int of_local(int number)
{
   struct Local { ROUTINE static std::string run(int times) { return std::string(size_t(times * one), 'w'); } };
   return int(Local::run(number).size());
}

int main()
{
   Numbers numbers = filled<std::vector>(30);
   for (int i = 0; i < 30; i++)
      numbers[size_t(i)] = (i * 7) % 13;
   std::sort(numbers.begin(), numbers.end(), [](int left, int right) __attribute__((noinline)) { return left * one < right; });
   std::unordered_set<Key> keys;
   for (int number : numbers)
      keys.insert(Key{number});
   std::function<int(int)> called = [&](int number) __attribute__((noinline)) { return numbers[size_t(number * one)]; };
   shop::Box<int> small{1}, large{2};
   shop::Square square;
   shop::Shape* shape = &square;
   shop::Named* named = &square;
   using namespace shop;
   long sum = long(unique_values(numbers).size()) + twice(2L) + first_of(numbers) + pick(3)(4) + long(text_of(3).size())
      + (small + large).second + (small < large) + small(3) + *small.operator->() + long(::std::string(large).size())
      + long(small.as<long>().size()) + (small > 2L) + long((numbers << small).size()) + (large < 3)
      + long((5_times).size()) + shape->area() + named->name() + core::fmt(1) + alloc::vec(2) + shop::std::sort(3)
      + std_::sort(4) + at_once(5) + count_less(numbers, 5) + of_local(6) + called(7) + long(keys.size());
   ::std::printf("%ld\n", sum);
}
