/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The columns of the list, and its rows. */

#include "render/show/table.h"

#include <math.h>
#include <string.h>

#include "render/show/plot.h"
#include "util/text.h"

#define LEAST_NAME_WIDTH   24
#define SPARK_POINTS      500

/*------------------------------------------------------------------*/
/*--- Columns                                                    ---*/
/*------------------------------------------------------------------*/

/* In a part of a run, a share may be larger than 1. */
static void write_percent(double share, TableCell cell)
{
   snprintf(cell, sizeof(TableCell), share < 9.9995 ? "%.1f%%" : "%.0f%%", 100.0 * share);
}

void table_write_class(const RoutineFacts* row, GrowthCase which, TableCell cell)
{
   GrowthClass class = routine_class(row, which);
   snprintf(cell, sizeof(TableCell), "%s%s",
            row->is_unknown                    ? "?"
            : class == GROWTH_TOO_FEW_POINTS   ? "-"
            : class == GROWTH_RANGE_TOO_NARROW ? "-" : growth_class_name(class),
            routine_may_be_faster(row, which) ? "+" : "");
}

static void write_mean_class(const Show* show, const RoutineFacts* row, TableCell cell)
{
   (void)show;
   table_write_class(row, GROWTH_MEAN, cell);
}

static void write_worst_class(const Show* show, const RoutineFacts* row, TableCell cell)
{
   (void)show;
   table_write_class(row, GROWTH_WORST, cell);
}

static void write_fit(const Show* show, const RoutineFacts* row, TableCell cell)
{
   (void)show;
   GrowthClass class = routine_class(row, GROWTH_MEAN);
   if (class <= GROWTH_EXP && class != GROWTH_CONSTANT) {
      snprintf(cell, sizeof(TableCell), "%.0f%%", 100.0 * fmax(0.0, routine_case(row, GROWTH_MEAN)->explained));
   } else {
      strcpy(cell, "-");
   }
}

static void write_projected(const Show* show, const RoutineFacts* row, TableCell cell)
{
   if (routine_is_exponential(row)) {
      strcpy(cell, "all");
   } else {
      write_percent(ranking_projected_share(&show->ranking, row).value, cell);
   }
}

static void write_interval(const Show* show, const RoutineFacts* row, TableCell cell)
{
   Share share = ranking_projected_share(&show->ranking, row);
   if (ranking_projection(&show->ranking, row).known && !routine_is_exponential(row)) {
      snprintf(cell, sizeof(TableCell), "%.0f..%.0f%%", 100.0 * share.low, 100.0 * share.high);
   } else {
      strcpy(cell, "-");
   }
}

static void write_total(const Show* show, const RoutineFacts* row, TableCell cell)
{
   write_percent(ranking_share(row->routine->totals.real_sum, show->ranking.total), cell);
}

static void write_self(const Show* show, const RoutineFacts* row, TableCell cell)
{
   if (report_header(show->report)->has_self_costs) {
      write_percent(ranking_share(row->routine->totals.self_sum, show->ranking.total), cell);
   } else {
      strcpy(cell, "-");
   }
}

static void write_short(double number, TableCell cell)
{
   ShortText text;
   strcpy(cell, text_short_number(number, text));
}

static void write_cost(const Show* show, const RoutineFacts* row, TableCell cell)
{
   (void)show;
   write_short((double)row->routine->totals.real_sum, cell);
}

static void write_self_cost(const Show* show, const RoutineFacts* row, TableCell cell)
{
   if (report_header(show->report)->has_self_costs) {
      write_short((double)row->routine->totals.self_sum, cell);
   } else {
      strcpy(cell, "-");
   }
}

static void write_calls(const Show* show, const RoutineFacts* row, TableCell cell)
{
   (void)show;
   write_short((double)row->routine->totals.calls, cell);
}

static void write_points(const Show* show, const RoutineFacts* row, TableCell cell)
{
   (void)show;
   write_short((double)row->points, cell);
}

static void write_range(const Show* show, const RoutineFacts* row, TableCell cell)
{
   (void)show;
   ShortText low, high;
   text_short_number(row->smallest, low);
   if (row->smallest == row->largest) {
      strcpy(cell, low);
   } else {
      snprintf(cell, sizeof(TableCell), "%s..%s", low, text_short_number(row->largest, high));
   }
}

/* The mean cost; of very many points, some. */
static void write_spark(const Show* show, const RoutineFacts* row, TableCell cell)
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

static Style style_of_mean(const RoutineFacts* row)
{
   return show_growth_style(routine_class(row, GROWTH_MEAN));
}

static Style style_of_worst(const RoutineFacts* row)
{
   return show_growth_style(routine_class(row, GROWTH_WORST));
}

#define LONGEST_TITLE  24

/* The columns for this width, in their order; returns how many. */
static size_t choose_columns(const Show* show, Column chosen[TABLE_COLUMNS])
{
   static char times[LONGEST_TITLE];
   snprintf(times, sizeof times, "at x%g", show->options->ranking.times);
   int times_width = (int)strlen(times) < 6 ? 6 : (int)strlen(times);
   const Column all[] = {
      { "growth",        9,           0,  true,  write_mean_class,  style_of_mean },
      { "at worst",      9,           1,  true,  write_worst_class, style_of_worst },
      { "fit",           4,           7,  false, write_fit,         NULL },
      { times,           times_width, 2,  false, write_projected,   NULL },
      { "95% sure",      9, show->options->has_project ? 3 : 6, false, write_interval, NULL },
      { "total",         6,           0,  false, write_total,       NULL },
      { "self",          6,           5,  false, write_self,        NULL },
      { "cost",          5,           10, false, write_cost,        NULL },
      { "self cost",     9,           11, false, write_self_cost,   NULL },
      { "calls",         5,           3,  false, write_calls,       NULL },
      { "points",        6,           9,  false, write_points,      NULL },
      { "n",             11,          4,  false, write_range,       NULL },
      { "cost by n",     SPARK_COLUMNS, 8, true, write_spark,       NULL },
   };
   enum { ALL = sizeof all / sizeof *all };

   int  room = show->width - LEAST_NAME_WIDTH;
   bool is_chosen[ALL] = { false };
   for (int rank = 0; rank <= 11; rank++) {
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

Table table_make(const Show* show)
{
   Table table = { .name_width = show->width };
   table.count = choose_columns(show, table.columns);
   for (size_t i = 0; i < table.count; i++) {
      table.name_width -= table.columns[i].width + 1;
   }
   return table;
}

void table_print_head(const Table* table)
{
   fputs(terminal_style(STYLE_HEADING), stdout);
   for (size_t i = 0; i < table->count; i++) {
      print_cell(&table->columns[i], table->columns[i].title, STYLE_PLAIN);
   }
   printf("routine%s\n", terminal_style(STYLE_PLAIN));
}

/* "report, from count_words" of what inherits its growth; of own code that inherits it from a library, too.
   With a question mark, if that is only probable. */
static void print_name(const RoutineFacts* row, int width)
{
   const Origin* origin = routine_origin(row);
   if (origin == NULL || origin->kind != ORIGIN_INHERITED) {
      text_print_cut(stdout, row->routine->name, width);
      return;
   }
   const Routine* from = origin->root != NULL ? origin->root : origin->callee;
   static const char between[] = ", from ";
   const char* end = origin->is_certain ? "" : "?";
   int room = width - (int)strlen(between) - (int)strlen(end);
   int most = room - (int)strlen(from->name) > room / 2 ? room - (int)strlen(from->name) : room / 2;
   int used = text_print_cut(stdout, row->routine->name, most);
   fputs(between, stdout);
   text_print_cut(stdout, from->name, room - used);
   fputs(end, stdout);
}

void table_print_row(const Show* show, const Table* table, const RoutineFacts* row)
{
   for (size_t i = 0; i < table->count; i++) {
      const Column* column = &table->columns[i];
      TableCell cell;
      column->write(show, row, cell);
      print_cell(column, cell, column->style == NULL || row->is_unknown ? STYLE_PLAIN : column->style(row));
   }
   print_name(row, table->name_width);
   putchar('\n');
}
