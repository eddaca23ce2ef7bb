/* Finds which benchmarks a program has, and what they claim of themselves: Complexity(benchmark::oN). */

#pragma once

#include "experiment/families.h"
#include "util/problem.h"

typedef struct {
   char* const* command;     /* the program and its arguments, up to NULL */
   const char*  directory;   /* for what it prints */
   const char*  chosen;      /* a regular expression; NULL: all benchmarks */
   unsigned     timeout;     /* seconds for each run; 0: no limit */
} BenchmarkProgram;

/* The claim of a family that has none, but is fitted by the library. */
#define CLAIM_OF_FIT  "auto"

/* Runs the program natively, and returns an array of Family with their claims.  NULL, with the problem set,
   if that fails, or if there are no benchmarks. */
extern GArray* claims_find(const BenchmarkProgram* program, Problem* problem);

/* Returns the words that run benchmarks of the family once each, with {} in the place of the size.  What
   their clock does not run for is not collected.  The caller frees them. */
extern char** claims_words(const BenchmarkProgram* program, const Family* family);
