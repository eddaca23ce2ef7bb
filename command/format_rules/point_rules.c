/* The rules for the numbers of one point.  There is one function for each rule; the
   tables of all rules are at the end.

   A point stands for n = occ activations with the costs c1 ... cn.  It has only their
   smallest, greatest, sum and sum of squares.  But not every four numbers are possible
   for n whole numbers.  The rules are:

      n * min <= sum <= n * max          as every cost lies between the two
      max + (n-1) * min <= sum           as one of the costs is max itself,
      sum <= min + (n-1) * max           and one is min
      sqr-sum is at least what it is     if the n - 2 costs beside min and max
                                         are as equal as whole numbers can be
      sqr-sum is at most what it is      if all of these but one are min or max
      sqr-sum and sum both odd or even   as c^2 and c are

   For n = 1 and n = 2 the two bounds meet: all four numbers follow from min and
   max.  All rules hold for costs with callees and for self costs alike.

   A sum of squares that does not fit 64 bits stays at 2^64-1.  The true sum is at least
   as large, so the upper bound still holds, and the other rules are not applied.

   If the cost is time, an activation may be too short for the clock, and if it is memory, it may request
   none.  In min, max, sum and sqr-sum, it counts as 1, because readers want no 0 there, so all rules hold.
   real-sum and the self costs are as measured.

   No product below can overflow 128 bits if the rules before it hold.  A rule that needs
   this checks it. */

#include "format_rules/rules.h"

#include <inttypes.h>
#include <stdio.h>

/*--- Rules of one kind of cost, with callees or self ---*/

typedef struct {
   const char* prefix;    /* of the statistics' names */
   const char* squares_name;
   uint64_t    calls;
   uint64_t    min;
   uint64_t    max;
   uint64_t    sum;
   uint64_t    squares;
} Costs;

/* The numbers at fault, by their names in the format. */
typedef char CostsText[160];

static const char* describe(const Costs* costs, CostsText text)
{
   const char* p = costs->prefix;
   snprintf(text, sizeof(CostsText), "occ %" PRIu64 ", %smin %" PRIu64 ", %smax %" PRIu64 ", %ssum %" PRIu64,
            costs->calls, p, costs->min, p, costs->max, p, costs->sum);
   return text;
}

static bool is_saturated(const Costs* costs)
{
   return costs->squares == UINT64_MAX;
}

static bool sum_is_between(const Costs* costs)
{
   return (Wide)costs->min * costs->calls <= costs->sum && costs->sum <= (Wide)costs->max * costs->calls;
}

static bool extremes_can_occur(const Costs* costs)
{
   return costs->calls >= 1 && costs->min <= costs->max
          && costs->max + (Wide)costs->min * (costs->calls - 1) <= costs->sum
          && costs->sum <= costs->min + (Wide)costs->max * (costs->calls - 1);
}

static void min_is_at_most_max(Checker* checker, const Costs* costs)
{
   if (costs->min > costs->max) {
      CostsText text;
      here(checker, "%smin <= %smax: %s", costs->prefix, costs->prefix, describe(costs, text));
   }
}

static void sum_is_between_extremes(Checker* checker, const Costs* costs)
{
   if (costs->calls >= 1 && costs->min <= costs->max && !sum_is_between(costs)) {
      const char* p = costs->prefix;
      CostsText   text;
      here(checker, "%smin * occ <= %ssum <= %smax * occ: %s", p, p, p, describe(costs, text));
   }
}

static void sum_has_room_for_extremes(Checker* checker, const Costs* costs)
{
   if (costs->calls >= 1 && costs->min <= costs->max && sum_is_between(costs) && !extremes_can_occur(costs)) {
      const char* p = costs->prefix;
      CostsText   text;
      here(checker, "one activation costs %smin, one %smax, the others between: %s", p, p,
           describe(costs, text));
   }
}

static Wide square(uint64_t cost)
{
   return (Wide)cost * cost;
}

/* The bounds of sqr-sum.  Both need that the extremes can occur; the lower one
   also that max is below 2^32, as does every sqr-sum that fits. */

static Wide least_squares(const Costs* costs)
{
   if (costs->calls <= 2) {
      return costs->calls == 1 ? square(costs->max) : square(costs->min) + square(costs->max);
   }
   uint64_t others = costs->calls - 2;
   uint64_t sum = costs->sum - costs->min - costs->max;
   uint64_t low = sum / others;        /* others - higher of this cost, */
   uint64_t higher = sum % others;     /* and these cost one more */
   return square(costs->min) + square(costs->max) + others * square(low) + higher * ((Wide)2 * low + 1);
}

static Wide most_squares(const Costs* costs)
{
   if (costs->calls <= 2 || costs->min == costs->max) {
      return costs->calls == 2 ? square(costs->min) + square(costs->max) : costs->calls * square(costs->max);
   }
   uint64_t others = costs->calls - 2;
   uint64_t excess = (uint64_t)(costs->sum - costs->max - (Wide)costs->min * (costs->calls - 1));
   uint64_t at_max = excess / (costs->max - costs->min);
   uint64_t rest = excess % (costs->max - costs->min);
   Wide squares = square(costs->min) + square(costs->max) + at_max * square(costs->max);
   if (at_max < others) {
      squares += square(costs->min + rest) + (others - at_max - 1) * square(costs->min);
   }
   return squares;
}

static void squares_are_small_enough(Checker* checker, const Costs* costs)
{
   if (!extremes_can_occur(costs)) {
      return;
   }
   Wide most = most_squares(costs);
   if (costs->squares > most) {
      CostsText text;
      WideText  limit;
      here(checker, "%s is too large: %s allow at most %s, not %" PRIu64, costs->squares_name,
           describe(costs, text), wide_text(most, limit), costs->squares);
   }
}

static void squares_are_large_enough(Checker* checker, const Costs* costs)
{
   if (!extremes_can_occur(costs) || is_saturated(costs)) {
      return;
   }
   if (costs->max > UINT32_MAX) {
      here(checker, "%s %" PRIu64 " is smaller than the square of %smax %" PRIu64
           ": a sum that does not fit stays at %" PRIu64,
           costs->squares_name, costs->squares, costs->prefix, costs->max, UINT64_MAX);
      return;
   }
   Wide least = least_squares(costs);
   if (costs->squares < least) {
      CostsText text;
      WideText  limit;
      here(checker, "%s is too small: %s need at least %s, not %" PRIu64, costs->squares_name,
           describe(costs, text), wide_text(least, limit), costs->squares);
   }
}

static void squares_have_parity_of_sum(Checker* checker, const Costs* costs)
{
   if (!is_saturated(costs) && ((costs->squares ^ costs->sum) & 1) != 0) {
      here(checker, "%s and %ssum are both even or both odd: %" PRIu64 ", %" PRIu64,
           costs->squares_name, costs->prefix, costs->squares, costs->sum);
   }
}

/*--- Rules between the kinds ---*/

/* An activation has executed at least one block. */
static void numbers_are_positive(Checker* checker, const Point* point)
{
   const struct {
      const char* name;
      uint64_t    number;
   } numbers[] = { { "occ", point->calls }, { "min", point->min }, { "sum", point->sum } };
   for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++) {
      if (numbers[i].number < 1) {
         here(checker, "%s >= 1: %s %" PRIu64, numbers[i].name, numbers[i].name, numbers[i].number);
      }
   }
}

static void real_sum_is_at_most_sum(Checker* checker, const Point* point)
{
   if (point->real_sum > point->sum) {
      here(checker, "real-sum <= sum: real-sum %" PRIu64 ", sum %" PRIu64, point->real_sum, point->sum);
   }
}

/* Checks that real-sum can be made of whole activations: each adds all of its cost or nothing. An activation
   that costs nothing adds nothing. */
static void real_sum_is_of_whole_activations(Checker* checker, const Point* point)
{
   uint64_t real = point->real_sum;
   bool     may_be_0 = checker->may_cost_nothing && point->min <= 1;
   if (may_be_0 || real == 0 || real >= point->sum) {
      return;
   }
   if (real < point->min || point->sum - real < point->min) {
      here(checker, "real-sum is the cost of some of the activations, each at least min %" PRIu64
           ": real-sum %" PRIu64 ", sum %" PRIu64, point->min, point->real_sum, point->sum);
   }
}

/* Each activation's self cost is at most its cost, and so are their smallest,
   greatest, sums and sums of squares. */
static void self_is_at_most_all(Checker* checker, const Point* point)
{
   const struct {
      const char* self_name;
      const char* name;
      uint64_t    self;
      uint64_t    all;
   } pairs[] = {
      { "self-min", "min",     point->self_min,     point->min },
      { "self-max", "max",     point->self_max,     point->max },
      { "self-sum", "sum",     point->self_sum,     point->sum },
      { "self-sqr", "sqr-sum", point->self_squares, point->squares },
   };
   for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
      if (pairs[i].self > pairs[i].all) {
         here(checker, "%s <= %s: %s %" PRIu64 ", %s %" PRIu64, pairs[i].self_name, pairs[i].name,
              pairs[i].self_name, pairs[i].self, pairs[i].name, pairs[i].all);
      }
   }
}

/*--- All rules ---*/

static void (*const rules_of_point[])(Checker*, const Point*) = {
   numbers_are_positive,
   real_sum_is_at_most_sum,
   real_sum_is_of_whole_activations,
   self_is_at_most_all,
};

static void (*const rules_of_costs[])(Checker*, const Costs*) = {
   min_is_at_most_max,
   sum_is_between_extremes,
   sum_has_room_for_extremes,
   squares_are_small_enough,
   squares_are_large_enough,
   squares_have_parity_of_sum,
};

void numbers_of_point_agree(Checker* checker)
{
   const Point* point = &checker->record.point;
   const Costs  kinds[] = {
      { "", "sqr-sum", point->calls, point->min, point->max, point->sum, point->squares },
      { "self-", "self-sqr", point->calls, point->self_min, point->self_max, point->self_sum,
        point->self_squares },
   };
   if (checker->record.fields != POINT_FIELDS) {
      return;
   }
   for (size_t i = 0; i < G_N_ELEMENTS(rules_of_point); i++) {
      rules_of_point[i](checker, point);
   }
   for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
      for (size_t k = 0; k < G_N_ELEMENTS(rules_of_costs); k++) {
         rules_of_costs[k](checker, &kinds[i]);
      }
   }
}
