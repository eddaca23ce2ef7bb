/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A table with one line of titles, as RFC 4180 has it but for the ends of lines.  What
   is not known is an empty field. */

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "model/csv.h"
#include "render/diff/outputs.h"

static void print_number(double number)
{
   putchar(',');
   if (isfinite(number)) {
      printf("%.17g", number);
   }
}

static void print_factor(const Factor* factor)
{
   print_number(factor->known ? factor->value : NAN);
   print_number(factor->known ? factor->low : NAN);
   print_number(factor->known ? factor->high : NAN);
}

static void print_case(const CasePair* pair)
{
   printf(",%s,%s,%d", growth_class_name(pair->before.class), growth_class_name(pair->now.class),
          pair->class_change);
   print_factor(&pair->at_largest);
   print_factor(&pair->beyond);
}

static void print_side(const SideRoutine* routine)
{
   if (routine == NULL) {
      fputs(",,,,", stdout);
   } else {
      printf(",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu32, routine->totals.calls, routine->totals.real_sum,
             routine->totals.self_sum, side_largest(routine));
   }
}

static void print_other(const Comparison* comparison, uint32_t index)
{
   putchar(',');
   if (index != NO_PAIR) {
      csv_text(stdout, pair_routine(&comparison->pairs[index])->name);
   }
}

static void print_row(const Comparison* comparison, const Pair* pair)
{
   csv_text(stdout, state_name(pair->state));
   putchar(',');
   csv_text(stdout, cause_name(pair->cause));
   putchar(',');
   csv_text(stdout, pair_routine(pair)->name);
   putchar(',');
   csv_text(stdout, pair_routine(pair)->routine->image);
   print_side(pair->before);
   print_side(pair->now);
   print_number(pair->added);
   print_number(pair->added_self);
   printf(",%" PRIu32, pair->largest);
   print_factor(&pair->same_inputs);
   print_case(&pair->cases[GROWTH_WORST]);
   print_case(&pair->cases[GROWTH_MEAN]);
   printf(",%s", blame_name(pair->blame.kind));
   print_other(comparison, pair->blame.callee);
   print_other(comparison, pair->blame.root);
   print_other(comparison, pair->renamed);
   putchar('\n');
}

#define CASE_TITLES(which) \
   "," which "_class_before," which "_class_now," which "_class_change," which "_factor," \
   which "_factor_low," which "_factor_high," which "_beyond," which "_beyond_low," which "_beyond_high"

void diff_csv(const Diff* diff)
{
   puts("state,cause,routine,object,calls_before,cost_before,self_before,largest_before,calls_now,cost_now,"
        "self_now,largest_now,added,added_self,n,same_inputs,same_inputs_low,same_inputs_high"
        CASE_TITLES("worst") CASE_TITLES("mean") ",blame,callee,root,renamed");
   for (uint32_t i = 0; i < diff->comparison->count; i++) {
      print_row(diff->comparison, &diff->comparison->pairs[diff->comparison->order[i]]);
   }
}
