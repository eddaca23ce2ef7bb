/* Between sizes that are known, a spline of the logarithms is taken: it is exact for a power of the size, and
   the one by Steffen never swings below or above its points. */

#include "growth/at_size.h"

#include <gsl/gsl_interp.h>
#include <assert.h>
#include <math.h>

/* A spline by Steffen needs so many points. */
#define LEAST_POINTS  3

/* Costs are whole numbers: one below 1 is as good as 1. */
static double log_of(double value)
{
   return log(fmax(value, 1));
}

/* The points of all ascending sizes; of several runs of one size, the last counts. */
static unsigned take_runs(const Runs* runs, double* x, double* y)
{
   unsigned count = 0;
   for (unsigned i = 0; i < runs->count; i++) {
      double at = log(runs->size[i]);
      assert(i == 0 || runs->size[i] >= runs->size[i - 1]);
      count += count == 0 || at > x[count - 1];
      x[count - 1] = at;
      y[count - 1] = log_of(runs->value[i]);
   }
   return count;
}

static double between(const double* x, const double* y, unsigned count, double at)
{
   gsl_interp* spline = gsl_interp_alloc(gsl_interp_steffen, count);
   gsl_interp_init(spline, x, y, count);
   double value = gsl_interp_eval(spline, x, y, fmin(fmax(at, x[0]), x[count - 1]), NULL);
   gsl_interp_free(spline);
   return exp(value);
}

static Estimate estimate(const Curve* curve, const Runs* runs, double size)
{
   unsigned const room = runs->count + CURVE_TIMES_COUNT;
   double   x[room], value[room], low[room], high[room];
   unsigned measured = take_runs(runs, x, value), count = measured;
   for (unsigned i = 0; i < measured; i++) {
      low[i] = high[i] = value[i];
   }
   for (unsigned i = 0; i < CURVE_TIMES_COUNT && curve->is_known; i++, count++) {
      x[count] = x[measured - 1] + log(curve->reach.times[i]);
      value[count] = log_of(curve->at[i].value);
      low[count] = log_of(curve->at[i].low);
      high[count] = log_of(curve->at[i].high);
   }
   double at = log(size);
   if (count < LEAST_POINTS || at > x[count - 1] + 1e-9) {
      return (Estimate){ NAN, NAN, NAN };
   }
   return (Estimate){ between(x, value, count, at), between(x, low, count, at), between(x, high, count, at) };
}

Estimate at_size(const Curve* curve, const Runs* runs, double size)
{
   double known = NAN;
   for (unsigned i = 0; i < runs->count; i++) {
      known = runs->size[i] == size ? runs->value[i] : known;
   }
   if (!isnan(known)) {
      return (Estimate){ known, known, known };
   }
   return runs->count == 0 || size < runs->size[0] ? (Estimate){ NAN, NAN, NAN }
                                                   : estimate(curve, runs, size);
}
