/* Compares what calls cost now with what calls with the same inputs cost before.

   By inputs: a point of now that has the rms of a point before is compared with that.
   Other ones are compared with what lies between two points before, if these are near
   each other, as a straight line between them on log axes; at the ends, inputs that
   differ by a few percent are taken for the same.  What is left has no counterpart.

   By order: if both runs did the same work, and a routine was called as often, then its
   calls are the same ones, in the order of their inputs, whatever it reads now. */

#pragma once

#include "answer/compare/pair.h"

/* Tells which cost of a point is compared. */
typedef enum { COST_WORST, COST_MEAN, COST_SELF } CostKind;

typedef struct {
   uint32_t largest;      /* the largest input that both know; 0: none */
   bool     has_common;
   double   now;          /* what calls with common inputs cost now, in all */
   double   before;       /* what as many cost before */
   Factor   all;          /* now / before */
   Factor   at_largest;   /* at the largest of them, by the trend of the upper octave */
} SameInputs;

/* Compares by inputs or by order; by order, there must be as many calls as before. */
extern SameInputs same_inputs(const Named* before, const Named* now, CostKind kind,
                              bool by_order);

/* All points are equal: the same calls cost the same. */
extern bool same_points(const Named* before, const Named* now);
