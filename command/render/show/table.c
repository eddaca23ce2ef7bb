/* The columns of the list, and its rows. */

#include "render/show/table.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/names.h"
#include "render/show/plot.h"
#include "util/text.h"

#define LEAST_NAME_WIDTH  24

Style render_level_style(const Answer* growth_case)
{
   if (tree_get(growth_case, "level") == NULL) {
      return STYLE_FAINT;
   }
   uint64_t level = tree_get_count(growth_case, "level");
   return level >= 4 ? STYLE_ALARM : level >= 2 ? STYLE_WARNING : STYLE_GOOD;
}

/*--- Columns ---*/

/* A cell is of the value of this name in the routine; "-" if it is not known. */

static void write_text(const Answer* routine, const char* name, TableCell cell)
{
   strcpy(cell, tree_get_text(routine, name));
}

static void write_short(const Answer* routine, const char* name, TableCell cell)
{
   ShortText text;
   bool      is_known = tree_get(routine, name) != NULL;
   strcpy(cell, is_known ? text_short_number((double)tree_get_count(routine, name), text) : "-");
}

/* Nothing if it is as on average; "to n^2" if slower classes remain possible. */
static void write_worst(const Answer* routine, const char* name, TableCell cell)
{
   bool        has_second = tree_get(routine, name) != NULL;
   const char* class = tree_get_text(routine, has_second ? name : "growth.worst.shown");
   bool        differs = tree_get(routine, "growth.worst.level") != NULL
                         && strcmp(class, tree_get_text(routine, "growth.mean.shown")) != 0
                         && strcmp(tree_get_text(routine, "growth.worst.shown"),
                                   tree_get_text(routine, "growth.mean.shown")) != 0;
   snprintf(cell, sizeof(TableCell), "%s%s", differs && has_second ? "to " : "", differs ? class : "");
}

/* In a part of a run, a share may be larger than 1. */
static void write_percent(const Answer* routine, const char* name, TableCell cell)
{
   double share = tree_get_number(routine, name);
   if (isfinite(share)) {
      snprintf(cell, sizeof(TableCell), share < 9.9995 ? "%.1f%%" : "%.0f%%", 100.0 * share);
   } else {
      strcpy(cell, "-");
   }
}

static bool is_exponential(const Answer* routine)
{
   return strcmp(tree_get_text(routine, "growth.mean.shown"), "exp") == 0;
}

static void write_projected(const Answer* routine, const char* name, TableCell cell)
{
   if (is_exponential(routine)) {
      strcpy(cell, "all");
   } else if (strcmp(tree_get_text(routine, "projection.state"), "open") == 0) {
      strcpy(cell, "-");
   } else {
      write_percent(routine, name, cell);
   }
}

static void write_range(const Answer* routine, const char* name, TableCell cell)
{
   const Answer* range = tree_get(routine, name);
   TableCell     low, high;
   write_short(range, "min", low);
   write_short(range, "max", high);
   if (tree_get_count(range, "min") == tree_get_count(range, "max")) {
      strcpy(cell, low);
   } else {
      snprintf(cell, sizeof(TableCell), "%.20s..%.20s", low, high);
   }
}

static void write_spark(const Answer* routine, const char* name, bool has_unicode, TableCell cell)
{
   size_t     count;
   PlotPoint* points = plot_points(tree_get(routine, name), &count);
   SparkText  text = "";
   strcpy(cell, count == 0 ? "" : plot_spark(points, count, has_unicode, text));
   free(points);
}

static void write_picture(const Answer* routine, const char* name, TableCell cell)
{
   write_spark(routine, name, true, cell);
}

static void write_ascii_picture(const Answer* routine, const char* name, TableCell cell)
{
   write_spark(routine, name, false, cell);
}

/* All columns in their order, with the widths that they have if the rows are not known before. */
static void set_columns(Table* table, const Look* look)
{
   int times_width = (int)strlen(table->times) < 6 ? 6 : (int)strlen(table->times);
   const Column all[] = {
      { "growth",    16, 0, true, write_text, "growth.mean.shown", "growth.mean" },
      { "at worst",  12, 6, false, write_worst, "growth.worst.second", "growth.worst" },
      { table->times, times_width, 2, false, write_projected, "projection.share.value", NULL },
      { "total",     6, 0, false, write_percent, "share", NULL },
      { "self",      6, 5, false, write_percent, "self_share", NULL },
      { "cost",      5, 10, false, write_short, "cost", NULL },
      { "self cost", 9, 11, false, write_short, "self_cost", NULL },
      { "calls",     5, 3, false, write_short, "calls", NULL },
      { "points",    6, 9, false, write_short, "points", NULL },
      { "n",         11, 4, false, write_range, "rms", NULL },
      { "cost by n", SPARK_COLUMNS, 8, true,
        look->has_unicode ? write_picture : write_ascii_picture, "picture", NULL },
   };
   table->count = sizeof all / sizeof *all;
   memcpy(table->columns, all, sizeof all);
}

static int count_characters(const char* text)
{
   int characters = 0;
   for (const char* at = text; *at != '\0'; at++) {
      characters += ((unsigned char)*at & 0xc0) != 0x80;
   }
   return characters;
}

void table_measure(Table* table, const Answer* routine)
{
   for (size_t i = 0; i < table->count; i++) {
      TableCell cell;
      table->columns[i].write(routine, table->columns[i].name, cell);
      int width = count_characters(cell);
      table->used[i] = width > table->used[i] ? width : table->used[i];
   }
   table->is_measured = true;
}

/* Classes need the room that they need, and a column without any of them needs none. */
static void take_measures(Table* table)
{
   for (size_t i = 0; i < table->count && table->is_measured; i++) {
      Column* column = &table->columns[i];
      int     title = (int)strlen(column->title);
      bool    has_classes = column->level != NULL;
      table->is_needed[i] = !has_classes || table->used[i] > 0;
      if (has_classes || table->used[i] > column->width) {
         column->width = table->used[i] > title ? table->used[i] : title;
      }
   }
}

/* Leaves no column out where nothing is cut. */
void table_choose(Table* table, const Look* look)
{
   int  room = look->width - LEAST_NAME_WIDTH;
   bool is_chosen[TABLE_COLUMNS] = { false };
   take_measures(table);
   int  last = 0;
   for (size_t i = 0; i < table->count; i++) {
      last = MAX(last, table->columns[i].rank);
   }
   for (int rank = 0; rank <= last; rank++) {
      for (size_t i = 0; i < table->count; i++) {
         if (table->columns[i].rank == rank && table->is_needed[i]) {
            room -= table->columns[i].width + 1;
            is_chosen[i] = room >= 0 || !look->is_cut;
         }
      }
   }
   size_t chosen = 0;
   table->name_width = look->width;
   for (size_t i = 0; i < table->count; i++) {
      if (is_chosen[i]) {
         table->columns[chosen++] = table->columns[i];
         table->name_width -= table->columns[i].width + 1;
      } else {
         table->left_out += table->is_needed[i];
      }
   }
   table->count = chosen;
   table->name_width = look->is_cut ? table->name_width : look->name_width;
}

/* Blanks that make the text as wide as its column.  Every character is one wide. */
static int padding(const char* text, int width)
{
   int characters = count_characters(text);
   return characters < width ? width - characters : 0;
}

static void print_cell(FILE* out, const Column* column, const char* text, Style style)
{
   int         blanks = padding(text, column->width);
   const char* begin  = style == STYLE_PLAIN ? "" : terminal_style(out, style);
   const char* end    = style == STYLE_PLAIN ? "" : terminal_style(out, STYLE_PLAIN);
   fprintf(out, "%*s%s%s%s%*s ", column->is_left ? 0 : blanks, "", begin, text, end,
           column->is_left ? blanks : 0, "");
}

/*--- The table ---*/

void table_init(Table* table, double times, const Look* look)
{
   *table = (Table){ .name_width = look->width };
   snprintf(table->times, sizeof table->times, "at x%g", times);
   set_columns(table, look);
   for (size_t i = 0; i < table->count; i++) {
      table->is_needed[i] = true;
   }
}

void table_print_head(FILE* out, const Table* table)
{
   fputs(terminal_style(out, STYLE_HEADING), out);
   for (size_t i = 0; i < table->count; i++) {
      print_cell(out, &table->columns[i], table->columns[i].title, STYLE_PLAIN);
   }
   fprintf(out, "routine%s\n", terminal_style(out, STYLE_PLAIN));
}

/* Prints the name as it fits: without the arguments of templates, and without what encloses the routine.
   Returns how many columns it has used. */
static int print_short_name(FILE* out, const Answer* routine, int width)
{
   const char* mangled = tree_has(routine, "mangled") ? tree_get_text(routine, "mangled") : NULL;
   char* name = name_shorten(tree_get_text(routine, "name"), mangled, (size_t)(width < 0 ? 0 : width));
   int   used = text_print_cut(out, name, width);
   g_free(name);
   return used;
}

/* "report, from count_words" of what inherits its growth; of own code that inherits it from a library, too.
   With a question mark, if that is only probable. */
static void print_name(FILE* out, const Answer* routine, int width)
{
   const Answer* origin = tree_get(routine, "origin");
   if (origin == NULL || strcmp(tree_get_text(origin, "kind"), "inherited") != 0) {
      print_short_name(out, routine, width);
      return;
   }
   const Answer* root = tree_get(origin, "introduced_by");
   const Answer* from = root != NULL ? root : tree_get(origin, "callee");
   int           length = (int)strlen(tree_get_text(from, "name"));
   static const char between[] = ", from ";
   const char* end = tree_get_flag(origin, "certain") ? "" : "?";
   int room = width - (int)strlen(between) - (int)strlen(end);
   int most_of_it = (int)((int64_t)room * 3 / 5);
   int most = room - length > most_of_it ? room - length : most_of_it;
   int used = print_short_name(out, routine, most);
   fputs(between, out);
   print_short_name(out, from, room - used);
   fputs(end, out);
}

/* Returns the style of a cell: plain if its level is not known. */
static Style style_of(const Column* column, const Answer* routine, const char* cell)
{
   return column->level == NULL || *cell == '?' ? STYLE_PLAIN
                                                : render_level_style(tree_get(routine, column->level));
}

void table_print_row(FILE* out, const Table* table, const Answer* routine)
{
   for (size_t i = 0; i < table->count; i++) {
      const Column* column = &table->columns[i];
      TableCell     cell;
      column->write(routine, column->name, cell);
      print_cell(out, column, cell, style_of(column, routine, cell));
   }
   print_name(out, routine, table->name_width);
   putc('\n', out);
}
