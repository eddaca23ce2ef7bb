/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Inlined routines of which the compiler has moved code into what is around them, or the other way round.
   Prints how often each is called: "ROUTINE NUMBER". */
// build -gcc2 -clang-2: -g -O2 -std=gnu11 -Wall -Wextra
// build -gcc3: -g -O3 -std=gnu11 -Wall -Wextra

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

/* GCC reads the text before it decides which of two calls comes. */
INLINE const char* skip_blanks(const char** at)
{
   while (**at == ' ') {
      ++*at;
   }
   return *at;
}

ROUTINE int next_weight(const char** at, int is_double)
{
   int weight;
   if (is_double) {
      weight = *skip_blanks(at) * 2;
   } else {
      weight = *skip_blanks(at) + 1;
   }
   ++*at;
   return weight;
}

typedef struct {
   const char* at;
} Text;

static inline long number(Text* text)
{
   long value = 0;
   while (*text->at >= '0' && *text->at <= '9') {
      value = (10 * value + *text->at++ - '0') % 1000003;
   }
   return value - 7;
}

/* GCC copies its first test to the end of the loop around it, so that this loop jumps back into its middle. */
INLINE long take(Text* text)
{
   while (*text->at == ' ') {
      text->at++;
   }
   if (*text->at >= '0' && *text->at <= '9') {
      return number(text);
   }
   return *text->at == '\0' ? -1 : *text->at++;
}

ROUTINE long take_all(const char* at)
{
   Text text = { at };
   long sum = 0;
   for (long value = 0; value != -1; sum += value) {
      value = take(&text);
   }
   return sum;
}

/* With -O3, GCC splits it, and inlines both parts. */
static inline long scan(Text* text)
{
   while (*text->at == ' ') {
      text->at++;
   }
   if (*text->at >= '0' && *text->at <= '9') {
      return number(text);
   }
   return *text->at == '\0' ? -1 : *text->at++;
}

ROUTINE long scan_all(Text* text)
{
   long sum = 0;
   for (long value = 0; value != -1; sum += value) {
      value = scan(text);
   }
   return sum;
}

ROUTINE long scan_two(Text* text)
{
   return scan(text) + 2 * scan(text);
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
   const char* letters = "  a b   c d e   f g h  i j";
   Text text = { "12 + 45 * (7) 5" };
   long sum = take_all(text.at);
   for (int i = 0; i < 10; i++) {
      sum += next_weight(&letters, i % 3 == 0);
   }
   sum += scan_two(&text) + scan_all(&text);
   printf("holds 200\ncontains 200\nadd 200\nskip_blanks 10\ntake 9\nscan 9\n");
   return held + different + sum == 0;
}
