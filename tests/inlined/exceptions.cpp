/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Inlined routines that exceptions leave, or that catch them; members and templates.  Prints how often each is
   called: "calls ROUTINE NUMBER"; those of members and templates have longer names. */
// build -gcc2 -clang-2: -g -O2 -std=c++17 -Wall -Wextra -fno-stack-protector

#include <cstdio>
#include <vector>

#define INLINE    inline __attribute__((always_inline))
#define ROUTINE   __attribute__((noinline, used))

/* GCC gives a static routine that has no code of its own no name with parameters. */
#ifdef __clang__
#define PARAMETERS   "(long)"
#else
#define PARAMETERS   ""
#endif

static volatile long kept;

ROUTINE static void leaf(long value)
{
   if (value == 7) {
      throw value;
   }
   kept += value;
}

/* Left by an exception in every second call. */
static INLINE void thrown_through(long last)
{
   for (long i = 0; i <= last; i++) {
      leaf(i);
   }
}

struct Guard {
   INLINE ~Guard()
   {
      for (long i = 0; i < 3; i++) {
         leaf(i);
      }
   }
};

/* Catches it, in itself. */
static INLINE void catching(long last)
{
   try {
      thrown_through(last);
   } catch (long value) {
      kept += value;
   }
   leaf(1);
}

ROUTINE static void with_guard(long last)
{
   Guard guard;
   leaf(last);
}

template <class Values> INLINE long sum_of(const Values& values)
{
   long sum = 0;
   for (long value : values) {
      sum += value;
   }
   return sum;
}

ROUTINE static void sums(const std::vector<long>& values)
{
   kept += sum_of(values);
}

ROUTINE static void catches()
{
   for (long i = 0; i < 10; i++) {
      catching(i % 2 == 0 ? 3 : 9);
   }
}

int main()
{
   std::vector<long> values;
   catches();
   for (long i = 0; i < 8; i++) {
      try {
         with_guard(i);
      } catch (long value) {
         kept += value;
      }
      values.push_back(i);
      sums(values);
   }
   std::printf("calls thrown_through" PARAMETERS " 10\ncalls catching" PARAMETERS " 10\n");
   return kept == 0;
}
