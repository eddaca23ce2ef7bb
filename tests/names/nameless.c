/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Static functions, which have no symbol once the program is stripped. */

#include <stdio.h>
#include <stdlib.h>

static int __attribute__((noinline)) sum_up(const int* numbers, int count)
{
   int sum = 0;
   for (int i = 0; i < count; i++) {
      sum += numbers[i];
   }
   return sum;
}

static int __attribute__((noinline)) sum_all(const int* numbers, int count)
{
   int sum = 0;
   for (int i = 0; i < count; i++) {
      sum += sum_up(numbers, i);
   }
   return sum;
}

int main(void)
{
   static int numbers[200];
   int        sum = 0;
   for (int i = 0; i < 200; i++) {
      numbers[i] = i;
   }
   for (int i = 10; i <= 200; i += 10) {
      sum += sum_all(numbers, i);
   }
   printf("%d\n", sum);
   return 0;
}
