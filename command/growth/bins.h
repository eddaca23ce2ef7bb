/* A routine's points, gathered in bins of similar rms: at most four for each
   doubling of the input, so that a thousand small inputs count no more than one
   small bin does, and a million points are as quick to fit as a hundred.

   In a bin, the worst cost is the point with the largest, the best the one with
   the smallest.  The mean is over all calls, and so is the mean of every
   function of n that is fitted to it: averaging is linear, so an exact law of
   the points is an exact law of the bins. */

#pragma once

#include "growth/classes.h"
#include "growth/fit.h"
#include "model/points.h"

/* The functions of n that are linear columns of some model: those of the classes n to n^3. */
#define BIN_FIRST_FUNCTION  GROWTH_N
#define BIN_FUNCTIONS       (GROWTH_N_3 + 1)

/* One of the three cases. */
typedef struct {
   FitData data;
   double  function[BIN_FUNCTIONS][FIT_BINS];   /* by class; none for "constant" */
} BinnedCase;

typedef struct {
   const Point* points;
   size_t       points_count;
   size_t       count;                  /* bins */
   size_t       begin[FIT_BINS + 1];    /* first point of each bin; one more, behind the last */
   double       calls[FIT_BINS];
   bool         same;                   /* all calls with the same rms cost the same: the cases are one */
   BinnedCase   cases[GROWTH_CASES];
} Bins;

extern void bins_fill(Bins* bins, const Point* points, size_t count);

/* Fills the column with the function's value in each bin. */
extern void bins_apply(const Bins* bins, GrowthCase which, double (*function)(double n, double parameter),
                       double parameter, double* column);
