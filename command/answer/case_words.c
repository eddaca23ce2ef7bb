/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "answer/case_words.h"

#include <stdio.h>

/* Inputs are of about one size if the largest is at most the smallest times this, and a few cells more; and
   if there were enough calls. */
#define FIXED_RANGE  1.25
#define FIXED_CELLS  4
#define FIXED_CALLS  10

const char* case_state(const ClassRange* range)
{
   return routine_has_class(range) ? "likely" : "open";
}

GrowthClass case_second(const ClassRange* range)
{
   return routine_has_class(range) && range->fastest > range->slowest ? range->fastest : GROWTH_NO_TREND;
}

const char* case_text(const ClassRange* range, GrowthText text)
{
   GrowthClass second = case_second(range);
   if (!routine_has_class(range)) {
      return case_state(range);
   }
   if (routine_has_wide_range(range)) {
      return growth_range_name(range->class, range->slowest, range->fastest, text);
   }
   if (second >= GROWTH_MODELS) {
      return growth_class_name(range->slowest);
   }
   snprintf(text, sizeof(GrowthText), "%s or %s", growth_class_name(range->slowest),
            growth_class_name(second));
   return text;
}

bool has_fixed_input(const RoutineFacts* facts)
{
   return !facts->has_no_input && !facts->is_unknown && !routine_has_class(routine_case(facts, GROWTH_MEAN))
          && facts->points > 0 && facts->routine->totals.calls >= FIXED_CALLS
          && facts->largest <= FIXED_RANGE * facts->smallest + FIXED_CELLS;
}

int case_level(const RoutineFacts* facts, GrowthCase which)
{
   int level = growth_level(routine_class(facts, which));
   int least = routine_has_wide_range(routine_case(facts, which)) ? growth_level(GROWTH_N_LOG_N) : level;
   return has_fixed_input(facts) ? growth_level(GROWTH_CONSTANT) : level > least ? level : least;
}
