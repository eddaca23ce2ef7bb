/* Tendencies are added up as numbers: above 0 is for the worse. */

#include "answer/compare/state.h"

#include <assert.h>
#include <math.h>

#include "answer/compare/same_inputs.h"
#include "util/number.h"

/* A factor by laws whose interval ends within this shows no change. */
#define LAW_SAME  1.5

/*--- Classes ---*/

static size_t index_of(const Subjects* side, const Named* routine)
{
   return (size_t)(routine - side->named);
}

static const GrowthPowerLaw* power_law(const StateFinder* finder, const Pair* pair, GrowthCase which,
                                       bool now)
{
   const Named* routine = now ? pair->now : pair->before;
   return subjects_law(finder->sides[now], index_of(finder->sides[now], routine), which);
}

static bool are_apart(const StateFinder* finder, const Pair* pair, GrowthCase which, bool now_is_faster)
{
   const CasePair*   one = &pair->cases[which];
   const ClassRange* fast = now_is_faster ? &one->now : &one->before;
   const ClassRange* slow = now_is_faster ? &one->before : &one->now;
   RangeOrder        order = range_order(slow, fast);
   if (order != ORDER_BY_EXPONENTS) {
      return order == ORDER_CERTAIN;
   }
   const GrowthPowerLaw* fast_law = power_law(finder, pair, which, now_is_faster);
   const GrowthPowerLaw* slow_law = power_law(finder, pair, which, !now_is_faster);
   return fast_law->fitted && slow_law->fitted && fast_law->exponent_low > slow_law->exponent_high;
}

static const ClassRange no_class = { GROWTH_TOO_FEW_POINTS, GROWTH_TOO_FEW_POINTS, GROWTH_TOO_FEW_POINTS };

static ClassRange range_of(const StateFinder* finder, const Named* routine, bool now, GrowthCase which)
{
   Subjects* side = finder->sides[now];
   return routine == NULL ? no_class : *subjects_case(side, index_of(side, routine), which);
}

void state_find_classes(const StateFinder* finder, Pair* pair)
{
   pair->has_cases = true;
   for (GrowthCase which = GROWTH_WORST; which <= GROWTH_MEAN; which++) {
      CasePair* one = &pair->cases[which];
      one->before = range_of(finder, pair->before, false, which);
      one->now = range_of(finder, pair->now, true, which);
      one->class_change = are_apart(finder, pair, which, true) - are_apart(finder, pair, which, false);
   }
}

/*--- Factors by laws ---*/

/* Their growth has been found. */
static Factor factor_by_laws(const Pair* pair, GrowthCase which, double n)
{
   GrowthPrediction before = subject_predict(pair->before->subject, which, n);
   GrowthPrediction now = subject_predict(pair->now->subject, which, n);
   if (!before.known || !now.known || !isfinite(before.cost) || !isfinite(now.cost)) {
      return (Factor){ .known = false };
   }
   double value = now.cost / before.cost;
   double below = hypot(log(before.high / before.cost), log(now.cost / now.low));
   double above = hypot(log(before.cost / before.low), log(now.high / now.cost));
   return (Factor){ true, false, value, value * exp(-below), value * exp(above) };
}

/* Returns the input at which laws are compared if there is no common one: where the inputs of one side end
   and those of the other one begin.  0: they are too far apart. */
static double gap_between(const Named* before, const Named* now)
{
   bool   is_before_first = before->subject->largest < now->subject->smallest;
   double end = is_before_first ? before->subject->largest : now->subject->largest;
   double begin = is_before_first ? now->subject->smallest : before->subject->smallest;
   return begin <= FAR_TIMES * fmax(1, end) ? begin : 0;
}

static bool has_laws(const CasePair* pair)
{
   return range_has_class(&pair->before) && range_has_class(&pair->now);
}

static void find_laws(Pair* pair, GrowthCase which)
{
   CasePair* one = &pair->cases[which];
   if (!has_laws(one)) {
      return;
   }
   double n = pair->largest > 0 ? pair->largest
              : pair->before->known != CALLS_KNOWN ? pair->before->subject->largest
                                                   : gap_between(pair->before, pair->now);
   if (!one->at_largest.known && n > 0) {
      one->at_largest = factor_by_laws(pair, which, n);
   }
   if (n > 0) {
      one->beyond = factor_by_laws(pair, which, FAR_TIMES * n);
      one->beyond.known = one->beyond.known && one->beyond.high <= OPEN_FORECAST * one->beyond.low;
   }
}

/*--- Tendencies ---*/

/* 2: worse, 1: perhaps worse, 0: the same, -1: perhaps better, -2: better. */
typedef struct {
   bool known;
   int  level;
} Tendency;

static Tendency tendency_of_factor(const Factor* factor, double threshold, bool by_law)
{
   if (!factor->known) {
      return (Tendency){ false, 0 };
   }
   assert(!(factor->low > factor->value) && !(factor->value > factor->high));
   if (factor->low > threshold) {
      return (Tendency){ true, 2 };
   }
   if (factor->high < 1 / threshold) {
      return (Tendency){ true, -2 };
   }
   if (by_law) {
      return (Tendency){ factor->high <= LAW_SAME && factor->low >= 1 / LAW_SAME, 0 };
   }
   int level = factor->low > 1 ? 1 : factor->high < 1 ? -1 : 0;
   bool is_within = factor->value <= threshold && factor->value >= 1 / threshold;
   return (Tendency){ level != 0 || is_within, is_within ? 0 : level };
}

/* A class alone is not enough: it may be that larger inputs only show it. */
static Tendency tendency_of_case(const CasePair* pair, double threshold, bool by_law)
{
   Tendency tendency = tendency_of_factor(&pair->at_largest, threshold, by_law);
   bool     agrees = pair->at_largest.known
                     && (pair->class_change > 0 ? pair->at_largest.value > threshold
                                                : pair->at_largest.value < 1 / threshold);
   if (pair->class_change != 0 && agrees) {
      return (Tendency){ true, 3 * pair->class_change };
   }
   return tendency;
}

static PairState state_of_levels(int most, int least)
{
   assert(-3 <= least && least <= most && most <= 3);
   if (most >= 1 && least <= -1) {
      return most == 3 && least > -3 ? STATE_WORSE : least == -3 && most < 3 ? STATE_BETTER : STATE_MAYBE;
   }
   return most >= 2 ? STATE_WORSE : most == 1 ? STATE_MAYBE : least <= -2 ? STATE_BETTER
        : least == -1 ? STATE_MAYBE : STATE_SAME;
}

static PairState state_of(const Pair* pair, double threshold)
{
   bool     by_law = pair->largest == 0 && !pair->same_inputs.known;
   Tendency tendencies[] = {
      tendency_of_case(&pair->cases[GROWTH_WORST], threshold, by_law),
      tendency_of_case(&pair->cases[GROWTH_MEAN], threshold, by_law),
      tendency_of_factor(&pair->same_inputs, threshold, false),
   };
   int  most = -3, least = 3;
   bool known = false;
   for (size_t i = 0; i < sizeof tendencies / sizeof *tendencies; i++) {
      if (tendencies[i].known) {
         known = true;
         most = tendencies[i].level > most ? tendencies[i].level : most;
         least = tendencies[i].level < least ? tendencies[i].level : least;
      }
   }
   return known ? state_of_levels(most, least) : STATE_UNKNOWN;
}

/*--- The pair ---*/

/* Returns whether the routine was called more often, or with larger inputs. */
static LoadChange load_of(const Named* before, const Named* now)
{
   bool more = now->totals.calls > before->totals.calls || now->inputs > before->inputs;
   bool less = now->totals.calls < before->totals.calls || now->inputs < before->inputs;
   return more && less ? LOAD_OTHER : more ? LOAD_MORE : less ? LOAD_LESS : LOAD_SAME;
}

/* True if there were as many calls, with other inputs. */
static bool has_other_inputs(const Pair* pair)
{
   return pair->load != LOAD_SAME && pair->before->totals.calls == pair->now->totals.calls;
}

/* Returns the added cost; for inputs on one side only, an estimate by the factor of the laws. */
static double added_cost(const Pair* pair, const SameInputs* mean)
{
   const Factor* factor = &pair->cases[GROWTH_MEAN].at_largest;
   if (mean->has_common) {
      return mean->now - mean->before;
   }
   return factor->known ? (double)pair->now->totals.real_sum * (1 - 1 / factor->value) : 0;
}

/* Whether the calls that were compared are all that there are, so that no other call can have changed. */
static bool are_all_calls(const Pair* pair)
{
   const Totals* before = &pair->before->totals;
   const Totals* now = &pair->now->totals;
   return pair->before->known == CALLS_KNOWN
          || (before->calls == now->calls && before->real_sum == now->real_sum);
}

/* True if they say that nothing changed, of the same calls with the same inputs. */
static bool find_factors(const StateFinder* finder, Pair* pair, SameInputs* mean)
{
   double     threshold = finder->options->threshold;
   SameInputs worst = same_inputs(pair->before, pair->now, COST_WORST, pair->is_by_order);
   *mean = same_inputs(pair->before, pair->now, COST_MEAN, pair->is_by_order);
   pair->largest = mean->largest;
   pair->same_inputs = mean->all;
   pair->cases[GROWTH_WORST].at_largest = worst.at_largest;
   pair->cases[GROWTH_MEAN].at_largest = mean->at_largest;
   if (finder->has_self_costs && pair->before->known == CALLS_KNOWN) {
      SameInputs self = same_inputs(pair->before, pair->now, COST_SELF, pair->is_by_order);
      pair->self = self.all;
      pair->added_self = self.now - self.before;
   }
   return mean->all.is_exact && !pair->is_by_order && are_all_calls(pair)
          && state_of(pair, threshold) == STATE_SAME;
}

/* The mean cost of a call now / before, of all calls. */
static double factor_of_calls(const Totals* before, const Totals* now)
{
   return fmax(1, (double)now->real_sum) / (double)now->calls
          / (fmax(1, (double)before->real_sum) / (double)before->calls);
}

/* True if it was called more often (or less), and its code or its calls did not change, in this direction. */
static bool is_called_otherwise(const Pair* pair, double threshold, int direction)
{
   const Totals* before = &pair->before->totals;
   const Totals* now = &pair->now->totals;
   bool   is_recursive = now->sum > now->real_sum;
   double cost = factor_of_calls(before, now);
   bool   is_costlier = direction > 0 ? cost > threshold : cost < 1 / threshold;
   if (direction > 0 ? now->calls <= before->calls : now->calls >= before->calls) {
      return false;
   }
   return pair->code == CODE_SAME || (!is_costlier && !(is_recursive && pair->code == CODE_CHANGED));
}

/* Says what the curves of experiments tell of larger runs, where the costs are the same now. */
static PairState state_by_sizes(const Pair* pair, double threshold)
{
   int  direction = sizes_direction(pair->sizes, threshold);
   bool is_certain = direction != 0 && pair->sizes->state == CURVE_CONFIRMED;
   return direction == 0 || is_called_otherwise(pair, threshold, direction) ? STATE_SAME
          : !is_certain   ? STATE_MAYBE
          : direction > 0 ? STATE_WORSE : STATE_BETTER;
}

/* Says what all calls together cost now and before, if both runs did the same work. */
static PairState state_by_total(Pair* pair, PairState by_inputs, double threshold)
{
   PairState by_sizes = state_by_sizes(pair, threshold);
   double factor = fmax(1, (double)pair->now->totals.real_sum)
                   / fmax(1, (double)pair->before->totals.real_sum);
   bool   has_class_change = by_inputs == STATE_WORSE && pair_class_direction(pair) > 0 && factor > 1;
   if (factor > threshold) {
      return is_called_otherwise(pair, threshold, 1) ? STATE_SAME : STATE_WORSE;
   }
   if (factor < 1 / threshold) {
      return is_called_otherwise(pair, threshold, -1) ? STATE_SAME : STATE_BETTER;
   }
   if (has_class_change || by_sizes != STATE_SAME) {
      return has_class_change ? STATE_WORSE : by_sizes;
   }
   if (by_inputs != STATE_SAME) {
      pair->cause = CAUSE_CALLS;
   }
   return STATE_SAME;
}

static void compare_totals(const StateFinder* finder, Pair* pair)
{
   const Totals* before = &pair->before->totals;
   const Totals* now = &pair->now->totals;
   pair->added = (double)now->real_sum - (double)before->real_sum;
   pair->added_self = finder->has_self_costs ? (double)now->self_sum - (double)before->self_sum : 0;
   pair->state = state_by_total(pair, pair->state, finder->options->threshold);
}

/* The state if the points are of other work, or of runs of other sizes: what the curves say is left. */
static PairState state_without_calls(const StateFinder* finder, const Pair* pair)
{
   PairState by_sizes = state_by_sizes(pair, finder->options->threshold);
   return by_sizes == STATE_SAME ? STATE_UNKNOWN : by_sizes;
}

/* False: the points are of runs of other sizes; or inputs, which were not measured, cannot tell which calls
   of other work are the same. */
static bool has_calls_in_common(const StateFinder* finder, const Pair* pair)
{
   bool has_no_input = pair->before->subject->has_no_input && pair->now->subject->has_no_input;
   return !finder->are_other_calls && (finder->is_same_work || !has_no_input);
}

/* Compares the calls one by one, as far as inputs tell which is which. */
static void compare_calls(const StateFinder* finder, Pair* pair)
{
   SameInputs mean = { 0 };
   bool       is_identical = same_points(pair->before, pair->now);
   bool       is_same = find_factors(finder, pair, &mean);
   if ((!is_identical && !is_same) || finder->options->all_cases) {
      state_find_classes(finder, pair);
      find_laws(pair, GROWTH_WORST);
      find_laws(pair, GROWTH_MEAN);
   }
   if (pair->before->known != CALLS_KNOWN && !pair->cases[GROWTH_WORST].at_largest.known) {
      pair->cases[GROWTH_WORST].at_largest = pair->cases[GROWTH_MEAN].at_largest;
   }
   pair->added = added_cost(pair, &mean);
   pair->state = is_identical ? STATE_IDENTICAL : state_of(pair, finder->options->threshold);
}

void state_find(const StateFinder* finder, Pair* pair)
{
   assert(pair->before != NULL && pair->now != NULL);
   pair->cases[GROWTH_WORST] = pair->cases[GROWTH_MEAN] = (CasePair){ .before = no_class, .now = no_class };
   pair->load = load_of(pair->before, pair->now);
   pair->is_by_total = finder->is_same_work && pair->before->known != CALLS_OF_SOME;
   pair->is_by_order = finder->is_same_work && pair->before->known == CALLS_KNOWN && has_other_inputs(pair);
   pair->state = pair->is_by_total ? STATE_SAME : STATE_UNKNOWN;
   if (has_calls_in_common(finder, pair)) {
      compare_calls(finder, pair);
   }
   if (pair->state == STATE_UNKNOWN && !pair->is_by_total) {
      pair->state = state_without_calls(finder, pair);
   }
   if (pair->state != STATE_IDENTICAL && pair->is_by_total) {
      compare_totals(finder, pair);
   }
}
