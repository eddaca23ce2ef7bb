/* What the workloads share. A workload is a routine whose growth follows from
   theory. The comment before it says so in its first line, which check_growth.pl
   reads:

      name: CLASS                                        worst, mean and best alike
      name: worst CLASS, mean CLASS, best CLASS

   and then why, n being the rms: the cells that the routine reads before it
   writes them. A function run_NAME makes inputs and calls it. What the caller has
   written is input; what the routine itself has written first is not. */

#ifndef TESTS_GROWTH_WORKLOAD_H
#define TESTS_GROWTH_WORKLOAD_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* What is called twice with the same arguments shall run twice. */
#define ROUTINE __attribute__((noipa))

/* The same numbers in every run. */
static uint32_t random_state = 20120611;

static inline uint32_t random_below(uint32_t limit)
{
   random_state = random_state * 1664525 + 1013904223;
   return (uint32_t)(((uint64_t)random_state * limit) >> 32);
}

/* Sizes about `percent` further each time. */
static inline int next_size(int n, int percent)
{
   return n + 1 + n * percent / 100;
}

static inline void fill_random(int* array, int n, int limit)
{
   for (int i = 0; i < n; i++) {
      array[i] = (int)random_below((uint32_t)limit);
   }
}

static inline void fill_ascending(int* array, int n)
{
   for (int i = 0; i < n; i++) {
      array[i] = i;
   }
}

static inline void fill_descending(int* array, int n)
{
   for (int i = 0; i < n; i++) {
      array[i] = n - i;
   }
}

/* Results go here, lest the compiler drop what nobody needs. */
extern volatile long sink;

#endif
