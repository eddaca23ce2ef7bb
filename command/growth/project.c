/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What a model says of inputs `times` as large: by what factor the cost grows,
   and how sure that is. */

#include "growth/project.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

/* What the coefficients are multiplied with to get the cost, and then the derivative for the rate. */
static unsigned gradient(const Models* models, GrowthClass class, double n, double* direction)
{
   const Fit* fit = &models->fits[class];
   direction[0] = 1;
   if (class == GROWTH_EXP) {
      double value = models_exponential(n, models->rate);
      direction[1] = value;
      direction[2] = fit->coefficient[1] * n * value;
      return 3;
   }
   if (fit->terms == 3) {
      direction[1] = bins_function(models->lower[class], n);
   }
   if (fit->terms > 1) {
      direction[fit->terms - 1] = bins_function(class, n);
   }
   return fit->terms;
}

static double cost_along(const Fit* fit, const double* direction)
{
   double cost = 0;
   for (unsigned k = 0; k < fit->terms; k++) {
      cost += fit->coefficient[k] * direction[k];
   }
   return cost;
}

/* Sums of the gradients over the calls, now and then; of the worst and best, over the largest input alone.
   Only calls that the model was fitted to count: below them it may say anything, even that they cost less
   than nothing, and most calls may be there. */
static unsigned sum_gradients(const Section* section, const Models* models, GrowthClass class,
                              double times, double* now, double* then)
{
   const Bins*    bins = section->bins;
   const FitData* data = &bins->cases[section->which].data;
   size_t         end = section->first + section->data.bins;
   unsigned       terms = 0;
   memset(now, 0, FIT_TERMS * sizeof *now);
   memset(then, 0, FIT_TERMS * sizeof *then);
   for (size_t i = section->which == GROWTH_MEAN ? section->first : end - 1; i < end; i++) {
      double small[FIT_TERMS], large[FIT_TERMS];
      terms = gradient(models, class, data->n[i], small);
      terms = gradient(models, class, data->n[i] * times, large);
      for (unsigned k = 0; k < terms; k++) {
         now[k] += bins->calls[i] * small[k];
         then[k] += bins->calls[i] * large[k];
      }
   }
   return terms;
}

/* The standard error of the exponent of a power law with this scatter, as that of a line through the
   logarithms: no class is so true that its growth is known better. */
static double exponent_error(const FitData* data, double scatter)
{
   double logs[FIT_BINS];
   for (size_t i = 0; i < data->bins; i++) {
      logs[i] = log(fmax(data->n[i], 1));
   }
   return scatter / sqrt((double)data->bins * gsl_stats_variance(logs, 1, data->bins));
}

ModelProjection project_model(const Section* section, const Models* models, GrowthClass class,
                              double times)
{
   const Fit*    fit = &models->fits[class];
   const double* columns[FIT_TERMS];
   double        now[FIT_TERMS], then[FIT_TERMS], direction[FIT_TERMS], slope[FIT_BINS];
   unsigned      terms = sum_gradients(section, models, class, times, now, then);
   double        cost_now = cost_along(fit, now), cost_then = cost_along(fit, then);
   for (unsigned k = 0; k < terms; k++) {
      direction[k] = then[k] / cost_then - now[k] / cost_now;
   }
   models_columns(section, models, class, columns);
   if (class == GROWTH_EXP) {
      for (size_t i = 0; i < section->data.bins; i++) {
         slope[i] = fit->coefficient[1] * section->data.n[i] * models->column[i];
      }
      columns[1] = slope;
   }
   double error = fit_error(&section->data, columns, terms, fit, direction);
   return (ModelProjection){ cost_then / cost_now,
                             hypot(error, log(times) * exponent_error(&section->data, fit->scale)) };
}
