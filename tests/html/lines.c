/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   For check_lines.py: code of another file that is inlined, a recursion, and calls of one function from
   several lines. */

#include <stdlib.h>

#include "lines_inlined.h"

volatile long result;

__attribute__((noinline)) static long sum(const int* numbers, int count)
{
   long total = 0;
   for (int i = 0; i < count; i++) {
      total += twice(numbers[i]);
   }
   return total;
}

__attribute__((noinline)) static long halves(const int* numbers, int count)
{
   if (count < 2) {
      return count == 0 ? 0 : numbers[0];
   }
   return halves(numbers, count / 2) + halves(numbers + count / 2, count - count / 2)
          + sum(numbers, count);
}

int main(void)
{
   int* numbers = calloc(4000, sizeof *numbers);
   for (int count = 1; count <= 4000; count += 100) {
      result += sum(numbers, count);
      result += halves(numbers, count);
   }
   free(numbers);
   return 0;
}
