/* The answer of `aprof history html`: the cost of all routines over the commits, packed, for the page. */

#pragma once

#include "history/line.h"
#include "util/tree.h"

/* Commits are the oldest first. Steps of the lines must be known. */
extern Answer* history_curves(const HistoryView* view, const GPtrArray* lines);

/*--- Reading the answer again ---*/

/* An item of `lines`. */
typedef struct {
   const Answer* series;
   guint         count;      /* of records */
   guint*        commits;    /* by record: the index of the commit */
   uint64_t*     totals;     /* by record */
   const Answer* routines;   /* each a name, an object, and packed costs */
} CurveLine;

extern CurveLine curve_line(const Answer* line);
extern void curve_line_clear(CurveLine* line);

/* The costs by record of what is packed; 0: it is not there. To be freed by g_free. */
extern uint64_t* curve_costs(const char* packed, guint count);
