/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What a model says of inputs `times` as large. */

#ifndef COMMAND_GROWTH_PROJECT_H
#define COMMAND_GROWTH_PROJECT_H

#include "growth/models.h"

/* The factor by which one model says the cost grows, and the standard error of its logarithm. */
typedef struct {
   double factor;
   double error;
} ModelProjection;

/* Of the mean: the cost of all calls together; of worst and best: that of the largest input. */
extern ModelProjection project_model(const Section* section, const Models* models, GrowthClass class,
                                     double times);

#endif
