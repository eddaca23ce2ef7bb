/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Names that end as those of depths of recursion do in a Callgrind profile, or with what readers cut off. */
// build: -I../../include -std=gnu11 -g -O0
#include <stdio.h>

#define ROUTINE __attribute__((noinline, noclone))

static unsigned numbers[64] = { 3, 1, 4, 1, 5, 9, 2, 6 };

/* Each calls itself, as often as it is told, so that it has a depth too. */
#define RECURSIVE(routine, symbol)                             \
   ROUTINE unsigned routine(unsigned count) __asm__(symbol);   \
   ROUTINE unsigned routine(unsigned count)                    \
   {                                                           \
      unsigned result = numbers[count];                        \
      return count == 0 ? result : result + routine(count - 1);\
   }

RECURSIVE(plain, "f")
RECURSIVE(like_depth_2, "\"f'2\"")
RECURSIVE(like_depth_20, "\"f'20\"")
RECURSIVE(like_like_depth_2, "\"f''2\"")
RECURSIVE(like_caller, "\"f'plain\"")
RECURSIVE(apostrophe_in_the_middle, "\"f'2x\"")
RECURSIVE(apostrophe_last, "\"f'\"")
RECURSIVE(digits, "f2")
RECURSIVE(blank_first, "\" g\"")
RECURSIVE(blank_last, "\"g \"")
RECURSIVE(blanks_around, "\"  g  \"")
RECURSIVE(no_blank, "g")
RECURSIVE(blank_in_the_middle, "\"g h\"")
RECURSIVE(blank_and_depth, "\" g'2\"")
RECURSIVE(like_an_id, "\"(1) f\"")
RECURSIVE(like_root, "\"(root) \"")

int main(void)
{
   unsigned sum = plain(1) + like_depth_2(2) + like_depth_20(3) + like_like_depth_2(4) + like_caller(5);
   sum += apostrophe_in_the_middle(6) + digits(7) + blank_first(8) + blank_last(9) + blanks_around(10);
   sum += no_blank(11) + blank_in_the_middle(12) + blank_and_depth(13) + like_an_id(14) + like_root(15) + apostrophe_last(16);
   printf("%d\n", sum > 0);
   return 0;
}
