/* Estimates how long a run will take, by those that were made, and how much of their cost is start-up.  It
   only decides which sizes are run: what the routines will cost is forecast elsewhere. */

#pragma once

#include "experiment/experiment.h"

typedef struct {
   GArray* points;      /* of runs that count, by ascending size, one for each size */
   double  start_up;    /* cost of a run of size 0 */
   double  exponent;    /* what grows does so as size^exponent, at the largest sizes; at least 1 */
   double  steps;       /* or as e^(steps size), where each step of the size multiplies it; 0: it does not */
   double  ended_size;  /* of the smallest larger run that was ended because it took too long; 0: none */
   double  ended_cost;  /* what it had cost by then */
   double  ended_after; /* seconds */
   double  rate;        /* seconds for a unit of cost */
} RunGuess;

extern RunGuess estimate_make(const Experiment* experiment);

extern void estimate_free(RunGuess* estimate);

/* The largest size with a run that counts; 0: there is none. */
extern double estimate_largest(const RunGuess* estimate);

/* How long a run of this size will take; NAN if nothing is known yet. */
extern double estimate_seconds(const RunGuess* estimate, double size);

/* Returns what grows at the largest size, as a multiple of the start-up; 0 with fewer than two sizes. */
extern double estimate_growth(const RunGuess* estimate);

/* The smallest size that was run whose growing part is so many times the start-up; NAN: none. */
extern double estimate_first_above(const RunGuess* estimate, double times);

/* The size of a run in one number: with two parameters, their product. */
extern double estimate_size(const double* size);
