/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Results are copied in the order in which they were added, some in each transaction. */

#include "history/copying.h"

#include <stdlib.h>

#include "util/progress.h"

/* In a transaction: so many that a commit of a branch has a few dozen megabytes. */
#define ITEMS_AT_ONCE  500000

/* A result that is to be copied. */
typedef struct {
   const HistorySeries* series;
   const StoredCommit*  commit;
   StoredRecord         record;
} Source;

typedef struct {
   Store*     from;
   bool       replaces;
   GArray*    sources;
   guint      next;      /* the first one that is not copied yet */
   guint      end;       /* behind those of this transaction */
   CopyCounts counts;    /* of this transaction */
} Copying;

/*------------------------------------------------------------------*/
/*--- What is to be copied                                       ---*/
/*------------------------------------------------------------------*/

static gint compare_ids(gconstpointer left, gconstpointer right)
{
   int64_t a = ((const StoredCommit*)left)->id, b = ((const StoredCommit*)right)->id;
   return (a > b) - (a < b);
}

static const StoredCommit* commit_of(const GArray* commits, int64_t id)
{
   const StoredCommit key = { .id = id };
   return bsearch(&key, commits->data, commits->len, sizeof key, compare_ids);
}

static void clear_source(gpointer source)
{
   g_free(((Source*)source)->record.branch);
}

static GArray* find_sources(Store* from, const GArray* series, const GArray* commits)
{
   GArray* sources = g_array_new(FALSE, FALSE, sizeof(Source));
   g_array_set_clear_func(sources, clear_source);
   for (guint i = 0; i < series->len; i++) {
      GArray* records = store_records(from, g_array_index(series, HistorySeries, i).id);
      for (guint k = 0; k < records->len; k++) {
         StoredRecord* record = &g_array_index(records, StoredRecord, k);
         Source        source = { &g_array_index(series, HistorySeries, i),
                                  commit_of(commits, record->commit), *record };
         if (source.commit != NULL) {
            record->branch = NULL;   /* it is the source's now */
            g_array_append_val(sources, source);
         }
      }
      g_array_unref(records);
   }
   return sources;
}

/*------------------------------------------------------------------*/
/*--- Copying                                                    ---*/
/*------------------------------------------------------------------*/

static void copy_one(Store* to, const Source* source, Snapshot* snapshot, Copying* copying)
{
   const StoredCommit* commit = source->commit;
   Entry entry = {
      .commit = { commit->hash, commit->date, commit->subject,
                  *commit->parents == '\0' ? g_new0(char*, 1) : g_strsplit(commit->parents, " ", -1) },
      .ancestors = commit->ancestors, .series = *source->series, .branch = source->record.branch,
      .added = source->record.added, .snapshot = snapshot,
   };
   StoredPlace place;
   Added       added = store_add(to, &entry, copying->replaces, &place);
   copying->counts.added += added == ADDED_NEW;
   copying->counts.same += added == ADDED_SAME;
   copying->counts.replaced += added == ADDED_REPLACED;
   copying->counts.differing += added == ADDED_OTHER;
   g_strfreev(entry.commit.parents);
}

static bool copy_some(Store* to, void* data, Problem* problem)
{
   Copying* copying = data;
   guint    items = 0;
   copying->counts = (CopyCounts){ 0 };
   for (copying->end = copying->next; copying->end < copying->sources->len && items < ITEMS_AT_ONCE;
        copying->end++) {
      const Source* source = &g_array_index(copying->sources, Source, copying->end);
      Snapshot*     snapshot = store_read(copying->from, source->record.id);
      if (snapshot == NULL) {
         return store_is_right(copying->from, problem);
      }
      copy_one(to, source, snapshot, copying);
      items += snapshot->items->len;
      snapshot_free(snapshot);
   }
   return store_is_right(to, problem);
}

static bool copy_all(Copying* copying, Store* to, CopyCounts* counts, Problem* problem)
{
   bool done = true;
   progress_begin("Copying results", copying->sources->len);
   while (done && copying->next < copying->sources->len) {
      done = store_write(to, copy_some, copying, problem);
      if (done) {
         progress_advance(copying->end - copying->next);
         copying->next = copying->end;
         counts->added += copying->counts.added;
         counts->same += copying->counts.same;
         counts->replaced += copying->counts.replaced;
         counts->differing += copying->counts.differing;
      }
   }
   progress_end();
   return done;
}

/* Copies a failure.  What one of the two could measure is none. */
static void copy_failure(void* data, const char* hash, const char* name, const char* reason)
{
   Store* to = data;
   char*  present = store_failure(to, hash, name);
   bool   has = store_has(to, hash, name, NULL, false) || store_has(to, hash, name, NULL, true);
   if (present == NULL && !has) {
      store_set_failure(to, hash, name, reason);
   }
   g_free(present);
}

static bool copy_failures(Store* to, void* data, Problem* problem)
{
   Copying* copying = data;
   store_failures(copying->from, copy_failure, to);
   return store_is_right(copying->from, problem) && store_is_right(to, problem);
}

static bool copy(Copying* copying, Store* to, CopyCounts* counts, Problem* problem)
{
   unsigned before = store_count(to);
   bool     has_moved;
   bool     done = store_catch_up(to, copying->from, &has_moved, problem);
   if (done && has_moved) {
      counts->added = store_count(to) - before;
      counts->same = copying->sources->len - counts->added;
      return true;
   }
   return done && copy_all(copying, to, counts, problem) && store_write(to, copy_failures, copying, problem)
          && store_merge(to, copying->from, problem);
}

bool store_copy(Store* from, Store* to, bool replaces, CopyCounts* counts, Problem* problem)
{
   GArray* series = store_series(from);
   GArray* commits = store_commits(from);
   Copying copying = { .from = from, .replaces = replaces, .sources = find_sources(from, series, commits) };
   *counts = (CopyCounts){ 0 };
   bool done = store_is_right(from, problem) && copy(&copying, to, counts, problem);
   g_array_unref(copying.sources);
   g_array_unref(commits);
   g_array_unref(series);
   return done;
}
