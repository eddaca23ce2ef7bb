/* Calling contexts, in preorder, as columns of packed numbers.  A parent is written as the
   distance to it, which is mostly 1.  The page knows by itself what a context's real
   cost should be: the self costs of it and all below it or, inside another call of its
   routine, nothing.  A context for which that is wrong is in a list of exceptions. */

#include "answer/page/sections.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "answer/page/row.h"
#include "subject/limits.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/packed.h"

/* If there are not more, all points of contexts are written. */
#define MANY_POINTS  20000

/* How far before the context its parent is; 0: it has none. */
static uint64_t distance_of_parent(const Report* report, uint32_t index)
{
   uint32_t parent = report_context(report, index)->parent;
   g_assert(parent == NO_CONTEXT || parent < index);
   return parent == NO_CONTEXT ? 0 : index - parent;
}

/* Returns the routine as a difference to that of the context before. */
static uint64_t difference_of_routine(const Report* report, uint32_t index)
{
   uint32_t before = index == 0 ? 0 : report_context(report, index - 1)->routine;
   return packed_difference(report_context(report, index)->routine, before);
}

static uint64_t calls_of(const Report* report, uint32_t index)
{
   return report_context(report, index)->totals.calls;
}

static uint64_t self_of(const Report* report, uint32_t index)
{
   return report_context(report, index)->totals.self_sum;
}

static void set_column(Answer* contexts, const char* name, const Report* report, uint32_t count,
                       uint64_t (*value_of)(const Report*, uint32_t))
{
   g_autoptr(GString) column = g_string_new(NULL);
   for (uint32_t i = 0; i < count; i++) {
      packed_append(column, value_of(report, i));
   }
   tree_set_text(contexts, name, column->str);
}

/* Descendants follow a context, so a walk from the last to the first adds each to its parent. */
static uint64_t* costs_with_all_below(const Report* report, uint32_t count)
{
   uint64_t* costs = memory_resize(NULL, (size_t)count + 1, sizeof *costs);
   for (uint32_t i = 0; i < count; i++) {
      costs[i] = self_of(report, i);
   }
   for (uint32_t i = count; i-- > 0;) {
      uint32_t parent = report_context(report, i)->parent;
      if (parent != NO_CONTEXT) {
         costs[parent] = add_saturating(costs[parent], costs[i]);
      }
   }
   return costs;
}

/* Returns the real costs that the page cannot know by itself.  NO_CONTEXT is the index before the first. */
static Answer* exceptions_of(const Report* report, uint32_t count)
{
   uint64_t* costs = costs_with_all_below(report, count);
   uint32_t* active = memory_checked(calloc((size_t)report_routine_count(report) + 1, sizeof *active));
   Answer*   real = tree_object();
   for (uint32_t i = 0; i < count; i++) {
      const Context* context = report_context(report, i);
      for (uint32_t ended = i - 1; ended != context->parent; ended = report_context(report, ended)->parent) {
         active[report_context(report, ended)->routine]--;
      }
      bool is_inside_itself = active[context->routine]++ > 0;
      if (context->totals.real_sum != (is_inside_itself ? 0 : costs[i])) {
         char name[20];
         snprintf(name, sizeof name, "%" PRIu32, i);
         tree_set(real, name, tree_count(context->totals.real_sum));
      }
   }
   free(active);
   free(costs);
   return real;
}

/* Sets where trees do not begin yet, each as the distance to the one before. */
static void set_start_up(Answer* contexts, const Report* report, uint32_t count)
{
   size_t   found;
   bool*    is_start_up = answer_start_up_contexts(report, &found);
   uint32_t next = 0;     /* behind the last one */
   GString* column = g_string_new(NULL);
   for (uint32_t i = 0; i < count; i++) {
      if (is_start_up[i]) {
         packed_append(column, i + 1 - next);
         next = i + 1;
      }
   }
   tree_set_text(contexts, "startUp", column->str);
   g_string_free(column, TRUE);
   free(is_start_up);
}

static bool has_plot(const Request* request, const Context* context)
{
   return context->points > 1
          && (report_point_count(request->report) <= MANY_POINTS
              || subjects_share_of(request->subjects, context->totals.sum) >= SHARE_DRAWN);
}

/* The contexts that have a plot, of which each row is made when it is read. */
typedef struct {
   const Report* report;
   GArray*       indices;     /* of uint32_t */
} Plots;

static void plots_free(void* data)
{
   Plots* plots = data;
   g_array_unref(plots->indices);
   g_free(plots);
}

/* The context's index, and its points. */
static Answer* plot_at(const void* owner, size_t i)
{
   const Plots* plots = owner;
   uint32_t     index = g_array_index(plots->indices, uint32_t, i);
   size_t       count;
   const Point* points = report_context_points(plots->report, report_context(plots->report, index), &count);
   Answer*      row = tree_list();
   row_whole(row, index);
   tree_append(row, section_points(points, count, PLOT_POINTS / 4));
   return row;
}

static Answer* plots_of(const Request* request, uint32_t count)
{
   Plots* plots = g_new(Plots, 1);
   *plots = (Plots){ .report = request->report, .indices = g_array_new(FALSE, FALSE, sizeof(uint32_t)) };
   for (uint32_t i = 0; i < count; i++) {
      if (has_plot(request, report_context(request->report, i))) {
         g_array_append_val(plots->indices, i);
      }
   }
   Answer* list = tree_long_list(plots->indices->len, plot_at, plots);
   tree_keep(list, plots, plots_free);
   return list;
}

Answer* section_contexts(const Request* request)
{
   const Report* report = request->report;
   uint32_t      count = report_context_count(report);
   Answer*       contexts = tree_object();
   set_column(contexts, "up", report, count, distance_of_parent);
   set_column(contexts, "routine", report, count, difference_of_routine);
   set_column(contexts, "calls", report, count, calls_of);
   set_column(contexts, "self", report, count, self_of);
   set_start_up(contexts, report, count);
   tree_set(contexts, "real", exceptions_of(report, count));
   tree_set(contexts, "points", plots_of(request, count));
   return contexts;
}
