/* Predicts the cost of calls with larger inputs than those of a run, from all laws that the points allow and
   not from the chosen one alone. docs/growth.md, "Predictions", has the method, and says how often it comes
   true. */

#pragma once

#include "growth/classes.h"
#include "growth/fit.h"

/* Half of an interval, of the logarithm: what even exact laws are off by. */
#define LEAST_HALF  0.12

/* All that is needed to predict: it does not refer to the points. */
typedef struct {
   unsigned  count;                 /* of the laws; 0: nothing is known */
   GrowthFit laws[GROWTH_MODELS];   /* `probability` is the weight; they add up to 1 */
   double    scatter;               /* of the laws, by their weights */
   bool      is_steep;              /* lines have no say */
   double    largest;               /* n; beyond it, lines have a say */
   double    log_cost;              /* there, by the laws */
   double    cost_of_cell;          /* of the line through 0 */
   double    n;                     /* the other line: through n and cost with this slope */
   double    cost;
   double    slope;
   double    least_half;            /* half of the interval, of the logarithm, is at least that */
} Predictor;

/* From the bins of a section, and what fits it.  `is_steep`: the class is n^1.5 or faster, whatever is left
   out. */
extern void predictor_set(Predictor* predictor, const FitData* data, const GrowthFit* fits, bool is_steep);

/* Sets what is known of a call with this n: it costs LOW to HIGH.  Others cost what the class says then. */
extern void predictor_set_known(Predictor* predictor, GrowthClass class, double n, double low, double high);

extern GrowthPrediction predictor_at(const Predictor* predictor, double n);
