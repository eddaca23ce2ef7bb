/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Inlined routines in loops that the compiler has unrolled, or with such loops.  Prints how often each is called:
   "ROUTINE NUMBER". */
// build -gcc2 -clang-2: -g -O2 -std=gnu11 -Wall -Wextra
// build -gcc3: -g -O3 -std=gnu11 -Wall -Wextra

#include <stdio.h>

#define INLINE    static inline __attribute__((always_inline))
#define ROUTINE   static __attribute__((noinline))

/* Clang unrolls the loop around it: the debug information has one instance for all five. */
INLINE int is_mirrored(const char* text, int length)
{
   for (int i = 0, j = length - 1; i < j; i++, j--) {
      if (text[i] != text[j]) {
         return 0;
      }
   }
   return 1;
}

ROUTINE int count_mirrored(const char* text, int length)
{
   int count = 0;
   for (int i = 0; i < length; i++) {
      for (int part = 2; part <= 6 && i + part <= length; part++) {
         count += is_mirrored(text + i, part);
      }
   }
   return count;
}

typedef struct {
   int        width;
   int        height;
   const int* cells;
} Board;

INLINE int cell(const Board* board, int x, int y)
{
   if (x < 0 || y < 0 || x >= board->width || y >= board->height) {
      return 0;
   }
   return board->cells[y * board->width + x];
}

/* With -O3, both of its loops are unrolled: neither a loop nor a call is left. */
INLINE int neighbours(const Board* board, int x, int y)
{
   int count = 0;
   for (int dy = -1; dy <= 1; dy++) {
      for (int dx = -1; dx <= 1; dx++) {
         if (dx != 0 || dy != 0) {
            count += cell(board, x + dx, y + dy);
         }
      }
   }
   return count;
}

ROUTINE int lonely(const Board* board)
{
   int count = 0;
   for (int y = 0; y < board->height; y++) {
      for (int x = 0; x < board->width; x++) {
         count += neighbours(board, x, y) < 2;
      }
   }
   return count;
}

/* A call without numbers is only a part of what Valgrind takes for a block. */
INLINE int has(const int* numbers, int count, int wanted)
{
   for (int i = 0; i < count; i++) {
      if (numbers[i] == wanted) {
         return 1;
      }
   }
   return 0;
}

ROUTINE int count_had(const int* numbers, const int* counts, int count)
{
   int had = 0;
   for (int i = 0; i < count; i++) {
      had += has(numbers + i, counts[i], i & 1);
   }
   return had;
}

int main(void)
{
   static const char text[] = "abbaaccabcbadeedaabab";
   static int cells[48];
   static int counts[100], numbers[120];
   for (int i = 0; i < 48; i++) {
      cells[i] = i * 7 % 3 == 0;
   }
   for (int i = 0; i < 100; i++) {
      counts[i] = i % 3;
      numbers[i] = i % 2;
   }
   int length = sizeof text - 1;
   int parts = 0;
   for (int i = 0; i < length; i++) {
      for (int part = 2; part <= 6; part++) {
         parts += i + part <= length;
      }
   }
   int count = count_mirrored(text, length) + count_had(numbers, counts, 100);
   for (int width = 4; width <= 8; width += 4) {
      Board board = { width, 6, cells };
      count += lonely(&board);
   }
   printf("is_mirrored %d\nneighbours 72\nhas 100\n", parts);
   return count == 0;
}
