/* The cache follows the branch.  It knows the tree that it was made of.  From there, files that differ are
   taken over; so it does not matter how the branch came to be what it is. */

#include "history/store_parts.h"

#include <string.h>

#include "history/schema.h"

/*--- From the branch ---*/

/* The tree that the cache is made of; NULL: none yet, or none that git may be asked for. To be freed by
   g_free. */
static char* cached_tree(Store* store)
{
   sqlite3_stmt* one = database_statement(store->database, "SELECT tree FROM cached");
   const char*   text = database_step(store->database, one) ? column_text(store->database, one, 0) : "";
   char*         tree = hash_is_one(text) ? g_strdup(text) : NULL;
   database_finish(store->database, one);
   return tree;
}

static void set_cached(Store* store, const char* tree)
{
   database_run(store->database, "DELETE FROM cached");
   if (tree != NULL) {
      sqlite3_stmt* set = database_statement(store->database, "INSERT INTO cached (tree) VALUES (?)");
      bind_text(set, 1, tree);
      database_finish(store->database, set);
   }
}

static bool is_no_result(const Branch* branch, const char* path, Problem* problem)
{
   return problem_set(problem, branch_label(branch), 0, "is damaged: %s is no result of aprof: remove it"
                      " from the branch; `git log -- FILE` there says who has written it", path);
}

bool follow_read(const Branch* branch, const char* path, char* text, Entry* entry, Problem* problem)
{
   bool is_right = entry_read(text, entry);
   g_autofree char* own = is_right ? entry_path(entry) : NULL;
   is_right = is_right && strcmp(own, path) == 0;
   return is_right || is_no_result(branch, path, problem);
}

/* False: lines of it are no items. */
static bool put(Store* store, const Entry* entry)
{
   StoredPlace place;
   if (entry->snapshot == NULL) {
      cache_put_failure(store, entry->commit.hash, entry->series.name, entry->reason);
      return true;
   }
   return cache_put(store, entry, &place);
}

static void remove_entry(Store* store, const Entry* entry)
{
   if (entry->snapshot == NULL) {
      cache_put_failure(store, entry->commit.hash, entry->series.name, NULL);
   } else {
      cache_remove(store, entry);
   }
}

static bool take_file(void* data, const char* path, char* before, char* now, Problem* problem)
{
   Store* store = data;
   Entry  entry;
   if (!entry_has_path(path)) {
      return true;
   }
   bool is_right = follow_read(store->branch, path, now != NULL ? now : before, &entry, problem);
   if (is_right && now == NULL) {
      remove_entry(store, &entry);
   } else if (is_right && !put(store, &entry) && store_is_right(store, problem)) {
      is_right = is_no_result(store->branch, path, problem);
   }
   entry_clear(&entry);
   return is_right && store_is_right(store, problem);
}

static void clear(Store* store)
{
   static const char* const tables[] = { "commits", "series", "streams", "headers", "names", "rows",
                                         "records", "items", "runs", "steps", "laws", "failures" };
   for (size_t i = 0; i < G_N_ELEMENTS(tables); i++) {
      g_autofree char* text = g_strdup_printf("DELETE FROM %s", tables[i]);
      database_run(store->database, text);
   }
   store_forget(store);
}

/* A tree that is no more leaves nothing to compare with: then all is read again. */
static bool follow(Store* store, Problem* problem)
{
   if (branch_tree(store->branch) != NULL && !branch_check(store->branch, problem)) {
      return false;
   }
   char* tree = cached_tree(store);
   if (tree == NULL || !branch_has_tree(store->branch, tree)) {
      g_clear_pointer(&tree, g_free);
      clear(store);
   }
   bool done = branch_compare(store->branch, tree, take_file, store, problem);
   set_cached(store, branch_tree(store->branch));
   g_free(tree);
   return done && store_is_right(store, problem);
}

static bool is_up_to_date(Store* store)
{
   g_autofree char* tree = cached_tree(store);
   return g_strcmp0(tree, branch_tree(store->branch)) == 0;
}

bool follow_branch(Store* store, Problem* problem)
{
   return branch_look(store->branch, problem) && (is_up_to_date(store) || follow(store, problem));
}

static bool do_nothing(Store* store, void* data, Problem* problem)
{
   (void)data;
   return store_is_right(store, problem);
}

bool follow_update(Store* store, Problem* problem)
{
   return is_up_to_date(store) || store_write(store, do_nothing, NULL, problem);
}

/*--- To the branch ---*/

void follow_note(Store* store, const Entry* entry, const GString* text)
{
   g_autofree char* path = entry_path(entry);
   if (text != NULL) {
      branch_need(store->branch, entry_version(entry));
   }
   branch_put(store->branch, path, text == NULL ? NULL : text->str, text == NULL ? 0 : text->len);
   store->waiting++;
   g_free(store->hash);
   store->hash = g_strdup(entry->commit.hash);
}

static char* message_of(const Store* store)
{
   return store->other != NULL  ? g_strdup_printf("aprof history: merges %s\n", branch_label(store->other))
          : store->waiting == 1
             ? g_strdup_printf("aprof history: %.10s\n", store->hash)
             : g_strdup_printf("aprof history: %.10s, %u results\n", store->hash, store->waiting);
}

/* The database is flushed before, so that a disk that is full for it leaves the branch as it is. */
bool follow_write(Store* store, bool* has_moved, Problem* problem)
{
   database_flush(store->database);
   if (!database_is_right(store->database, problem)) {
      return false;
   }
   g_autofree char* message = message_of(store);
   BranchOutcome outcome = branch_commit(store->branch, message, store->other, problem);
   *has_moved = outcome == BRANCH_MOVED;
   store->waiting = 0;
   if (*has_moved) {
      problem_set(problem, branch_label(store->branch), 0, "is written by others all the time");
   } else if (outcome == BRANCH_WRITTEN) {
      set_cached(store, branch_tree(store->branch));
   }
   return outcome == BRANCH_WRITTEN;
}
