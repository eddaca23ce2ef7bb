/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Calling contexts, in preorder, as columns of packed numbers.  A parent is written as the
   distance to it, which is mostly 1.  The page knows by itself what a context's real
   cost should be: the self costs of it and all below it or, inside another call of its
   routine, nothing.  A context for which that is wrong is in a list of exceptions. */

#include "render/page/sections.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

#include "render/page/values.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/packed.h"

/* Points of a context are written if it has at least this part of the cost, or if there are not many. */
#define LEAST_SHARE  0.001
#define MANY_POINTS  20000

/* How far before the context its parent is; 0: it has none. */
static uint64_t distance_of_parent(const Report* report, uint32_t index)
{
   uint32_t parent = report_context(report, index)->parent;
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

static void print_list(FILE* out, const char* name, const Report* report, uint32_t count,
                       uint64_t (*value_of)(const Report*, uint32_t))
{
   fprintf(out, "\"%s\":\"", name);
   for (uint32_t i = 0; i < count; i++) {
      packed_print(out, value_of(report, i));
   }
   fputs("\",", out);
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

/* Prints the real costs that the page cannot know by itself.  NO_CONTEXT is the index before the first. */
static void print_exceptions(FILE* out, const Report* report, uint32_t count)
{
   uint64_t* costs = costs_with_all_below(report, count);
   uint32_t* active = memory_checked(calloc((size_t)report_routine_count(report) + 1, sizeof *active));
   size_t    printed = 0;
   fputs("\"real\":{", out);
   for (uint32_t i = 0; i < count; i++) {
      const Context* context = report_context(report, i);
      for (uint32_t ended = i - 1; ended != context->parent; ended = report_context(report, ended)->parent) {
         active[report_context(report, ended)->routine]--;
      }
      bool is_inside_itself = active[context->routine]++ > 0;
      if (context->totals.real_sum != (is_inside_itself ? 0 : costs[i])) {
         value_separate(out, printed++);
         fprintf(out, "\"%" PRIu32 "\":%" PRIu64, i, context->totals.real_sum);
      }
   }
   fputs("}", out);
   free(active);
   free(costs);
}

/* Prints where trees do not begin yet, each as the distance to the one before. */
static void print_start_up(FILE* out, const Report* report, uint32_t count)
{
   size_t   found;
   bool*    is_start_up = answer_start_up_contexts(report, &found);
   uint32_t next = 0;     /* behind the last one */
   fputs("\"startUp\":\"", out);
   for (uint32_t i = 0; i < count; i++) {
      if (is_start_up[i]) {
         packed_print(out, i + 1 - next);
         next = i + 1;
      }
   }
   fputs("\",", out);
   free(is_start_up);
}

static bool has_plot(const Subject* subject, const Context* context)
{
   return context->points > 1
          && (report_point_count(subject->report) <= MANY_POINTS
              || ranking_share(context->totals.sum, subject->ranking.total) >= LEAST_SHARE);
}

static void print_points(FILE* out, const Subject* subject, uint32_t count)
{
   size_t printed = 0;
   fputs(",\"points\":{", out);
   for (uint32_t i = 0; i < count; i++) {
      const Context* context = report_context(subject->report, i);
      if (has_plot(subject, context)) {
         size_t       point_count;
         const Point* points = report_context_points(subject->report, context, &point_count);
         value_separate(out, printed++);
         fprintf(out, "\"%" PRIu32 "\":", i);
         section_points(out, points, point_count, PLOT_POINTS / 4);
      }
   }
   fputs("}", out);
}

void section_contexts(FILE* out, const Subject* subject)
{
   const Report* report = subject->report;
   uint32_t      count = report_context_count(report);
   putc('{', out);
   print_list(out, "up", report, count, distance_of_parent);
   print_list(out, "routine", report, count, difference_of_routine);
   print_list(out, "calls", report, count, calls_of);
   print_list(out, "self", report, count, self_of);
   print_start_up(out, report, count);
   print_exceptions(out, report, count);
   print_points(out, subject, count);
   fputs("}", out);
}
