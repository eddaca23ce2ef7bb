/* Opens a store, and writes all or nothing to it. */

#include "history/store_parts.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "history/schema.h"

#define BRANCH_PREFIX  "git:"

/* Each time, somebody else has written; so others have written as often by then. */
#define TRIES  20

static bool is_not_there(const char* name, Problem* problem)
{
   return problem_set(problem, name, 0, "is not there: `aprof history add REPORT` begins a history");
}

/*--- Opening ---*/

/* The database is only a cache: one that is damaged, or of another aprof, is made again.  Where it cannot be
   written, it is in memory, and made each time. */
static Database* open_cache(const char* path, Problem* problem)
{
   Database* database = database_open(path, DATABASE_WRITE, problem);
   if (database == NULL) {
      database = database_open(":memory:", DATABASE_WRITE, problem);
   }
   if (database != NULL && !schema_prepare(database, problem)) {
      g_clear_pointer(&database, database_close);
   }
   return database;
}

static char* path_of_cache(const char* name, const Repository* repository)
{
   g_autofree char* escaped = name == NULL ? NULL : g_uri_escape_string(name, NULL, FALSE);
   g_autofree char* file = name == NULL
                           ? g_strdup(STORE_CACHE) : g_strdup_printf("aprof-history-%s.cache", escaped);
   return g_build_filename(repository->common, file, NULL);
}

/* `name`: of the branch; NULL: the usual ref. */
static bool open_branch(Store* store, const char* name, const char* label, const Repository* repository,
                        bool creates, Problem* problem)
{
   store->branch = branch_new(name, label, repository);
   if (!branch_look(store->branch, problem)
       || (!creates && branch_tree(store->branch) == NULL && !is_not_there(label, problem))) {
      return false;
   }
   g_autofree char* path = path_of_cache(name, repository);
   store->database = open_cache(path, problem);
   return store->database != NULL && follow_update(store, problem);
}

/* The configuration of a repository can make git run programs. Git itself looks only where it is not told
   which directory it is. */
static bool is_own(const char* directory, Problem* problem)
{
   struct stat status;
   return (stat(directory, &status) == 0 && status.st_uid == geteuid())
          || problem_set(problem, directory, 0, "belongs to another user");
}

/* Makes a repository there if there is nothing. */
static bool find_directory(const char* directory, bool creates, Problem* problem)
{
   g_autofree char* option = g_strconcat("--git-dir=", directory, NULL);
   const char* const words[] = { option, "init", "--bare", "--quiet", NULL };
   g_autofree char* objects = g_build_filename(directory, "objects", NULL);
   bool is_there = g_file_test(objects, G_FILE_TEST_IS_DIR);
   bool is_free = !is_there && !g_file_test(directory, G_FILE_TEST_EXISTS);
   if (is_free && creates) {
      g_autofree char* out = git_run(NULL, words, problem);
      is_there = out != NULL;
   } else if (is_free) {
      is_not_there(directory, problem);
   } else if (!is_there) {
      problem_set(problem, directory, 0, "is no repository of git");
   }
   return is_there && is_own(directory, problem);
}

static bool open_any(Store* store, const char* name, const Repository* repository, bool creates,
                     Problem* problem)
{
   bool is_branch = name != NULL && g_str_has_prefix(name, BRANCH_PREFIX);
   if (name != NULL && !is_branch) {
      store->own.common = g_strdup(name);
      return find_directory(name, creates, problem)
             && open_branch(store, NULL, name, &store->own, creates, problem);
   }
   if (repository == NULL) {
      return name != NULL ? problem_set(problem, name, 0, "is no history: this is no repository of git")
                          : problem_set(problem, NULL, 0, "this is no repository of git, so --store=DIRECTORY"
                                        " must say where the history is");
   }
   return open_branch(store, is_branch ? name + strlen(BRANCH_PREFIX) : NULL, is_branch ? name : BRANCH_USUAL,
                      repository, creates, problem);
}

Store* store_open(const char* name, const Repository* repository, bool creates, Problem* problem)
{
   Store* store = g_new0(Store, 1);
   store->item_names = item_names_new();
   store->names = g_hash_table_new_full(NULL, NULL, NULL, g_free);
   store->bytes = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_bytes_unref);
   store->streams = streams_new();
   if (!open_any(store, name, repository, creates, problem)) {
      problem_keep_file(problem);
      g_clear_pointer(&store, store_close);
   }
   return store;
}

void store_close(Store* store)
{
   if (store != NULL) {
      g_hash_table_unref(store->names);
      item_names_free(store->item_names);
      g_hash_table_unref(store->bytes);
      g_hash_table_unref(store->streams);
      g_clear_pointer(&store->items.list, g_array_unref);
      store_forget_snapshots(store);
      g_free(store->hash);
      database_close(store->database);
      branch_free(store->branch);
      repository_free(&store->own);
      g_free(store);
   }
}

const char* store_path(const Store* store)
{
   return branch_label(store->branch);
}

bool store_is_right(const Store* store, Problem* problem)
{
   return database_is_right(store->database, problem);
}

/*--- Writing ---*/

void store_forget(Store* store)
{
   g_hash_table_remove_all(store->names);
   g_hash_table_remove_all(store->bytes);
   g_hash_table_remove_all(store->streams);
   g_clear_pointer(&store->items.list, g_array_unref);
   store_forget_snapshots(store);
}

static void undo(Store* store)
{
   database_run(store->database, "ROLLBACK");
   store_forget(store);
   branch_forget(store->branch);
   store->waiting = 0;
}

/* The branch is written first: what it has and the database lacks comes there later. */
static bool end(Store* store, bool* has_moved, Problem* problem)
{
   bool has_change = store->waiting > 0 || store->other != NULL;
   return store_is_right(store, problem) && (!has_change || follow_write(store, has_moved, problem))
          && database_end(store->database, problem);
}

/* Begins a transaction, and forgets what was read if others have written since. */
static bool begin(Store* store, Problem* problem)
{
   bool    done = database_begin(store->database, problem);
   int64_t version = database_others(store->database);
   if (version != store->version) {
      store_forget(store);
      store->version = version;
   }
   return done;
}

bool store_write(Store* store, StoreWork work, void* data, Problem* problem)
{
   bool done = false, has_moved = true;
   for (unsigned i = 0; i < TRIES && !done && has_moved; i++) {
      has_moved = false;
      done = begin(store, problem) && follow_branch(store, problem) && work(store, data, problem)
             && end(store, &has_moved, problem);
      if (!done) {
         undo(store);
      }
   }
   if (!done) {
      problem_keep_file(problem);
   }
   return done;
}
