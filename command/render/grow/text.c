/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The text of aprof grow: the answer, a table on one screen, what is open, and the answer again. */

#include <glib.h>
#include <math.h>
#include <string.h>

#include "render/grow/outputs.h"
#include "util/text.h"

#define MOST_ROUTINES  12
#define LEAST_NAME     16
#define MOST_NAME      44

/* The width of the columns behind the name, and of the explanation, which comes last. */
#define NUMBERS_WIDTH  51
#define STATE_WIDTH    9
#define WHY_WIDTH      34

typedef struct {
   FILE* out;
   int   width;
   int   name_width;
   bool  has_why;
} Screen;

static void print_paragraph(const Screen* screen, const char* text)
{
   text_print_wrapped(screen->out, text, 0, screen->width);
}

/*------------------------------------------------------------------*/
/*--- The runs                                                   ---*/
/*------------------------------------------------------------------*/

/* "./prog {}: 8 runs, 800 to 8,000 lines". */
static void print_runs(const Screen* screen, const Answer* grow)
{
   const Answer* command = tree_get(grow, "command");
   size_t        count = tree_length(tree_get(grow, "sizes"));
   GString*      line = g_string_new(NULL);
   for (size_t i = 0; i < tree_length(command); i++) {
      g_string_append(line, i == 0 ? "" : " ");
      text_append_shell_word(line, tree_text_at(command, i));
   }
   text_print(screen->out, line->str);
   g_string_free(line, TRUE);
   if (count > 0) {
      fprintf(screen->out, ": %zu run%s, %s", count, count == 1 ? "" : "s", tree_get_text(grow, "range"));
   }
   putc('\n', screen->out);
}

void render_grow_run(FILE* out, const Answer* run)
{
   double    cost = tree_get_number(run, "cost");
   ShortText number;
   json_object_object_foreach(tree_get(run, "sizes"), parameter, size) {
      (void)parameter;
      fprintf(out, "%12.0f", json_object_get_double(size));
   }
   fprintf(out, "  %10s  %7.1f s", isnan(cost) ? "-" : text_short_number(cost, number),
           tree_get_number(run, "seconds"));
   if (!tree_get_flag(run, "counts")) {
      fputs("  ", out);
      text_print(out, tree_get_text(run, "failure"));
      if (tree_get_text(run, "said") != NULL) {
         fputs(": ", out);
         text_print(out, tree_get_text(run, "said"));
      }
   }
   putc('\n', out);
}

/* Prints all runs, or those that do not count. */
static void print_run_list(const Screen* screen, const Answer* grow, bool all)
{
   const Answer* parameters = tree_get(grow, "parameters");
   const Answer* runs = tree_get(grow, "runs");
   bool          has_head = false;
   for (size_t i = 0; i < tree_length(runs); i++) {
      const Answer* run = tree_at(runs, i);
      if (!all && tree_get_flag(run, "counts")) {
         continue;
      }
      if (!has_head) {
         putc('\n', screen->out);
         for (size_t k = 0; k < tree_length(parameters); k++) {
            fprintf(screen->out, "%12s", tree_text_at(parameters, k));
         }
         fprintf(screen->out, "  %10s  %9s\n", "cost", "time");
         has_head = true;
      }
      render_grow_run(screen->out, run);
   }
}

/*------------------------------------------------------------------*/
/*--- The table                                                  ---*/
/*------------------------------------------------------------------*/

typedef char Cell[24];

/* "52 %", "0.4 %", "0 %", "-". */
static const char* percent(double share, Cell cell)
{
   if (isnan(share)) {
      return "-";
   }
   bool is_short = share >= 0.0995 || share < 0.0005;
   snprintf(cell, sizeof(Cell), is_short ? "%.0f %%" : "%.1f %%", 100 * fmin(share, 1));
   return cell;
}

static void print_head(const Screen* screen, const Answer* grow)
{
   bool has_two = tree_length(tree_get(grow, "parameters")) == 2;
   fprintf(screen->out, "\n%*s  %6s  at 10 times %s\n", screen->name_width, "", "now",
           has_two ? "both sizes" : "the size");
   fprintf(screen->out, "%-*s  %6s  %6s %6s %6s  %-10s %s", screen->name_width, "routine", "cost", "cost",
           "own",
           "times", "growth", "state");
   fputs(screen->has_why ? "      why\n" : "\n", screen->out);
}

static void print_routine(const Screen* screen, const Answer* routine)
{
   Cell        now, far, own;
   ShortText   number;
   const char* class = tree_get_text(routine, "total.class");
   const char* state = tree_get_text(routine, "total.state");
   double      times = tree_get_number(routine, "far_times");
   int         used = text_print_cut(screen->out, tree_get_text(routine, "name"), screen->name_width);
   fprintf(screen->out, "%*s  %6s  %6s %6s %6s  %-10s %s", screen->name_width - used, "",
           percent(tree_get_number(routine, "share"), now),
           percent(tree_get_number(routine, "far_share"), far),
           percent(tree_get_number(routine, "far_self_share"), own),
           isnan(times) ? "-" : text_times(times, number), class == NULL ? "-" : class, state);
   if (screen->has_why) {
      fprintf(screen->out, "%*s  ", STATE_WIDTH - (int)strlen(state), "");
      text_print(screen->out, tree_get_text(routine, "why"));
   }
   putc('\n', screen->out);
}

static int longest_name(const Answer* routines, size_t count)
{
   size_t longest = LEAST_NAME;
   for (size_t i = 0; i < count; i++) {
      size_t length = strlen(tree_get_text(tree_at(routines, i), "name"));
      longest = length > longest ? length : longest;
   }
   return longest < MOST_NAME ? (int)longest : MOST_NAME;
}

static void print_table(Screen* screen, const Answer* grow, bool all)
{
   const Answer* routines = tree_get(grow, "routines");
   size_t        count = tree_length(routines);
   size_t        shown = all || count < MOST_ROUTINES ? count : MOST_ROUTINES;
   if (shown == 0) {
      return;
   }
   int longest = longest_name(routines, shown);
   screen->has_why = screen->width >= LEAST_NAME + NUMBERS_WIDTH + WHY_WIDTH;
   int room = screen->width - NUMBERS_WIDTH - (screen->has_why ? WHY_WIDTH : 0);
   screen->name_width = room < LEAST_NAME ? LEAST_NAME : room < longest ? room : longest;
   print_head(screen, grow);
   for (size_t i = 0; i < shown; i++) {
      print_routine(screen, tree_at(routines, i));
   }
   if (shown < count) {
      fprintf(screen->out, "%zu more routines: --all\n", count - shown);
   }
}

/*------------------------------------------------------------------*/
/*--- All                                                        ---*/
/*------------------------------------------------------------------*/

/* How the program's cost, the sum of its routines' own, was predicted. */
static void print_check(const Screen* screen, const Answer* grow)
{
   const Answer* cost = tree_get(grow, "program_cost");
   const Answer* check = cost == NULL ? NULL : tree_get(cost, "check");
   if (check != NULL) {
      char* line = g_strdup_printf("The program: %s.", tree_get_text(check, "words"));
      putc('\n', screen->out);
      print_paragraph(screen, line);
      g_free(line);
   }
}

/* A command is not wrapped, so that it can be copied. */
static void print_next(const Screen* screen, const char* command)
{
   if (command != NULL) {
      fputs("   ", screen->out);
      text_print(screen->out, command);
      putc('\n', screen->out);
   }
}

void render_grow_text(FILE* out, const Answer* grow, bool all, int width)
{
   Screen      screen = { .out = out, .width = width };
   const char* open = tree_get_text(grow, "open");
   const char* headline = tree_get_text(grow, "headline");
   const char* lacking = tree_get_text(grow, "lacking");
   print_paragraph(&screen, headline);
   if (lacking != NULL) {
      print_paragraph(&screen, lacking);
   }
   putc('\n', out);
   print_runs(&screen, grow);
   print_run_list(&screen, grow, all || tree_length(tree_get(grow, "routines")) == 0);
   print_table(&screen, grow, all);
   print_check(&screen, grow);
   if (open != NULL) {
      putc('\n', out);
      print_paragraph(&screen, open);
      print_next(&screen, tree_get_text(grow, "next"));
   }
   if (tree_length(tree_get(grow, "routines")) > 0) {
      putc('\n', out);
      print_paragraph(&screen, headline);
   }
}
