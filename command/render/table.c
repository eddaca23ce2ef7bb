/* Columns are chosen by rank, as long as there is room; then those without a width of their own share what is
   left.  Blanks are printed only before text, so that no line ends with one. */

#include "render/table.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "model/names.h"
#include "util/text.h"

/* A name that is longer has a line of its own, where lines have no end. */
#define WIDEST_NAME  60

Table table_of(const Column* columns, size_t count)
{
   Table table = { .count = count };
   g_assert(count <= TABLE_COLUMNS);
   memcpy(table.columns, columns, count * sizeof *columns);
   return table;
}

void table_set_title(Table* table, const char* field, const char* title)
{
   for (size_t i = 0; i < table->count; i++) {
      if (strcmp(table->columns[i].field, field) == 0) {
         table->columns[i].title = title;
         return;
      }
   }
   g_assert_not_reached();
}

/*--- Widths ---*/

static bool is_flexible(const Column* column)
{
   return column->write == NULL;
}

/* Returns the name of a row that fits; to be freed. */
static char* name_of(const Answer* row, const char* field, size_t width)
{
   const char* mangled = tree_has(row, "mangled") ? tree_get_text(row, "mangled") : NULL;
   return name_shorten(tree_get_text(row, field), mangled, width);
}

void table_measure(Table* table, const Answer* row)
{
   for (size_t i = 0; i < table->count; i++) {
      const Column* column = &table->columns[i];
      if (!is_flexible(column)) {
         TableCell cell;
         column->write(row, column->field, cell);
         table->used[i] = MAX(table->used[i], text_columns(cell));
      } else if (column->wanted > 0) {
         g_autofree char* name = name_of(row, column->field, SIZE_MAX);
         table->used[i] = MAX(table->used[i], text_columns(name));
      }
   }
   table->is_measured = true;
}

/* Sets how wide each column is at least; 0: it is not needed. */
static void take_measures(Table* table)
{
   for (size_t i = 0; i < table->count; i++) {
      const Column* column = &table->columns[i];
      int           used = table->used[i];
      int           title = text_columns(column->title);
      bool          is_fitted = column->is_fitted && table->is_measured;
      table->widths[i] = is_flexible(column)      ? MAX(column->width, MIN(used, column->wanted))
                         : is_fitted && used == 0 ? 0
                         : is_fitted              ? MAX(used, title) : MAX(column->width, MAX(used, title));
   }
}

/* Gives names as much as they use, and the last column the rest.  Names give back what the line has not. */
static void share_rest(Table* table, int rest)
{
   for (size_t i = 0; i < table->count; i++) {
      const Column* column = &table->columns[i];
      int*          width = &table->widths[i];
      if (is_flexible(column)) {
         int most = i + 1 == table->count ? INT_MAX
                    : table->is_boundless ? MIN(table->used[i], WIDEST_NAME) : table->used[i];
         int more = rest >= 0 ? CLAMP(most - *width, 0, rest) : MAX(rest, column->width - *width);
         *width += more;
         rest -= more;
      }
   }
}

/* Returns how wide those are that it has chosen. */
static int choose(Table* table, int width, bool is_chosen[TABLE_COLUMNS])
{
   int room = width, used = 0, last = 0;
   for (size_t i = 0; i < table->count; i++) {
      last = MAX(last, table->columns[i].rank);
   }
   for (int rank = 0; rank <= last; rank++) {
      for (size_t i = 0; i < table->count; i++) {
         const Column* column = &table->columns[i];
         if (column->rank == rank && (is_flexible(column) || table->widths[i] > 0)) {
            int wanted = column->gap + table->widths[i];
            room -= wanted;
            is_chosen[i] = rank == 0 || room >= 0;
            used += is_chosen[i] ? wanted : 0;
            table->left_out += !is_chosen[i];
         }
      }
   }
   return used;
}

void table_choose(Table* table, int width, int line)
{
   bool   is_chosen[TABLE_COLUMNS] = { false };
   size_t count = 0;
   table->is_boundless = line == TERMINAL_BOUNDLESS;
   take_measures(table);
   int rest = line - choose(table, width, is_chosen);
   g_assert(width <= line);
   for (size_t i = 0; i < table->count; i++) {
      if (is_chosen[i]) {
         table->used[count] = table->used[i];
         table->widths[count] = table->widths[i];
         table->columns[count++] = table->columns[i];
      }
   }
   table->count = count;
   share_rest(table, rest);
}

/*--- Lines ---*/

static void print_blanks(FILE* out, int* blanks)
{
   fprintf(out, "%*s", *blanks, "");
   *blanks = 0;
}

/* Prints blanks before the cell, and remembers those behind it. */
static void print_cell(FILE* out, const Table* table, size_t index, const char* text, Style style,
                       int* blanks)
{
   const Column* column = &table->columns[index];
   bool          is_left = column->is_left || is_flexible(column);
   int           padding = MAX(table->widths[index] - text_columns(text), 0);
   *blanks += column->gap + (is_left ? 0 : padding);
   if (*text != '\0') {
      print_blanks(out, blanks);
      fprintf(out, "%s%s%s", style == STYLE_PLAIN ? "" : terminal_style(out, style), text,
              style == STYLE_PLAIN ? "" : terminal_style(out, STYLE_PLAIN));
   }
   *blanks += is_left ? padding : 0;
}

/* A name that is longer than its column, because nothing is cut, has a line of its own, so that what stands
   behind it stays below its titles. */
static void print_flexible(FILE* out, const Table* table, size_t index, const Answer* row, int* blanks)
{
   const Column* column = &table->columns[index];
   int           width = table->widths[index];
   *blanks += column->gap;
   print_blanks(out, blanks);
   int used = column->print(out, row, column->field, table->is_boundless ? TERMINAL_BOUNDLESS : width);
   if (used > width && index + 1 < table->count) {
      putc('\n', out);
      used = 0;
   }
   *blanks = width - used;
}

static void print_above(FILE* out, const Table* table)
{
   int blanks = 0;
   bool has_any = false;
   for (size_t i = 0; i < table->count; i++) {
      const Column* column = &table->columns[i];
      if (column->above != NULL) {
         fputs(has_any ? "" : terminal_style(out, STYLE_HEADING), out);
         print_cell(out, table, i, column->above, STYLE_PLAIN, &blanks);
         has_any = true;
      } else {
         blanks += column->gap + table->widths[i];
      }
   }
   if (has_any) {
      fprintf(out, "%s\n", terminal_style(out, STYLE_PLAIN));
   }
}

void table_print_head(FILE* out, const Table* table)
{
   int blanks = 0;
   print_above(out, table);
   fputs(terminal_style(out, STYLE_HEADING), out);
   for (size_t i = 0; i < table->count; i++) {
      print_cell(out, table, i, table->columns[i].title, STYLE_PLAIN, &blanks);
   }
   fprintf(out, "%s\n", terminal_style(out, STYLE_PLAIN));
}

void table_print_row(FILE* out, const Table* table, const Answer* row)
{
   int blanks = 0;
   for (size_t i = 0; i < table->count; i++) {
      const Column* column = &table->columns[i];
      if (is_flexible(column)) {
         print_flexible(out, table, i, row, &blanks);
      } else {
         TableCell cell;
         Style     style = column->style == NULL ? STYLE_PLAIN : column->style(row, column->styled_by);
         column->write(row, column->field, cell);
         print_cell(out, table, i, cell, style, &blanks);
      }
   }
   putc('\n', out);
}

void table_print(FILE* out, Table table, const Answer* rows, int width, int line)
{
   table_choose(&table, width, line);
   table_print_head(out, &table);
   for (size_t i = 0; i < tree_length(rows); i++) {
      g_autoptr(Answer) row = tree_item(rows, i);
      table_print_row(out, &table, row);
   }
}

/*--- Cells ---*/

static void cell_copy(const char* text, TableCell cell)
{
   g_strlcpy(cell, text, sizeof(TableCell));
}

void cell_text(const Answer* row, const char* field, TableCell cell)
{
   const char* text = tree_get_text(row, field);
   cell_copy(text == NULL ? "-" : text, cell);
}

void cell_short(const Answer* row, const char* field, TableCell cell)
{
   ShortText text;
   double    number = tree_get_number(row, field);
   cell_copy(isnan(number) ? "-" : text_short_number(number, text), cell);
}

/* Costs from 2^64 on fit no integer. */
void cell_grouped(const Answer* row, const char* field, TableCell cell)
{
   GroupedText   text;
   const Answer* value = tree_get(row, field);
   double        number = json_object_get_double(value);
   uint64_t      whole = !json_object_is_type(value, json_type_double) ? json_object_get_uint64(value)
                         : number >= 0x1p64 ? UINT64_MAX : (uint64_t)(number + 0.5);
   cell_copy(value == NULL ? "-" : text_grouped_number(whole, text), cell);
}

/* In a part of a run, a share may be larger than 1. */
void cell_percent(const Answer* row, const char* field, TableCell cell)
{
   double share = tree_get_number(row, field);
   g_assert(isnan(share) || share >= 0);
   if (isfinite(share)) {
      snprintf(cell, sizeof(TableCell), share < 9.9995 ? "%.1f%%" : "%.0f%%", 100.0 * share);
   } else {
      cell_copy("-", cell);
   }
}

void cell_times(const Answer* row, const char* field, TableCell cell)
{
   ShortText text;
   double    factor = tree_get_number(row, field);
   snprintf(cell, sizeof(TableCell), "%s%s", isnan(factor) ? "" : "x",
            isnan(factor) ? "-" : text_times(factor, text));
}

int cell_name(FILE* out, const Answer* row, const char* field, int width)
{
   g_autofree char* shown = name_of(row, field, (size_t)MAX(width, 0));
   return text_print_cut(out, shown, width);
}

/* Levels are those of growth_level: constant, log n or n, n log n, n^1.5, and from n^2 on. */
Style style_of_level(const Answer* row, const char* field)
{
   static const Style styles[] = { STYLE_GOOD, STYLE_GOOD, STYLE_WARNING, STYLE_WARNING, STYLE_ALARM };
   const Answer* of = tree_get(row, field);
   if (tree_get(of, "level") == NULL) {
      return STYLE_FAINT;
   }
   uint64_t level = tree_get_count(of, "level");
   g_assert(level < G_N_ELEMENTS(styles));
   return styles[level];
}
