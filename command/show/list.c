/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof show: the list of routines.

   The first screen is for somebody who has never heard of read memory sizes:
   routines whose cost grows faster than their input come first, and what every
   program has (its start, the dynamic linker) is left out.  A narrow output has
   fewer columns, a wide one more. */

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "show/outputs.h"
#include "show/plot.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/problem.h"
#include "util/text.h"

#define DEFAULT_ROWS       15
#define RESERVED_ROWS       3    /* for sections that others would crowd out */
#define LEAST_NAME_WIDTH   24
#define SPARK_POINTS      500

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

static void print_head(const Show* show)
{
   const Header* header = report_header(show->report);
   show_labelled("Program", header->command_line != NULL  ? header->command_line
                          : header->application != NULL   ? header->application : "not named", show->width);
   print_reports(show);
   GroupedText grouped;
   char line[200];
   snprintf(line, sizeof line, "%s %.100s%s", text_grouped_number(show->ranking.total, grouped),
            show_cost_unit(show->report),
            header->has_total ? "" : " (no k line: the costliest routine's)");
   show_labelled("Total cost", line, show->width);
   print_input_arguments(show);
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
            "at x%g = the routine's share of the cost if all inputs were %g times as large;", times, times);
   putchar('\n');
   print_input(show);
   text_print_wrapped(stdout, "growth = how the cost of a call grows with n, on average and at worst; "
                      "n^2 is quadratic;", 9, show->width);
   text_print_wrapped(stdout, projection, 9, show->width);
   text_print_wrapped(stdout, "total = its share now, with all that it called; self = without.", 9,
                      show->width);
   if (!report_header(show->report)->has_real_sums) {
      text_print_wrapped(stdout, "This report counts recursive calls again in each of their callers: "
                         "totals may be too high.", 0, show->width);
   }
}

/*------------------------------------------------------------------*/
/*--- Columns                                                    ---*/
/*------------------------------------------------------------------*/

typedef char Cell[64];

typedef struct {
   const char* title;
   int         width;
   int         rank;       /* the larger, the sooner it is left out for lack of room */
   bool        is_left;    /* aligned */
   void        (*write)(const Show*, const RankedRoutine*, Cell);
   Style       (*style)(const RankedRoutine*);
} Column;

static void write_percent(double share, Cell cell)
{
   snprintf(cell, sizeof(Cell), "%.1f%%", 100.0 * share);
}

static void write_class(const RankedRoutine* row, GrowthCase which, Cell cell)
{
   GrowthClass class = ranking_class(row, which);
   snprintf(cell, sizeof(Cell), "%s%s", row->is_unknown                   ? "?"
                                        : class == GROWTH_TOO_FEW_POINTS    ? "-"
                                        : class == GROWTH_RANGE_TOO_NARROW  ? "-" : growth_class_name(class),
            ranking_may_be_faster(row, which) ? "+" : "");
}

static void write_mean_class(const Show* show, const RankedRoutine* row, Cell cell)
{
   (void)show;
   write_class(row, GROWTH_MEAN, cell);
}

static void write_worst_class(const Show* show, const RankedRoutine* row, Cell cell)
{
   (void)show;
   write_class(row, GROWTH_WORST, cell);
}

static void write_fit(const Show* show, const RankedRoutine* row, Cell cell)
{
   (void)show;
   GrowthClass class = ranking_class(row, GROWTH_MEAN);
   if (class <= GROWTH_EXP && class != GROWTH_CONSTANT) {
      snprintf(cell, sizeof(Cell), "%.0f%%", 100.0 * fmax(0.0, row->growth->explained[GROWTH_MEAN]));
   } else {
      strcpy(cell, "-");
   }
}

static void write_projected(const Show* show, const RankedRoutine* row, Cell cell)
{
   if (ranking_is_exponential(row)) {
      strcpy(cell, "all");
   } else {
      write_percent(ranking_projected_share(&show->ranking, row).value, cell);
   }
}

static void write_interval(const Show* show, const RankedRoutine* row, Cell cell)
{
   Share share = ranking_projected_share(&show->ranking, row);
   if (ranking_projection(&show->ranking, row).known && !ranking_is_exponential(row)) {
      snprintf(cell, sizeof(Cell), "%.0f..%.0f%%", 100.0 * share.low, 100.0 * share.high);
   } else {
      strcpy(cell, "-");
   }
}

static void write_total(const Show* show, const RankedRoutine* row, Cell cell)
{
   write_percent(ranking_share(row->routine->totals.real_sum, show->ranking.total), cell);
}

static void write_self(const Show* show, const RankedRoutine* row, Cell cell)
{
   if (report_header(show->report)->has_self_costs) {
      write_percent(ranking_share(row->routine->totals.self_sum, show->ranking.total), cell);
   } else {
      strcpy(cell, "-");
   }
}

static void write_short(double number, Cell cell)
{
   ShortText text;
   strcpy(cell, text_short_number(number, text));
}

static void write_cost(const Show* show, const RankedRoutine* row, Cell cell)
{
   (void)show;
   write_short((double)row->routine->totals.real_sum, cell);
}

static void write_self_cost(const Show* show, const RankedRoutine* row, Cell cell)
{
   if (report_header(show->report)->has_self_costs) {
      write_short((double)row->routine->totals.self_sum, cell);
   } else {
      strcpy(cell, "-");
   }
}

static void write_calls(const Show* show, const RankedRoutine* row, Cell cell)
{
   (void)show;
   write_short((double)row->routine->totals.calls, cell);
}

static void write_points(const Show* show, const RankedRoutine* row, Cell cell)
{
   (void)show;
   write_short((double)row->points, cell);
}

static void write_range(const Show* show, const RankedRoutine* row, Cell cell)
{
   (void)show;
   ShortText low, high;
   text_short_number(row->smallest, low);
   if (row->smallest == row->largest) {
      strcpy(cell, low);
   } else {
      snprintf(cell, sizeof(Cell), "%s..%s", low, text_short_number(row->largest, high));
   }
}

/* The mean cost; of very many points, some. */
static void write_spark(const Show* show, const RankedRoutine* row, Cell cell)
{
   size_t count;
   const Point* points = report_routine_points(show->report, row->routine, &count);
   if (count < 2 || row->largest == 0) {
      cell[0] = '\0';
      return;
   }
   PlotPoint plotted[SPARK_POINTS];
   size_t shown = count < SPARK_POINTS ? count : SPARK_POINTS;
   for (size_t i = 0; i < shown; i++) {
      const Point* point = &points[i * (count - 1) / (shown - 1)];
      plotted[i] = (PlotPoint){ point->rms, (double)point->sum / (double)point->calls };
   }
   SparkText text;
   strcpy(cell, plot_spark(plotted, shown, terminal_has_unicode(), text));
}

static Style style_of_mean(const RankedRoutine* row)
{
   return show_growth_style(ranking_class(row, GROWTH_MEAN));
}

static Style style_of_worst(const RankedRoutine* row)
{
   return show_growth_style(ranking_class(row, GROWTH_WORST));
}

#define LONGEST_TITLE  24

enum { COLUMNS = 14 };

/* The columns for this width, in their order; returns how many. */
static size_t choose_columns(const Show* show, Column chosen[COLUMNS])
{
   static char times[LONGEST_TITLE];
   snprintf(times, sizeof times, "at x%g", show->options->ranking.times);
   int times_width = (int)strlen(times) < 6 ? 6 : (int)strlen(times);
   const Column all[] = {
      { "growth",        9,           0,  true,  write_mean_class,  style_of_mean },
      { "at worst",      9,           1,  true,  write_worst_class, style_of_worst },
      { "fit",           4,           7,  false, write_fit,         NULL },
      { times,           times_width, 2,  false, write_projected,   NULL },
      { "95% sure",      9, show->options->has_project ? 3 : 12, false, write_interval, NULL },
      { "total",         6,           0,  false, write_total,       NULL },
      { "self",          6,           5,  false, write_self,        NULL },
      { "cost",          5,           10, false, write_cost,        NULL },
      { "self cost",     9,           11, false, write_self_cost,   NULL },
      { "calls",         5,           3,  false, write_calls,       NULL },
      { "points",        6,           8,  false, write_points,      NULL },
      { "n",             11,          4,  false, write_range,       NULL },
      { "cost by n",     SPARK_COLUMNS, 6, true, write_spark,       NULL },
   };
   enum { ALL = sizeof all / sizeof *all };

   int  room = show->width - LEAST_NAME_WIDTH;
   bool is_chosen[ALL] = { false };
   for (int rank = 0; rank <= 12; rank++) {
      for (int i = 0; i < ALL; i++) {
         if (all[i].rank == rank) {
            room -= all[i].width + 1;
            is_chosen[i] = room >= 0;
         }
      }
   }
   size_t count = 0;
   for (int i = 0; i < ALL; i++) {
      if (is_chosen[i]) {
         chosen[count++] = all[i];
      }
   }
   return count;
}

/* Blanks that make the text as wide as its column.  Every character is one wide. */
static int padding(const char* text, int width)
{
   int characters = 0;
   for (const char* at = text; *at != '\0'; at++) {
      characters += ((unsigned char)*at & 0xc0) != 0x80;
   }
   return characters < width ? width - characters : 0;
}

static void print_cell(const Column* column, const char* text, Style style)
{
   int         blanks = padding(text, column->width);
   const char* begin  = style == STYLE_PLAIN ? "" : terminal_style(style);
   const char* end    = style == STYLE_PLAIN ? "" : terminal_style(STYLE_PLAIN);
   printf("%*s%s%s%s%*s ", column->is_left ? 0 : blanks, "", begin, text, end,
          column->is_left ? blanks : 0, "");
}

/*------------------------------------------------------------------*/
/*--- The table                                                  ---*/
/*------------------------------------------------------------------*/

typedef struct {
   Column columns[COLUMNS];
   size_t count;
   int    name_width;
} Table;

static Table make_table(const Show* show)
{
   Table table = { .name_width = show->width };
   table.count = choose_columns(show, table.columns);
   for (size_t i = 0; i < table.count; i++) {
      table.name_width -= table.columns[i].width + 1;
   }
   return table;
}

static void print_table_head(const Table* table)
{
   fputs(terminal_style(STYLE_HEADING), stdout);
   for (size_t i = 0; i < table->count; i++) {
      print_cell(&table->columns[i], table->columns[i].title, STYLE_PLAIN);
   }
   printf("routine%s\n", terminal_style(STYLE_PLAIN));
}

static void print_row(const Show* show, const Table* table, const RankedRoutine* row)
{
   for (size_t i = 0; i < table->count; i++) {
      const Column* column = &table->columns[i];
      Cell cell;
      column->write(show, row, cell);
      print_cell(column, cell, column->style == NULL || row->is_unknown ? STYLE_PLAIN : column->style(row));
   }
   text_print_cut(stdout, row->routine->name, table->name_width);
   putchar('\n');
}

static void print_rows(const Show* show, const Table* table, size_t first, size_t count)
{
   for (size_t i = 0; i < count; i++) {
      print_row(show, table, &show->ranking.rows[first + i]);
   }
}

/*------------------------------------------------------------------*/
/*--- Sections                                                   ---*/
/*------------------------------------------------------------------*/

/* How many rows each section has, and how many of them are shown: all, or if
   there are too many the first ones, with some kept for each of the first three. */
typedef struct {
   size_t rows[SECTIONS];
   size_t shown[SECTIONS];
} Shares;

static size_t least(size_t a, size_t b)
{
   return a < b ? a : b;
}

/* What every program has is not shown, unless it is asked for, or there is nothing else. */
static bool hides_start_up(const Show* show)
{
   const ShowOptions* options = show->options;
   if ((options->has_limit && options->limit == 0) || options->ranking.name != NULL
       || options->ranking.object != NULL) {
      return false;
   }
   for (size_t i = 0; i < show->ranking.count; i++) {
      if (show->ranking.rows[i].section != SECTION_START_UP) {
         return true;
      }
   }
   return false;
}

static void share_rows(Shares* shares, size_t limit, bool hide_start_up)
{
   size_t left = limit;
   for (Section section = SECTION_FASTER; section <= SECTION_UNKNOWN; section++) {
      shares->shown[section] = least(least(shares->rows[section], RESERVED_ROWS), left);
      left -= shares->shown[section];
   }
   Section last = hide_start_up ? SECTION_SMALL : SECTION_START_UP;
   for (Section section = SECTION_FASTER; section <= last; section++) {
      size_t more = least(shares->rows[section] - shares->shown[section], left);
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
   if (show->options->has_limit && show->options->limit == 0) {
      memcpy(shares.shown, shares.rows, sizeof shares.shown);
   } else {
      share_rows(&shares, show->options->has_limit ? show->options->limit : DEFAULT_ROWS,
                 hides_start_up(show));
   }
   return shares;
}

/* Returns how many rows it has printed. */
static size_t print_sections(const Show* show, const Table* table)
{
   static const char* const titles[SECTIONS] = {
      [SECTION_FASTER]     = "Cost grows faster than the input",
      [SECTION_NOT_FASTER] = "Cost grows as the input, or slower",
      [SECTION_UNKNOWN]    = "Growth not known: too few inputs of different size, or no trend",
      [SECTION_SMALL]      = "Less than 1% of the cost, now and with larger inputs",
      [SECTION_START_UP]   = "Dynamic linker, what runs before main, small nameless routines",
   };
   Shares shares = shares_of(show);
   size_t first = 0;
   size_t shown = 0;
   for (Section section = SECTION_FASTER; section < SECTIONS; section++) {
      if (shares.shown[section] > 0) {
         printf("%s%s%s\n", terminal_style(STYLE_FAINT), titles[section], terminal_style(STYLE_PLAIN));
         print_rows(show, table, first, shares.shown[section]);
         shown += shares.shown[section];
      }
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
      const RankedRoutine* row = &show->ranking.rows[i];
      if (!hide_start_up || row->section != SECTION_START_UP) {
         print_row(show, table, row);
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
      if (ranking_is_exponential(&ranking->rows[i])) {
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

static void print_foot(const Show* show, size_t shown)
{
   const Ranking* ranking = &show->ranking;
   size_t         left_out = count_left_out(show);
   printf("\n%zu of %zu routines", shown, ranking->routine_count);
   fputs(shown < ranking->count ? "; --limit=0 lists all" : "", stdout);
   puts(", --routine=NAME shows one in depth.");
   print_exponentials(show);
   if (left_out > 0) {
      printf("%zu of them are left out: of the dynamic linker, run before main, or small and nameless.\n",
             left_out);
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
   Table table = make_table(show);
   print_table_head(&table);
   size_t shown = show->options->ranking.sort == SORT_DEFAULT ? print_sections(show, &table)
                                                              : print_all(show, &table);
   print_foot(show, shown);
}
