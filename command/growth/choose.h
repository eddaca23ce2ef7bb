/* The choice among the models of a section, and what confirms it. */

#pragma once

#include "growth/models.h"

/* A class that is quadratic or worse must be better by this factor. */
#define CHOOSE_MARGIN_SQUARE  10.0

extern GrowthClass choose_class(Section* section, const Models* models);

/* The model with the best criterion. */
extern GrowthClass choose_best(const Models* models);

/* The best model among the classes before `end` that have at most so many parameters. */
extern GrowthClass choose_best_below(const Models* models, GrowthClass end, unsigned parameters);

/*--- Does a class above n log n hold if some of the bins are left out? ---*/

/* The class is better than any mixture of constant, n and n log n, with all bins, without any one of them,
   and without the upper or the lower third; and the costs of the upper third are steep by themselves. */
extern bool confirm_steep(const Section* section, const Models* models, GrowthClass class);

/* The costs of the upper third are steep by themselves. */
extern bool confirm_steep_end(const FitData* data);
