#include "answer/compare/total.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/conditions.h"
#include "util/text.h"

/* Two reports are of one program if at least this part of the routines of the smaller one is in both. */
#define ONE_PROGRAM  0.5

/*--- Costs ---*/

/* Returns what the C library's variants for another processor cost more, or less. */
static double added_by_variants(const Comparison* comparison)
{
   double added = 0;
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = &comparison->pairs[i];
      if (pair_is_other_variant(pair)) {
         added += (double)pair->now->totals.self_sum - (double)pair->before->totals.self_sum;
      }
   }
   return added;
}

void total_find(Comparison* comparison)
{
   const Header* before = report_header(comparison->sides[0]->report);
   const Header* now = report_header(comparison->sides[1]->report);
   const Sizes*  sizes = comparison->sizes;
   Total*        total = &comparison->total;
   const char*   other_end = sizes != NULL ? sizes->other_end
                             : text_keep(conditions_other_end(before, now), comparison->texts);
   const char*   other_work = other_end != NULL ? NULL
                              : sizes != NULL   ? sizes->other_work
                                                : text_keep(conditions_other_work(before, now),
                                                            comparison->texts);
   assert(other_end == NULL || other_work == NULL);
   total->why = other_end != NULL ? other_end : other_work;
   total->state = other_end != NULL ? TOTAL_OTHER_END : other_work != NULL ? TOTAL_OTHER_WORK : TOTAL_SAME;
   comparison->is_same_work = total->why == NULL;
   for (int side = 0; side < 2; side++) {
      total->cost[side] = (double)comparison->sides[side]->whole;
   }
   double cost = total->cost[1] - added_by_variants(comparison);
   total->factor = comparison->is_same_work && total->cost[0] > 0 && cost > 0 ? cost / total->cost[0] : NAN;
   total->culprit = total->place = NO_PAIR;
}

/*--- The state ---*/

static bool has_faster_class(const Pair* pair)
{
   return pair->state == STATE_WORSE && pair_class_direction(pair) > 0 && pair->code != CODE_SAME;
}

/* Returns the pair that grows faster, by itself, and added most; NO_PAIR: none does. */
static uint32_t fastest_class(const Comparison* comparison)
{
   uint32_t found = NO_PAIR;
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = &comparison->pairs[i];
      uint32_t    root = pair->blame.root;
      bool        is_root = root == NO_PAIR || !has_faster_class(&comparison->pairs[root]);
      if (has_faster_class(pair) && is_root
          && (found == NO_PAIR || pair->added > comparison->pairs[found].added)) {
         found = i;
      }
   }
   return found;
}

int total_direction(const Comparison* comparison)
{
   double       factor = comparison->total.factor, threshold = comparison->options.threshold;
   const Sizes* sizes = comparison->sizes;
   return isnan(factor)            ? 0
          : factor > threshold     ? 1
          : factor < 1 / threshold ? -1
          : sizes == NULL          ? 0 : sizes_direction(&sizes->program, threshold);
}

bool total_is_same(const Comparison* comparison)
{
   return !isnan(comparison->total.factor) && total_direction(comparison) == 0;
}

/* Takes back that routines are worse where the program saves more than they add, unless they grow faster. */
static void find_trades(Comparison* comparison)
{
   double saved = comparison->total.cost[0] - comparison->total.cost[1];
   for (uint32_t i = 0; i < comparison->count; i++) {
      Pair* pair = &comparison->pairs[i];
      bool  is_worse = pair->state == STATE_WORSE || pair->state == STATE_MAYBE;
      if (is_worse && pair->added > 0 && pair->added <= saved && !pair_has_class_change(pair)) {
         pair->state = STATE_SAME;
         pair->cause = CAUSE_TRADE;
      }
   }
}

static void mark_culprit(Comparison* comparison, PairState state)
{
   Pair* culprit = comparison->total.culprit == NO_PAIR
                   ? NULL : &comparison->pairs[comparison->total.culprit];
   if (culprit != NULL && culprit->before != NULL && culprit->now != NULL) {
      culprit->state = state;
      culprit->cause = CAUSE_NONE;
      culprit->blame.kind = culprit->blame.kind == BLAME_NONE ? BLAME_OWN_WORK : culprit->blame.kind;
   }
}

void total_judge(Comparison* comparison)
{
   Total* total = &comparison->total;
   double threshold = comparison->options.threshold;
   if (total->why != NULL || isnan(total->factor)) {
      return;
   }
   assert(total->factor > 0 && threshold >= 1);
   bool is_worse = total->factor > threshold;
   if (!is_worse && total->factor >= 1 / threshold) {
      return;
   }
   if (comparison->is_same_program) {
      total->state = TOTAL_ENVIRONMENT;
      return;
   }
   if (comparison->is_other_build) {
      total->culprit = is_worse ? fastest_class(comparison) : NO_PAIR;
      total->place = NO_PAIR;
   }
   if (is_worse) {
      total->state = TOTAL_WORSE;
      mark_culprit(comparison, STATE_WORSE);
   } else {
      total->state = TOTAL_BETTER;
      find_trades(comparison);
      mark_culprit(comparison, STATE_BETTER);
   }
}

/*--- Which program it is of ---*/

static const char* name_of(const Header* header)
{
   const char* slash = header->application == NULL ? NULL : strrchr(header->application, '/');
   return slash == NULL ? header->application : slash + 1;
}

/* Reports of one program may have other file names, and one name may be of other programs: what they have in
   common decides, if the names differ. */
bool total_is_of_other_program(const Comparison* comparison, char* text, size_t size)
{
   const char* before = name_of(report_header(comparison->sides[0]->report));
   const char* now = name_of(report_header(comparison->sides[1]->report));
   unsigned    both = 0, counts[2] = { 0 };
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = &comparison->pairs[i];
      if (pair_routine(pair)->subject->is_own) {
         counts[0] += pair->before != NULL;
         counts[1] += pair->now != NULL;
         both += pair->now != NULL && (pair->before != NULL || pair->renamed != NO_PAIR);
      }
   }
   unsigned least = MIN(counts[0], counts[1]);
   if (g_strcmp0(before, now) == 0 || both >= ONE_PROGRAM * least) {
      return false;
   }
   snprintf(text, size, "it is of the program %.100s, there %.100s, and %u of %u routines have the same name",
            now, before, both, least);
   return true;
}
