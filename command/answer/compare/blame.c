/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Costs that were added are counted in the direction of the change: positive ones
   explain it. */

#include "answer/compare/blame.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

#include "model/calls.h"
#include "util/memory.h"

/* A callee that explains this part of the added cost is the reason. */
#define REASON  0.5

/* Who inherits from whom is followed so far. */
#define MOST_STEPS  1000

/* The calls from one pair to another. */
typedef struct {
   uint32_t callee;
   double   calls[2];   /* before, now */
   double   cost[2];
} Edge;

typedef struct {
   Comparison* comparison;
   bool        has_self_costs;
   uint32_t*   by_cost;       /* changed pairs, by ascending cost now */
   uint32_t    by_cost_count;
   bool        has_contexts;
   Call*       calls[2];      /* between pairs, by caller */
   size_t      call_counts[2];
} Inquiry;

/*------------------------------------------------------------------*/
/*--- Pairs                                                      ---*/
/*------------------------------------------------------------------*/

/* Own code does something to a library, and not the other way round, unless the library took another
   variant. */
static bool can_inherit(const Pair* pair, const Pair* callee)
{
   return side_is_own(callee->now) || !side_is_own(pair->now) || pair_is_other_variant(callee);
}

/* 1: dearer, -1: cheaper. */
static double direction_of(const Pair* pair)
{
   return pair->added < 0 ? -1 : 1;
}

static double cost_of(const Pair* pair)
{
   return (double)pair_routine(pair)->totals.real_sum;
}

/* How much the cost changed, also by more calls. */
static double change_of(const Pair* pair)
{
   return (pair->now == NULL ? 0 : (double)pair->now->totals.real_sum)
          - (pair->before == NULL ? 0 : (double)pair->before->totals.real_sum);
}

/*------------------------------------------------------------------*/
/*--- With contexts                                              ---*/
/*------------------------------------------------------------------*/

static uint32_t pair_of_context(const Inquiry* inquiry, int side, const Context* context)
{
   uint32_t routine = inquiry->comparison->sides[side]->side_routine[context->routine];
   return routine == NO_ROUTINE ? NO_PAIR : inquiry->comparison->pair_of[side][routine];
}

/* The calls of a side between pairs, sorted by caller, then callee. */
static void list_calls(Inquiry* inquiry, int side)
{
   const Report* report = inquiry->comparison->sides[side]->report;
   uint32_t      count = report_context_count(report);
   Call*         calls = memory_resize(NULL, (size_t)count + 1, sizeof *calls);
   size_t        used = 0;
   for (uint32_t i = 0; i < count; i++) {
      const Context* context = report_context(report, i);
      if (context->parent == NO_CONTEXT) {
         continue;
      }
      uint32_t caller = pair_of_context(inquiry, side, report_context(report, context->parent));
      uint32_t callee = pair_of_context(inquiry, side, context);
      if (caller != NO_PAIR && callee != NO_PAIR && caller != callee) {
         calls[used++] = (Call){ .caller = caller, .callee = callee, .totals = context->totals };
      }
   }
   inquiry->calls[side] = calls;
   inquiry->call_counts[side] = calls_add_up(calls, used);
}

/* The first call of a side that is not before this one. */
static size_t find_call(const Inquiry* inquiry, int side, uint32_t caller)
{
   size_t low = 0, high = inquiry->call_counts[side];
   while (low < high) {
      size_t middle = low + (high - low) / 2;
      if (inquiry->calls[side][middle].caller < caller) {
         low = middle + 1;
      } else {
         high = middle;
      }
   }
   return low;
}

/* Goes through the calls of a caller, those of both sides to one callee together. */
typedef struct {
   const Inquiry* inquiry;
   uint32_t       caller;
   size_t         at[2];
} EdgeWalk;

static EdgeWalk walk_edges(const Inquiry* inquiry, uint32_t caller)
{
   return (EdgeWalk){ inquiry, caller, { find_call(inquiry, 0, caller), find_call(inquiry, 1, caller) } };
}

static const Call* call_at(const EdgeWalk* walk, int side)
{
   const Inquiry* inquiry = walk->inquiry;
   const Call*    call = &inquiry->calls[side][walk->at[side]];
   return walk->at[side] < inquiry->call_counts[side] && call->caller == walk->caller ? call : NULL;
}

/* False: there are no more. */
static bool next_edge(EdgeWalk* walk, Edge* edge)
{
   const Call* calls[] = { call_at(walk, 0), call_at(walk, 1) };
   *edge = (Edge){ .callee = NO_PAIR };
   for (int side = 0; side < 2; side++) {
      if (calls[side] != NULL && calls[side]->callee < edge->callee) {
         edge->callee = calls[side]->callee;
      }
   }
   for (int side = 0; side < 2; side++) {
      if (calls[side] != NULL && calls[side]->callee == edge->callee) {
         edge->calls[side] = (double)calls[side]->totals.calls;
         edge->cost[side] = (double)calls[side]->totals.sum;
         walk->at[side]++;
      }
   }
   return edge->callee != NO_PAIR;
}

/* Returns what the calls of an edge added, if its caller had been called as it is now.  `scale` is what its
   calls now would have cost before, by what they cost. */
static double added_by_edge(const Edge* edge, double scale, double direction)
{
   return direction * (edge->cost[1] - scale * edge->cost[0]);
}

/* The calls became more rather than dearer. */
static bool is_called_more(const Edge* edge, double scale, double direction)
{
   if (edge->calls[0] == 0 || edge->calls[1] == 0) {
      return true;
   }
   double calls = edge->calls[1] / (scale * edge->calls[0]);
   double each = edge->cost[1] / edge->calls[1] / (edge->cost[0] / edge->calls[0]);
   return direction * log(calls) > direction * log(each);
}

/* Finds the calls of a pair that added most; they have no callee if there are none. */
static Edge costliest_edge(const Inquiry* inquiry, uint32_t index, double scale, double direction)
{
   EdgeWalk walk = walk_edges(inquiry, index);
   Edge     found = { .callee = NO_PAIR };
   Edge     edge;
   while (next_edge(&walk, &edge)) {
      if (found.callee == NO_PAIR
          || added_by_edge(&edge, scale, direction) > added_by_edge(&found, scale, direction)) {
         found = edge;
      }
   }
   return found;
}

static void blame_by_contexts(const Inquiry* inquiry, uint32_t index, double own)
{
   Pair*  pair = &inquiry->comparison->pairs[index];
   double direction = direction_of(pair);
   double before = (double)pair->now->totals.real_sum - pair->added;
   double scale = pair->before->totals.real_sum == 0 ? 1 : before / (double)pair->before->totals.real_sum;
   Edge   costliest = costliest_edge(inquiry, index, scale, direction);
   pair->blame.is_certain = true;
   if (costliest.callee == NO_PAIR || added_by_edge(&costliest, scale, direction) <= own) {
      pair->blame.kind = BLAME_OWN_WORK;
      return;
   }
   const Pair* callee = &inquiry->comparison->pairs[costliest.callee];
   bool inherits = pair_has_changed(callee) && can_inherit(pair, callee) && direction_of(callee) == direction
                   && !is_called_more(&costliest, scale, direction);
   pair->blame.kind = inherits ? BLAME_INHERITED : BLAME_CALLS;
   pair->blame.callee = costliest.callee;
}

/*------------------------------------------------------------------*/
/*--- Without contexts                                           ---*/
/*------------------------------------------------------------------*/

/* The pairs that may run within this one: those that cost less. */
static uint32_t find_changed_below(const Inquiry* inquiry, uint32_t index, double unexplained)
{
   const Pair* pairs = inquiry->comparison->pairs;
   double      direction = direction_of(&pairs[index]);
   uint32_t    found = NO_PAIR;
   for (uint32_t i = 0; i < inquiry->by_cost_count && inquiry->by_cost[i] != index; i++) {
      const Pair* other = &pairs[inquiry->by_cost[i]];
      double      added = direction * other->added;
      if (pair_has_changed(other) && can_inherit(&pairs[index], other) && added >= REASON * unexplained
          && (found == NO_PAIR || added >= direction * pairs[found].added)) {
         found = inquiry->by_cost[i];
      }
   }
   return found;
}

/* The pair whose cost changed most, and not by more than is to be explained. */
static uint32_t find_called_more(const Inquiry* inquiry, uint32_t index, double unexplained)
{
   const Comparison* comparison = inquiry->comparison;
   double   direction = direction_of(&comparison->pairs[index]);
   double   most = 0;
   uint32_t found = NO_PAIR;
   for (uint32_t i = 0; i < comparison->count; i++) {
      double change = direction * change_of(&comparison->pairs[i]);
      bool   costs_less = cost_of(&comparison->pairs[i]) < cost_of(&comparison->pairs[index]);
      if (costs_less && change >= REASON * unexplained && change <= unexplained / REASON && change > most) {
         found = i;
         most = change;
      }
   }
   return found;
}

static void blame_by_costs(const Inquiry* inquiry, uint32_t index, double own)
{
   Pair*    pair = &inquiry->comparison->pairs[index];
   double   unexplained = direction_of(pair) * pair->added - fmax(0, own);
   uint32_t below = find_changed_below(inquiry, index, unexplained);
   if (below != NO_PAIR) {
      pair->blame = (Blame){ BLAME_INHERITED, false, below, NO_PAIR };
   } else if (inquiry->has_self_costs) {
      pair->blame = (Blame){ BLAME_CALLS, false, find_called_more(inquiry, index, unexplained), NO_PAIR };
   }
}

/*------------------------------------------------------------------*/
/*--- All pairs                                                  ---*/
/*------------------------------------------------------------------*/

static void blame_one(const Inquiry* inquiry, uint32_t index)
{
   Pair*  pair = &inquiry->comparison->pairs[index];
   double direction = direction_of(pair);
   double own = inquiry->has_self_costs ? direction * pair->added_self : 0;
   pair->blame.kind = BLAME_UNKNOWN;
   if (inquiry->has_self_costs && own >= REASON * direction * pair->added) {
      pair->blame.kind = BLAME_OWN_WORK;
      pair->blame.is_certain = true;
   } else if (inquiry->has_contexts) {
      blame_by_contexts(inquiry, index, own);
   } else {
      blame_by_costs(inquiry, index, own);
   }
}

/* Routines that inherit from each other in a circle have no root. */
static uint32_t find_root(const Comparison* comparison, uint32_t index)
{
   uint32_t at = index;
   for (size_t steps = 0; steps < MOST_STEPS; steps++) {
      const Blame* blame = &comparison->pairs[at].blame;
      if (blame->kind != BLAME_INHERITED) {
         return at;
      }
      at = blame->callee;
      if (at == index) {
         break;
      }
   }
   return NO_PAIR;
}

static gint compare_costs(gconstpointer left, gconstpointer right, gpointer data)
{
   const Pair* pairs = data;
   uint32_t    a = *(const uint32_t*)left, b = *(const uint32_t*)right;
   double      cost_a = cost_of(&pairs[a]), cost_b = cost_of(&pairs[b]);
   return cost_a != cost_b ? (cost_a < cost_b ? -1 : 1) : a < b ? -1 : a > b;
}

static Inquiry begin_inquiry(Comparison* comparison, bool has_self_costs)
{
   Inquiry inquiry = { .comparison = comparison, .has_self_costs = has_self_costs };
   inquiry.by_cost = memory_resize(NULL, (size_t)comparison->count + 1, sizeof *inquiry.by_cost);
   for (uint32_t i = 0; i < comparison->count; i++) {
      if (pair_has_changed(&comparison->pairs[i])) {
         inquiry.by_cost[inquiry.by_cost_count++] = i;
      }
   }
   g_qsort_with_data(inquiry.by_cost, (gint)inquiry.by_cost_count, sizeof *inquiry.by_cost, compare_costs,
                     comparison->pairs);
   inquiry.has_contexts = report_context_count(comparison->sides[0]->report) > 0
                          && report_context_count(comparison->sides[1]->report) > 0;
   for (int side = 0; side < 2 && inquiry.has_contexts; side++) {
      list_calls(&inquiry, side);
   }
   return inquiry;
}

void blame_find(Comparison* comparison, bool has_self_costs)
{
   Inquiry inquiry = begin_inquiry(comparison, has_self_costs);
   for (uint32_t i = 0; i < inquiry.by_cost_count; i++) {
      blame_one(&inquiry, inquiry.by_cost[i]);
   }
   for (uint32_t i = 0; i < inquiry.by_cost_count; i++) {
      uint32_t index = inquiry.by_cost[i];
      if (comparison->pairs[index].blame.kind == BLAME_INHERITED) {
         comparison->pairs[index].blame.root = find_root(comparison, index);
      }
   }
   for (int side = 0; side < 2; side++) {
      free(inquiry.calls[side]);
   }
   free(inquiry.by_cost);
}
