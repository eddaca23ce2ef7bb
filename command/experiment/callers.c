#include "experiment/callers.h"

#include <glib.h>

#include "model/own.h"

/* The least part of a routine's work that makes a caller the one for whom it works. */
#define LEAST_PART  0.3

typedef struct {
   const Report* report;
   Callers       callers;
   uint32_t*     first;      /* by routine: the first one of its names, which are those of all of them */
   uint32_t*     next;       /* by routine: the next one of its names; NO_ROUTINE: none */
   uint32_t*     above;      /* by context: the routine of own code next above it that is not its own */
   double*       work;       /* by context: its self cost; of own code, with what libraries do for it */
   double*       costs;      /* by routine: all zeros but in find_caller */
} Search;

/* Routines of one file with the same names, as static functions, are one in a series. */
static void find_names(Search* search, const void* const* identities, uint32_t count)
{
   GHashTable* last = g_hash_table_new(NULL, NULL);
   search->first = g_new(uint32_t, count);
   search->next = g_new(uint32_t, count);
   for (uint32_t i = 0; i < count; i++) {
      gpointer before = g_hash_table_lookup(last, identities[i]);
      search->first[i] = before == NULL ? i : search->first[GPOINTER_TO_UINT(before) - 1];
      search->next[i] = NO_ROUTINE;
      if (before != NULL) {
         search->next[GPOINTER_TO_UINT(before) - 1] = i;
      }
      g_hash_table_insert(last, (gpointer)identities[i], GUINT_TO_POINTER(i + 1));
   }
   g_hash_table_unref(last);
}

/*------------------------------------------------------------------*/
/*--- Callers                                                    ---*/
/*------------------------------------------------------------------*/

/* Finds the nearest routines of own code; contexts are in preorder. */
static void find_above(Search* search)
{
   const Report* report = search->report;
   uint32_t  count = report_context_count(report);
   uint32_t* nearest = g_new(uint32_t, count);   /* the context of own code next above it, or itself */
   search->above = g_new(uint32_t, count);
   for (uint32_t i = 0; i < count; i++) {
      const Context* context = report_context(report, i);
      uint32_t       next = context->parent == NO_CONTEXT ? NO_CONTEXT : nearest[context->parent];
      uint32_t       above = next == NO_CONTEXT ? NO_ROUTINE
                           : search->first[report_context(report, next)->routine];
      search->above[i] = above != search->first[context->routine] ? above : search->above[next];
      nearest[i] = search->callers.is_own[context->routine] ? i : next;
   }
   g_free(nearest);
}

/* Finds the work of each context.  A helper of own code may do little itself, and the same in each call,
   while what a library does for it depends on who calls it. */
static void find_work(Search* search)
{
   const Report* report = search->report;
   uint32_t count = report_context_count(report);
   double*  with_libraries = g_new0(double, count);
   search->work = g_new(double, count);
   for (uint32_t i = count; i-- > 0;) {
      const Context* context = report_context(report, i);
      bool is_own = search->callers.is_own[context->routine];
      with_libraries[i] += (double)context->totals.self_sum;
      search->work[i] = is_own ? with_libraries[i] : (double)context->totals.self_sum;
      if (!is_own && context->parent != NO_CONTEXT) {
         with_libraries[context->parent] += with_libraries[i];
      }
   }
   g_free(with_libraries);
}

/* Adds the work of the routine's contexts to what is above them.  Returns all of it. */
static double add_costs(Search* search, const Routine* routine)
{
   double         sum = 0;
   const Context* context;
   for (uint32_t i = routine->first_context; i != NO_CONTEXT; i = context->next_of_routine) {
      context = report_context(search->report, i);
      sum += search->work[i];
      if (search->above[i] != NO_ROUTINE) {
         search->costs[search->above[i]] += search->work[i];
      }
   }
   return sum;
}

/* Takes the caller of the routine's contexts for which most was done, if that is more than for the one that
   was found, and clears what they have added. */
static void take_most(Search* search, const Routine* routine, uint32_t* caller, double* most)
{
   const Context* context;
   for (uint32_t i = routine->first_context; i != NO_CONTEXT; i = context->next_of_routine) {
      context = report_context(search->report, i);
      uint32_t above = search->above[i];
      if (above != NO_ROUTINE && search->costs[above] > *most) {
         *caller = above;
         *most = search->costs[above];
      }
   }
   for (uint32_t i = routine->first_context; i != NO_CONTEXT; i = context->next_of_routine) {
      context = report_context(search->report, i);
      if (search->above[i] != NO_ROUTINE) {
         search->costs[search->above[i]] = 0;
      }
   }
}

/* Finds the caller of all routines with these names, of which this is the first one. */
static void find_caller(Search* search, uint32_t first)
{
   double   sum = 0, most = 0;
   uint32_t caller = NO_ROUTINE;
   for (uint32_t i = first; i != NO_ROUTINE; i = search->next[i]) {
      sum += add_costs(search, report_routine(search->report, i));
   }
   for (uint32_t i = first; i != NO_ROUTINE; i = search->next[i]) {
      take_most(search, report_routine(search->report, i), &caller, &most);
   }
   bool is_enough = caller != NO_ROUTINE && most >= LEAST_PART * sum;
   for (uint32_t i = first; i != NO_ROUTINE; i = search->next[i]) {
      search->callers.caller[i] = is_enough ? caller : NO_ROUTINE;
      search->callers.part[i] = is_enough ? most / sum : 0;
   }
}

Callers callers_find(const Report* report, const char* patterns, const void* const* identities)
{
   const OwnCode own = { report_header(report)->application, patterns };
   uint32_t count = report_routine_count(report);
   Search   search = {
      .report = report, .callers = { g_new(bool, count), g_new(uint32_t, count), g_new(double, count) },
      .costs = g_new0(double, count),
   };
   for (uint32_t i = 0; i < count; i++) {
      const Routine* routine = report_routine(report, i);
      search.callers.is_own[i] = own_has(&own, routine);
   }
   find_names(&search, identities, count);
   find_above(&search);
   find_work(&search);
   for (uint32_t i = 0; i < count; i++) {
      if (search.first[i] == i) {
         find_caller(&search, i);
      }
   }
   g_free(search.first);
   g_free(search.next);
   g_free(search.above);
   g_free(search.work);
   g_free(search.costs);
   return search.callers;
}
