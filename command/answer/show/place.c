#include "answer/show/place.h"
#include "subject/limits.h"

#include <glib.h>

/* Adds up the self cost of contexts of the routine, and below, by routine. */
static void add_costs(const Report* report, const Routine* routine, uint64_t* costs)
{
   uint32_t const count = report_context_count(report);
   uint32_t const wanted = report_routine_index(report, routine);
   bool*          is_within = g_new(bool, count + 1);
   for (uint32_t i = 0; i < count; i++) {
      const Context* context = report_context(report, i);
      is_within[i] = context->routine == wanted
                     || (context->parent != NO_CONTEXT && is_within[context->parent]);
      costs[context->routine] += is_within[i] ? context->totals.self_sum : 0;
   }
   g_free(is_within);
}

Place place_find(const Request* request, const Routine* routine)
{
   const Report*  report = request->report;
   uint32_t const count = report_routine_count(report);
   uint32_t       most = report_routine_index(report, routine);
   uint64_t*      costs = g_new0(uint64_t, count);
   add_costs(report, routine, costs);
   for (uint32_t i = 0; i < count; i++) {
      most = costs[i] > costs[most] ? i : most;
   }
   const Routine* found = report_routine(report, most);
   bool  is_place = found != routine && !own_is_nameless(found->name)
                    && (double)costs[most] >= PART_MOST * (double)routine->totals.real_sum;
   Place place = { NULL, 0 };
   if (is_place) {
      place = (Place){ found, subjects_share_of(request->subjects, costs[most]) };
   }
   g_free(costs);
   return place;
}
