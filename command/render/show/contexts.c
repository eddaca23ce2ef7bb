/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof show --contexts: the tree of calling contexts, of which the costliest
   are printed.  A context never costs more than its parent, so what is printed
   is a tree too. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/start_up.h"
#include "render/show/outputs.h"
#include "util/memory.h"
#include "util/text.h"

#define DEFAULT_ROWS  40

typedef struct {
   uint32_t index;
   uint64_t cost;
} Candidate;

/* The costliest first; of equal ones, the one that stands above the other. */
static int compare_candidates(const void* left, const void* right)
{
   const Candidate* a = left;
   const Candidate* b = right;
   if (a->cost != b->cost) {
      return a->cost > b->cost ? -1 : 1;
   }
   return a->index < b->index ? -1 : a->index > b->index;
}

/* Contexts that are wanted: all, or those of one routine and all below them. */
static bool* find_wanted(const Show* show, const Routine* routine)
{
   uint32_t count = report_context_count(show->report);
   bool*    wanted = memory_resize(NULL, count, sizeof *wanted);
   for (uint32_t i = 0; i < count; i++) {
      const Context* context = report_context(show->report, i);
      wanted[i] = routine == NULL || report_routine(show->report, context->routine) == routine
                  || (context->parent != NO_CONTEXT && wanted[context->parent]);
   }
   return wanted;
}

static bool is_program(const Show* show, uint32_t context)
{
   return routine_is_program(report_routine(show->report, report_context(show->report, context)->routine));
}

/* The tree begins with main, and with what else is not called by what every program has: above those are the
   dynamic linker, and what calls main.  Unless there is nothing else, or all is asked for.  Returns how many
   are left out. */
static size_t leave_out_start_up(const Show* show, bool* wanted)
{
   uint32_t count = report_context_count(show->report);
   bool*    is_start_up = memory_resize(NULL, count, sizeof *is_start_up);
   size_t   left_out = 0;
   for (uint32_t i = 0; i < count; i++) {
      const Context* context = report_context(show->report, i);
      is_start_up[i] = (context->parent == NO_CONTEXT || is_start_up[context->parent]
                        || is_program(show, context->parent))
                       && routine_is_start_up(report_routine(show->report, context->routine));
      left_out += is_start_up[i];
   }
   if (left_out == count) {
      left_out = 0;
   } else {
      for (uint32_t i = 0; i < count; i++) {
         wanted[i] = wanted[i] && !is_start_up[i];
      }
   }
   free(is_start_up);
   return left_out;
}

/* Keeps the costliest of those that are wanted; returns how many these were. */
static size_t keep_costliest(const Show* show, bool* wanted)
{
   uint32_t   count = report_context_count(show->report);
   size_t     limit = show->options->has_limit ? show->options->limit : DEFAULT_ROWS;
   Candidate* candidates = memory_resize(NULL, count, sizeof *candidates);
   size_t     candidate_count = 0;
   for (uint32_t i = 0; i < count; i++) {
      if (wanted[i]) {
         candidates[candidate_count++] = (Candidate){ i, report_context(show->report, i)->totals.sum };
      }
   }
   if (limit != 0 && limit < candidate_count) {
      qsort(candidates, candidate_count, sizeof *candidates, compare_candidates);
      for (size_t i = limit; i < candidate_count; i++) {
         wanted[candidates[i].index] = false;
      }
   }
   free(candidates);
   return candidate_count;
}

static GrowthClass growth_of_context(const Show* show, const Context* context)
{
   size_t count;
   const Point* points = report_context_points(show->report, context, &count);
   growth_set_points(show->analysis, points, count);
   return growth_of(show->analysis, GROWTH_MEAN)->class;
}

static void print_context(const Show* show, const Context* context, int depth)
{
   ShortText   calls;
   GrowthClass class = context->points == 0 ? GROWTH_TOO_FEW_POINTS : growth_of_context(show, context);
   const char* growth = class == GROWTH_TOO_FEW_POINTS || class == GROWTH_RANGE_TOO_NARROW
                        ? "-" : growth_class_name(class);
   printf("%6.1f%% %6.1f%% %6s  %s%-9s%s ", 100.0 * ranking_share(context->totals.sum, show->ranking.total),
          100.0 * ranking_share(context->totals.self_sum, show->ranking.total),
          text_short_number((double)context->totals.calls, calls),
          terminal_style(show_growth_style(class)), growth, terminal_style(STYLE_PLAIN));
   int most = show->width / 2;
   int indent = 2 * depth < most ? 2 * depth : most;
   printf("%*s", indent, "");
   text_print_cut(stdout, report_routine(show->report, context->routine)->name, show->width - 34 - indent);
   putchar('\n');
}

/* The depth among what is printed: under what is wanted, it is one more. */
static size_t print_tree(const Show* show, const bool* wanted)
{
   uint32_t count = report_context_count(show->report);
   int*     depths = memory_resize(NULL, count, sizeof *depths);
   size_t   shown = 0;
   for (uint32_t i = 0; i < count; i++) {
      const Context* context = report_context(show->report, i);
      depths[i] = context->parent == NO_CONTEXT ? 0 : depths[context->parent] + wanted[context->parent];
      if (wanted[i]) {
         print_context(show, context, depths[i]);
         shown++;
      }
   }
   free(depths);
   return shown;
}

void show_contexts(const Show* show, const Routine* routine)
{
   printf("%s%7s %7s %6s  %-9s routine%s\n", terminal_style(STYLE_HEADING), "total", "self", "calls",
          "growth", terminal_style(STYLE_PLAIN));
   bool*  wanted = find_wanted(show, routine);
   bool   is_all = routine != NULL || (show->options->has_limit && show->options->limit == 0);
   size_t left_out = is_all ? 0 : leave_out_start_up(show, wanted);
   size_t total = keep_costliest(show, wanted) + left_out;
   size_t shown = print_tree(show, wanted);
   free(wanted);
   printf("\n%zu of %zu calling contexts%s.\n"
          "total, self = share of the program's cost; a recursive call counts in each context on its path.\n",
          shown, total, shown + left_out < total ? ", the costliest; --limit=0 shows all" : "");
   if (left_out > 0) {
      printf("%zu of them are left out: of the dynamic linker, or run before main%s.\n", left_out,
             shown + left_out < total ? "" : "; --limit=0 shows all");
   }
}
