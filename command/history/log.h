/* The answer of `aprof history log`: commits, and what changed in each. */

#pragma once

#include "history/line.h"
#include "util/tree.h"

/* `routine`: only what changed of this one, under all its names; NULL: of all. Lines are of all series that
   are meant. `wants_all`: also commits where nothing changed. Their steps must be known. */
extern Answer* history_log(const HistoryView* view, const GPtrArray* lines, const char* routine,
                           bool wants_all);

/* Members of a commit and of a series, for all answers. */
extern void history_set_commit(Answer* to, const StoredCommit* commit);
extern Answer* history_series_value(const HistorySeries* series);
