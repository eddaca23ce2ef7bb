/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The same in a class and a namespace. */

#include <cstdio>

namespace
{
template<class Number>
struct Numbers {
   Number numbers[200];

   int __attribute__((noinline)) sum_up(int count) const
   {
      int sum = 0;
      for (int i = 0; i < count; i++) {
         sum += numbers[i];
      }
      return sum;
   }

   int __attribute__((noinline)) sum_all(int count) const
   {
      int sum = 0;
      for (int i = 0; i < count; i++) {
         sum += sum_up(i);
      }
      return sum;
   }
};
}

int main()
{
   static Numbers<short> numbers;
   int                   sum = 0;
   for (short i = 0; i < 200; i++) {
      numbers.numbers[i] = i;
   }
   for (int i = 10; i <= 200; i += 10) {
      sum += numbers.sum_all(i);
   }
   printf("%d\n", sum);
   return 0;
}
