/* The columns of the tables of aprof show. */

#include "render/csv.h"
#include "render/show/outputs.h"

#define CASE_COLUMNS(which)                                               \
   CSV(which, "growth." which ".class"),                                  \
   CSV(which "_explained", "growth." which ".fit.explained"),             \
   CSV(which "_exponent", "growth." which ".power_law.exponent.value"),   \
   CSV(which "_exponent_low", "growth." which ".power_law.exponent.low"), \
   CSV(which "_exponent_high", "growth." which ".power_law.exponent.high")

static const CsvColumn list_columns[] = {
   CSV_SAME("name"), CSV_SAME("object"), CSV_SAME("calls"), CSV_SAME("cost"), CSV_SAME("self_cost"),
   CSV_SAME("share"), CSV_SAME("self_share"), CSV_SAME("points"),
   CSV("rms_min", "rms.min"), CSV("rms_max", "rms.max"),
   CSV("projected_share", "projection.share.value"), CSV("projected_share_low", "projection.share.low"),
   CSV("projected_share_high", "projection.share.high"),
   CASE_COLUMNS("worst"), CASE_COLUMNS("mean"), CASE_COLUMNS("best"),
};

static const CsvColumn context_columns[] = {
   CSV("context", "id"), CSV_SAME("parent"), CSV_SAME("name"), CSV_SAME("object"), CSV_SAME("calls"),
   CSV_SAME("cost"), CSV_SAME("real_cost"), CSV_SAME("self_cost"), CSV_SAME("points"),
};

static const CsvColumn point_columns[] = {
   { "name", "name", CSV_OF_OWNER }, { "object", "object", CSV_OF_OWNER },
   CSV_SAME("rms"), CSV_SAME("calls"), CSV_SAME("min"), CSV_SAME("max"), CSV_SAME("sum"),
   CSV_SAME("squares"), CSV_SAME("real_sum"), CSV_SAME("self_sum"), CSV_SAME("self_min"),
   CSV_SAME("self_max"), CSV_SAME("self_squares"), CSV_SAME("amortized"),
};

#define COUNT(columns)  (sizeof(columns) / sizeof *(columns))

void render_list_csv(FILE* out, const Answer* answer)
{
   render_csv(out, tree_get(answer, "routines"), list_columns, COUNT(list_columns));
}

void render_contexts_csv(FILE* out, const Answer* answer)
{
   render_csv(out, tree_get(answer, "contexts"), context_columns, COUNT(context_columns));
}

void render_points_csv(FILE* out, const Answer* answer)
{
   const Answer* routines = tree_get(answer, "routines");
   render_csv_titles(out, point_columns, COUNT(point_columns));
   for (size_t i = 0; i < tree_length(routines); i++) {
      g_autoptr(Answer) routine = tree_item(routines, i);
      render_csv_items(out, routine, tree_get(routine, "point_list"), point_columns, COUNT(point_columns));
   }
}
