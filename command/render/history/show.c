/* A table of commits: calls, cost of all of them, cost at sizes that all results have, growth.  Of reports, a
   cost at a size is that of a call with this input; of experiments, that of all calls in the run. */

#include "render/history/outputs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "render/table.h"
#include "util/text.h"

#define DATE_LENGTH  10

/*--- Cells ---*/

static void write_hash(const Answer* result, const char* field, TableCell cell)
{
   snprintf(cell, sizeof(TableCell), "%.*s", HASH_LENGTH, tree_get_text(result, field));
}

static void write_date(const Answer* result, const char* field, TableCell cell)
{
   const char* date = tree_get_text(result, field);
   snprintf(cell, sizeof(TableCell), "%.*s", DATE_LENGTH, date == NULL ? "-" : date);
}

/* The cost at the size that the column has in place of a field; "-": there was none. */
static void write_cost_at(const Answer* result, const char* size, TableCell cell)
{
   const Answer* points = tree_get(result, "measured.points");
   strcpy(cell, "-");
   for (size_t i = 0; i < tree_length(points); i++) {
      const Answer* point = tree_at(points, i);
      if (tree_get_count(point, "n") == g_ascii_strtoull(size, NULL, 10)) {
         cell_short(point, tree_has(point, "mean") ? "mean" : "cost", cell);
      }
   }
}

/* Prints what the routine was called then, too, if that is another name than the one that is asked for, which
   the column has in place of a field. */
static int print_growth(FILE* out, const Answer* result, const char* asked, int width)
{
   const Answer* measured = tree_get(result, "measured");
   const char*   name = tree_get_text(measured, "name");
   int           used = fprintf(out, "%s", tree_get_text(measured, "words"));
   if (strcmp(name, asked) != 0) {
      used += fprintf(out, "  as ");
      used += name_print(out, name, NULL, MAX(width - used, 8));
   }
   return used;
}

/*--- The table ---*/

/* Texts are in `texts`. */
static Table table_for(const Answer* line, const char* routine, GStringChunk* texts)
{
   static const Column first[] = {
      { .title = "commit", .field = "commit", .write = write_hash, .width = HASH_LENGTH, .is_left = true },
      { .title = "date", .field = "date", .write = write_date, .width = DATE_LENGTH, .gap = 1,
        .is_left = true },
      { .title = "calls", .field = "measured.calls", .write = cell_short, .width = 8, .gap = 1 },
      { .title = "cost", .field = "measured.cost", .write = cell_short, .width = 8, .gap = 1 },
   };
   Table         table = table_of(first, G_N_ELEMENTS(first));
   const Answer* sizes = tree_get(line, "shown_sizes");
   for (size_t i = 0; i < tree_length(sizes); i++) {
      GroupedText      n;
      g_autofree char* size = g_strdup_printf("%" PRIu64, tree_position(sizes, i));
      g_autofree char* title = g_strdup_printf("at n = %s", text_grouped_number(tree_position(sizes, i), n));
      table.columns[table.count++] = (Column){
         .title = g_string_chunk_insert(texts, title), .field = g_string_chunk_insert(texts, size),
         .write = write_cost_at, .gap = 2,
      };
   }
   table.columns[table.count++] = (Column){
      .title = "growth", .field = routine, .print = print_growth, .gap = 2,
   };
   return table;
}

/* A commit that did not have the routine. */
static void print_absence(FILE* out, const Answer* result)
{
   TableCell hash, date;
   write_hash(result, "commit", hash);
   write_date(result, "date", date);
   fprintf(out, "%s %s not there\n", hash, date);
}

static void print_title(FILE* out, const Answer* line)
{
   GroupedText      n;
   const Answer*    series = tree_get(line, "series");
   const char*      name = tree_get_text(series, "name");
   g_autofree char* title = g_strdup_printf("%s%s%s on %s: %s", name, *name == '\0' ? "" : ", ",
                                            tree_get_text(series, "program"),
                                            tree_get_text(series, "machine"),
                                            tree_get_text(series, "measure"));
   text_print(out, title);
   if (tree_get(line, "size") != NULL) {
      fprintf(out, "; calls and cost at n = %s", text_grouped_number(tree_get_count(line, "size"), n));
   }
   fputc('\n', out);
}

static void print_line(FILE* out, const Answer* line, const char* routine, bool shows_all, int columns)
{
   const Answer* results = tree_get(line, "results");
   size_t        left_out = 0;
   GStringChunk* texts = g_string_chunk_new(64);
   Table         table = table_for(line, routine, texts);
   print_title(out, line);
   table_choose(&table, columns, columns);
   table_print_head(out, &table);
   for (size_t i = 0; i < tree_length(results); i++) {
      const Answer* result = tree_at(results, i);
      if (!shows_all && !tree_get_flag(result, "changed")) {
         left_out++;
      } else if (tree_get(result, "measured") == NULL) {
         print_absence(out, result);
      } else {
         table_print_row(out, &table, result);
      }
   }
   if (left_out > 0) {
      fprintf(out, "%zu commit%s without a change left out\n", left_out, left_out == 1 ? "" : "s");
   }
   g_string_chunk_free(texts);
}

void render_history_show(FILE* out, const Answer* show, bool shows_all, int columns)
{
   Answer* lines = tree_get(show, "lines");
   for (size_t i = 0; i < tree_length(lines); i++) {
      if (i > 0) {
         fputc('\n', out);
      }
      print_line(out, tree_at(lines, i), tree_get_text(show, "routine"), shows_all, columns);
   }
}
