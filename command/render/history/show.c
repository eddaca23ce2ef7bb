/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A table of commits: calls, cost of all of them, cost of one call at a size that all results have, growth.
   */

#include "render/history/outputs.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "util/text.h"

#define HASH_LENGTH  10

/*------------------------------------------------------------------*/
/*--- The size that all results have                             ---*/
/*------------------------------------------------------------------*/

/* The mean cost of a call with this input; NAN: there was none. */
static double cost_at(const Answer* measured, uint64_t n)
{
   Answer* points = tree_get(measured, "points");
   for (size_t i = 0; i < tree_length(points); i++) {
      const Answer* point = tree_at(points, i);
      if (tree_get_count(point, "n") == n) {
         return tree_get_number(point, "mean");
      }
   }
   return NAN;
}

static bool all_have(const Answer* results, uint64_t n)
{
   for (size_t i = 0; i < tree_length(results); i++) {
      const Answer* measured = tree_get(tree_at(results, i), "measured");
      if (measured != NULL && isnan(cost_at(measured, n))) {
         return false;
      }
   }
   return true;
}

/* The largest; 0: there is none. */
static uint64_t common_size(const Answer* results)
{
   for (size_t i = 0; i < tree_length(results); i++) {
      const Answer* measured = tree_get(tree_at(results, i), "measured");
      Answer*       points = measured == NULL ? NULL : tree_get(measured, "points");
      for (size_t k = points == NULL ? 0 : tree_length(points); k > 0; k--) {
         uint64_t n = tree_get_count(tree_at(points, k - 1), "n");
         if (all_have(results, n)) {
            return n;
         }
      }
      if (measured != NULL) {
         break;   /* what this one lacks, they have not all */
      }
   }
   return 0;
}

/*------------------------------------------------------------------*/
/*--- The table                                                  ---*/
/*------------------------------------------------------------------*/

static void print_head(FILE* out, uint64_t size)
{
   GroupedText n;
   fprintf(out, "%-*s %-10s %8s %8s", HASH_LENGTH, "commit", "date", "calls", "cost");
   if (size > 0) {
      fprintf(out, "  at n = %s", text_grouped_number(size, n));
   }
   fputs("  growth\n", out);
}

static void print_result(FILE* out, const Answer* result, const char* routine, uint64_t size, int columns)
{
   const Answer* measured = tree_get(result, "measured");
   const char*   date = tree_get_text(result, "date");
   ShortText     calls, cost, at;
   GroupedText   n;
   fprintf(out, "%.*s %.10s ", HASH_LENGTH, tree_get_text(result, "commit"), date == NULL ? "-" : date);
   if (measured == NULL) {
      fprintf(out, "%8s\n", "not there");
      return;
   }
   int used = fprintf(out, "%8s %8s", text_short_number((double)tree_get_count(measured, "calls"), calls),
                      text_short_number((double)tree_get_count(measured, "cost"), cost));
   if (size > 0) {
      used += fprintf(out, "  %*s", (int)(strlen("at n = ") + strlen(text_grouped_number(size, n))),
                      text_short_number(cost_at(measured, size), at));
   }
   used += fprintf(out, "  %s", tree_get_text(measured, "mean.text"));
   const char* name = tree_get_text(measured, "name");
   if (strcmp(name, routine) != 0) {
      fputs("  as ", out);
      text_print_cut(out, name, columns - used - HASH_LENGTH - 17);
   }
   fputc('\n', out);
}

static void print_line(FILE* out, const Answer* line, const char* routine, bool shows_all, int columns)
{
   const Answer* series = tree_get(line, "series");
   const Answer* results = tree_get(line, "results");
   const char*   name = tree_get_text(series, "name");
   uint64_t      size = common_size(results);
   size_t        left_out = 0;
   fprintf(out, "%s%s%s on %s: %s\n", name, *name == '\0' ? "" : ", ", tree_get_text(series, "program"),
           tree_get_text(series, "machine"), tree_get_text(series, "measure"));
   print_head(out, size);
   for (size_t i = 0; i < tree_length(results); i++) {
      const Answer* result = tree_at(results, i);
      if (shows_all || tree_get_flag(result, "changed")) {
         print_result(out, result, routine, size, columns);
      } else {
         left_out++;
      }
   }
   if (left_out > 0) {
      fprintf(out, "%zu commit%s without a change left out\n", left_out, left_out == 1 ? "" : "s");
   }
}

void render_history_show(FILE* out, const Answer* show, bool shows_all, int columns)
{
   Answer* lines = tree_get(show, "lines");
   for (size_t i = 0; i < tree_length(lines); i++) {
      if (i > 0) {
         fputc('\n', out);
      }
      print_line(out, tree_at(lines, i), tree_get_text(show, "routine"), shows_all, columns);
   }
}
