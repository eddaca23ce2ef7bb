/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "experiment/callers.h"

#include "model/own.h"

/* The least part of a routine's self cost that makes a caller the one for whom it works. */
#define MOST  0.5

/* Returns the nearest routine of own code for each context, which may be its own routine; contexts are in
   preorder. */
static uint32_t* find_nearest(const Report* report, const bool* is_own)
{
   uint32_t  count = report_context_count(report);
   uint32_t* nearest = g_new(uint32_t, count);
   for (uint32_t i = 0; i < count; i++) {
      const Context* context = report_context(report, i);
      nearest[i] = is_own[context->routine]         ? context->routine
                 : context->parent == NO_CONTEXT ? NO_ROUTINE : nearest[context->parent];
   }
   return nearest;
}

/* Returns the caller of a routine of a library.  `costs` has room for all routines, and is all zeros before
   and after. */
static uint32_t find_caller(const Report* report, const Routine* routine, const uint32_t* nearest,
                            double* costs)
{
   uint32_t caller = NO_ROUTINE;
   double   most = MOST * (double)routine->totals.self_sum;
   const Context* context;
   for (uint32_t i = routine->first_context; i != NO_CONTEXT; i = context->next_of_routine) {
      context = report_context(report, i);
      if (nearest[i] != NO_ROUTINE) {
         costs[nearest[i]] += (double)context->totals.self_sum;
      }
   }
   for (uint32_t i = routine->first_context; i != NO_CONTEXT; i = context->next_of_routine) {
      context = report_context(report, i);
      if (nearest[i] != NO_ROUTINE && costs[nearest[i]] > 0) {
         caller = costs[nearest[i]] >= most ? nearest[i] : caller;
         most = MAX(most, costs[nearest[i]]);
         costs[nearest[i]] = 0;
      }
   }
   return caller;
}

uint32_t* callers_find(const Report* report)
{
   const OwnCode own = { .application = report_header(report)->application };
   uint32_t  count = report_routine_count(report);
   uint32_t* callers = g_new(uint32_t, count);
   bool*     is_own = g_new(bool, count);
   double*   costs = g_new0(double, count);
   for (uint32_t i = 0; i < count; i++) {
      is_own[i] = own_has(&own, report_routine(report, i));
   }
   uint32_t* nearest = find_nearest(report, is_own);
   for (uint32_t i = 0; i < count; i++) {
      callers[i] = is_own[i] ? NO_ROUTINE : find_caller(report, report_routine(report, i), nearest, costs);
   }
   g_free(nearest);
   g_free(costs);
   g_free(is_own);
   return callers;
}
