/* The columns of the table. */

#include "render/csv.h"
#include "render/grow/outputs.h"

#define VALUE(title, name)  { title, name, CSV_VALUE }

#define CURVE(title, name) \
   VALUE(title "_class", name ".class"), VALUE(title "_state", name ".state"), \
   VALUE(title "_exponent", name ".exponent"), VALUE(title "_law", name ".law"), \
   VALUE(title "_predicted", name ".check.predicted.value"), VALUE(title "_measured", name ".check.measured")

static const CsvColumn columns[] = {
   VALUE("routine", "name"), VALUE("object", "object"), VALUE("share", "share"),
   VALUE("self_share", "self_share"),
   VALUE("far_share", "far_share"), VALUE("far_self_share", "far_self_share"),
   CURVE("total", "total"), CURVE("self", "self"), CURVE("calls", "calls"), VALUE("why", "why"),
};

void render_grow_csv(FILE* out, const Answer* grow)
{
   render_csv(out, tree_get(grow, "routines"), columns, sizeof columns / sizeof *columns);
}
