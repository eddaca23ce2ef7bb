/* The answers of `aprof history log`, `show` and `html`.  Steps of the lines must be known. */

#pragma once

#include "history/line.h"
#include "util/tree.h"

/* Commits, and what changed in each.  `routine`: only what changed of this one, under all its names; NULL: of
   all. Lines are of all series that are meant. `wants_all`: also commits where nothing changed. */
extern Answer* history_log(const HistoryView* view, const GPtrArray* lines, const char* routine,
                           bool wants_all);

/* The cost of a routine, under all its names, at each commit, and how that grew. */
extern Answer* history_evolution(const HistoryView* view, const GPtrArray* lines, const char* routine);

/* The cost of all routines over the commits, the oldest first, packed for the page. */
extern Answer* history_curves(const HistoryView* view, const GPtrArray* lines);

/*--- Parts ---*/

/* "2027-03-01T08:00:00Z"; NULL: the time is none; to be freed. */
extern char* history_date(int64_t date);

/* Members of a commit and of a series, for all answers. */
extern void history_set_commit(Answer* to, const StoredCommit* commit);
extern Answer* history_series_value(const HistorySeries* series);

/* Comparisons of the newest commits with steps, the newest first: lists of the record's index, the hash of
   the one that it is compared with, and the text as `aprof diff` says it. */
extern Answer* history_comparisons(const Line* line);

/*--- Reading curves again ---*/

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
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CurveLine, curve_line_clear)

/* The costs by record of what is packed; 0: it is not there. To be freed by g_free. */
extern uint64_t* curve_costs(const char* packed, guint count);
