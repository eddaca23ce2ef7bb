/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A header with routines of its own, and with code that is compiled into the routines of another file. */

#define ROUTINE    __attribute__((noinline, noclone))
#define COMPILED_IN  static inline __attribute__((always_inline))

extern int calls_of_leaf;

ROUTINE int expression(int depth);
ROUTINE int factor(int depth);

template <typename Number> ROUTINE Number leaf(Number n)
{
   calls_of_leaf++;
   return n + 1;
}

template <typename Number> ROUTINE Number branch(Number n)
{
   Number sum = 0;
   for (Number i = 0; i < n; i++) {
      sum += leaf(i);
   }
   return sum;
}

/* Calls routines of this file and of the one that it is compiled into. */
COMPILED_IN int step(int depth)
{
   int sum = leaf(depth) + branch(depth);
   if (depth > 0) {
      sum += factor(depth - 1);
   }
   return sum;
}
