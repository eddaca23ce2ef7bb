/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "history/nearest.h"

#include <string.h>

static int64_t last_commit(const GArray* commits)
{
   int64_t last = 0;
   for (guint i = 0; i < commits->len; i++) {
      last = MAX(last, g_array_index(commits, StoredCommit, i).id);
   }
   return last;
}

static char* hashes_of(const GArray* commits, const GArray* ids)
{
   GString* text = g_string_new(NULL);
   for (guint i = 0; i < ids->len; i++) {
      for (guint k = 0; k < commits->len; k++) {
         const StoredCommit* stored = &g_array_index(commits, StoredCommit, k);
         if (stored->id == g_array_index(ids, int64_t, i)) {
            g_string_append_printf(text, "%s%s", text->len == 0 ? "" : " ", stored->hash);
         }
      }
   }
   return g_string_free(text, FALSE);
}

char* nearest_hashes(Store* store, const Repository* repository, const Commit* commit)
{
   GArray* commits = store_commits(store);
   int64_t last = last_commit(commits);
   bool*   are_all = g_new(bool, last + 1);
   memset(are_all, true, (size_t)last + 1);
   GArray* ids = graph_nearest_of(commits, are_all, repository, commit);
   char*   text = hashes_of(commits, ids);
   g_array_unref(ids);
   g_free(are_all);
   g_array_unref(commits);
   return text;
}

GArray* nearest_records(Store* store, const Repository* repository, const Commit* commit, int64_t series)
{
   GArray* records = store_records(store, series);
   GArray* commits = store_commits(store);
   int64_t last = last_commit(commits);
   bool*   are_meant = g_new0(bool, last + 1);
   int64_t* by_commit = g_new0(int64_t, last + 1);
   for (guint i = 0; i < records->len; i++) {
      const StoredRecord* record = &g_array_index(records, StoredRecord, i);
      are_meant[record->commit] = true;
      by_commit[record->commit] = record->id;
   }
   GArray* ids = graph_nearest_of(commits, are_meant, repository, commit);
   for (guint i = 0; i < ids->len; i++) {
      int64_t* id = &g_array_index(ids, int64_t, i);
      *id = by_commit[*id];
   }
   g_free(by_commit);
   g_free(are_meant);
   g_array_unref(commits);
   g_array_unref(records);
   return ids;
}
