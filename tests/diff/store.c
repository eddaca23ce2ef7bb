/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Versions of one program for `aprof diff`: run_pairs compiles it with the name of one change
   defined, or with none. Its routines get inputs of 12 sizes.

   FEW_BUCKETS     fill: a hash table of 16 chains instead of one for each key: n becomes n^2
   FIRST_PIVOT     sort: of an ascending array, the first element is the pivot: n log n becomes n^2
   SORTED_INSERT   collect: keeps the array sorted by shifting at each insertion: n becomes n^2
   PARSE_TWICE     parse: scans the text twice: twice the cost
   THREE_MORE      checksum: three more steps for every ten, from 400 elements on: 1.3 times the cost
   MORE_CALLS      report: calls total, which is as it was, five times instead of once
   LARGER_STEP     step, which checksum calls, does twice the work
   BISECTION       find: bisects instead of searching from the beginning: n becomes less
   ONE_PASS        spread: finds smallest and largest in one pass instead of two: half the cost
   RENAMED         find is called lookup
   PREFIX          all routines are called kv_...
   REORDERED       the routines stand in the reverse order in the object file
   INLINED         step is inlined into checksum */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef PREFIX
#define name(routine)  kv_##routine
#else
#define name(routine)  routine
#endif

#ifdef RENAMED
#define find  lookup
#endif

/* The linker orders sections by their names, with --sort-section=name. */
#define placed(first, last)  __attribute__((noinline, noclone, section(".text." first)))
#ifdef REORDERED
#undef placed
#define placed(first, last)  __attribute__((noinline, noclone, section(".text." last)))
#endif

/*------------------------------------------------------------------*/

typedef struct Node { struct Node* next; int key; } Node;

/* Puts keys into chains, at the end of each. */
placed("a", "z") int name(fill)(const int* keys, int count)
{
#ifdef FEW_BUCKETS
   int buckets = 16;
#else
   int buckets = count;
#endif
   Node** heads = calloc((size_t)buckets, sizeof *heads);
   Node*  nodes = malloc((size_t)count * sizeof *nodes);
   for (int i = 0; i < count; i++) {
      Node** at = &heads[keys[i] % buckets];
      while (*at != NULL) {
         at = &(*at)->next;
      }
      nodes[i] = (Node){ NULL, keys[i] };
      *at = &nodes[i];
   }
   int longest = 0;
   for (int i = 0; i < buckets; i++) {
      int length = 0;
      for (Node* node = heads[i]; node != NULL; node = node->next) {
         length++;
      }
      longest = length > longest ? length : longest;
   }
   free(heads);
   free(nodes);
   return longest;
}

static void sort_part(int* values, int low, int high)
{
   while (low < high) {
#ifdef FIRST_PIVOT
      int pivot = values[low];
#else
      int pivot = values[low + (high - low) / 2];
#endif
      int i = low - 1, k = high + 1;
      for (;;) {
         do { i++; } while (values[i] < pivot);
         do { k--; } while (values[k] > pivot);
         if (i >= k) {
            break;
         }
         int value = values[i];
         values[i] = values[k];
         values[k] = value;
      }
      sort_part(values, low, k);
      low = k + 1;
   }
}

placed("b", "y") int name(sort)(int* values, int count)
{
   sort_part(values, 0, count - 1);
   return values[0];
}

placed("c", "x") int name(collect)(const int* values, int count)
{
   int* list = malloc((size_t)count * sizeof *list);
   int  used = 0;
   for (int i = 0; i < count; i++) {
      int at = used++;
#ifdef SORTED_INSERT
      while (at > 0 && list[at - 1] < values[i]) {
         list[at] = list[at - 1];
         at--;
      }
#endif
      list[at] = values[i];
   }
   int last = list[used - 1];
   free(list);
   return last;
}

/*------------------------------------------------------------------*/

static int scan(const char* text)
{
   int sum = 0;
   for (; *text != '\0'; text++) {
      if (*text >= '0' && *text <= '9') {
         sum += *text - '0';
      } else if (*text == '-') {
         sum--;
      }
   }
   return sum;
}

placed("d", "w") int name(parse)(const char* text)
{
   int sum = scan(text);
#ifdef PARSE_TWICE
   __asm__ volatile("" : : : "memory");
   sum += scan(text);
#endif
   return sum;
}

#ifdef INLINED
static inline __attribute__((always_inline))
#else
placed("e", "v")
#endif
int name(step)(int value)
{
   int sum = 0;
#ifdef LARGER_STEP
   for (int i = 0; i < 120; i++) {
#else
   for (int i = 0; i < 60; i++) {
#endif
      __asm__ volatile("" : "+r"(value));
      sum += value & 1 ? value : i;
   }
   return sum;
}

placed("f", "u") int name(checksum)(const int* values, int count)
{
   int sum = 0;
   for (int i = 0; i < count; i++) {
      sum += name(step)(values[i]);
#ifdef THREE_MORE
      if (count >= 400 && i % 10 < 3) {
         sum ^= name(step)(values[i]);
      }
#endif
   }
   return sum;
}

placed("g", "t") int name(total)(const int* values, int count)
{
   int sum = 0;
   for (int i = 0; i < count; i++) {
      __asm__ volatile("" : "+r"(sum));
      sum += values[i];
   }
   return sum;
}

placed("h", "s") int name(report)(const int* values, int count)
{
   int sum = 0;
#ifdef MORE_CALLS
   for (int i = 0; i < 5; i++)
#endif
   {
      sum += name(total)(values, count);
   }
   return sum;
}

/*------------------------------------------------------------------*/

/* The array is ascending; the last one is looked for. */
placed("i", "r") int name(find)(const int* values, int count, int wanted)
{
#ifdef BISECTION
   int low = 0, high = count - 1;
   while (low < high) {
      int middle = low + (high - low) / 2;
      if (values[middle] < wanted) {
         low = middle + 1;
      } else {
         high = middle;
      }
   }
   return low;
#else
   int at = 0;
   while (at < count && values[at] != wanted) {
      at++;
   }
   return at;
#endif
}

placed("j", "q") int name(spread)(const int* values, int count)
{
   int smallest = values[0], largest = values[0];
#ifdef ONE_PASS
   for (int i = 1; i < count; i++) {
      __asm__ volatile("" : "+r"(smallest), "+r"(largest));
      smallest = values[i] < smallest ? values[i] : smallest;
      largest = values[i] > largest ? values[i] : largest;
   }
#else
   for (int i = 1; i < count; i++) {
      __asm__ volatile("" : "+r"(smallest));
      smallest = values[i] < smallest ? values[i] : smallest;
   }
   for (int i = 1; i < count; i++) {
      __asm__ volatile("" : "+r"(largest));
      largest = values[i] > largest ? values[i] : largest;
   }
#endif
   return largest - smallest;
}

/* What the C library does most of the work for. */
placed("k", "p") size_t name(copy_text)(const char* text)
{
   char*  copy = strdup(text);
   size_t length = strlen(copy) + (strchr(copy, '!') != NULL);
   free(copy);
   return length;
}

placed("l", "o") void name(work)(int count)
{
   int*  values = malloc((size_t)count * sizeof *values);
   char* text = malloc((size_t)count * 4 + 1);
   for (int i = 0; i < count; i++) {
      values[i] = 3 * i;
      memcpy(text + 4 * i, i % 2 == 0 ? "-12 " : "345 ", 4);
   }
   text[4 * count] = '\0';
   int sum = name(fill)(values, count);
   sum += name(collect)(values, count);
   sum += name(find)(values, count, values[count - 1]);
   sum += name(checksum)(values, count);
   sum += name(report)(values, count) + name(spread)(values, count);
   sum += name(sort)(values, count);
   sum += name(parse)(text) + (int)name(copy_text)(text);
   printf("%d\n", sum);
   free(values);
   free(text);
}

int main(void)
{
   for (int count = 20; count < 1000; count = count * 14 / 10) {
      name(work)(count);
   }
   return 0;
}
