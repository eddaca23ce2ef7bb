// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) 2026 The aprof authors
//
// Names with everything that a format could trip over: blanks, commas, quotes, parentheses, a leading parenthesis and
// digit, bytes that are not UTF-8, more than a thousand characters.
// build: -I../../include -g -O1 -fno-optimize-sibling-calls
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#define ROUTINE __attribute__((noinline, noclone))

namespace {

template <typename First, typename Second> struct Pair {
   First  first;
   Second second;
   ROUTINE unsigned long long total() const { return first + second; }
};

struct Adder {
   int added;
   ROUTINE int operator()(int number) const { return number + added; }
   ROUTINE explicit operator unsigned long long() const { return added; }
};

template <typename Function> ROUTINE int apply(Function function, int number)
{
   return function(number);
}

template <int Depth> struct Deep {
   typedef std::map<std::pair<typename Deep<Depth - 1>::Type, int>, std::vector<std::string> > Type;
};
template <> struct Deep<0> {
   typedef int Type;
};

template <typename Type> ROUTINE std::size_t size_of(const Type* = nullptr)
{
   return sizeof(Type);
}

}

ROUTINE unsigned long long operator""_cells(unsigned long long number)
{
   return number * 4;
}

extern "C" {
ROUTINE int like_an_id(int number) __asm__("\"(1) name\"");
ROUTINE int latin_1(int number) __asm__("caf\351");
ROUTINE int utf_8(int number) __asm__("caf\303\251");

int like_an_id(int number) { return number + 1; }
int latin_1(int number) { return number + 2; }
}

// Where the source file's name is strange too.
#line 7 "/somewhere/a directory (2)/na\357ve \"file\".cpp"
extern "C" int utf_8(int number)
{
   return number + 3;
}

int main()
{
   Pair<unsigned long long, int> pair = { 1, 2 };
   Adder adder = { 3 };
   unsigned long long sum = pair.total() + adder(4) + static_cast<unsigned long long>(adder) + 10_cells;
   sum += apply([&](int number) { return number + adder.added; }, 5) + apply(adder, 6);
   sum += size_of<Deep<3>::Type>();
   sum += like_an_id(7) + latin_1(8) + utf_8(9);
   std::printf("%d\n", sum > 0);
   return 0;
}
