/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Two reports, routine by routine.  Nothing here knows how it is shown.

      Comparison* comparison = comparison_make(before, now, &options);
      for (size_t i = 0; i < comparison->count; i++) {
         const Pair* pair = &comparison->pairs[comparison->order[i]];
         ...
      }
      comparison_free(comparison);

   Routines are matched by canonical name and object (names.h), else by name alone if only
   one routine of each side is left of that name.  Counts are deterministic, so points
   with the same input are compared first: if all are equal, nothing else is looked at. */

#ifndef COMMAND_COMPARE_COMPARISON_H
#define COMMAND_COMPARE_COMPARISON_H

#include "compare/pair.h"

typedef struct {
   double   threshold;     /* a factor up to this, or down to 1 / this, is no change */
   double   least_part;    /* nor is a difference up to this part of the program's cost, unless the class changed */
   Renames* renames;       /* may be NULL */
   bool     all_cases;     /* look for the classes of all pairs, also where no answer depends on them */
   bool     other_build;   /* the sides were compiled differently, even if debug information does not say so */
} CompareOptions;

/* Counts do not flicker, so this is not about noise.  The same source costs up to 2 % more or less in another
   place of memory, on another processor or with another version of the C library, and changes that somebody
   would undo are larger. */
#define COMPARE_THRESHOLD   1.05

/* With thousands of routines, some small one always differs. */
#define COMPARE_LEAST_PART  0.0005

typedef struct {
   Side*          sides[2];          /* 0: before, 1: now */
   Pair*          pairs;             /* those of the new side in its order, then what is gone */
   uint32_t       count;
   uint32_t*      order;             /* what somebody who looks for trouble reads first: indices of `pairs` */
   uint32_t       counts[STATES];    /* how many pairs have the state */
   uint32_t       causes[CAUSES];    /* how many of the `same` ones have the cause */
   bool           is_other_build;    /* the program was compiled differently */
   const char*    builds[2];         /* how; NULL: not known */
   CompareOptions options;
   GStringChunk*  texts;
} Comparison;

/* Whether the reports measured different things, so that their numbers cannot be compared: another metric or
   cell size.  If so, `text` says what. */
extern bool comparison_differs(const Report* before, const Report* now, char* text, size_t size);

/* The reports must stay. */
extern Comparison* comparison_make(Report* before, Report* now, const CompareOptions* options);

extern void comparison_free(Comparison* comparison);

/* The pair of a routine of the report now; NULL: it has no points. */
extern const Pair* comparison_pair_of(const Comparison* comparison, const Routine* routine);

extern uint32_t comparison_index(const Comparison* comparison, const Pair* pair);

#endif
