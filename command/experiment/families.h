/* Families of benchmarks of Google Benchmark: those that differ in an argument only, as BM_sort/64 and
   BM_sort/512. */

#pragma once

#include <glib.h>

typedef struct {
   char*       name;       /* without arguments, as the library names its claim: BM_sort, BM_sort/real_time */
   char*       filter;     /* a regular expression for one of them, with {} where the size stands */
   GArray*     sizes;      /* uint64_t, ascending, each once */
   const char* obstacle;   /* why they cannot be compared by counts; NULL: they can */
   char*       claim;      /* as the library writes it: N, NlgN; NULL: none */
} Family;

/* Returns an array of Family, in the order of the list: names of benchmarks, up to NULL. */
extern GArray* families_of(char* const* benchmarks);
