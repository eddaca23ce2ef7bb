/* Plots in plain text: a grid of characters, filled and then printed. */

#include "render/show/plot.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#include "util/memory.h"
#include "util/text.h"

#define PLOT_ROWS      16
#define PLOT_COLUMNS   72   /* more make a plot no clearer */
#define LABEL_COLUMNS   7   /* "  1.23M" */

/* From a value to a position between 0 and 1. */
typedef struct {
   bool   is_log;
   double low;
   double high;
} Axis;

typedef struct {
   Axis x;
   Axis y;
   int  columns;
   char marks[PLOT_ROWS][PLOT_COLUMNS + 1];
} Grid;

PlotPoint* plot_points(const Answer* list, size_t* count)
{
   *count = tree_length(list);
   PlotPoint* points = memory_resize(NULL, *count + 1, sizeof *points);
   for (size_t i = 0; i < *count; i++) {
      g_autoptr(Answer) item = tree_item(list, i);
      g_autoptr(Answer) x = tree_item(item, 0);
      g_autoptr(Answer) y = tree_item(item, 1);
      points[i] = (PlotPoint){ tree_get_number(x, ""), tree_get_number(y, "") };
   }
   return points;
}

/*--- Axes ---*/

/* Returns where the value stands on the axis. On a logarithmic axis, 0 is one step below 1. */
static double on_axis(const Axis* axis, double value)
{
   return !axis->is_log ? value : log2(value < 0.5 ? 0.5 : value);
}

static double position(const Axis* axis, double value)
{
   double low = on_axis(axis, axis->low);
   double high = on_axis(axis, axis->high);
   return high > low ? (on_axis(axis, value) - low) / (high - low) : 0.0;
}

static double value_at(const Axis* axis, double where)
{
   double low = on_axis(axis, axis->low);
   double value = low + where * (on_axis(axis, axis->high) - low);
   return axis->is_log ? exp2(value) : value;
}

static int cell_at(double where, int cells)
{
   return (int)(where * (cells - 1) + 0.5);
}

static void find_ranges(Grid* grid, const Plot* plot)
{
   grid->x = (Axis){ plot->is_log, plot->points[0].x, plot->points[0].x };
   grid->y = (Axis){ plot->is_log, plot->points[0].y, plot->points[0].y };
   for (size_t i = 1; i < plot->count; i++) {
      grid->x.low = fmin(grid->x.low, plot->points[i].x);
      grid->x.high = fmax(grid->x.high, plot->points[i].x);
      grid->y.low = fmin(grid->y.low, plot->points[i].y);
      grid->y.high = fmax(grid->y.high, plot->points[i].y);
   }
   if (!plot->is_log) {
      grid->y.low = 0.0;
   }
}

/*--- Filling ---*/

static void mark_curve(Grid* grid, const Plot* plot)
{
   for (int column = 0; column < grid->columns; column++) {
      double x = value_at(&grid->x, grid->columns > 1 ? (double)column / (grid->columns - 1) : 0.0);
      double where = position(&grid->y, plot->curve(plot->closure, x));
      if (where >= 0.0 && where <= 1.0) {
         grid->marks[cell_at(where, PLOT_ROWS)][column] = '.';
      }
   }
}

static void mark_points(Grid* grid, const Plot* plot)
{
   for (size_t i = 0; i < plot->count; i++) {
      int column = cell_at(position(&grid->x, plot->points[i].x), grid->columns);
      int row = cell_at(position(&grid->y, plot->points[i].y), PLOT_ROWS);
      g_assert(row >= 0 && row < PLOT_ROWS && column >= 0 && column < grid->columns);
      grid->marks[row][column] = '*';
   }
}

/*--- Printing ---*/

static void print_row(FILE* out, const Grid* grid, int row)
{
   ShortText label = "";
   bool is_labelled = row == 0 || row == PLOT_ROWS - 1 || (grid->y.is_log && row % 5 == 0);
   if (is_labelled) {
      text_short_number(value_at(&grid->y, (double)row / (PLOT_ROWS - 1)), label);
   }
   int used = grid->columns;
   while (used > 0 && grid->marks[row][used - 1] == ' ') {
      used--;
   }
   fprintf(out, "%*s |%.*s\n", LABEL_COLUMNS, label, used, grid->marks[row]);
}

/* Both ends, and the middle where it is no mean of them. */
static void print_x_axis(FILE* out, const Grid* grid, const char* label)
{
   fprintf(out, "%*s +", LABEL_COLUMNS, "");
   for (int i = 0; i < grid->columns; i++) {
      fputc('-', out);
   }
   ShortText low, middle = "", high;
   text_short_number(grid->x.low, low);
   text_short_number(grid->x.high, high);
   if (grid->x.is_log) {
      text_short_number(round(value_at(&grid->x, 0.5)), middle);
   }
   int half = grid->columns / 2;
   fprintf(out, "\n%*s  %-*s%-*s%*s  %s\n", LABEL_COLUMNS, "", half, low, half - (int)strlen(high), middle,
           (int)strlen(high) + grid->columns % 2, high, label);
}

void plot_print(FILE* out, const Plot* plot, int columns)
{
   g_assert(plot->count > 1 && plot->points[0].x < plot->points[plot->count - 1].x);
   Grid grid = { .columns = columns - LABEL_COLUMNS - 4 - (int)strlen(plot->x_label) };
   grid.columns = grid.columns > PLOT_COLUMNS ? PLOT_COLUMNS : grid.columns;
   memset(grid.marks, ' ', sizeof grid.marks);
   find_ranges(&grid, plot);
   if (plot->curve != NULL) {
      mark_curve(&grid, plot);
   }
   mark_points(&grid, plot);

   fprintf(out, "%*s\n", LABEL_COLUMNS + 1, plot->y_label);
   for (int row = PLOT_ROWS - 1; row >= 0; row--) {
      print_row(out, &grid, row);
   }
   print_x_axis(out, &grid, plot->x_label);
}

/*--- One line ---*/

/* The mean y of the points in each column; columns without a point lie on a
   line between their neighbours. */
static void find_heights(const PlotPoint* points, size_t count, double heights[SPARK_COLUMNS])
{
   size_t in_column[SPARK_COLUMNS] = { 0 };
   Axis   x = { .high = points[count - 1].x };
   for (int i = 0; i < SPARK_COLUMNS; i++) {
      heights[i] = 0.0;
   }
   for (size_t i = 0; i < count; i++) {
      int column = cell_at(position(&x, points[i].x), SPARK_COLUMNS);
      g_assert(column >= 0 && column < SPARK_COLUMNS);
      heights[column] += points[i].y;
      in_column[column]++;
   }
   int before = -1;   /* the nearest column with points */
   for (int i = 0; i < SPARK_COLUMNS; i++) {
      if (in_column[i] == 0) {
         continue;
      }
      heights[i] /= (double)in_column[i];
      for (int k = before + 1; k < i; k++) {
         heights[k] = before < 0 ? -1.0
                      : heights[before] + (heights[i] - heights[before]) * (k - before) / (i - before);
      }
      before = i;
   }
}

/* Points in ascending order of x. */
const char* plot_spark(const PlotPoint* points, size_t count, bool unicode, SparkText text)
{
   static const char* const blocks[] = {
      "\u2581", "\u2582", "\u2583", "\u2584", "\u2585", "\u2586", "\u2587", "\u2588"
   };
   static const char* const blacks[] = { ".", ":", "-", "=", "+", "*", "#", "@" };
   enum { LEVELS = sizeof blocks / sizeof *blocks };

   double heights[SPARK_COLUMNS];
   find_heights(points, count, heights);
   Axis y = { .high = 0.0 };
   for (int i = 0; i < SPARK_COLUMNS; i++) {
      y.high = fmax(y.high, heights[i]);
   }
   text[0] = '\0';
   for (int i = 0; i < SPARK_COLUMNS; i++) {
      int level = cell_at(position(&y, heights[i]), LEVELS);
      strcat(text, heights[i] < 0.0 ? " " : unicode ? blocks[level] : blacks[level]);
   }
   return text;
}
