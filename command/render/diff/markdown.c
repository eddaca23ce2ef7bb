/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   For the comment of a change, or the summary of a job: GitHub's Markdown. */

#include <stdio.h>

#include "answer/compare/words.h"
#include "answer/units.h"
#include "render/diff/outputs.h"
#include "render/show/common.h"
#include "util/markdown.h"
#include "util/text.h"

#define MOST_ROWS     20
#define MOST_RENAMES   5

static void print_row(const Comparison* comparison, const Pair* pair)
{
   const CasePair* shown = &pair->cases[words_case(pair)];
   const char*     reason = words_cause_or_reason(comparison, pair);
   DiffText        text;
   printf("| %s | ", pair->state == STATE_WORSE ? "**worse**" : state_name(pair->state));
   markdown_print_code(stdout, text_printable(pair_routine(pair)->name, comparison->texts));
   fputs(" | ", stdout);
   markdown_print_text(stdout, words_growth(pair, text));
   printf(" | %s", words_factor(&shown->at_largest, text));
   printf(" | %s", words_interval(&shown->at_largest, text));
   printf(" | %s", words_factor(&shown->beyond, text));
   printf(" | %s | ", words_added(pair, text));
   markdown_print_text(stdout, reason == NULL ? "" : reason);
   fputs(" |\n", stdout);
}

static void print_list(const char* title, char** lines)
{
   for (size_t i = 0; lines[i] != NULL; i++) {
      fputs(i == 0 ? "\n" : "", stdout);
      printf("- %s", title);
      markdown_print_text(stdout, lines[i]);
      putchar('\n');
   }
   g_strfreev(lines);
}

static bool is_shown(const Diff* diff, const Pair* pair)
{
   return diff->all || pair->state < STATE_UNKNOWN;
}

/* Returns how many rows are left out. */
static size_t print_table(const Diff* diff)
{
   const Comparison* comparison = diff->comparison;
   size_t shown = 0, left_out = 0;
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = &comparison->pairs[comparison->order[i]];
      if (!is_shown(diff, pair)) {
         continue;
      }
      if (!diff->all && shown == MOST_ROWS) {
         left_out++;
         continue;
      }
      if (shown++ == 0) {
         puts("\n| state | routine | growth | cost | 95% sure | at x10 | added | why |\n"
              "|---|---|---|--:|--:|--:|--:|---|");
      }
      print_row(comparison, pair);
   }
   return left_out;
}

void diff_markdown(const Diff* diff)
{
   const Comparison* comparison = diff->comparison;
   char*       verdict = words_verdict(comparison);
   char*       counts = words_counts(comparison);
   GroupedText before, now;
   fputs("### ", stdout);
   markdown_print_text(stdout, verdict);
   printf("\n\nTotal cost %s -> %s ", text_grouped_number(comparison->sides[0]->total, before),
          text_grouped_number(comparison->sides[1]->total, now));
   markdown_print_text(stdout, unit_of_cost(report_header(comparison->sides[1]->report)->metric));
   printf(". Routines: %s.\n", counts);
   size_t left_out = print_table(diff);
   if (left_out > 0) {
      printf("\n%zu more rows.\n", left_out);
   }
   print_list("Renamed? ", words_renames(comparison, diff->all ? SIZE_MAX : MOST_RENAMES));
   print_list("Called otherwise: ", words_loads(comparison));
   print_list("Not counted: ", words_notes(comparison));
   g_free(verdict);
   g_free(counts);
}
