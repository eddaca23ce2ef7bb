/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Two experiments of aprof grow, routine by routine: what each costs at the largest size that both have, and
   at ten times that, and how it grows. */

#ifndef COMMAND_ANSWER_COMPARE_GROWTH_H
#define COMMAND_ANSWER_COMPARE_GROWTH_H

#include "answer/compare/names.h"
#include "answer/grow/facts.h"
#include "util/problem.h"

/* A routine, or the program, in one of the experiments. */
typedef struct {
   bool     is_there;    /* if not, nothing else is set, and all costs are 0 */
   Curve    curve;       /* of the total cost */
   Estimate near;        /* total cost at the common size */
   Estimate far;         /* and at ten times that; NAN: not known */
   double   own_near;    /* the same of its own code */
   double   own_far;
} GrowthSide;

typedef enum { GROWTH_WORSE, GROWTH_BETTER, GROWTH_NEW, GROWTH_GONE, GROWTH_OPEN, GROWTH_SAME } GrowthChange;

typedef struct {
   const char*  name;       /* canonical; of the program, NULL */
   const char*  object;
   GrowthSide   side[2];    /* old and new */
   double       times;      /* the new cost by the old one, at the common size */
   Estimate     far_times;
   bool         has_other_class;
   GrowthChange change;
   CurveState   state;      /* how sure that is: that of the less certain curve */
   double       added;      /* what its own code adds to the program's cost at the far size: a part of that */
} GrowthPair;

typedef struct {
   const GrowthFacts* facts[2];
   double       size;       /* the largest that both have */
   GrowthPair   program;
   GArray*      routines;   /* GrowthPair: what adds or saves most comes first */
   GStringChunk* texts;
} GrowthComparison;

extern const char* const growth_change_names[];

/* The facts must stay.  Costs that differ by no more than the threshold are the same.  NULL, with the problem
   set, if the experiments cannot be compared. */
extern GrowthComparison* growth_compare(const GrowthFacts* before, const GrowthFacts* now, Renames* renames,
                                        double threshold, Problem* problem);

extern void growth_comparison_free(GrowthComparison* comparison);

#endif
