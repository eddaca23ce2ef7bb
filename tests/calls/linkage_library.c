/* The library of linkage.c. What others could replace, it calls through its own linkage table. */
// build linkage_library.so: $(calls) -O1 -fPIC -shared -Wl,-z,lazy -Wl,-soname,linkage_library.so
#include "calls.h"

int called_back(const volatile int* from, int count);
int library_sum(const volatile int* from, int count);
int library_outer(const volatile int* from, int count);
int library_back(const volatile int* from, int count);
int library_chosen(const volatile int* from, int count);
int library_chosen_now(const volatile int* from, int count);

SUM_ROUTINE(library_sum)
SUM_ROUTINE(library_chosen_now)

__attribute__((noinline, noclone)) static int library_static(const volatile int* from, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total += from[i];
   return total;
}

/* Reads count + 1 ints. */
ROUTINE int library_outer(const volatile int* from, int count)
{
   return library_sum(from, count) + library_static(from, count + 1);
}

ROUTINE int library_back(const volatile int* from, int count)
{
   return called_back(from, count) + 1;
}

typedef int Sum(const volatile int* from, int count);

UNUSED static Sum* choose_in_library(void)
{
   return library_chosen_now;
}

int library_chosen(const volatile int* from, int count) __attribute__((ifunc("choose_in_library")));
