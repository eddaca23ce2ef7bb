/* The runs of the experiments of a line, and the size at which their costs are shown: the largest one that
   all of them have run; or, if there is none, the largest that all reach.  Then costs lie between runs. */

#pragma once

#include "growth/forecast.h"
#include "history/line.h"

typedef struct {
   GArray* runs;        /* StoredRun: those that count */
   GHashTable* first;   /* by record: the index plus 1 of its first run */
   GArray* sizes;       /* double, ascending: those that all have run */
   double  size;        /* that is shown; 0: there are no runs */
} LineRuns;

extern LineRuns* line_runs_new(const Line* line);
extern void line_runs_free(LineRuns* runs);

/* The runs of an experiment, by ascending size. */
extern const StoredRun* line_runs_of(const LineRuns* runs, int64_t record, guint* count);

/* The run of an experiment that has the size; of several, the last one.  NULL: there is none. */
extern const StoredRun* line_runs_at(const LineRuns* runs, int64_t record, double size);

/* Returns a number at the size that is shown, by what it was in each run of an experiment; NAN: it is not
   known. */
extern double line_runs_value(const LineRuns* runs, int64_t record, const double* values);
