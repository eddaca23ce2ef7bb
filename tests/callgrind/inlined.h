/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Code that is compiled into the routines of another file. */

extern int twice(int n);

static inline __attribute__((always_inline)) int inlined(const int* numbers, int count)
{
   int sum = 0;
   for (int i = 0; i < count; i++) {
      sum += twice(numbers[i]);
   }
   return sum;
}
