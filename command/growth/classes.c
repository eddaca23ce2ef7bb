/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The names of classes and cases. */

#include "growth/classes.h"

const char* growth_class_name(GrowthClass class)
{
   static const char* const names[] = {
      [GROWTH_CONSTANT] = "constant",
      [GROWTH_N] = "n",
      [GROWTH_N_LOG_N] = "n log n",
      [GROWTH_N_1_5] = "n^1.5",
      [GROWTH_N_2] = "n^2",
      [GROWTH_N_2_LOG_N] = "n^2 log n",
      [GROWTH_N_3] = "n^3",
      [GROWTH_EXP] = "exp",
      [GROWTH_TOO_FEW_POINTS] = "too few points",
      [GROWTH_RANGE_TOO_NARROW] = "range too narrow",
      [GROWTH_NO_TREND] = "no trend",
   };
   return names[class];
}

const char* growth_case_name(GrowthCase which)
{
   static const char* const names[] = { "worst", "mean", "best" };
   return names[which];
}
