/* Goes back from the commit, the newest first, until each way has come to a commit that is meant.  So git
   reads what is in between, and not all of the project's history.  A shallow clone does not know all ways;
   but then it has few commits, and all are read, with what the store knows. */

#include "history/nearest.h"

typedef struct {
   GHashTable* meant;     /* hashes of those that are meant */
   GHashTable* parents;   /* hashes, by the hash of each commit that git has named */
   GHashTable* open;      /* hashes of commits on the way that git has not named yet */
   GHashTable* seen;      /* hashes of commits on the way */
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
      const char* next = g_ptr_array_steal_index(todo, todo->len - 1);
      char**      parents = g_hash_table_lookup(search->parents, next);
      bool        is_new = g_hash_table_add(done, (gpointer)next);
      bool        is_meant = g_hash_table_contains(search->meant, next);
      if (is_new && is_meant) {
         g_ptr_array_add(found, g_strdup(next));
      }
      for (guint i = is_new && !is_meant && parents != NULL ? g_strv_length(parents) : 0; i > 0; i--) {
         g_ptr_array_add(todo, parents[i - 1]);
      }
   }
}

/* Leaves out what another one of them descends from. */
static void keep_independent(const Repository* repository, GPtrArray* found)
{
   g_auto(GStrv) kept = found->len > 1 ? git_independent(repository, found) : NULL;
   for (guint i = kept == NULL ? 0 : found->len; i > 0; i--) {
      if (!g_strv_contains((const char* const*)kept, g_ptr_array_index(found, i - 1))) {
         g_ptr_array_remove_index(found, i - 1);
      }
   }
}

static void find_by_git(GHashTable* meant, const Repository* repository, const Commit* commit,
                        GPtrArray* found)
{
   const char* const     tips[] = { commit->hash, NULL };
   g_autoptr(GHashTable) parents = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                                                         (GDestroyNotify)g_strfreev);
   g_autoptr(GHashTable) open = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   const Search          search = { meant, parents, open, seen };
   g_hash_table_insert(parents, g_strdup(commit->hash), g_strdupv(commit->parents));
   for (size_t i = 0; commit->parents[i] != NULL; i++) {
      visit(&search, commit->parents[i]);
   }
   if (g_hash_table_size(open) > 0) {
      git_walk(repository, tips, NEWEST_FIRST, take_commit, (void*)&search);
   }
   collect(&search, commit->hash, found);
   g_assert(found->len <= g_hash_table_size(meant));
   keep_independent(repository, found);
}

/*--- Of a store ---*/

static void find_by_store(Store* store, GHashTable* meant, const Repository* repository, const Commit* commit,
                          GPtrArray* found)
{
   const char* const tips[] = { commit->hash, NULL };
   g_autoptr(GArray) commits = store_commits(store);
   g_autoptr(Graph)  graph = graph_make(commits, repository, tips);
   g_autofree bool*  is_meant = g_new0(bool, stored_last(commits) + 1);
   for (guint i = 0; i < commits->len; i++) {
      const StoredCommit* stored = &g_array_index(commits, StoredCommit, i);
      is_meant[stored->id] = g_hash_table_contains(meant, stored->hash);
   }
   g_autoptr(GPtrArray) nearest = graph_nearest_of(graph, is_meant, commit->hash);
   for (guint i = 0; i < nearest->len; i++) {
      g_ptr_array_add(found, g_strdup(((const StoredCommit*)g_ptr_array_index(nearest, i))->hash));
   }
}

GPtrArray* nearest_hashes(Store* store, const Repository* repository, const Commit* commit, int64_t series)
{
   GPtrArray* found = g_ptr_array_new_with_free_func(g_free);
   /* The one parent of most commits is there, and nobody need be asked. */
   if (g_strv_length(commit->parents) == 1 && store_find(store, commit->parents[0], series) != 0) {
      g_ptr_array_add(found, g_strdup(commit->parents[0]));
      return found;
   }
   g_autoptr(GHashTable) meant = store_hashes(store, series);
   g_hash_table_remove(meant, commit->hash);
   if (g_hash_table_size(meant) > 0 && repository->is_shallow) {
      find_by_store(store, meant, repository, commit, found);
   } else if (g_hash_table_size(meant) > 0) {
      find_by_git(meant, repository, commit, found);
   }
   return found;
}
