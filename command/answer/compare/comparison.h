/* Two reports, routine by routine.  Nothing here knows how it is shown.

      Comparison* comparison = comparison_make(before, now, &options);
      for (size_t i = 0; i < comparison->count; i++) {
         const Pair* pair = &comparison->pairs[comparison->order[i]];
         ...
      }
      comparison_free(comparison);

   Routines are matched by canonical name and object (names.h), else by name alone if only
   one routine of each side is left of that name.  Counts are deterministic, so points
   with the same input are compared first: if all are equal, nothing else is looked at. */

#pragma once

#include "answer/compare/pair.h"

/* Whether the reports measured different things, so that their numbers cannot be compared: another metric or
   cell size.  If so, `text` says what. */
extern bool comparison_differs(const Report* before, const Report* now, char* text, size_t size);

/* The reports must stay. */
extern Comparison* comparison_make(Report* before, Report* now, const CompareOptions* options);

/* The two halves of that: which routine is which, and what changed.  Between them, of experiments, come costs
   and growth (growth.h). */
extern Comparison* comparison_begin(Report* before, Report* now, const CompareOptions* options);
extern void comparison_judge(Comparison* comparison);

extern void comparison_free(Comparison* comparison);

/* Returns the name of a pair's routine without parameters, which are long in C++. */
extern const char* comparison_name_of(const Comparison* comparison, const Pair* pair);
