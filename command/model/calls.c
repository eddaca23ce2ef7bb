/* Makes calls of contexts: a context stands for calls that the routine of its parent made
   to its routine. */

#include "model/calls.h"

#include <glib.h>
#include <assert.h>
#include <stdlib.h>

#include "model/points.h"
#include "util/number.h"

static int compare_ends(const void* left, const void* right)
{
   const Call* a = left;
   const Call* b = right;
   if (a->caller != b->caller) {
      return a->caller < b->caller ? -1 : 1;
   }
   return a->callee < b->callee ? -1 : a->callee > b->callee;
}

size_t calls_add_up(Call* calls, size_t count)
{
   size_t left = 0;
   if (count > 0) {
      qsort(calls, count, sizeof *calls, compare_ends);
   }
   for (size_t i = 0; i < count; i++) {
      if (left > 0 && compare_ends(&calls[left - 1], &calls[i]) == 0) {
         Call* sum = &calls[left - 1];
         totals_add(&sum->totals, &calls[i].totals);
         sum->largest = calls[i].largest > sum->largest ? calls[i].largest : sum->largest;
         sum->cost = add_saturating(sum->cost, calls[i].cost);
         sum->all_calls = add_saturating(sum->all_calls, calls[i].all_calls);
      } else {
         calls[left++] = calls[i];
      }
   }
   return left;
}

/*--- The calls of one routine ---*/

static uint64_t largest_cost(const Report* report, const Context* context)
{
   size_t       count;
   const Point* points = report_context_points(report, context, &count);
   return points_largest_cost(points, count);
}

static void add_call(GArray* list, const Report* report, const Context* context)
{
   const Call call = {
      .caller = context->parent == NO_CONTEXT ? NO_ROUTINE : report_context(report, context->parent)->routine,
      .callee = context->routine,
      .totals = context->totals,
      .largest = largest_cost(report, context),
   };
   g_array_append_val(list, call);
}

/* The costliest first; equal ones in the order of their routines in the report. */
static int compare_costs(const void* left, const void* right)
{
   const Totals* a = &((const Call*)left)->totals;
   const Totals* b = &((const Call*)right)->totals;
   if (a->real_sum != b->real_sum) {
      return a->real_sum > b->real_sum ? -1 : 1;
   }
   if (a->sum != b->sum) {
      return a->sum > b->sum ? -1 : 1;
   }
   return compare_ends(left, right);
}

static Call* finish(GArray* list, size_t* count)
{
   *count = calls_add_up((Call*)(void*)list->data, list->len);
   assert(*count <= list->len);
   g_array_set_size(list, (guint)*count);
   g_array_sort(list, compare_costs);
   return (Call*)(void*)g_array_free(list, FALSE);
}

Call* calls_of_callers(const Report* report, const Routine* routine, size_t* count)
{
   GArray* list = g_array_new(FALSE, FALSE, sizeof(Call));
   const Context* context;
   for (uint32_t i = routine->first_context; i != NO_CONTEXT; i = context->next_of_routine) {
      context = report_context(report, i);
      add_call(list, report, context);
   }
   return finish(list, count);
}

Call* calls_of_callees(const Report* report, const Routine* routine, size_t* count)
{
   GArray* list = g_array_new(FALSE, FALSE, sizeof(Call));
   const Context* context;
   const Context* child;
   for (uint32_t i = routine->first_context; i != NO_CONTEXT; i = context->next_of_routine) {
      context = report_context(report, i);
      for (uint32_t k = context->first_child; k != NO_CONTEXT; k = child->next_sibling) {
         child = report_context(report, k);
         add_call(list, report, child);
      }
   }
   return finish(list, count);
}
