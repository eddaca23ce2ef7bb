/* A view of the store: which commits are meant, and what a series has of each, in the order of the commits.
   */

#pragma once

#include "history/store.h"

typedef struct {
   const Repository* repository;   /* NULL: there is none */
   Store*  store;
   GArray* commits;    /* StoredCommit: all */
   GArray* series;     /* HistorySeries: all */
   Graph*  graph;      /* those that are meant */
   int64_t last;       /* the largest id of a commit */
} HistoryView;

/* `repository` may be NULL. `tips`: as for graph_make. False, with the problem set. */
extern bool view_make(HistoryView* view, Store* store, const Repository* repository, const char* const* tips,
                      Problem* problem);
extern void view_clear(HistoryView* view);

/* The records of one series. */
typedef struct {
   const HistoryView*   view;
   const HistorySeries* series;
   GArray*       records;     /* StoredRecord */
   int*          by_commit;   /* by id: the index of the record; -1: there is none */
   GPtrArray*    nearest;     /* by commit of the graph: ids of the nearest ancestors that have one */
} Line;

extern Line* line_make(const HistoryView* view, const HistorySeries* series);
extern void line_free(Line* line);

/* The record of a commit of the graph; NULL: there is none. */
extern const StoredRecord* line_record(const Line* line, guint index);

/* The records of the nearest ancestors: ids, to be freed by g_array_unref. */
extern GArray* line_since(const Line* line, guint index);

/* Finds what changed at each commit, and keeps it in the store. False, with the problem set. */
extern bool line_find_steps(const Line* line, Problem* problem);
