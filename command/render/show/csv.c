/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The columns of the tables of aprof show. */

#include "render/csv.h"
#include "render/show/outputs.h"

#define CASE_COLUMNS(which)                                                     \
   { which, "growth." which ".class", CSV_VALUE },                              \
   { which "_explained", "growth." which ".fit.explained", CSV_VALUE },         \
   { which "_exponent", "growth." which ".power_law.exponent.value", CSV_VALUE },  \
   { which "_exponent_low", "growth." which ".power_law.exponent.low", CSV_VALUE }, \
   { which "_exponent_high", "growth." which ".power_law.exponent.high", CSV_VALUE }

static const CsvColumn list_columns[] = {
   { "name", "name", CSV_VALUE },
   { "object", "object", CSV_VALUE },
   { "calls", "calls", CSV_VALUE },
   { "cost", "cost", CSV_VALUE },
   { "self_cost", "self_cost", CSV_VALUE },
   { "share", "share", CSV_VALUE },
   { "self_share", "self_share", CSV_VALUE },
   { "points", "points", CSV_VALUE },
   { "rms_min", "rms.min", CSV_VALUE },
   { "rms_max", "rms.max", CSV_VALUE },
   { "projected_share", "projection.share.value", CSV_VALUE },
   { "projected_share_low", "projection.share.low", CSV_VALUE },
   { "projected_share_high", "projection.share.high", CSV_VALUE },
   CASE_COLUMNS("worst"),
   CASE_COLUMNS("mean"),
   CASE_COLUMNS("best"),
};

static const CsvColumn context_columns[] = {
   { "context", "id", CSV_VALUE },
   { "parent", "parent", CSV_VALUE },
   { "name", "name", CSV_VALUE },
   { "object", "object", CSV_VALUE },
   { "calls", "calls", CSV_VALUE },
   { "cost", "cost", CSV_VALUE },
   { "real_cost", "real_cost", CSV_VALUE },
   { "self_cost", "self_cost", CSV_VALUE },
   { "points", "points", CSV_VALUE },
};

static const CsvColumn point_columns[] = {
   { "name", "name", CSV_OF_OWNER },
   { "object", "object", CSV_OF_OWNER },
   { "rms", "rms", CSV_VALUE },
   { "calls", "calls", CSV_VALUE },
   { "min", "min", CSV_VALUE },
   { "max", "max", CSV_VALUE },
   { "sum", "sum", CSV_VALUE },
   { "squares", "squares", CSV_VALUE },
   { "real_sum", "real_sum", CSV_VALUE },
   { "self_sum", "self_sum", CSV_VALUE },
   { "self_min", "self_min", CSV_VALUE },
   { "self_max", "self_max", CSV_VALUE },
   { "self_squares", "self_squares", CSV_VALUE },
   { "amortized", "amortized", CSV_VALUE },
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
      Answer* routine = tree_item(routines, i);
      render_csv_items(out, routine, tree_get(routine, "point_list"), point_columns, COUNT(point_columns));
      tree_free(routine);
   }
}
