/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Inlined routines of which the compiler has moved code into the loop around them, or the other way round.
   Prints how often each is called: "ROUTINE NUMBER". */
// build -gcc2 -clang2: -g -O2 -std=gnu11 -Wall -Wextra

#include <stdio.h>
#include <stdlib.h>

#define INLINE    static inline __attribute__((always_inline))
#define ROUTINE   static __attribute__((noinline))

typedef struct {
   int* items;
   int* end;
   int* room;
} List;

/* Its loop has a block that only moves a variable, which Clang takes for the caller's. */
INLINE int holds(const int* numbers, size_t count, int wanted)
{
   size_t low = 0, high = count;
   while (low < high) {
      size_t middle = (low + high) / 2;
      if (numbers[middle] <= wanted && wanted < numbers[middle] + 2) {
         return 1;
      }
      if (numbers[middle] > wanted) {
         high = middle;
      } else {
         low = middle + 1;
      }
   }
   return 0;
}

ROUTINE int count_held(const int* numbers, size_t count, const int* points, int number_of_points)
{
   int held = 0;
   for (int i = 0; i < number_of_points; i++) {
      held += holds(numbers, count, points[i]);
   }
   return held;
}

/* GCC reads the ends of the list for the next call where the loop around it ends. */
INLINE int* find(int* at, int* end, int wanted)
{
   for (long rest = (end - at) >> 2; rest > 0; rest--) {
      if (*at == wanted) return at;
      at++;
      if (*at == wanted) return at;
      at++;
      if (*at == wanted) return at;
      at++;
      if (*at == wanted) return at;
      at++;
   }
   switch (end - at) {
      case 3: if (*at == wanted) return at; at++; /* fall through */
      case 2: if (*at == wanted) return at; at++; /* fall through */
      case 1: if (*at == wanted) return at; /* fall through */
      default: return end;
   }
}

INLINE int contains(const List* list, int wanted)
{
   return find(list->items, list->end, wanted) != list->end;
}

ROUTINE void grow(List* list, int value)
{
   size_t count = (size_t)(list->end - list->items);
   list->items = realloc(list->items, (2 * count + 1) * sizeof(int));
   list->end = list->items + count;
   list->room = list->items + 2 * count + 1;
   *list->end++ = value;
}

INLINE void add(List* list, int value)
{
   if (contains(list, value)) {
      return;
   }
   if (list->end != list->room) {
      *list->end++ = value;
   } else {
      grow(list, value);
   }
}

ROUTINE int count_different(const int* values, const int* end)
{
   List list = { 0 };
   for (; values != end; values++) {
      add(&list, *values);
   }
   int count = (int)(list.end - list.items);
   free(list.items);
   return count;
}

int main(void)
{
   static int numbers[64], points[200];
   for (int i = 0; i < 64; i++) {
      numbers[i] = 5 * i;
   }
   for (int i = 0; i < 200; i++) {
      points[i] = i * 37 % 113;
   }
   int held = count_held(numbers, 64, points, 200);
   int different = count_different(points, points + 200);
   printf("holds 200\ncontains 200\nadd 200\n");
   return held + different == 0;
}
