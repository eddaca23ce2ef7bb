/* A view of the store: which commits are meant, and what a series has of each, in their order. */

#pragma once

#include "growth/forecast.h"
#include "history/steps.h"
#include "history/store.h"

typedef struct {
   const Repository* repository;   /* NULL: there is none */
   Store*  store;
   GArray* commits;    /* StoredCommit: all */
   GArray* series;     /* HistorySeries: all */
   Graph*  graph;      /* those that are meant */
   const char* own;    /* patterns of objects that are own code; NULL: see model/own.h */
   int64_t last;       /* the largest id of a commit */
   PrintDiff print_diff;   /* for history_curves */
} HistoryView;

/* `repository` and `own` may be NULL. `tips`: as for graph_make. False, with the problem set. */
extern bool view_make(HistoryView* view, Store* store, const Repository* repository, const char* const* tips,
                      const char* own, Problem* problem);
extern void view_clear(HistoryView* view);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(HistoryView, view_clear)

/* The records of one series. */
typedef struct {
   const HistoryView*   view;
   const HistorySeries* series;
   GArray*       records;     /* StoredRecord */
   int*          by_commit;   /* by id: the index of the record; -1: there is none */
   GPtrArray*    nearest;     /* by commit of the graph: StoredCommit of the nearest that have one */
} Line;

extern Line* line_make(const HistoryView* view, const HistorySeries* series);
extern void line_free(Line* line);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Line, line_free)

/* The record of a commit of the graph; NULL: there is none. */
extern const StoredRecord* line_record(const Line* line, guint index);

/* The records of the nearest ancestors: ids, to be freed by g_array_unref. */
extern GArray* line_since(const Line* line, guint index);

/* The changes at a commit of the graph: an array of Step, which is empty if the line has no record of it; to
   be freed by g_array_unref. */
extern GArray* line_steps(const Line* line, guint index);

/* Finds what changed at each commit, and keeps it in the store. False, with the problem set. */
extern bool line_find_steps(const Line* line, Problem* problem);

/*--- Runs of experiments ---*/

/* The runs of the experiments of a line, and the size at which their costs are shown: the largest one that
   all of them have run; or, if there is none, the largest that all reach.  Then costs lie between runs. */
typedef struct {
   GArray* runs;        /* StoredRun: those that count */
   GHashTable* first;   /* by record: the index plus 1 of its first run */
   GArray* sizes;       /* double, ascending: those that all have run */
   double  size;        /* that is shown; 0: there are no runs */
} LineRuns;

extern LineRuns* line_runs_new(const Line* line);
extern void line_runs_free(LineRuns* runs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LineRuns, line_runs_free)

/* The runs of an experiment, by ascending size. */
extern const StoredRun* line_runs_of(const LineRuns* runs, int64_t record, guint* count);

/* The run of an experiment that has the size; of several, the last one.  NULL: there is none. */
extern const StoredRun* line_runs_at(const LineRuns* runs, int64_t record, double size);

/* Returns a number at the size that is shown, by what it was in each run of an experiment; NAN: it is not
   known. */
extern double line_runs_value(const LineRuns* runs, int64_t record, const double* values);
