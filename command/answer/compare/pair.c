/* The words for what is known of a pair. */

#include "answer/compare/pair.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

const char* const state_names[] = {
   [STATE_WORSE] = "worse", [STATE_MAYBE] = "maybe", [STATE_BETTER] = "better", [STATE_NEW] = "new",
   [STATE_GONE] = "gone", [STATE_UNKNOWN] = "unknown", [STATE_SAME] = "same",
   [STATE_IDENTICAL] = "identical",
};

const int state_ranks[] = {
   [STATE_WORSE] = 0, [STATE_MAYBE] = 1, [STATE_NEW] = 2, [STATE_BETTER] = 3, [STATE_GONE] = 4,
   [STATE_UNKNOWN] = 5, [STATE_SAME] = 6, [STATE_IDENTICAL] = 7,
};

const char* const cause_names[] = {
   [CAUSE_NONE] = "", [CAUSE_SMALL] = "small", [CAUSE_VARIANT] = "variant", [CAUSE_BUILD] = "build",
   [CAUSE_LIBRARY] = "library", [CAUSE_START_UP] = "start-up", [CAUSE_CALLS] = "calls",
   [CAUSE_CODE] = "code", [CAUSE_TRADE] = "trade",
};

const char* const code_names[] = {
   [CODE_UNKNOWN] = "unknown", [CODE_SAME] = "same", [CODE_CHANGED] = "changed",
   [CODE_COMPILED] = "compiled",
};

const char* const total_names[] = {
   [TOTAL_SAME] = "same", [TOTAL_WORSE] = "worse", [TOTAL_BETTER] = "better",
   [TOTAL_ENVIRONMENT] = "environment", [TOTAL_OTHER_WORK] = "other work", [TOTAL_OTHER_END] = "other end",
};

const char* const cost_source_names[] = {
   [COSTS_MEASURED] = "measured", [COSTS_BETWEEN] = "between", [COSTS_FORECAST] = "forecast",
};

const char* const blame_names[] = {
   [BLAME_NONE] = "", [BLAME_OWN_WORK] = "own work", [BLAME_CALLS] = "calls",
   [BLAME_INHERITED] = "inherited", [BLAME_GIVEN] = "given", [BLAME_UNKNOWN] = "unknown",
};

const char* const load_names[] = {
   [LOAD_SAME] = "same", [LOAD_MORE] = "more", [LOAD_LESS] = "less", [LOAD_OTHER] = "other",
};

bool pair_is_other_variant(const Pair* pair)
{
   return pair->before != NULL && pair->now != NULL && (pair->before->is_variant || pair->now->is_variant)
          && strcmp(pair->before->subject->routine->name, pair->now->subject->routine->name) != 0;
}

bool pair_has_changed(const Pair* pair)
{
   return pair->state == STATE_WORSE || pair->state == STATE_MAYBE || pair->state == STATE_BETTER;
}

bool pair_has_class_change(const Pair* pair)
{
   return pair->cases[GROWTH_WORST].class_change != 0 || pair->cases[GROWTH_MEAN].class_change != 0
          || (pair->sizes != NULL && pair->sizes->class_change != 0);
}

int pair_class_direction(const Pair* pair)
{
   int worst = pair->cases[GROWTH_WORST].class_change, mean = pair->cases[GROWTH_MEAN].class_change;
   return worst > 0 || mean > 0 || (pair->sizes != NULL && pair->sizes->class_change > 0) ? 1
          : pair_has_class_change(pair)                                                  ? -1 : 0;
}

/* Another class counts from this part of the least part on: larger runs will show it.  But a change of some
   blocks is none. */
#define CLASS_PART  0.01

double compare_least_part(double least, bool is_other_class)
{
   return is_other_class ? CLASS_PART * least : least;
}

int sizes_direction(const SizePair* sizes, double threshold)
{
   return sizes == NULL || sizes->state == CURVE_OPEN                          ? 0
          : sizes->class_change != 0                                           ? sizes->class_change
          : sizes->beyond.known && sizes->beyond.low > threshold               ? 1
          : sizes->beyond.known && sizes->beyond.high < 1 / threshold          ? -1
                                                                               : 0;
}

const Named* pair_routine(const Pair* pair)
{
   assert(pair->now != NULL || pair->before != NULL);
   return pair->now != NULL ? pair->now : pair->before;
}

double pair_factor_of_all(const Pair* pair)
{
   assert(pair->now != NULL && pair->before != NULL);
   return (double)pair->now->totals.real_sum / fmax(1, (double)pair->before->totals.real_sum);
}

Factor pair_factor(const Pair* pair)
{
   const Factor* at_largest = &pair->cases[GROWTH_MEAN].at_largest;
   if (pair->is_by_total) {
      double value = pair_factor_of_all(pair);
      return (Factor){ true, true, value, value, value };
   }
   return pair->same_inputs.known ? pair->same_inputs
        : at_largest->known       ? *at_largest : (Factor){ false, false, NAN, NAN, NAN };
}
