/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Plots in plain text: a grid of characters, filled and then printed. */

#include "plot.h"

#include <string.h>

#include "text.h"

#define PLOT_ROWS      14
#define PLOT_COLUMNS   72   /* more make a plot no clearer */
#define LABEL_COLUMNS   7   /* "  1.23M" */

typedef struct {
   double low_x;
   double high_x;
   double high_y;
   int    columns;
   char   marks[PLOT_ROWS][PLOT_COLUMNS + 1];
} Grid;

static void find_ranges(Grid* grid, const PlotPoint* points, size_t count)
{
   grid->low_x = grid->high_x = points[0].x;
   grid->high_y = points[0].y;
   for (size_t i = 1; i < count; i++) {
      grid->low_x = points[i].x < grid->low_x ? points[i].x : grid->low_x;
      grid->high_x = points[i].x > grid->high_x ? points[i].x : grid->high_x;
      grid->high_y = points[i].y > grid->high_y ? points[i].y : grid->high_y;
   }
}

/* Of the cells 0 to count - 1, the one of a value between 0 and `high`. */
static int cell_of(double value, double high, int count)
{
   return high > 0 ? (int)(value / high * (count - 1) + 0.5) : 0;
}

static void mark_points(Grid* grid, const PlotPoint* points, size_t count)
{
   for (size_t i = 0; i < count; i++) {
      int column = cell_of(points[i].x - grid->low_x, grid->high_x - grid->low_x, grid->columns);
      int row = cell_of(points[i].y, grid->high_y, PLOT_ROWS);
      grid->marks[row][column] = '*';
   }
}

static void print_row(FILE* out, const Grid* grid, int row)
{
   ShortText label = "";
   if (row == 0 || row == PLOT_ROWS - 1) {
      text_short_number(row == 0 ? 0 : grid->high_y, label);
   }
   int used = grid->columns;
   while (used > 0 && grid->marks[row][used - 1] == ' ') {
      used--;
   }
   fprintf(out, "%*s |%.*s\n", LABEL_COLUMNS, label, used, grid->marks[row]);
}

static void print_x_axis(FILE* out, const Grid* grid, const char* label)
{
   fprintf(out, "%*s +", LABEL_COLUMNS, "");
   for (int i = 0; i < grid->columns; i++) {
      fputc('-', out);
   }
   ShortText low, high;
   text_short_number(grid->low_x, low);
   text_short_number(grid->high_x, high);
   fprintf(out, "\n%*s  %s%*s  %s\n", LABEL_COLUMNS, "", low, grid->columns - (int)strlen(low), high, label);
}

void plot_scatter(FILE* out, const PlotPoint* points, size_t count, int columns,
                  const char* x_label, const char* y_label)
{
   Grid grid = { .columns = columns - LABEL_COLUMNS - 4 - (int)strlen(x_label) };
   grid.columns = grid.columns > PLOT_COLUMNS ? PLOT_COLUMNS : grid.columns;
   memset(grid.marks, ' ', sizeof grid.marks);
   find_ranges(&grid, points, count);
   mark_points(&grid, points, count);

   fprintf(out, "%*s\n", LABEL_COLUMNS + 1, y_label);
   for (int row = PLOT_ROWS - 1; row >= 0; row--) {
      print_row(out, &grid, row);
   }
   print_x_axis(out, &grid, x_label);
}
