/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof show: the list of routines.

   The first screen is for somebody who has never heard of read memory sizes:
   routines whose cost grows faster than their input come first, and what every
   program has (its start, the dynamic linker) is left out.  A narrow output has
   fewer columns, a wide one more. */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "answer/units.h"
#include "model/incomplete.h"
#include "render/show/outputs.h"
#include "render/show/table.h"
#include "util/problem.h"
#include "util/text.h"

#define DEFAULT_ROWS       15
#define RESERVED_ROWS       3    /* for sections that others would crowd out */
#define RESERVED_LIBRARY_ROWS  1
#define MOST_FOLDS          5    /* lines of routines that inherit their growth */
#define LEAST_FOLDED_NAME  12    /* columns for one more name in such a line */
#define NOT_KNOWN          "growth not known (too few inputs of different size, or no trend)"
#define FOLD_END           15    /* columns for " and 12345 more" */

/*------------------------------------------------------------------*/
/*--- Above the table                                            ---*/
/*------------------------------------------------------------------*/

/* One more part of a line with label, on a line of its own if there is no room.  The columns in use. */
static int print_part(const char* before, const char* text, int used, int width)
{
   if (used + 2 + (int)strlen(before) + (int)strlen(text) < width) {
      used += printf(", %s", before);
   } else {
      printf(",\n%*s", SHOW_LABEL_WIDTH, "");
      used = SHOW_LABEL_WIDTH + printf("%s", before);
   }
   return used + text_print_cut(stdout, text, width - used);
}

static void print_reports(const Show* show)
{
   const Header* header = report_header(show->report);
   const char*   tool = report_comment(show->report, "tool");
   char text[40];
   int  used = printf("%-*s", SHOW_LABEL_WIDTH, "Report");
   if (show->options->path_count == 1) {
      used += text_print_cut(stdout, problem_file_name(show->options->paths[0]), show->width - used - 1);
   } else {
      used += printf("%zu reports, added up", show->options->path_count);
   }
   snprintf(text, sizeof text, "1.%" PRIu64, header->version);
   used = print_part("version ", text, used, show->width);
   if (header->date != NULL) {
      used = print_part("", header->date, used, show->width);
   }
   if (tool != NULL) {
      print_part("by ", tool, used, show->width);
   }
   putchar('\n');
}

static void print_input_arguments(const Show* show)
{
   const char* arguments = report_header(show->report)->input_arguments;
   if (arguments != NULL) {
      int used = printf("%-*s%s", SHOW_LABEL_WIDTH, "Input", "by --input-arg, not in cells: ");
      text_print_cut(stdout, arguments, show->width - used);
      putchar('\n');
   }
}

static void print_program_input(const Show* show)
{
   const char* unit = header_comment(report_header(show->report), HEADER_PROGRAM_INPUT);
   if (unit != NULL) {
      char line[200];
      snprintf(line, sizeof line, "of " PROGRAM_ROUTINE ", by --input-size, not in cells: %.100s", unit);
      show_labelled("Input", line, show->width);
   }
}

static void print_part_of_run(const Show* show)
{
   const char* part = header_comment(report_header(show->report), HEADER_PART);
   if (part != NULL) {
      char line[100];
      snprintf(line, sizeof line, "%.20s of a run: costs include earlier parts, the total does not", part);
      show_labelled("Part", line, show->width);
   }
}

static void print_incomplete(const Show* show)
{
   IncompleteText text;
   for (size_t index = 0; *incomplete_next(report_header(show->report), &index, text) != '\0'; ) {
      show_labelled("Incomplete", text, show->width);
   }
}

static void print_head(const Show* show)
{
   const Header* header = report_header(show->report);
   show_labelled("Program", header->command_line != NULL  ? header->command_line
                          : header->application != NULL   ? header->application : "not named", show->width);
   print_reports(show);
   GroupedText grouped;
   char line[200];
   snprintf(line, sizeof line, "%s %.100s%s", text_grouped_number(show->ranking.total, grouped),
            unit_of_cost(header->metric),
            header->has_total ? "" : " (no k line: what its routines cost)");
   show_labelled("Total cost", line, show->width);
   print_part_of_run(show);
   print_input_arguments(show);
   print_program_input(show);
   print_incomplete(show);
}

static void print_input(const Show* show)
{
   const Header* header = report_header(show->report);
   char cell[40] = "";
   if (header->memory_resolution != 0) {
      snprintf(cell, sizeof cell, " of %u byte%s", header->memory_resolution,
               header->memory_resolution == 1 ? "" : "s");
   }
   char text[300];
   snprintf(text, sizeof text,
            "The input of a call, n, is the number of memory cells%s that it read before writing them%s.",
            cell,
            strcmp(header->input, "drms") == 0
            ? ", and again when another thread or the kernel had written them" : "");
   text_print_wrapped(stdout, text, 0, show->width);
}

static void print_explanation(const Show* show)
{
   double times = show->options->ranking.times;
   char   projection[200];
   snprintf(projection, sizeof projection,
            "at x%g = the share of the cost if all inputs were %g times as large; 95%% sure = its interval;",
            times, times);
   putchar('\n');
   print_input(show);
   text_print_wrapped(stdout, "growth = how a call's cost grows with n, on average and at worst; "
                      "n^2 is quadratic, n+ n or faster;", 9, show->width);
   text_print_wrapped(stdout, projection, 9, show->width);
   text_print_wrapped(stdout, "total = its share now, with all that it called; self = without.", 9,
                      show->width);
   if (!report_header(show->report)->has_real_sums) {
      text_print_wrapped(stdout, "This report counts recursive calls again in each of their callers: "
                         "totals may be too high.", 0, show->width);
   }
}

/*------------------------------------------------------------------*/
/*--- Sections                                                   ---*/
/*------------------------------------------------------------------*/

/* How many rows each section has, and how many of them are shown: all, or if
   there are too many the first ones, with some kept for each of the first ones. */
typedef struct {
   size_t rows[SECTIONS];
   size_t shown[SECTIONS];
} Shares;

static size_t least(size_t a, size_t b)
{
   return a < b ? a : b;
}

static bool shows_all(const Show* show)
{
   return show->options->has_limit && show->options->limit == 0;
}

/* What every program has is not shown, unless it is asked for, or there is nothing else. */
static bool hides_start_up(const Show* show)
{
   const ShowOptions* options = show->options;
   if (shows_all(show) || options->ranking.name != NULL || options->ranking.object != NULL) {
      return false;
   }
   for (size_t i = 0; i < show->ranking.count; i++) {
      if (show->ranking.rows[i].section != SECTION_START_UP) {
         return true;
      }
   }
   return false;
}

/* Rows that are printed together in one line, unless all are asked for. */
static bool is_folded(Section section)
{
   return section == SECTION_INHERITED || section == SECTION_LIBRARY_INHERITED;
}

static size_t reserved_rows(Section section)
{
   return is_folded(section) ? 0 : section < SECTION_LIBRARY_FASTER ? RESERVED_ROWS : RESERVED_LIBRARY_ROWS;
}

static void share_rows(Shares* shares, size_t limit, bool hide_start_up)
{
   size_t left = limit;
   for (Section section = SECTION_FASTER; section < SECTION_SMALL; section++) {
      shares->shown[section] = least(least(shares->rows[section], reserved_rows(section)), left);
      left -= shares->shown[section];
   }
   Section last = hide_start_up ? SECTION_SMALL : SECTION_START_UP;
   for (Section section = SECTION_FASTER; section <= last; section++) {
      size_t more = is_folded(section) ? 0 : least(shares->rows[section] - shares->shown[section], left);
      shares->shown[section] += more;
      left -= more;
   }
}

static Shares shares_of(const Show* show)
{
   Shares shares = { { 0 }, { 0 } };
   for (size_t i = 0; i < show->ranking.count; i++) {
      shares.rows[show->ranking.rows[i].section]++;
   }
   if (shows_all(show)) {
      memcpy(shares.shown, shares.rows, sizeof shares.shown);
   } else {
      share_rows(&shares, show->options->has_limit ? show->options->limit : DEFAULT_ROWS,
                 hides_start_up(show));
   }
   return shares;
}

static bool have_same_origin(const RoutineFacts* a, const RoutineFacts* b)
{
   return routine_inherited_from(a) == routine_inherited_from(b)
          && a->growth->origin->is_certain == b->growth->origin->is_certain
          && a->growth->origin->class == b->growth->origin->class;
}

/* One line: "   n^2, from count_words: report, run". */
static void print_fold(const Show* show, const RoutineFacts* row, const RoutineFacts* end)
{
   const Origin* origin = routine_origin(row);
   fputs(terminal_style(STYLE_FAINT), stdout);
   int used = printf("   %s, %sfrom ", growth_class_name(origin->class),
                     origin->is_certain ? "" : "probably ");
   used += text_print_cut(stdout, routine_inherited_from(row)->name, show->width / 3);
   size_t left_out = 0;
   const char* before = ": ";
   for (const RoutineFacts* other = row; other < end; other++) {
      if (!have_same_origin(row, other)) {
         continue;
      }
      if (used + LEAST_FOLDED_NAME + FOLD_END > show->width) {
         left_out++;
         continue;
      }
      used += printf("%s", before);
      used += text_print_cut(stdout, other->routine->name, show->width - used - FOLD_END);
      before = ", ";
   }
   if (left_out > 0) {
      printf(" and %zu more", left_out);
   }
   printf("%s\n", terminal_style(STYLE_PLAIN));
}

/* Each origin once. */
static void print_folds(const Show* show, const RoutineFacts* rows, size_t count)
{
   size_t folds = 0;
   for (size_t i = 0; i < count && folds < MOST_FOLDS; i++) {
      bool is_printed = false;
      for (size_t k = 0; k < i && !is_printed; k++) {
         is_printed = have_same_origin(&rows[k], &rows[i]);
      }
      if (!is_printed) {
         print_fold(show, &rows[i], rows + count);
         folds++;
      }
   }
}

static void print_rows(const Show* show, const Table* table, size_t first, size_t count)
{
   for (size_t i = 0; i < count; i++) {
      table_print_row(show, table, &show->ranking.rows[first + i]);
   }
}

/* The heading stands above what introduces a growth, and is not repeated for what inherits it. */
static void print_heading(Section section, bool follows_introducing)
{
   static const char* const titles[SECTIONS] = {
      [SECTION_FASTER]             = "Your code: cost grows faster than the input",
      [SECTION_INHERITED]          = "Your code: cost grows faster than the input",
      [SECTION_NOT_FASTER]         = "Your code: cost grows as the input, or slower",
      [SECTION_UNKNOWN]            = ("Your code: " NOT_KNOWN),
      [SECTION_LIBRARY_FASTER]     = "Libraries: cost grows faster than the input",
      [SECTION_LIBRARY_INHERITED]  = "Libraries: cost grows faster than the input",
      [SECTION_LIBRARY_NOT_FASTER] = "Libraries: cost grows as the input, or slower",
      [SECTION_LIBRARY_UNKNOWN]    = ("Libraries: " NOT_KNOWN),
      [SECTION_SMALL]              = "Less than 1% of the cost, now and with larger inputs",
      [SECTION_START_UP]           = "Dynamic linker, what runs before main, small nameless routines",
   };
   if (!is_folded(section) || !follows_introducing) {
      printf("%s%s%s\n", terminal_style(STYLE_FAINT), titles[section], terminal_style(STYLE_PLAIN));
   }
}

/* Returns how many rows it has printed. */
static size_t print_sections(const Show* show, const Table* table)
{
   Shares shares = shares_of(show);
   size_t first = 0;
   size_t shown = 0;
   for (Section section = SECTION_FASTER; section < SECTIONS; section++) {
      bool folds = is_folded(section) && !shows_all(show);
      if (shares.shown[section] > 0 || (folds && shares.rows[section] > 0)) {
         print_heading(section, section > SECTION_FASTER && shares.shown[section - 1] > 0);
      }
      if (folds) {
         print_folds(show, &show->ranking.rows[first], shares.rows[section]);
      }
      print_rows(show, table, first, shares.shown[section]);
      shown += shares.shown[section];
      first += shares.rows[section];
   }
   return shown;
}

/* One list in the order of the ranking. */
static size_t print_all(const Show* show, const Table* table)
{
   size_t limit = show->options->has_limit ? show->options->limit : DEFAULT_ROWS;
   bool   hide_start_up = hides_start_up(show);
   size_t shown = 0;
   for (size_t i = 0; i < show->ranking.count && (limit == 0 || shown < limit); i++) {
      const RoutineFacts* row = &show->ranking.rows[i];
      if (!hide_start_up || row->section != SECTION_START_UP) {
         table_print_row(show, table, row);
         shown++;
      }
   }
   return shown;
}

static size_t count_left_out(const Show* show)
{
   size_t left_out = 0;
   for (size_t i = 0; i < show->ranking.count; i++) {
      left_out += show->ranking.rows[i].section == SECTION_START_UP;
   }
   return hides_start_up(show) ? left_out : 0;
}

/* What "all" means in the column of projected shares. */
static void print_exponentials(const Show* show)
{
   const Ranking* ranking = &show->ranking;
   for (size_t i = 0; i < ranking->count; i++) {
      if (routine_is_exponential(&ranking->rows[i])) {
         char text[300];
         snprintf(text, sizeof text,
                  "all = exponential: at x%g it would cost more than everything else together. "
                  "The other shares assume that such routines grow no faster than their input.",
                  ranking->times);
         text_print_wrapped(stdout, text, 6, show->width);
         return;
      }
   }
}

/* What grows faster than its input, and nobody knows why. */
static bool has_unknown_origin(const Ranking* ranking)
{
   for (size_t i = 0; i < ranking->count; i++) {
      const Origin* origin = routine_origin(&ranking->rows[i]);
      if (origin != NULL && origin->kind == ORIGIN_UNKNOWN) {
         return true;
      }
   }
   return false;
}

/* Of own code, if none of it is known to grow faster than its input: the routine whose growth is not known
   and that has most self cost.  NULL: there is none. */
static const Routine* hiding_routine(const Ranking* ranking)
{
   const Routine* hiding = NULL;
   for (size_t i = 0; i < ranking->count; i++) {
      const RoutineFacts* row = &ranking->rows[i];
      if (row->section == SECTION_FASTER || row->section == SECTION_INHERITED) {
         return NULL;
      }
      if (row->section == SECTION_UNKNOWN
          && (hiding == NULL || row->routine->totals.self_sum > hiding->totals.self_sum)) {
         hiding = row->routine;
      }
   }
   return hiding;
}

static void print_bounds(const Show* show)
{
   size_t bounds = 0;
   for (size_t i = 0; i < show->ranking.count; i++) {
      bounds += show->ranking.rows[i].routine->cost_is_bound;
   }
   if (bounds > 0) {
      char text[300];
      snprintf(text, sizeof text,
               "Of %zu folded routine%s, the total is an upper bound: instances may call each other. "
               "%s tells.",
               bounds, bounds == 1 ? "" : "s",
               report_context_count(show->report) == 0 ? "--collect-cct=yes" : "--cct-recursion=full");
      text_print_wrapped(stdout, text, 0, show->width);
   }
}

static void print_foot(const Show* show, size_t shown)
{
   const Ranking* ranking = &show->ranking;
   size_t         left_out = count_left_out(show);
   printf("\n%zu of %zu routines", shown, ranking->routine_count);
   fputs(shown < ranking->count ? "; --limit=0 lists all" : "", stdout);
   puts(", --routine=NAME shows one in depth.");
   print_exponentials(show);
   print_bounds(show);
   if (left_out > 0) {
      printf("%zu of them are left out: of the dynamic linker, run before main, or small and nameless.\n",
             left_out);
   }
   const Routine* hiding = hiding_routine(ranking);
   if (hiding != NULL) {
      show_hidden_code(show, hiding);
   }
   if (report_context_count(show->report) == 0 && has_unknown_origin(ranking)) {
      text_print_wrapped(stdout, "Profiled with --collect-cct=yes, the list tells who introduces a growth "
                         "and who inherits it.", 0, show->width);
   }
   if (ranking->is_partial) {
      printf("aprof looked for growth only in the %zu costliest routines (?: not in this one); "
             "--limit=0 looks at all.\n",
             show->options->ranking.growth_limit);
   }
}

void show_list(const Show* show)
{
   const Ranking* ranking = &show->ranking;
   print_head(show);
   if (ranking->routine_count == 0) {
      puts("\nThe report has no points: no routine returned, or nothing was measured.");
      return;
   }
   if (ranking->count == 0) {
      printf("\nNone of the %zu routines matches.\n", ranking->routine_count);
      return;
   }
   print_explanation(show);
   putchar('\n');
   Table table = table_make(show);
   table_print_head(&table);
   size_t shown = show->options->ranking.sort == SORT_DEFAULT ? print_sections(show, &table)
                                                              : print_all(show, &table);
   print_foot(show, shown);
}
