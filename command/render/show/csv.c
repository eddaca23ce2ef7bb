/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof show --format=csv: a table with one line of titles, as RFC 4180 has it
   but for the ends of lines.  What is not known is an empty field. */

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "model/csv.h"
#include "render/show/outputs.h"

static void print_names(const Routine* routine)
{
   csv_text(stdout, routine->name);
   putchar(',');
   csv_text(stdout, routine->image);
}

static void print_number(double number)
{
   putchar(',');
   if (isfinite(number)) {
      printf("%.17g", number);
   }
}

static void print_growth(const GrowthRecord* growth)
{
   const GrowthPowerLaw* power = &growth->power_law;
   printf(",%s", growth_class_name(growth->class));
   print_number(growth->fit.fitted ? growth->fit.explained : NAN);
   print_number(power->fitted ? power->exponent : NAN);
   print_number(power->fitted ? power->exponent_low : NAN);
   print_number(power->fitted ? power->exponent_high : NAN);
}

static void print_row(const Show* show, const RoutineFacts* row)
{
   const Totals* totals = &row->routine->totals;
   print_names(row->routine);
   printf(",%" PRIu64 ",%" PRIu64 ",", totals->calls, totals->real_sum);
   if (report_header(show->report)->has_self_costs) {
      printf("%" PRIu64, totals->self_sum);
   }
   print_number(ranking_share(totals->real_sum, show->ranking.total));
   print_number(ranking_share(totals->self_sum, show->ranking.total));
   printf(",%" PRIu32 ",%" PRIu32 ",%" PRIu32, row->points, row->smallest, row->largest);
   Share projected = ranking_projected_share(&show->ranking, row);
   print_number(projected.value);
   print_number(projected.low);
   print_number(projected.high);

   for (GrowthCase which = GROWTH_WORST; which < GROWTH_CASES; which++) {
      print_growth(routine_record(row, which));
   }
   putchar('\n');
}

static void print_list(const Show* show)
{
   fputs("name,object,calls,cost,self_cost,share,self_share,points,rms_min,rms_max,"
         "projected_share,projected_share_low,projected_share_high", stdout);
   for (GrowthCase which = GROWTH_WORST; which < GROWTH_CASES; which++) {
      const char* name = growth_case_name(which);
      printf(",%s,%s_explained,%s_exponent,%s_exponent_low,%s_exponent_high", name, name, name, name, name);
   }
   putchar('\n');
   size_t limit = show->options->limit;
   for (size_t i = 0; i < show->ranking.count && (limit == 0 || i < limit); i++) {
      print_row(show, &show->ranking.rows[i]);
   }
}

/* All points, one a line. */
static void print_points(const Show* show, const Routine* routine)
{
   size_t count;
   const Point* points = report_routine_points(show->report, routine, &count);
   RunningMean running = { 0 };
   for (size_t i = 0; i < count; i++) {
      print_names(routine);
      csv_point(stdout, &points[i], true, true);
      print_number(show_value(VIEW_AMORTIZED, &points[i], &running));
      putchar('\n');
   }
}

static void print_contexts(const Show* show)
{
   puts("context,parent,name,object,calls,cost,real_cost,self_cost,points");
   for (uint32_t i = 0; i < report_context_count(show->report); i++) {
      const Context* context = report_context(show->report, i);
      const Routine* routine = report_routine(show->report, context->routine);
      printf("%" PRIu32 ",", i + 1);
      if (context->parent != NO_CONTEXT) {
         printf("%" PRIu32, context->parent + 1);
      }
      putchar(',');
      print_names(routine);
      printf(",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu32 "\n", context->totals.calls,
             context->totals.sum, context->totals.real_sum, context->totals.self_sum, context->points);
   }
}

void show_csv(const Show* show, const Routine* const* routines, size_t count)
{
   if (show->options->contexts) {
      print_contexts(show);
   } else if (routines == NULL) {
      print_list(show);
   } else {
      puts("name,object," CSV_POINT_TITLES ",amortized");
      for (size_t i = 0; i < count; i++) {
         print_points(show, routines[i]);
      }
   }
}
