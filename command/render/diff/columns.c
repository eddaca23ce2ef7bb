/* The columns of the tables. */

#include "render/diff/outputs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "render/csv.h"
#include "util/text.h"

/*--- The table of people ---*/

/* Returns the case that the row shows: calls at worst or on average, or all by the size of the run. */
static const Answer* shown_of(const Answer* routine)
{
   return tree_get(routine, tree_get_text(routine, "case"));
}

static void write_factor(const Answer* routine, const char* field, TableCell cell)
{
   const Answer* factor = tree_get(shown_of(routine), field);
   if (factor == NULL) {
      strcpy(cell, "-");
   } else {
      cell_times(factor, "value", cell);
   }
}

static void write_interval(const Answer* routine, const char* field, TableCell cell)
{
   const Answer* factor = tree_get(shown_of(routine), field);
   ShortText     low, high;
   if (tree_has(shown_of(routine), "state")) {
      cell_text(shown_of(routine), "state", cell);
   } else if (factor == NULL || tree_get_flag(factor, "exact")) {
      strcpy(cell, factor == NULL ? "-" : "exact");
   } else {
      snprintf(cell, sizeof(TableCell), "%s..%s", text_times(tree_get_number(factor, "low"), low),
               text_times(tree_get_number(factor, "high"), high));
   }
}

static void write_added(const Answer* routine, const char* field, TableCell cell)
{
   double    added = tree_get_number(routine, field);
   ShortText number;
   snprintf(cell, sizeof(TableCell), "%s%s", added < 0 ? "-" : "+", text_short_number(fabs(added), number));
}

static void write_n(const Answer* routine, const char* field, TableCell cell)
{
   if (tree_get_count(routine, field) == 0) {
      strcpy(cell, "-");
   } else {
      cell_short(routine, field, cell);
   }
}

/* The name, and why. */
static int print_name(FILE* out, const Answer* routine, const char* field, int width)
{
   const char* why = tree_get_text(routine, "why");
   int         why_width = why == NULL ? 0 : (int)strlen(why) + 2;
   int         used = cell_name(out, routine, field, MAX(width / 2, width - why_width));
   if (why != NULL && width - used > 6) {
      fprintf(out, "%s, ", terminal_style(out, STYLE_FAINT));
      used += 2 + text_print_cut(out, why, width - used - 2);
      fputs(terminal_style(out, STYLE_PLAIN), out);
   }
   return used;
}

static Style style_of_state(const Answer* routine, const char* field)
{
   const char* state = tree_get_text(routine, field);
   return strcmp(state, "worse") == 0    ? STYLE_ALARM
          : strcmp(state, "maybe") == 0  ? STYLE_WARNING
          : strcmp(state, "better") == 0 ? STYLE_GOOD : STYLE_PLAIN;
}

Table diff_table(const Answer* diff)
{
   static const Column columns[] = {
      { .title = "state", .field = "state", .write = cell_text, .width = 9, .is_left = true,
        .style = style_of_state, .styled_by = "state" },
      { .title = "growth", .field = "growth", .write = cell_text, .width = 16, .gap = 1, .rank = 2,
        .is_left = true },
      { .title = "cost", .field = "at_largest", .write = write_factor, .width = 6, .gap = 1 },
      { .title = "range", .field = "at_largest", .write = write_interval, .width = 10, .gap = 1, .rank = 4 },
      { .title = "at x10", .field = "at_ten_times", .write = write_factor, .width = 6, .gap = 1, .rank = 3 },
      { .title = "added", .field = "added_cost", .write = write_added, .width = 6, .gap = 1, .rank = 1 },
      { .title = "calls", .field = "calls_factor", .write = cell_times, .width = 6, .gap = 1, .rank = 5 },
      { .title = "at n", .field = "largest_common_rms", .write = write_n, .width = 6, .gap = 1, .rank = 6 },
      { .title = "routine", .field = "name", .print = print_name, .width = 32, .gap = 1 },
   };
   Table table = table_of(columns, G_N_ELEMENTS(columns));
   g_assert(strcmp(table.columns[DIFF_RANGE].title, "range") == 0);
   table.columns[DIFF_RANGE].title = tree_get(diff, "size") != NULL ? "curves" : "range";
   return table;
}

size_t diff_first_of_state(const Answer* diff, PairState state)
{
   const Answer* counts = tree_get(diff, "counts");
   size_t        first = 0;
   for (PairState other = STATE_WORSE; other < STATES; other++) {
      first += state_ranks[other] < state_ranks[state] ? tree_get_count(counts, state_names[other]) : 0;
   }
   return first;
}

/*--- The table as CSV ---*/

#define SIDE(side) \
   CSV("calls_" side, side ".calls"), CSV("cost_" side, side ".cost"), \
   CSV("self_" side, side ".self_cost"), CSV("largest_" side, side ".largest_rms")

#define FACTOR(title, name) \
   CSV(title, name ".value"), CSV(title "_low", name ".low"), CSV(title "_high", name ".high")

#define CASE(which) \
   CSV(which "_class_before", which ".before.class"), CSV(which "_class_now", which ".now.class"), \
   { which "_class_change", which ".class_change", CSV_DIRECTION }, \
   FACTOR(which "_factor", which ".at_largest"), FACTOR(which "_beyond", which ".at_ten_times")

#define SIZES \
   CSV("sizes_class_before", "sizes.before.class"), CSV("sizes_class_now", "sizes.now.class"), \
   { "sizes_class_change", "sizes.class_change", CSV_DIRECTION }, CSV("sizes_state", "sizes.state"), \
   FACTOR("sizes_factor", "sizes.at_largest"), FACTOR("sizes_beyond", "sizes.at_ten_times")

static const CsvColumn columns[] = {
   CSV_SAME("state"), CSV_SAME("cause"), CSV("routine", "name"), CSV_SAME("object"),
   SIDE("before"), SIDE("now"),
   CSV("added", "added_cost"), CSV("added_self", "added_self_cost"), CSV("n", "largest_common_rms"),
   FACTOR("same_inputs", "same_inputs"), CASE("worst"), CASE("mean"), SIZES,
   CSV("blame", "blame.kind"),
   { "callee", "blame.callee", CSV_NAME_AT }, { "root", "blame.root", CSV_NAME_AT },
   { "renamed", "renamed", CSV_NAME_AT },
};

void render_diff_csv(FILE* out, const Answer* diff)
{
   render_csv(out, tree_get(diff, "routines"), columns, sizeof columns / sizeof *columns);
}
