/* The graph of stored commits, which descends from which: by the repository, and where that does not know a
   commit (of a shallow clone, of a branch that was rewritten), by what was stored with it. */

#pragma once

#include "history/git.h"

/* A commit as it is stored. */
typedef struct {
   int64_t id;
   char*   hash;
   int64_t date;
   char*   subject;
   char*   parents;     /* hashes with blanks between */
   char*   ancestors;
} StoredCommit;

typedef struct Graph Graph;

/* `commits`: StoredCommit, which must stay. `repository` may be NULL. `tips`: revisions whose history is
   meant, up to NULL; NULL: all that is stored. */
extern Graph* graph_make(const GArray* commits, const Repository* repository, const char* const* tips);
extern void graph_free(Graph* graph);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Graph, graph_free)

/* The stored commits that are meant, newest first. */
extern guint graph_count(const Graph* graph);
extern const StoredCommit* graph_commit(const Graph* graph, guint index);

/* The nearest ancestors of each of these commits among those that `is_meant` has by the id: arrays of
   StoredCommit, first those by its first parent. To be freed by g_ptr_array_unref. */
extern GPtrArray* graph_nearest(Graph* graph, const bool* is_meant);

/* Counts the commits of the repository that lead to this one and to none of these ancestors (StoredCommit),
   without itself: those that may have made what changed, too. */
extern guint graph_between(const Graph* graph, guint index, GPtrArray* ancestors);

/* The nearest ones of a commit that need not be stored; to be freed by g_ptr_array_unref. */
extern GPtrArray* graph_nearest_of(Graph* graph, const bool* is_meant, const char* hash);
