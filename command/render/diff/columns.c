/* The columns of the tables. */

#include "render/diff/outputs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "render/csv.h"
#include "util/text.h"

/*--- Cells: numbers of a row in few digits ---*/

const char* column_title(ColumnId id, const Answer* diff)
{
   bool is_of_sizes = tree_get(diff, "size") != NULL;
   static const char* const titles[] = {
      [COLUMN_STATE] = "state", [COLUMN_GROWTH] = "growth", [COLUMN_FACTOR] = "cost",
      [COLUMN_INTERVAL] = "range", [COLUMN_BEYOND] = "at x10", [COLUMN_ADDED] = "added",
      [COLUMN_CALLS] = "calls", [COLUMN_N] = "at n",
   };
   return id == COLUMN_INTERVAL && is_of_sizes ? "curves" : titles[id];
}

static const char* times_cell(double times, CellText text)
{
   ShortText number;
   snprintf(text, sizeof(CellText), "x%s", text_times(times, number));
   return text;
}

static const char* factor_cell(const Answer* factor, CellText text)
{
   return factor == NULL ? "-" : times_cell(tree_get_number(factor, "value"), text);
}

static const char* interval_cell(const Answer* factor, CellText text)
{
   ShortText low, high;
   if (factor == NULL) {
      return "-";
   }
   if (tree_get_flag(factor, "exact")) {
      return "exact";
   }
   snprintf(text, sizeof(CellText), "%s..%s", text_times(tree_get_number(factor, "low"), low),
            text_times(tree_get_number(factor, "high"), high));
   return text;
}

static const char* added_cell(double added, CellText text)
{
   ShortText number;
   snprintf(text, sizeof(CellText), "%s%s", added < 0 ? "-" : "+", text_short_number(fabs(added), number));
   return text;
}

/* Calls now / before. */
static const char* calls_cell(const Answer* routine, CellText text)
{
   const Answer* before = tree_get(routine, "before");
   const Answer* now = tree_get(routine, "now");
   return before == NULL || now == NULL
          ? "-" : times_cell((double)tree_get_count(now, "calls") / (double)tree_get_count(before, "calls"),
                             text);
}

static const char* n_cell(uint64_t n, CellText text)
{
   return n == 0 ? "-" : text_short_number((double)n, text);
}

const char* column_cell(ColumnId id, const Answer* routine, CellText text)
{
   const Answer* shown = tree_get(routine, tree_get_text(routine, "case"));
   switch (id) {
      case COLUMN_STATE:    return tree_get_text(routine, "state");
      case COLUMN_GROWTH:   return tree_get_text(routine, "growth");
      case COLUMN_FACTOR:   return factor_cell(tree_get(shown, "at_largest"), text);
      case COLUMN_INTERVAL: return tree_has(shown, "state") ? tree_get_text(shown, "state")
                                                            : interval_cell(tree_get(shown, "at_largest"),
                                                                            text);
      case COLUMN_BEYOND:   return factor_cell(tree_get(shown, "at_ten_times"), text);
      case COLUMN_ADDED:    return added_cell(tree_get_number(routine, "added_cost"), text);
      case COLUMN_CALLS:    return calls_cell(routine, text);
      case COLUMN_N:        return n_cell(tree_get_count(routine, "largest_common_rms"), text);
      case COLUMNS:         break;
   }
   return "";
}

size_t column_first_of_state(const Answer* diff, PairState state)
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
