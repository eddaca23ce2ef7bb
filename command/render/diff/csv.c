/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The columns of the table. */

#include "render/csv.h"
#include "render/diff/outputs.h"

#define VALUE(title, name)  { title, name, CSV_VALUE }

#define SIDE(side) \
   VALUE("calls_" side, side ".calls"), VALUE("cost_" side, side ".cost"), \
   VALUE("self_" side, side ".self_cost"), VALUE("largest_" side, side ".largest_rms")

#define FACTOR(title, name) \
   VALUE(title, name ".value"), VALUE(title "_low", name ".low"), VALUE(title "_high", name ".high")

#define CASE(which) \
   VALUE(which "_class_before", which ".before.class"), VALUE(which "_class_now", which ".now.class"), \
   { which "_class_change", which ".class_change", CSV_DIRECTION }, \
   FACTOR(which "_factor", which ".at_largest"), FACTOR(which "_beyond", which ".at_ten_times")

static const CsvColumn columns[] = {
   VALUE("state", "state"), VALUE("cause", "cause"), VALUE("routine", "name"), VALUE("object", "object"),
   SIDE("before"), SIDE("now"),
   VALUE("added", "added_cost"), VALUE("added_self", "added_self_cost"), VALUE("n", "largest_common_rms"),
   FACTOR("same_inputs", "same_inputs"), CASE("worst"), CASE("mean"),
   VALUE("blame", "blame.kind"),
   { "callee", "blame.callee", CSV_NAME_AT }, { "root", "blame.root", CSV_NAME_AT },
   { "renamed", "renamed", CSV_NAME_AT },
};

void render_diff_csv(FILE* out, const Answer* diff)
{
   render_csv(out, tree_get(diff, "routines"), columns, sizeof columns / sizeof *columns);
}
