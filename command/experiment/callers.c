/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "experiment/callers.h"

#include "model/own.h"

/* The least part of a routine's self cost that makes a caller the one for whom it works. */
#define MOST  0.5

/* Returns, for each context, the routine of own code next above it that is not the context's own; contexts
   are in preorder. */
static uint32_t* find_above(const Report* report, const bool* is_own)
{
   uint32_t  count = report_context_count(report);
   uint32_t* above = g_new(uint32_t, count);
   uint32_t* nearest = g_new(uint32_t, count);   /* the context of own code next above it, or itself */
   for (uint32_t i = 0; i < count; i++) {
      const Context* context = report_context(report, i);
      uint32_t       next = context->parent == NO_CONTEXT ? NO_CONTEXT : nearest[context->parent];
      uint32_t       routine = next == NO_CONTEXT ? NO_ROUTINE : report_context(report, next)->routine;
      above[i] = routine != context->routine ? routine : above[next];
      nearest[i] = is_own[context->routine] ? i : next;
   }
   g_free(nearest);
   return above;
}

/* Returns the caller of a routine.  `costs` has room for all routines, and is all zeros before and after. */
static uint32_t find_caller(const Report* report, const Routine* routine, const uint32_t* above,
                            double* costs)
{
   uint32_t caller = NO_ROUTINE;
   double   most = MOST * (double)routine->totals.self_sum;
   const Context* context;
   for (uint32_t i = routine->first_context; i != NO_CONTEXT; i = context->next_of_routine) {
      context = report_context(report, i);
      if (above[i] != NO_ROUTINE) {
         costs[above[i]] += (double)context->totals.self_sum;
      }
   }
   for (uint32_t i = routine->first_context; i != NO_CONTEXT; i = context->next_of_routine) {
      context = report_context(report, i);
      if (above[i] != NO_ROUTINE && costs[above[i]] > 0) {
         caller = costs[above[i]] >= most ? above[i] : caller;
         most = MAX(most, costs[above[i]]);
         costs[above[i]] = 0;
      }
   }
   return caller;
}

Callers callers_find(const Report* report)
{
   const OwnCode own = { .application = report_header(report)->application };
   uint32_t count = report_routine_count(report);
   Callers  callers = { g_new(bool, count), g_new(uint32_t, count) };
   double*  costs = g_new0(double, count);
   for (uint32_t i = 0; i < count; i++) {
      const Routine* routine = report_routine(report, i);
      callers.is_own[i] = own_has(&own, routine) && !routine_is_start_up(routine);
   }
   uint32_t* above = find_above(report, callers.is_own);
   for (uint32_t i = 0; i < count; i++) {
      callers.caller[i] = find_caller(report, report_routine(report, i), above, costs);
   }
   g_free(above);
   g_free(costs);
   return callers;
}
