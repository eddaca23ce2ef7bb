/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The choice among the models of a section. */

#ifndef COMMAND_GROWTH_CHOOSE_H
#define COMMAND_GROWTH_CHOOSE_H

#include "growth/models.h"

/* A class that is quadratic or worse must be better by this factor. */
#define CHOOSE_MARGIN_SQUARE  10.0

extern GrowthClass choose_class(Section* section, const Models* models);

/* The model with the best criterion. */
extern GrowthClass choose_best(const Models* models);

/* The best model among the classes before `end` that have at most so many parameters. */
extern GrowthClass choose_best_below(const Models* models, GrowthClass end, unsigned parameters);

#endif
