/* Forecasts what a number that grows with the size of a run, such as a routine's cost, will be at a larger
   size: from runs of known sizes, each of which has one exact value. docs/growth.md, "Experiments", has
   the method.

   Many laws are fitted: sums of a constant, a lower and a leading term; the same from some size on; lines
   through the last sizes; power laws.  Where each step of the size multiplies the number (growth/steps.h),
   these are sums with an exponential.  Each is judged by how well it forecasts: fitted to the first sizes, it
   says what the later ones will cost.  Where start-up is most of the value, an error is large if it is large
   beside what grows.  The forecast is the weighted median of what the laws say; its interval
   comes from how far the laws differ, and how far their own forecasts were wrong. */

#pragma once

#include <stdbool.h>

#include "growth/law.h"

/* Fewer sizes give no forecast. */
#define FORECAST_LEAST_SIZES  4

/* More are not looked at: the last ones count. */
#define FORECAST_MOST_SIZES   24

#define FORECAST_LAWS  128

typedef struct {
   double value;
   double low;      /* the interval holds with 95 % */
   double high;
} Estimate;

typedef struct {
   Law      law;
   unsigned from;      /* the run that it was fitted from */
   bool     is_local;  /* it was fitted to the last runs only */
   double   error;     /* of forecasts of e times the size: |ln(forecast / measured)| */
   double   weight;    /* of all laws, they add up to 1 */
} JudgedLaw;

typedef struct {
   unsigned  laws;                  /* 0: nothing is known */
   JudgedLaw law[FORECAST_LAWS];
   unsigned  best;                  /* of the least error */
   double    largest;               /* size that was fitted to */
   double    least;                 /* value that was fitted to */
   double    grown;                 /* how much of the largest value is above the least: a part of 1 */
   bool      multiplies;            /* all laws are exponentials */
   double    ended_size;            /* of a larger run that was ended, and what it had by then; 0: none */
   double    ended_value;
} Forecast;

/* Judges all laws by these runs.  Only if it may multiply, exponentials are among them: for a few steps more.
   At ten times the size, they say nothing. */
extern void forecast_make(Forecast* forecast, const Runs* runs, bool may_multiply);

/* Returns what the value will be at a size beyond the largest.  The forecast knows something. */
extern Estimate forecast_at(const Forecast* forecast, double size);

/* Returns by how much a relative error of the measured values grows until this larger value is reached,
   because start-up is a smaller part of it: at least 1. */
extern double forecast_magnify(const Forecast* forecast, double value);

/* Returns how the value grows between two sizes by the forecast: ln(ratio of the values) / ln(ratio of the
   sizes). */
extern double forecast_exponent(const Forecast* forecast, double from, double to);
