/* The columns of the list of routines. */

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "render/show/outputs.h"
#include "render/show/plot.h"
#include "util/text.h"

static void write_projected(const Answer* routine, const char* field, TableCell cell)
{
   if (tree_get_flag(routine, "exponential")) {
      strcpy(cell, "all");
   } else {
      cell_percent(routine, field, cell);
   }
}

static void write_range(const Answer* routine, const char* field, TableCell cell)
{
   const Answer* range = tree_get(routine, field);
   TableCell     low, high;
   cell_short(range, "min", low);
   cell_short(range, "max", high);
   bool is_one = tree_get_count(range, "min") == tree_get_count(range, "max");
   snprintf(cell, sizeof(TableCell), "%.20s%s%.20s", low, is_one ? "" : "..", is_one ? "" : high);
}

static void write_spark(const Answer* routine, const char* field, bool has_unicode, TableCell cell)
{
   size_t               count;
   g_autofree PlotPoint* points = plot_points(tree_get(routine, field), &count);
   SparkText            text = "";
   strcpy(cell, count == 0 ? "" : plot_spark(points, count, has_unicode, text));
}

static void write_picture(const Answer* routine, const char* field, TableCell cell)
{
   write_spark(routine, field, true, cell);
}

static void write_ascii_picture(const Answer* routine, const char* field, TableCell cell)
{
   write_spark(routine, field, false, cell);
}

/* "report, from count_words" of what inherits its growth; of own code that inherits it from a library, too.
   With a question mark, if that is only probable. */
static int print_name(FILE* out, const Answer* routine, const char* field, int width)
{
   const Answer* origin = tree_get(routine, "origin");
   if (origin == NULL || strcmp(tree_get_text(origin, "kind"), "inherited") != 0) {
      return cell_name(out, routine, field, width);
   }
   const Answer* root = tree_get(origin, "introduced_by");
   const char*   from = tree_get_text(root != NULL ? root : tree_get(origin, "callee"), "name");
   static const char between[] = ", from ";
   const char* end = tree_get_flag(origin, "certain") ? "" : "?";
   int room = width - (int)strlen(between) - (int)strlen(end);
   int most = MAX(room - (int)strlen(from), (int)((int64_t)room * 3 / 5));
   int used = cell_name(out, routine, field, most);
   fputs(between, out);
   used += name_print(out, from, NULL, room - used);
   fputs(end, out);
   return width - room + used;
}

/* "x422" of what reads the same again and again. */
static void write_again(const Answer* routine, const char* field, TableCell cell)
{
   double    times = tree_get_number(routine, field);
   ShortText text;
   snprintf(cell, sizeof(TableCell), "%s%s", isnan(times) ? "" : "x",
            isnan(times) ? "" : text_short_number(times, text));
}

Table list_table(const Look* look)
{
   const Column columns[] = {
      { .title = "growth", .field = "growth.mean.shown", .write = cell_text, .width = 16, .rank = 0,
        .is_left = true, .is_fitted = true, .style = style_of_level, .styled_by = "growth.mean" },
      { .title = "at worst", .field = "at_worst", .write = cell_text, .width = 12, .rank = 6,
        .gap = 1, .is_fitted = true, .style = style_of_level, .styled_by = "growth.worst" },
      { .title = "", .field = "projected", .write = write_projected, .width = 6, .rank = 2,
        .gap = 1 },
      { .title = "total", .field = "share", .write = cell_percent, .width = 6, .rank = 0, .gap = 1 },
      { .title = "self", .field = "self_share", .write = cell_percent, .width = 6, .rank = 5, .gap = 1 },
      { .title = "cost", .field = "cost", .write = cell_short, .width = 5, .rank = 10, .gap = 1 },
      { .title = "self cost", .field = "self_cost", .write = cell_short, .rank = 11, .gap = 1 },
      { .title = "read", .field = "read_again", .write = write_again, .width = 5, .rank = 1, .gap = 1,
        .is_fitted = true },
      { .title = "calls", .field = "calls", .write = cell_short, .width = 5, .rank = 3, .gap = 1 },
      { .title = "points", .field = "points", .write = cell_short, .width = 6, .rank = 9, .gap = 1 },
      { .title = "n", .field = "rms", .write = write_range, .width = 11, .rank = 4, .gap = 1 },
      { .title = "cost by n", .field = "picture",
        .write = look->has_unicode ? write_picture : write_ascii_picture, .width = SPARK_COLUMNS, .rank = 8,
        .gap = 1, .is_left = true },
      { .title = "routine", .field = "name", .print = print_name, .width = 24, .rank = 0, .gap = 1 },
   };
   return table_of(columns, G_N_ELEMENTS(columns));
}
