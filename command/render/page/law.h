/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Prints the growth of a routine's cost. */

#ifndef COMMAND_RENDER_PAGE_LAW_H
#define COMMAND_RENDER_PAGE_LAW_H

#include "render/page/sections.h"
#include "render/page/values.h"

/* The names of the values of a case, a law and a prediction, in their order, as strings of JSON. */
#define LAW_CASE_COLUMNS \
   "\"growth\",\"slowest\",\"fastest\",\"shown\",\"range\",\"fit\",\"power\",\"predictions\",\"candidates\""
#define LAW_FIT_COLUMNS \
   "\"model\",\"constant\",\"factor\",\"lower\",\"lowerClass\",\"rate\",\"from\",\"scatter\",\"explained\"," \
   "\"criterion\",\"probability\""
#define LAW_POWER_COLUMNS \
   "\"constant\",\"factor\",\"exponent\",\"low\",\"high\",\"scatter\""
#define LAW_PREDICTION_COLUMNS  "\"n\",\"cost\",\"low\",\"high\""

/* The three cases: worst, mean, best.  The points are the routine's. */
extern void law_print(FILE* out, const Subject* subject, SharedTexts* shared, const RoutineFacts* row,
                      const Point* points, size_t count);

#endif
