/*--------------------------------------------------------------------*/
/*--- Insertion sort, qsort and Fibonacci numbers.         sorts.c ---*/
/*--------------------------------------------------------------------*/

/* sorts [SCALE]

   Three kinds of load that a profiler of calls and memory accesses feels differently: a loop that reads and
   writes one array and calls nothing, a library routine that calls back for every comparison, and a recursion
   that is calls and hardly anything else. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define INSERTION_LENGTH 18000
#define QSORT_LENGTH     600000
#define FIBONACCI_INDEX  34

static int      array[QSORT_LENGTH];
static uint32_t random_state;

static void fill(int length, uint32_t seed)
{
   random_state = seed;
   for (int i = 0; i < length; i++) {
      random_state = random_state * 1664525u + 1013904223u;
      array[i] = (int)(random_state >> 8);
   }
}

static void insertion_sort(int* a, int length)
{
   for (int i = 1; i < length; i++) {
      int value = a[i];
      int j     = i;
      for (; j > 0 && a[j - 1] > value; j--)
         a[j] = a[j - 1];
      a[j] = value;
   }
}

static int compare(const void* left, const void* right)
{
   int l = *(const int*)left;
   int r = *(const int*)right;
   return (l > r) - (l < r);
}

/* The compiler would turn one of the two calls into a loop, and clone the rest. */
__attribute__((noinline, noclone, optimize("O1")))
static unsigned fibonacci(unsigned n)
{
   return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static unsigned checksum(int length)
{
   unsigned sum = 0;
   for (int i = 0; i < length; i++)
      sum = sum * 31 + (unsigned)array[i];
   return sum;
}

int main(int argc, char** argv)
{
   int scale = argc > 1 ? atoi(argv[1]) : 1;

   for (int round = 0; round < scale; round++) {
      fill(INSERTION_LENGTH, 1 + (uint32_t)round);
      insertion_sort(array, INSERTION_LENGTH);
      printf("insertion sort %08x\n", checksum(INSERTION_LENGTH));
      fill(QSORT_LENGTH, 2 + (uint32_t)round);
      qsort(array, QSORT_LENGTH, sizeof array[0], compare);
      printf("qsort %08x\n", checksum(QSORT_LENGTH));
      printf("fibonacci %u\n", fibonacci(FIBONACCI_INDEX));
   }
   return 0;
}
