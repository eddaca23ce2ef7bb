/* Goes back from the commit, the newest first, until each way has come to a commit that is meant.  So git
   reads what is in between, and not all of the project's history.  A shallow clone does not know all ways;
   but then it has few commits, and all are read, with what the store knows. */

#include "history/nearest.h"

#include <string.h>

typedef struct {
   const GArray* commits;    /* StoredCommit: all */
   const bool*   is_meant;   /* by id */
   GHashTable*   meant;      /* those that are meant: StoredCommit by hash */
   GHashTable*   parents;    /* hashes, by the hash of each commit that git has named */
   GHashTable*   open;       /* hashes of commits on the way that git has not named yet */
   GHashTable*   seen;       /* hashes of commits on the way */
} Search;

/*--- The way back ---*/

/* Goes on to a commit, and from there as far as git has named commits. */
static void visit(const Search* search, const char* hash)
{
   g_autoptr(GPtrArray) todo = g_ptr_array_new();
   g_ptr_array_add(todo, (gpointer)hash);
   while (todo->len > 0) {
      const char* next = g_ptr_array_steal_index(todo, todo->len - 1);
      char**      parents = g_hash_table_lookup(search->parents, next);
      if (!g_hash_table_add(search->seen, g_strdup(next)) || g_hash_table_contains(search->meant, next)) {
         continue;
      }
      if (parents == NULL) {
         g_hash_table_add(search->open, g_strdup(next));
      }
      for (size_t i = 0; parents != NULL && parents[i] != NULL; i++) {
         g_ptr_array_add(todo, parents[i]);
      }
   }
}

static bool take_commit(void* data, const char* hash, char** parents)
{
   const Search* search = data;
   char**        copy = g_strdupv(parents);
   g_hash_table_insert(search->parents, g_strdup(hash), copy);
   if (g_hash_table_remove(search->open, hash)) {
      for (size_t i = 0; copy[i] != NULL; i++) {
         visit(search, copy[i]);
      }
   }
   return g_hash_table_size(search->open) > 0;
}

/* Appends the meant ones that the way back came to, first those by first parents. */
static void collect(const Search* search, const char* hash, GPtrArray* found)
{
   g_autoptr(GHashTable) done = g_hash_table_new(g_str_hash, g_str_equal);
   g_autoptr(GPtrArray)  todo = g_ptr_array_new();
   g_ptr_array_add(todo, (gpointer)hash);
   while (todo->len > 0) {
      const char*         next = g_ptr_array_steal_index(todo, todo->len - 1);
      const StoredCommit* stored = next == hash ? NULL : g_hash_table_lookup(search->meant, next);
      char**              parents = g_hash_table_lookup(search->parents, next);
      bool                is_new = g_hash_table_add(done, (gpointer)next);
      if (is_new && stored != NULL) {
         g_ptr_array_add(found, stored->hash);
      }
      for (guint i = is_new && stored == NULL && parents != NULL ? g_strv_length(parents) : 0; i > 0; i--) {
         g_ptr_array_add(todo, parents[i - 1]);
      }
   }
}

/* Leaves out what another one of them descends from. */
static GArray* ids_of(const Search* search, const Repository* repository, const GPtrArray* found)
{
   GArray* ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
   g_auto(GStrv) kept = found->len > 1 ? git_independent(repository, found) : NULL;
   for (guint i = 0; i < found->len; i++) {
      const char*         hash = g_ptr_array_index(found, i);
      const StoredCommit* stored = g_hash_table_lookup(search->meant, hash);
      if (kept == NULL || g_strv_contains((const char* const*)kept, hash)) {
         g_array_append_val(ids, stored->id);
      }
   }
   return ids;
}

static GArray* nearest_by_git(const Search* search, const Repository* repository, const Commit* commit)
{
   const char* const tips[] = { commit->hash, NULL };
   g_autoptr(GPtrArray) found = g_ptr_array_new();
   g_hash_table_insert(search->parents, g_strdup(commit->hash), g_strdupv(commit->parents));
   for (size_t i = 0; commit->parents[i] != NULL; i++) {
      visit(search, commit->parents[i]);
   }
   if (g_hash_table_size(search->open) > 0) {
      git_walk(repository, tips, NEWEST_FIRST, take_commit, (void*)search);
   }
   collect(search, commit->hash, found);
   return ids_of(search, repository, found);
}

static GArray* nearest_by_store(const Search* search, const Repository* repository, const Commit* commit)
{
   const char* const tips[] = { commit->hash, NULL };
   Graph*  graph = graph_make(search->commits, repository, tips);
   GArray* ids = graph_nearest_of(graph, search->is_meant, commit->hash);
   graph_free(graph);
   return ids;
}

/* The one parent of most commits is there, and nobody need be asked. */
static bool has_parent(const Search* search, const Commit* commit)
{
   return g_strv_length(commit->parents) == 1 && g_hash_table_contains(search->meant, commit->parents[0]);
}

static void free_parents(gpointer parents)
{
   g_strfreev(parents);
}

/* The ids of the nearest commits that `is_meant` has by the id. */
static GArray* nearest_ids(const GArray* commits, const bool* is_meant, const Repository* repository,
                           const Commit* commit)
{
   const Search search = {
      commits, is_meant, g_hash_table_new(g_str_hash, g_str_equal),
      g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_parents),
      g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
      g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
   };
   for (guint i = 0; i < commits->len; i++) {
      const StoredCommit* stored = &g_array_index(commits, StoredCommit, i);
      if (is_meant[stored->id] && strcmp(stored->hash, commit->hash) != 0) {
         g_hash_table_insert(search.meant, stored->hash, (gpointer)stored);
      }
   }
   bool    is_there = g_hash_table_size(search.meant) > 0;
   bool    is_by_store = is_there && repository->is_shallow && !has_parent(&search, commit);
   GArray* ids = is_by_store ? nearest_by_store(&search, repository, commit)
                 : is_there  ? nearest_by_git(&search, repository, commit)
                             : g_array_new(FALSE, FALSE, sizeof(int64_t));
   g_hash_table_unref(search.seen);
   g_hash_table_unref(search.open);
   g_hash_table_unref(search.parents);
   g_hash_table_unref(search.meant);
   return ids;
}

/*--- Of a store ---*/

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
   g_autoptr(GArray) commits = store_commits(store);
   int64_t last = last_commit(commits);
   g_autofree bool* are_all = g_new(bool, last + 1);
   memset(are_all, true, (size_t)last + 1);
   g_autoptr(GArray) ids = nearest_ids(commits, are_all, repository, commit);
   return hashes_of(commits, ids);
}

GArray* nearest_records(Store* store, const Repository* repository, const Commit* commit, int64_t series)
{
   g_autoptr(GArray) records = store_records(store, series);
   g_autoptr(GArray) commits = store_commits(store);
   int64_t last = last_commit(commits);
   g_autofree bool*    are_meant = g_new0(bool, last + 1);
   g_autofree int64_t* by_commit = g_new0(int64_t, last + 1);
   for (guint i = 0; i < records->len; i++) {
      const StoredRecord* record = &g_array_index(records, StoredRecord, i);
      if (record->commit <= last) {
         are_meant[record->commit] = true;
         by_commit[record->commit] = record->id;
      }
   }
   GArray* ids = nearest_ids(commits, are_meant, repository, commit);
   for (guint i = 0; i < ids->len; i++) {
      int64_t* id = &g_array_index(ids, int64_t, i);
      *id = by_commit[*id];
   }
   return ids;
}
