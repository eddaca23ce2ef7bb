/* A table of commits: calls, cost of all of them, cost at sizes that all results have, growth.  Of reports, a
   cost at a size is that of a call with this input; of experiments, that of all calls in the run. */

#include "render/history/outputs.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "util/text.h"

#define HASH_LENGTH  10

/* Sizes with a column: the largest, and one that is about a tenth of it. */
#define MOST_SIZES  2
#define SMALLER     10

typedef struct {
   FILE*    out;
   int      columns;
   uint64_t sizes[MOST_SIZES];
   size_t   size_count;
   bool     has_experiments;
   uint64_t size;               /* of these: calls and costs are of a run of it */
} Table;

/*--- Sizes ---*/

/* The cost at this size; NAN: there was none. */
static double cost_at(const Answer* measured, uint64_t n)
{
   Answer* points = tree_get(measured, "points");
   for (size_t i = 0; i < tree_length(points); i++) {
      const Answer* point = tree_at(points, i);
      if (tree_get_count(point, "n") == n) {
         return tree_get_number(point, tree_has(point, "mean") ? "mean" : "cost");
      }
   }
   return NAN;
}

/* Leaves out the largest size of experiments, which has columns already. */
static void choose_sizes(Table* table, const Answer* sizes)
{
   size_t   count = tree_length(sizes);
   uint64_t largest = count == 0 ? 0 : tree_position(sizes, count - 1);
   uint64_t smaller = 0;
   for (size_t i = 0; i < count; i++) {
      uint64_t n = tree_position(sizes, i);
      smaller = n > 0 && n <= largest / SMALLER ? n : smaller;
   }
   if (smaller > 0) {
      table->sizes[table->size_count++] = smaller;
   }
   if (largest > 0 && !table->has_experiments) {
      table->sizes[table->size_count++] = largest;
   }
}

/*--- The table ---*/

static int width_of(uint64_t size)
{
   GroupedText n;
   return (int)(strlen("at n = ") + strlen(text_grouped_number(size, n)));
}

static void print_head(const Table* table)
{
   GroupedText n;
   fprintf(table->out, "%-*s %-10s %8s %8s", HASH_LENGTH, "commit", "date", "calls", "cost");
   for (size_t i = 0; i < table->size_count; i++) {
      fprintf(table->out, "  at n = %s", text_grouped_number(table->sizes[i], n));
   }
   fputs("  growth\n", table->out);
}

/* "n log n, 1.12 (1.05 to 1.20)"; of experiments "n^2, 1.99 (1.97 to 2.01), confirmed". */
static char* growth_text(const Answer* measured)
{
   bool          is_of_calls = tree_has(measured, "mean");
   const Answer* growth = tree_get(measured, is_of_calls ? "mean" : "growth");
   const Answer* exponent = tree_get(growth, "exponent");
   const char*   class = tree_get_text(growth, is_of_calls ? "text" : "class");
   const char*   state = is_of_calls ? NULL : tree_get_text(growth, "state");
   GString*      text = g_string_new(class == NULL ? "open" : class);
   if (exponent != NULL) {
      g_string_append_printf(text, ", %.2f (%.2f to %.2f)", tree_get_number(exponent, "value"),
                             tree_get_number(exponent, "low"), tree_get_number(exponent, "high"));
   }
   if (state != NULL && class != NULL) {
      g_string_append_printf(text, ", %s", state);
   }
   return g_string_free(text, FALSE);
}

static void print_result(const Table* table, const Answer* result, const char* routine)
{
   FILE*         out = table->out;
   const Answer* measured = tree_get(result, "measured");
   const char*   date = tree_get_text(result, "date");
   ShortText     calls, cost, at;
   fprintf(out, "%.*s %.10s ", HASH_LENGTH, tree_get_text(result, "commit"), date == NULL ? "-" : date);
   if (measured == NULL) {
      fprintf(out, "%8s\n", "not there");
      return;
   }
   int used = fprintf(out, "%8s %8s", text_short_number((double)tree_get_count(measured, "calls"), calls),
                      text_short_number((double)tree_get_count(measured, "cost"), cost));
   for (size_t i = 0; i < table->size_count; i++) {
      used += fprintf(out, "  %*s", width_of(table->sizes[i]),
                      text_short_number(cost_at(measured, table->sizes[i]), at));
   }
   char* growth = growth_text(measured);
   used += fprintf(out, "  %s", growth);
   g_free(growth);
   const char* name = tree_get_text(measured, "name");
   if (strcmp(name, routine) != 0) {
      fputs("  as ", out);
      text_print_cut(out, name, MAX(table->columns - used - HASH_LENGTH - 17, 8));
   }
   fputc('\n', out);
}

static void print_title(const Table* table, const Answer* series)
{
   GroupedText n;
   const char* name = tree_get_text(series, "name");
   char* title = g_strdup_printf("%s%s%s on %s: %s", name, *name == '\0' ? "" : ", ",
                                 tree_get_text(series, "program"), tree_get_text(series, "machine"),
                                 tree_get_text(series, "measure"));
   text_print(table->out, title);
   g_free(title);
   if (table->has_experiments) {
      fprintf(table->out, "; calls and cost at n = %s", text_grouped_number(table->size, n));
   }
   fputc('\n', table->out);
}

static void print_line(FILE* out, const Answer* line, const char* routine, bool shows_all, int columns)
{
   const Answer* results = tree_get(line, "results");
   size_t        left_out = 0;
   Table         table = { .out = out, .columns = columns,
                           .has_experiments = tree_get(line, "size") != NULL };
   table.size = table.has_experiments ? tree_get_count(line, "size") : 0;
   choose_sizes(&table, tree_get(line, "sizes"));
   print_title(&table, tree_get(line, "series"));
   print_head(&table);
   for (size_t i = 0; i < tree_length(results); i++) {
      const Answer* result = tree_at(results, i);
      if (shows_all || tree_get_flag(result, "changed")) {
         print_result(&table, result, routine);
      } else {
         left_out++;
      }
   }
   if (left_out > 0) {
      fprintf(out, "%zu commit%s without a change left out\n", left_out, left_out == 1 ? "" : "s");
   }
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
