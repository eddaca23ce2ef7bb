/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Does a class above n log n hold if some of the bins are left out? */

#ifndef COMMAND_GROWTH_CONFIRM_H
#define COMMAND_GROWTH_CONFIRM_H

#include "growth/models.h"

/* The class is better than any mixture of constant, n and n log n, with all bins, without any one of them,
   and without the upper or the lower third; and the costs of the upper third are steep by themselves. */
extern bool confirm_steep(const Section* section, const Models* models, GrowthClass class);

/* The costs of the upper third are steep by themselves. */
extern bool confirm_steep_end(const FitData* data);

#endif
