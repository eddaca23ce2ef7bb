/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The difference of two experiments: the answer, and a table of the routines that changed. */

#include <math.h>
#include <string.h>

#include "render/csv.h"
#include "render/diff/outputs.h"
#include "util/markdown.h"
#include "util/text.h"

#define MOST_ROUTINES  20
#define NUMBERS_WIDTH  59    /* of the columns behind the name */
#define LEAST_NAME     16
#define MOST_NAME      44

static bool is_shown(const Answer* routine, bool all)
{
   return all || strcmp(tree_get_text(routine, "change"), "same") != 0;
}

static size_t count_shown(const Answer* routines, bool all)
{
   size_t count = 0;
   for (size_t i = 0; i < tree_length(routines); i++) {
      count += is_shown(tree_at(routines, i), all);
   }
   return count;
}

/* Calls `print` for those that are shown. */
static void each_shown(FILE* out, const Answer* routines, bool all, void (*print)(FILE*, const Answer*, int),
                       int width)
{
   size_t printed = 0;
   for (size_t i = 0; i < tree_length(routines) && (all || printed < MOST_ROUTINES); i++) {
      const Answer* routine = tree_at(routines, i);
      if (is_shown(routine, all)) {
         print(out, routine, width);
         printed++;
      }
   }
}

static const char* times_text(double times, ShortText text)
{
   return isnan(times) ? "-" : text_times(times, text);
}

/* "29", "29 (25 to 34)". */
static void print_far(FILE* out, const Answer* routine)
{
   ShortText   value, low, high;
   double      times = tree_get_number(routine, "far_times.value");
   fputs(times_text(times, value), out);
   if (!isnan(times)) {
      fprintf(out, " (%s to %s)", text_times(tree_get_number(routine, "far_times.low"), low),
              text_times(tree_get_number(routine, "far_times.high"), high));
   }
}

/*------------------------------------------------------------------*/
/*--- Text                                                       ---*/
/*------------------------------------------------------------------*/

static void print_row(FILE* out, const Answer* routine, int name_width)
{
   ShortText times;
   int       used = text_print_cut(out, tree_get_text(routine, "name"), name_width);
   fprintf(out, "%*s  %-6s  %-9s  %-16s %6s  ", name_width - used, "", tree_get_text(routine, "change"),
           tree_get_text(routine, "state"), tree_get_text(routine, "growth"),
           times_text(tree_get_number(routine, "times"), times));
   print_far(out, routine);
   putc('\n', out);
}

void render_growth_diff_text(FILE* out, const Answer* diff, bool all, int width)
{
   const Answer* routines = tree_get(diff, "routines");
   size_t        count = count_shown(routines, all);
   int           name_width = width - NUMBERS_WIDTH;
   name_width = name_width < LEAST_NAME ? LEAST_NAME : name_width > MOST_NAME ? MOST_NAME : name_width;
   text_print_wrapped(out, tree_get_text(diff, "headline"), 0, width);
   fprintf(out, "\nbefore  %s (%s)\nnow     %s (%s)\n", tree_get_text(diff, "before.directory"),
           tree_get_text(diff, "before.range"), tree_get_text(diff, "now.directory"),
           tree_get_text(diff, "now.range"));
   if (count > 0) {
      fprintf(out, "\n%-*s  %-6s  %-9s  %-16s %6s  %s\n", name_width, "routine", "change", "state", "growth",
              "times", "at ten times the size");
      each_shown(out, routines, all, print_row, name_width);
   }
   if (!all && count > MOST_ROUTINES) {
      fprintf(out, "%zu more routines: --all\n", count - MOST_ROUTINES);
   }
}

/*------------------------------------------------------------------*/
/*--- Markdown                                                   ---*/
/*------------------------------------------------------------------*/

static void print_markdown_row(FILE* out, const Answer* routine, int width)
{
   ShortText times;
   (void)width;
   fprintf(out, "| %s | ", tree_get_text(routine, "change"));
   markdown_print_code(out, tree_get_text(routine, "name"));
   fprintf(out, " | %s | ", tree_get_text(routine, "state"));
   markdown_print_text(out, tree_get_text(routine, "growth"));
   fprintf(out, " | %s | ", times_text(tree_get_number(routine, "times"), times));
   print_far(out, routine);
   fputs(" |\n", out);
}

void render_growth_diff_markdown(FILE* out, const Answer* diff, bool all)
{
   const Answer* routines = tree_get(diff, "routines");
   size_t        count = count_shown(routines, all);
   fputs("### ", out);
   markdown_print_text(out, tree_get_text(diff, "headline"));
   putc('\n', out);
   if (count > 0) {
      fputs("\n| change | routine | state | growth | times | at ten times the size "
            "|\n|---|---|---|---|--:|--:|\n",
            out);
      each_shown(out, routines, all, print_markdown_row, 0);
   }
   if (!all && count > MOST_ROUTINES) {
      fprintf(out, "\n%zu more rows.\n", count - MOST_ROUTINES);
   }
}

/*------------------------------------------------------------------*/
/*--- CSV                                                        ---*/
/*------------------------------------------------------------------*/

#define VALUE(title, name)  { title, name, CSV_VALUE }

#define SIDE(side) \
   VALUE(side "_class", side ".class"), VALUE(side "_state", side ".state"), \
   VALUE(side "_exponent", side ".exponent"), \
   VALUE(side "_cost", side ".cost"), VALUE(side "_far_cost", side ".far_cost.value")

void render_growth_diff_csv(FILE* out, const Answer* diff)
{
   static const CsvColumn columns[] = {
      VALUE("routine", "name"), VALUE("object", "object"), VALUE("change", "change"), VALUE("state", "state"),
      VALUE("times", "times"), VALUE("far_times", "far_times.value"), VALUE("far_times_low", "far_times.low"),
      VALUE("far_times_high", "far_times.high"), VALUE("added", "added"), SIDE("before"), SIDE("now"),
   };
   render_csv(out, tree_get(diff, "routines"), columns, sizeof columns / sizeof *columns);
}
