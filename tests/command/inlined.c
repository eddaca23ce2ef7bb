/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Routines that are inlined: `square` in two lines of `twice`, and within `sum`; `sum` in one line of it. */

__attribute__((always_inline)) static inline int square(int n)
{
   return n * n;
}

__attribute__((always_inline)) static inline int sum(const int* numbers, int count)
{
   int result = 0;
   for (int i = 0; i < count; i++) {
      result += square(numbers[i]);
   }
   return result;
}

__attribute__((noipa)) int twice(const int* numbers, int count)
{
   int first = square(numbers[0]);
   int rest = sum(numbers, count);
   return first * rest + square(count);
}

__attribute__((noipa)) int plain(int n)
{
   return n + 1;
}

int main(int argc, char** argv)
{
   int numbers[] = { argc, 2, 3 };
   (void)argv;
   return twice(numbers, 3) + plain(argc) == 0;
}
