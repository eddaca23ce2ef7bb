/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The choice among the models of a section: the best criterion, but for margins in
   favour of slower growth.  docs/growth.md, "The choice", gives the reasons. */

#include "growth/choose.h"

#include <limits.h>
#include <math.h>

#include <gsl/gsl_statistics_double.h>

/* How much worse the criterion of a model of slower growth may be; and where the other would be n^1.5, which
   few algorithms are. */
#define MARGIN         2.0
#define MARGIN_STEEP   6.0

/* If the free power law's exponent is surely above this, no margin is needed, unless the costs scatter. */
#define SURE_EXPONENT  2.0
#define SURE_ERROR     0.15

/* The typical error of log cost up to which the last margin holds; how much more doubles it; and what counts
   at most. */
#define SMALL_ERROR      0.05
#define ERROR_FOR_TWICE  0.2
#define LARGEST_ERROR    0.3

/* The typical standard deviation of log cost, of all causes. */
static double typical_error(const FitData* data, const Fit* fit)
{
   double variance[FIT_BINS];
   for (size_t i = 0; i < data->bins; i++) {
      variance[i] = fit->scale * fit->scale + data->slack[i];
   }
   return sqrt(gsl_stats_median(variance, 1, data->bins));
}

/* The model with the best criterion of those slower than a class, and with at most so many parameters. */
GrowthClass choose_best_below(const Models* models, GrowthClass end, unsigned parameters)
{
   GrowthClass best = GROWTH_CONSTANT;
   for (GrowthClass class = 0; class < end; class++) {
      const Fit* fit = &models->fits[class];
      if (fit->fitted && fit->parameters <= parameters
          && (!models->fits[best].fitted || fit->criterion < models->fits[best].criterion)) {
         best = class;
      }
   }
   return best;
}

GrowthClass choose_best(const Models* models)
{
   return choose_best_below(models, GROWTH_MODELS, UINT_MAX);
}

/* Raises the margin for few bins, where the scale of the errors may be small by chance. */
static double margin_for(const FitData* data, const Fit* fit, double margin)
{
   double bins = (double)data->bins;
   return margin * bins / (bins - fit->parameters - 1);
}

/* The more costs vary for reasons that the model does not know, such as a second input, the less a steep one
   is to be believed. */
static double margin_of_square(const FitData* data, const Fit* fit)
{
   double error = fmin(typical_error(data, fit), LARGEST_ERROR) - SMALL_ERROR;
   return margin_for(data, fit, CHOOSE_MARGIN_SQUARE * (1 + fmax(0, error) / ERROR_FOR_TWICE));
}

/* `class`, or the best of those below `end` if that is not worse by more than the margin. */
static GrowthClass unless_better_by(const Models* models, GrowthClass class, GrowthClass end,
                                    unsigned parameters, double margin)
{
   const Fit*  fit = &models->fits[class];
   GrowthClass slower = choose_best_below(models, end, parameters);
   const Fit*  other = &models->fits[slower];
   return other->fitted && other->criterion <= fit->criterion + margin ? slower : class;
}

/* True if the free exponent alone, whatever the class, is above that of a square. */
static bool is_surely_square(Section* section, const Fit* fit)
{
   return typical_error(&section->data, fit) <= SURE_ERROR
          && models_exponent_is_above(section, SURE_EXPONENT);
}

/* The best criterion decides, but for the margins in favour of slower growth. */
GrowthClass choose_class(Section* section, const Models* models)
{
   const FitData* data = &section->data;
   GrowthClass    class = choose_best(models);
   if (class >= GROWTH_N_2) {
      const Fit*  fit = &models->fits[class];
      GrowthClass slower = unless_better_by(models, class, GROWTH_N_2, fit->parameters,
                                             margin_of_square(data, fit));
      if (slower != class && !is_surely_square(section, fit)) {
         class = slower;
      }
   }
   if (class == GROWTH_N_1_5) {
      double margin = margin_for(data, &models->fits[class], MARGIN_STEEP);
      class = unless_better_by(models, class, GROWTH_N_1_5, UINT_MAX, margin);
   }
   for (GrowthClass slower = 0; slower < class; slower++) {
      const Fit* fit = &models->fits[slower];
      bool same_side = (slower < GROWTH_N_2) == (class < GROWTH_N_2);
      if (fit->fitted && same_side && fit->parameters <= models->fits[class].parameters
          && fit->criterion <= models->fits[class].criterion + MARGIN) {
         return slower;
      }
   }
   return class;
}
