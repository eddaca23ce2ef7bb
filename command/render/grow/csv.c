/* The columns of the table. */

#include "render/csv.h"
#include "render/grow/outputs.h"

#define CURVE(title, name) \
   CSV(title "_class", name ".class"), CSV(title "_state", name ".state"), \
   CSV(title "_exponent", name ".exponent"), CSV(title "_law", name ".law"), \
   CSV(title "_predicted", name ".check.predicted.value"), CSV(title "_measured", name ".check.measured")

static const CsvColumn columns[] = {
   CSV("routine", "name"), CSV_SAME("object"), CSV_SAME("share"), CSV_SAME("self_share"),
   CSV_SAME("far_share"), CSV_SAME("far_self_share"),
   CURVE("total", "total"), CURVE("self", "self"), CURVE("calls", "calls"), CSV_SAME("why"),
};

void render_grow_csv(FILE* out, const Answer* grow)
{
   render_csv(out, tree_get(grow, "routines"), columns, sizeof columns / sizeof *columns);
}
