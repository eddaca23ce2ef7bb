/* Fits one model that is linear in its coefficients,

      cost = coefficient[0] + coefficient[1] * column[0] + coefficient[2] * column[1]

   to the costs of some bins, by maximum likelihood.  The error is that of the
   logarithm of the cost: Student's t distribution with FIT_FREEDOM degrees of
   freedom, which expects an outlier now and then, of a scale that is fitted too.
   docs/growth.md says why. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#define FIT_FREEDOM     4.0
#define FIT_LEAST_SCALE 0.02   /* no routine's cost is a formula to better than this */
#define FIT_TERMS       3
#define FIT_BINS        132    /* at most */

/* The data that models are fitted to, ascending by n. */
typedef struct {
   size_t bins;
   double n[FIT_BINS];
   double cost[FIT_BINS];
   double log_cost[FIT_BINS];
   double slack[FIT_BINS];   /* variance of log cost, because cost and n are whole numbers */
} FitData;

typedef struct {
   bool          fitted;
   unsigned      terms;                 /* coefficients, the constant counted */
   unsigned      parameters;            /* those, and what the caller knows the columns were made with */
   double        coefficient[FIT_TERMS];
   double        scale;
   double        misfit;                /* -2 log likelihood, but for a constant */
   double        criterion;             /* misfit + fit_penalty */
} Fit;

/* Schwarz's criterion with McQuarrie's correction for small samples: what a model pays for its parameters.
   INFINITY if there are too few bins for them. */
extern double fit_penalty(size_t bins, unsigned parameters);

/* The least misfit that any model can have. */
extern double fit_least_misfit(const FitData* data);

/* terms - 1 columns.  Not fitted if the penalty is infinite or no positive model was found.  A fit whose
   criterion will clearly be above `limit` is not brought to its end: only that it is above is sure. */
extern void fit_model(const FitData* data, const double* const* columns, unsigned terms, double limit,
                      Fit* fit);

/* Fits again, starting from `fit`, a fit of nearly the same columns: a few steps are enough then. */
extern void fit_model_again(const FitData* data, const double* const* columns, unsigned terms, Fit* fit);

/* The model's cost of bin i. */
extern double fit_cost(const Fit* fit, const double* const* columns, size_t i);
