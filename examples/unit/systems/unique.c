/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Counts different numbers: `unique` some small inputs, `unique N` one of N numbers.  If they are not sorted
   before, that is quadratic. */

#include <stdio.h>
#include <stdlib.h>

#define SORTED 1

static int compare(const void* left, const void* right)
{
   int a = *(const int*)left, b = *(const int*)right;
   return a < b ? -1 : a > b;
}

__attribute__((noinline)) static size_t unique(int* all, size_t count)
{
   size_t kept = 0;
   if (SORTED) {
      qsort(all, count, sizeof *all, compare);
   }
   for (size_t i = 0; i < count; i++) {
      size_t k = SORTED && kept > 0 ? kept - 1 : 0;
      while (k < kept && all[k] != all[i]) {
         k++;
      }
      if (k == kept) {
         all[kept++] = all[i];
      }
   }
   return kept;
}

/* All numbers are there twice. */
static int is_right(size_t count)
{
   int*   all = malloc(2 * count * sizeof *all);
   size_t found = 0;
   if (all != NULL) {
      for (size_t i = 0; i < 2 * count; i++) {
         all[i] = (int)(i % count * 7919 % 1000003);
      }
      found = unique(all, 2 * count);
   }
   free(all);
   return found == count;
}

int main(int count, char** words)
{
   static const size_t sizes[] = { 50, 80, 120, 200, 320, 500 };
   int all_right = 1;
   if (count > 1) {
      return !is_right((size_t)strtoul(words[1], NULL, 10));
   }
   for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
      all_right &= is_right(sizes[i]);
   }
   return !all_right;
}
