/* Laws of a number that grows with the size of a run, and how one is fitted to runs of known sizes. Nothing
   is decided here. */

#pragma once

#include <stdbool.h>

/* Functions of the size n, by how fast they grow. */
typedef enum {
   TERM_CONSTANT,
   TERM_LOG,
   TERM_ROOT,
   TERM_N,
   TERM_N_LOG_N,
   TERM_N_1_5,
   TERM_N_2,
   TERM_N_2_LOG_N,
   TERM_N_3,
   TERM_POWER,         /* n^exponent */
   TERM_EXPONENTIAL,   /* e^(exponent n) */
   TERM_BENT,          /* n^bend e^(exponent n): what a step multiplies by comes nearer to e^exponent */
} Term;

#define LAW_TERMS  3

/* value = sum of coefficient[i] * term[i]; no coefficient is negative, except of a law of a constant and
   another term. */
typedef struct {
   unsigned terms;
   Term     term[LAW_TERMS];          /* ascending; only the last may have the exponent */
   double   coefficient[LAW_TERMS];
   double   exponent;                 /* of TERM_POWER and those behind it */
   double   bend;                     /* of TERM_BENT, which is the only term then */
} Law;

/* Runs: what was measured at which sizes, by ascending size.  Logarithms take a value below 1 as 1, because
   costs are whole numbers. */
typedef struct {
   const double* size;
   const double* value;
   unsigned      count;
   double        ended_size;    /* of the smallest larger run, which was ended before it was done; 0: none */
   double        ended_value;   /* what it had by then: it would have become more */
} Runs;

/* Returns the logarithm of the value of a run. */
extern double runs_log_value(const Runs* runs, unsigned run);

/* Fits the terms of the law to runs `from` to `to` - 1 by least squares of relative errors.  Returns false if
   there is no such law that is positive and does not fall up to 10 times the last size: the law would be
   another one. */
extern bool law_fit(Law* law, const Runs* runs, unsigned from, unsigned to);

/* Finds the coefficients for which the sum over each row of `cells`, which are terms divided by the measured
   value, is nearest to 1.  Overwrites the cells.  Returns false if the terms cannot be told apart. */
extern bool law_solve(double* cells, unsigned rows, unsigned terms, double* coefficient);

/* Returns the law's value, at least 1. */
extern double law_at(const Law* law, double size);

/* Returns the logarithm by which a unit of the size multiplies what grows, between two sizes.  The last term
   is an exponential. */
extern double law_rate(const Law* law, double from, double to);

/* Returns the value of a term at a size; that of a bent one without its bend. */
extern double term_at(Term term, double exponent, double n);
