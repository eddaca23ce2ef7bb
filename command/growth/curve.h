/* Says of a number that grows with the size of a run, or with two sizes: how it grows, what it will
   be, and whether that has come true.  A curve is *confirmed* if the smaller runs predicted what the largest
   run then cost, and classes beside the one that is named are excluded. */

#pragma once

#include "growth/forecast.h"
#include "growth/plane.h"

#define CURVE_TIMES_COUNT  3
#define CURVE_FAR  (CURVE_TIMES_COUNT - 1)

/* The sizes that are asked for. */
typedef struct {
   double times[CURVE_TIMES_COUNT];   /* as multiples of the largest; of the last one, most is said */
   double step;                       /* they are so much apart, because a step multiplies the number; 0: they
                                         are the usual multiples */
} Reach;

extern const Reach curve_usual_reach;

/* Returns the sizes to ask for: a few steps more if each multiplies the number, or else the usual multiples.
   A step is so much that it multiplies by 1.2 at least. */
extern Reach curve_reach(const Runs* runs);

typedef enum {
   CURVE_CONFIRMED,   /* the largest run was predicted, the largest sizes show the class, and all laws that
                         matter agree on what comes */
   CURVE_LIKELY,      /* this is how it looks, but the largest run does not confirm it */
   CURVE_OPEN,        /* the runs do not tell */
} CurveState;

/* "n^2", "n log n", "constant", "n^1.3", "1.6^n"; of two sizes, "a b + b^2". */
typedef char CurveText[160];

typedef struct {
   bool       is_known;       /* if not, it is open and nothing else is set */
   CurveState state;
   Reach      reach;
   CurveText  class;          /* from the largest size to the farthest one */
   Term       term;           /* that the class is; TERM_POWER: another power, or of two sizes */
   CurveText  law;            /* with coefficients, as "1,200 + 3.5 n + 0.02 n^2"; empty: none fits */
   double     exponent;       /* there: ln(ratio of the values) / ln(ratio of the sizes) */
   double     named;          /* the exponent of the class there; NAN: it is none of a power */
   double     seen[2];        /* exponents at the largest sizes: of all of it, and of what grows; or NAN */
   double     break_size;     /* the law holds from this size on; 0: for all runs */
   double     measured;       /* in the largest run */
   Estimate   at[CURVE_TIMES_COUNT];
   double     magnify;        /* relative errors are so many times as large at the farthest size */
   bool       is_checked;     /* what follows is known */
   Estimate   predicted;      /* for the largest run, by the runs up to: */
   double     checked_from;   /* this size; of two sizes NAN: by all others */
} Curve;

/* From runs of one size, ascending.  Without a reach, the number has its own. */
extern void curve_make(Curve* curve, const Runs* runs, const Reach* reach);

/* From runs of two sizes; the names are those of the sizes. */
extern void curve_make_of_two(Curve* curve, const PlaneRuns* runs, const char* const names[2]);

/* Names how a sum of curves grows with one size, and its state, by what is measured, forecast and checked of
   it. */
extern void curve_name_sum(Curve* sum);

/* Makes the curve of a number that is a sum, whose own curve is known, but for `rest`, which does not grow:
   the two must not say different things.  Keeps the class and the law if they still fit. */
extern void curve_follow_sum(Curve* curve, const Curve* sum, double rest);

/* Returns by how much the largest run missed what the smaller ones predicted, as ln(measured / predicted); 0:
   by no more than what confirms it, or nothing was predicted. */
extern double curve_miss(const Curve* curve);

/* "confirmed", "likely", "open". */
extern const char* curve_state_name(CurveState state);
