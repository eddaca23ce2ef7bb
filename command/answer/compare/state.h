/* The state of a routine that is on both sides, looked at by itself.

   1. All points are equal: identical.
   2. For the worst and the mean cost, what is known best decides: classes that are
      certainly apart, if the costs have changed in the same direction; else the factor at
      the largest input that both know.  The factor of all calls has a say, too, because
      small inputs may cost more while the largest do not.
   3. If one of these says worse and another one better, the answer is maybe, but for
      classes: they win.
   4. What a routine reads may change with its code or with what it is given, and then costs at the same n are
      costs of different work.  So if both runs did the same work, what all of its calls cost now and before
      has the last word; but if it was only called more, that is the change of who calls it.
   5. Of experiments, what costs the same at the size of the comparison, but not in larger runs, has changed;
      maybe, if the curves are only likely. */

#pragma once

#include "answer/compare/pair.h"

/* Finds states, by what is known of both sides. */
typedef struct {
   Subjects* const*          sides;
   const CompareOptions* options;
   bool                  has_self_costs;   /* on both sides */
   bool                  is_same_work;     /* the program was given the same to do */
   bool                  are_other_calls;  /* the points are of runs of other sizes: totals are compared */
} StateFinder;

/* The pair has both sides. */
extern void state_find(const StateFinder* finder, Pair* pair);

/* The classes of a pair that has one side only, or did not need them. */
extern void state_find_classes(const StateFinder* finder, Pair* pair);
