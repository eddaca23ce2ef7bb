/* Costs that were added are counted in the direction of the change: positive ones explain it. */

#include "answer/compare/blame.h"
#include "subject/limits.h"

#include <assert.h>
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

/* If what changed is in several places, the routine with the largest part counts, from this on. */
#define LEAST_REASON  0.2

typedef struct {
   Comparison* comparison;
   bool        has_self_costs;
   bool        has_contexts;
   uint32_t*   by_cost[2];   /* pairs with added cost, the costliest first: by cost before, by cost now */
   uint32_t    count;
   double*     added;        /* by pair: what was added, of renamed ones in all */
   double*     added_self;
   bool*       is_below;     /* by pair: it ran below the routine that is looked at; NULL: not known */
} Inquiry;

/*--- Pairs ---*/

/* 1: dearer, -1: cheaper. */
static double direction_of(double added)
{
   return added < 0 ? -1 : 1;
}

static double cost_of(const Pair* pair, bool now)
{
   const Named* routine = now ? pair->now : pair->before;
   return routine == NULL ? 0 : (double)routine->totals.real_sum;
}

static bool is_own(const Pair* pair)
{
   return pair_routine(pair)->subject->is_own;
}

/* The routine that it was, or became, under another name; NULL: it had none. */
static const Pair* other_name(const Comparison* comparison, const Pair* pair)
{
   return pair->renamed == NO_PAIR ? NULL : &comparison->pairs[pair->renamed];
}

/* False of what is new or gone. */
static bool is_both(const Pair* pair)
{
   return (pair->before != NULL && pair->now != NULL) || pair->renamed != NO_PAIR;
}

/* Tells whether it is called more (or less, if that saves something), and each of its calls costs no more. */
static bool is_called_more(const Pair* pair, double direction)
{
   if (pair->before == NULL || pair->now == NULL) {
      return false;
   }
   assert(pair->before->totals.calls > 0 && pair->now->totals.calls > 0);
   double calls = log((double)pair->now->totals.calls / (double)pair->before->totals.calls);
   double cost = log(fmax(1, cost_of(pair, true)) / fmax(1, cost_of(pair, false)));
   return direction * calls > 0.01 && 2 * direction * calls > direction * cost;
}

static bool calls_itself(const Named* routine)
{
   return routine != NULL && routine->totals.sum > routine->totals.real_sum;
}

/* Recursive routines call themselves more, or less. */
static bool is_recursive(const Pair* pair)
{
   return calls_itself(pair->before) || calls_itself(pair->now);
}

/*--- What runs below a routine ---*/

static uint32_t pair_of_context(const Comparison* comparison, int side, const Context* context)
{
   uint32_t routine = comparison->sides[side]->index_of[context->routine];
   return routine == NO_ROUTINE ? NO_PAIR : comparison->pair_of[side][routine];
}

/* Contexts are in preorder, so what is below one follows it. */
static void mark_side(const Inquiry* inquiry, uint32_t index, int side)
{
   const Comparison* comparison = inquiry->comparison;
   const Report*     report = comparison->sides[side]->report;
   uint32_t          count = report_context_count(report);
   g_autofree bool* is_in = g_new0(bool, (gsize)count + 1);
   for (uint32_t i = 0; i < count; i++) {
      const Context* context = report_context(report, i);
      uint32_t       pair = pair_of_context(comparison, side, context);
      is_in[i] = pair == index || (context->parent != NO_CONTEXT && is_in[context->parent]);
      if (is_in[i] && pair != NO_PAIR) {
         inquiry->is_below[pair] = true;
      }
   }
}

static void mark_below(const Inquiry* inquiry, uint32_t index)
{
   if (inquiry->has_contexts) {
      memset(inquiry->is_below, 0, inquiry->comparison->count * sizeof *inquiry->is_below);
      mark_side(inquiry, index, 0);
      mark_side(inquiry, index, 1);
   }
}

/*--- The chain ---*/

/* The end of the way down a chain. */
typedef struct {
   uint32_t culprit;    /* NO_PAIR: nothing in the chain changed */
   uint32_t callee;     /* what the culprit calls more often, or anew; NO_PAIR: nothing */
   bool     is_known;   /* the code of all of the chain is known to be the same, if there is no culprit */
} Found;

/* Who may have done it: those that changed; if none of them did it, also those that the compiler made of the
   same source, because something that was inlined into them, or the build, is another; or anybody, because
   nothing is known. */
typedef enum { BY_CHANGED, BY_COMPILED, BY_ANY } Suspicion;

/* Code that was not compiled from the program's sources is no culprit: who uses it is.  What was compiled
   otherwise has changed everywhere, which says nothing. */
static bool can_be_culprit(const Inquiry* inquiry, const Pair* pair, Suspicion suspicion)
{
   const Comparison* comparison = inquiry->comparison;
   return is_own(pair) && is_both(pair)
          && (suspicion == BY_ANY || pair->code == CODE_CHANGED
              || (pair->code == CODE_UNKNOWN && !comparison->is_other_build)
              || (pair->code == CODE_COMPILED && suspicion == BY_COMPILED));
}

/* True if most of what the pair costs is of calls dearer than any of the other one: those run elsewhere. */
static bool is_dearer_than(const Pair* pair, const Pair* other, bool now)
{
   const Named* routine = now ? pair->now : pair->before;
   const Named* above = now ? other->now : other->before;
   double             dearer = 0, all = 0;
   if (routine == NULL || above == NULL || routine->dearest <= above->dearest) {
      return false;
   }
   for (size_t i = 0; i < routine->subject->points; i++) {
      const Point* point = &routine->points[i];
      all += (double)point->sum;
      dearer += point->sum / (double)point->calls > (double)above->dearest ? (double)point->sum : 0;
   }
   return dearer > PART_MOST * all;
}

/* True if the pair did little of what was added itself, and the other one, which costs more in all, may run
   below it: contexts say so or, without them, that the calls of the other one are cheaper. */
static bool may_use(const Inquiry* inquiry, uint32_t index, uint32_t other, double added)
{
   const Pair* pair = &inquiry->comparison->pairs[index];
   double      direction = direction_of(added);
   return inquiry->has_self_costs && direction * inquiry->added_self[index] < PART_MOST * direction * added
          && (inquiry->is_below != NULL
                 ? inquiry->is_below[other]
                 : is_dearer_than(pair, &inquiry->comparison->pairs[other], direction > 0));
}

/* Goes down those with at least half of what was added, from the pair with this cost on; NO_PAIR: from the
   top.  What is dearer than the last one does not run below it.  A pair that is called more ends the way, but
   if its own code changed and calls itself, or did. */
static Found follow(const Inquiry* inquiry, uint32_t from, double added, Suspicion suspicion)
{
   const Comparison* comparison = inquiry->comparison;
   double          direction = direction_of(added);
   const uint32_t* order = inquiry->by_cost[direction > 0];
   Found           found = { NO_PAIR, NO_PAIR, suspicion != BY_ANY };
   bool            is_inside = from == NO_PAIR;
   uint32_t        newcomer = NO_PAIR;
   const Pair*     last = NULL;
   for (uint32_t i = 0; i < inquiry->count; i++) {
      const Pair* pair = &comparison->pairs[order[i]];
      is_inside |= order[i] == from;
      bool is_below = !is_inside ? from != NO_PAIR && may_use(inquiry, from, order[i], added)
                      : from == NO_PAIR || order[i] == from || inquiry->is_below == NULL
                        || inquiry->is_below[order[i]];
      if (!is_below || direction * inquiry->added[order[i]] < PART_MOST * direction * added
          || pair_routine(pair)->subject->is_start_up
          || (last != NULL && is_dearer_than(pair, last, direction > 0))) {
         continue;
      }
      last = pair;
      if (!is_both(pair)) {
         newcomer = is_own(pair) ? order[i] : newcomer;
         found.callee = found.callee == NO_PAIR ? order[i] : found.callee;
         continue;
      }
      bool is_more = is_called_more(pair, direction) && order[i] != from;
      if (is_more && !(is_recursive(pair) && pair->code == CODE_CHANGED)) {
         found.callee = found.callee == NO_PAIR ? order[i] : found.callee;
         if (found.culprit != NO_PAIR || found.callee != NO_PAIR) {
            break;
         }
      }
      if (can_be_culprit(inquiry, pair, suspicion)) {
         found.culprit = order[i];
         found.callee = NO_PAIR;
      }
   }
   found.culprit = found.culprit == NO_PAIR ? newcomer : found.culprit;
   return found;
}

/* The changed routine with the largest part of what was added, if the change is in several places. */
static uint32_t largest_changed(const Inquiry* inquiry, double added, uint32_t except,
                                Suspicion suspicion)
{
   const Comparison* comparison = inquiry->comparison;
   double   direction = direction_of(added);
   uint32_t largest = NO_PAIR;
   for (uint32_t i = 0; i < inquiry->count; i++) {
      uint32_t    index = inquiry->by_cost[1][i];
      const Pair* pair = &comparison->pairs[index];
      bool is_below = index != except && (inquiry->is_below == NULL || inquiry->is_below[index]);
      bool is_changed = (pair->code == CODE_CHANGED
                         || (pair->code == CODE_COMPILED && suspicion == BY_COMPILED))
                        && is_own(pair) && is_both(pair) && !is_called_more(pair, direction);
      if (is_below && is_changed && direction * inquiry->added[index] >= LEAST_REASON * direction * added
          && (largest == NO_PAIR || direction * (inquiry->added[index] - inquiry->added[largest]) > 0)) {
         largest = index;
      }
   }
   return largest;
}

/* True if what was added to the other pair may hold all that was added to the culprit, which it then
   calls. */
static bool may_be_above(const Inquiry* inquiry, uint32_t other, uint32_t culprit, double added)
{
   double direction = direction_of(added);
   return culprit != NO_PAIR && direction * (inquiry->added[other] - inquiry->added[culprit]) >= 0;
}

/* True if the pair's own code, or what it calls more, does not explain the half. */
static bool explains_little(const Inquiry* inquiry, const Found* found, double added)
{
   double direction = direction_of(added);
   return inquiry->has_self_costs && found->callee == NO_PAIR
          && direction * inquiry->added_self[found->culprit] < LEAST_REASON * direction * added;
}

static Found find_suspect(const Inquiry* inquiry, uint32_t from, double added, Suspicion suspicion)
{
   Found found = follow(inquiry, from, added, suspicion);
   if (suspicion != BY_ANY && (found.culprit == NO_PAIR || explains_little(inquiry, &found, added))) {
      uint32_t other = largest_changed(inquiry, added, found.culprit, suspicion);
      if (other != NO_PAIR
          && (suspicion != BY_COMPILED || !may_be_above(inquiry, other, found.culprit, added))) {
         found = (Found){ other, NO_PAIR, true };
      }
   }
   return found;
}

/* Returns the nearest routine above the context that is on both sides; NO_PAIR: there is none. */
static uint32_t caller_above(const Comparison* comparison, int side, const Context* context)
{
   const Report* report = comparison->sides[side]->report;
   uint32_t      pair = NO_PAIR;
   while (pair == NO_PAIR && context->parent != NO_CONTEXT) {
      context = report_context(report, context->parent);
      pair = pair_of_context(comparison, side, context);
      bool is_known = pair != NO_PAIR && is_both(&comparison->pairs[pair])
                      && is_own(&comparison->pairs[pair]);
      pair = is_known ? pair : NO_PAIR;
   }
   return pair;
}

/* Returns who calls the new routine, or called the one that is gone, without contexts below its own; NO_PAIR:
   several do, or it is not known. */
static uint32_t only_caller(const Inquiry* inquiry, uint32_t newcomer)
{
   const Comparison* comparison = inquiry->comparison;
   int               side = comparison->pairs[newcomer].before == NULL;
   const Report*     report = comparison->sides[side]->report;
   g_autofree double* costs = g_new0(double, (gsize)comparison->count + 1);
   double            all = 0;
   uint32_t          most = NO_PAIR;
   for (uint32_t i = 0; i < report_context_count(report); i++) {
      const Context* context = report_context(report, i);
      uint32_t       caller = pair_of_context(comparison, side, context) == newcomer
                              ? caller_above(comparison, side, context) : NO_PAIR;
      if (caller != NO_PAIR) {
         costs[caller] += (double)context->totals.real_sum;
         all += (double)context->totals.real_sum;
         most = most == NO_PAIR || costs[caller] > costs[most] ? caller : most;
      }
   }
   return most != NO_PAIR && costs[most] >= PART_MOSTLY * all ? most : NO_PAIR;
}

/* A new routine did it if several call it; if one does, that one is another now, whatever its source says. */
static Found blame_newcomer(const Inquiry* inquiry, Found newcomer, uint32_t from, double added)
{
   if (inquiry->has_contexts) {
      uint32_t caller = only_caller(inquiry, newcomer.culprit);
      return caller == NO_PAIR ? newcomer : (Found){ caller, newcomer.culprit, true };
   }
   Found found = find_suspect(inquiry, from, added, BY_COMPILED);
   return found.culprit == NO_PAIR ? newcomer : found;
}

static Found find_culprit(const Inquiry* inquiry, uint32_t from, double added)
{
   const Comparison* comparison = inquiry->comparison;
   bool  is_code_known = comparison->codes[CODE_SAME] > 0 || comparison->codes[CODE_COMPILED] > 0;
   Found found = find_suspect(inquiry, from, added, is_code_known ? BY_CHANGED : BY_ANY);
   if (comparison->codes[CODE_COMPILED] == 0 || comparison->is_other_build) {
      return found;
   }
   if (found.culprit == NO_PAIR) {
      return find_suspect(inquiry, from, added, BY_COMPILED);
   }
   return is_both(&comparison->pairs[found.culprit]) ? found : blame_newcomer(inquiry, found, from, added);
}

/*--- Routines ---*/

static Blame blame_of(Inquiry* inquiry, uint32_t index)
{
   assert(index < inquiry->comparison->count);
   const Comparison* comparison = inquiry->comparison;
   const Pair*       pair = &comparison->pairs[index];
   mark_below(inquiry, index);
   Found found = find_culprit(inquiry, index, pair->added);
   Blame blame = { .callee = NO_PAIR, .root = NO_PAIR, .is_certain = inquiry->has_contexts };
   double direction = direction_of(pair->added);
   if (found.culprit == NO_PAIR) {
      blame.kind = pair->code == CODE_SAME ? BLAME_GIVEN
                   : inquiry->has_self_costs ? BLAME_CALLS : BLAME_UNKNOWN;
      blame.callee = found.callee == index ? NO_PAIR : found.callee;
   } else if (found.culprit != index) {
      blame.kind = BLAME_INHERITED;
      blame.callee = blame.root = found.culprit;
   } else if (!inquiry->has_self_costs) {
      blame.kind = BLAME_UNKNOWN;
   } else if (direction * pair->added_self >= PART_MOST * direction * pair->added
              || found.callee == NO_PAIR) {
      blame.kind = BLAME_OWN_WORK;
      blame.is_certain = true;
   } else {
      blame.kind = BLAME_CALLS;
      blame.callee = found.callee;
   }
   return blame;
}

/*--- The program ---*/

/* The pair whose own code has at least half of what was added. */
static uint32_t place_of(const Inquiry* inquiry, double added)
{
   uint32_t place = NO_PAIR;
   double   direction = direction_of(added), most = PART_MOST * direction * added;
   for (uint32_t i = 0; i < inquiry->comparison->count; i++) {
      double own = direction * inquiry->added_self[i];
      if (own >= most) {
         place = i;
         most = own;
      }
   }
   return place;
}

static void blame_total(const Inquiry* inquiry)
{
   Comparison* comparison = inquiry->comparison;
   Total*      total = &comparison->total;
   double      added = total->cost[1] - total->cost[0];
   total->culprit = total->place = NO_PAIR;
   if (isnan(total->factor) || added == 0) {
      return;
   }
   Inquiry whole = *inquiry;
   whole.is_below = NULL;
   total->culprit = find_culprit(&whole, NO_PAIR, added).culprit;
   uint32_t place = inquiry->has_self_costs ? place_of(inquiry, added) : NO_PAIR;
   total->place = place == total->culprit ? NO_PAIR : place;
   assert(total->place == NO_PAIR || total->place < comparison->count);
}

/*--- All pairs ---*/

typedef struct {
   const Pair* pairs;
   bool        now;
} Order;

static gint compare_costs(gconstpointer left, gconstpointer right, gpointer data)
{
   const Order* order = data;
   uint32_t     a = *(const uint32_t*)left, b = *(const uint32_t*)right;
   double       cost_a = cost_of(&order->pairs[a], order->now);
   double       cost_b = cost_of(&order->pairs[b], order->now);
   uint64_t     calls_a = pair_routine(&order->pairs[a])->totals.calls;
   uint64_t     calls_b = pair_routine(&order->pairs[b])->totals.calls;
   return cost_a != cost_b     ? (cost_a > cost_b ? -1 : 1)
          : calls_a != calls_b ? (calls_a < calls_b ? -1 : 1)
                               : a < b ? -1 : a > b;
}

/* A routine under its new name has what was added; under the old one, nothing. */
static void find_added(Inquiry* inquiry)
{
   const Comparison* comparison = inquiry->comparison;
   inquiry->added = g_new0(double, (gsize)comparison->count + 1);
   inquiry->added_self = g_new0(double, (gsize)comparison->count + 1);
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = &comparison->pairs[i];
      const Pair* other = other_name(comparison, pair);
      if (other == NULL || pair->now != NULL) {
         inquiry->added[i] = pair->added + (other == NULL ? 0 : other->added);
         inquiry->added_self[i] = pair->added_self + (other == NULL ? 0 : other->added_self);
      }
   }
}

static Inquiry begin_inquiry(Comparison* comparison, bool has_self_costs)
{
   Inquiry inquiry = { .comparison = comparison, .has_self_costs = has_self_costs };
   find_added(&inquiry);
   for (int now = 0; now < 2; now++) {
      Order order = { comparison->pairs, now };
      inquiry.by_cost[now] = memory_resize(NULL, (size_t)comparison->count + 1, sizeof **inquiry.by_cost);
      inquiry.count = 0;
      for (uint32_t i = 0; i < comparison->count; i++) {
         if (inquiry.added[i] != 0) {
            inquiry.by_cost[now][inquiry.count++] = i;
         }
      }
      g_qsort_with_data(inquiry.by_cost[now], (gint)inquiry.count, sizeof **inquiry.by_cost, compare_costs,
                        &order);
   }
   inquiry.has_contexts = report_context_count(comparison->sides[0]->report) > 0
                          && report_context_count(comparison->sides[1]->report) > 0;
   inquiry.is_below = inquiry.has_contexts ? g_new0(bool, (gsize)comparison->count + 1) : NULL;
   return inquiry;
}

/* Sets who gave more to do to routines whose code is the same: what changed elsewhere. */
static void find_givers(Comparison* comparison)
{
   for (uint32_t i = 0; i < comparison->count; i++) {
      Pair* pair = &comparison->pairs[i];
      if (pair->blame.kind == BLAME_GIVEN && comparison->total.culprit != i) {
         pair->blame.root = comparison->total.culprit;
      }
   }
}

void blame_find(Comparison* comparison, bool has_self_costs)
{
   Inquiry inquiry = begin_inquiry(comparison, has_self_costs);
   for (uint32_t i = 0; i < comparison->count; i++) {
      if (pair_has_changed(&comparison->pairs[i])) {
         comparison->pairs[i].blame = blame_of(&inquiry, i);
      }
   }
   blame_total(&inquiry);
   find_givers(comparison);
   g_free(inquiry.added);
   g_free(inquiry.added_self);
   free(inquiry.by_cost[0]);
   free(inquiry.by_cost[1]);
   g_free(inquiry.is_below);
}
