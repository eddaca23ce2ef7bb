/* Opens a store, and writes all or nothing to it.

   The cache follows the branch.  It knows the tree that it was made of.  From there, files that differ are
   taken over; so it does not matter how the branch came to be what it is. */

#include "history/store_parts.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/memory.h"

#define BRANCH_PREFIX  "git:"

/* Each time, somebody else has written; so others have written as often by then. */
#define TRIES  20

bool store_is_right(const Store* store, Problem* problem)
{
   return database_is_right(store->database, problem);
}

const char* store_path(const Store* store)
{
   return branch_label(store->branch);
}

/* Forgets what was looked for and read: numbers may be others now. */
static void forget(Store* store)
{
   g_hash_table_remove_all(store->names);
   g_hash_table_remove_all(store->bytes);
   g_hash_table_remove_all(store->streams);
   g_clear_pointer(&store->items.list, g_array_unref);
   store_forget_snapshots(store);
}

/*--- From the branch ---*/

/* The tree that the cache is made of; NULL: none yet, or none that git may be asked for. To be freed by
   g_free. */
static char* cached_tree(Store* store)
{
   char* tree = database_text(store->database, "SELECT tree FROM cached", NULL);
   if (tree != NULL && !hash_is_one(tree)) {
      g_clear_pointer(&tree, g_free);
   }
   return tree;
}

static void note_tree(Store* store)
{
   const char* tree = branch_tree(store->branch);
   database_run(store->database, "DELETE FROM cached");
   if (tree != NULL) {
      database_do(store->database, "INSERT INTO cached (tree) VALUES (?)", VALUES(TEXT(tree)));
   }
}

static bool is_no_result(const Branch* branch, const char* path, Problem* problem)
{
   return problem_set(problem, branch_label(branch), 0, "is damaged: %s is no result of aprof: remove it"
                      " from the branch; `git log -- FILE` there says who has written it", path);
}

bool store_read_file(const Branch* branch, const char* path, char* text, Entry* entry, Problem* problem)
{
   bool             is_entry = entry_read(text, entry);
   g_autofree char* own = is_entry ? entry_path(entry) : NULL;
   return g_strcmp0(own, path) == 0 || is_no_result(branch, path, problem);
}

static bool take_file(void* data, const char* path, char* before, char* now, Problem* problem)
{
   Store*        store = data;
   g_auto(Entry) entry = { 0 };
   StoredPlace   ignored;
   bool          is_right = true;
   if (!entry_has_path(path)) {
      return true;
   }
   if (!store_read_file(store->branch, path, now != NULL ? now : before, &entry, problem)) {
      return false;
   }
   if (now != NULL) {
      is_right = cache_put(store, &entry, &ignored);
   } else {
      cache_remove(store, &entry);
   }
   return store_is_right(store, problem) && (is_right || is_no_result(store->branch, path, problem));
}

/* A tree that is no more leaves nothing to compare with: then all is read again. */
static bool follow(Store* store, Problem* problem)
{
   if (branch_tree(store->branch) != NULL && !branch_check(store->branch, problem)) {
      return false;
   }
   g_autofree char* tree = cached_tree(store);
   bool             has_tree = tree != NULL && branch_has_tree(store->branch, tree);
   if (!has_tree) {
      cache_clear(store);
      forget(store);
   }
   bool done = branch_compare(store->branch, has_tree ? tree : NULL, take_file, store, problem);
   note_tree(store);
   return done && store_is_right(store, problem);
}

static bool is_up_to_date(Store* store)
{
   g_autofree char* tree = cached_tree(store);
   return g_strcmp0(tree, branch_tree(store->branch)) == 0;
}

/*--- To the branch ---*/

/* Notes that the text of an entry is to be written there; NULL: that it is to be removed. */
static void note_file(Store* store, const Entry* entry, const GString* text)
{
   g_autofree char* path = entry_path(entry);
   g_assert(entry_has_path(path));
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

/* Writes what was noted. False: others have written in between, or the problem is set.  The database is
   flushed before, so that a disk that is full for it leaves the branch as it is. */
static bool write_branch(Store* store, bool* has_moved, Problem* problem)
{
   database_flush(store->database);
   if (!store_is_right(store, problem)) {
      return false;
   }
   g_autofree char* message = message_of(store);
   BranchOutcome    outcome = branch_commit(store->branch, message, store->other, problem);
   *has_moved = outcome == BRANCH_MOVED;
   store->waiting = 0;
   if (*has_moved) {
      problem_set(problem, branch_label(store->branch), 0, "is written by others all the time");
   } else if (outcome == BRANCH_WRITTEN) {
      note_tree(store);
   }
   return outcome == BRANCH_WRITTEN;
}

/* The branch is written first: what it has and the database lacks comes there later. */
static bool end(Store* store, bool* has_moved, Problem* problem)
{
   bool has_change = store->waiting > 0 || store->other != NULL;
   return store_is_right(store, problem) && (!has_change || write_branch(store, has_moved, problem))
          && database_end(store->database, problem);
}

/* Brings the cache to what the branch is.  If it is of the branch as that was seen last, git is not asked
   again: it refuses a commit if that is no more so. */
static bool catch_up(Store* store, Problem* problem)
{
   return is_up_to_date(store)
          || (branch_look(store->branch, problem) && (is_up_to_date(store) || follow(store, problem)));
}

/* Begins a transaction, and forgets what was read if others have written since. */
static bool begin(Store* store, Problem* problem)
{
   bool    done = database_begin(store->database, problem);
   int64_t version = database_others(store->database);
   if (version != store->version) {
      forget(store);
      store->version = version;
   }
   return done && catch_up(store, problem);
}

static void undo(Store* store)
{
   database_run(store->database, "ROLLBACK");
   forget(store);
   branch_forget(store->branch);
   store->waiting = 0;
}

bool store_write(Store* store, StoreWork work, void* data, Problem* problem)
{
   bool done = false, has_moved = true;
   g_assert(store->waiting == 0);   /* no work begins in another one */
   for (unsigned i = 0; i < TRIES && !done && has_moved; i++) {
      has_moved = false;
      done = begin(store, problem) && (work == NULL || work(store, data, problem))
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

/*--- Adding ---*/

/* Whether the record has the costs of the snapshot. */
static bool is_equal(Store* store, int64_t record, const Snapshot* snapshot)
{
   g_autoptr(Snapshot) former = store_read(store, record);
   return former != NULL && snapshot_is_equal(former, snapshot);
}

/* Writes the file, and takes into the cache what it says. */
static void write_result(Store* store, const Entry* entry, StoredPlace* place)
{
   g_autoptr(GString) text = g_string_new(NULL);
   g_auto(Entry)      again = { 0 };
   entry_write(entry, text);
   note_file(store, entry, text);
   if (!entry_read(text->str, &again) || !cache_put(store, &again, place)) {
      database_is_damaged(store->database, "what is written of %s cannot be read", entry->commit.hash);
   }
}

Added store_add(Store* store, const Entry* entry, bool replaces, StoredPlace* place)
{
   int64_t series = store_series_id(store, &entry->series);
   int64_t present = series == 0 ? 0 : store_find(store, entry->commit.hash, series);
   *place = (StoredPlace){ present, series };
   if (present != 0 && is_equal(store, present, entry->snapshot)) {
      return ADDED_SAME;
   }
   if (present != 0 && !replaces) {
      return ADDED_OTHER;
   }
   write_result(store, entry, place);
   return present != 0 ? ADDED_REPLACED : ADDED_NEW;
}

void store_set_failure(Store* store, const char* hash, const char* name, const char* reason)
{
   g_autofree char* former = store_failure(store, hash, name);
   const Entry      entry = { .commit = { .hash = (char*)hash }, .series = { .name = (char*)name },
                              .reason = (char*)reason };
   StoredPlace      ignored;
   if (g_strcmp0(former, reason) == 0) {
      return;
   }
   if (reason == NULL) {
      note_file(store, &entry, NULL);
      cache_remove(store, &entry);
   } else {
      g_autoptr(GString) text = g_string_new(NULL);
      entry_write(&entry, text);
      note_file(store, &entry, text);
      cache_put(store, &entry, &ignored);
   }
}

/*--- Opening ---*/

static bool is_not_there(const char* name, Problem* problem)
{
   return problem_set(problem, name, 0, "is not there: `aprof history add REPORT` begins a history");
}

/* The database is only a cache: one that is damaged, or of another aprof, is made again.  Where it cannot be
   written, it is in memory, and made each time. */
static Database* open_cache(const char* path, Problem* problem)
{
   g_autoptr(Database) database = database_open(path, DATABASE_WRITE, problem);
   if (database == NULL) {
      database = database_open(":memory:", DATABASE_WRITE, problem);
   }
   return database != NULL && cache_prepare(database, problem) ? g_steal_pointer(&database) : NULL;
}

static char* path_of_cache(const char* name, const Repository* repository)
{
   g_autofree char* escaped = name == NULL ? NULL : g_uri_escape_string(name, NULL, FALSE);
   g_autofree char* file = name == NULL ? g_strdup(STORE_CACHE)
                                        : g_strdup_printf("aprof-history-%s.cache", escaped);
   return g_build_filename(repository->common, file, NULL);
}

/* `name`: of the branch; NULL: the usual ref. */
static bool open_branch(Store* store, const char* name, const char* label, const Repository* repository,
                        bool creates, Problem* problem)
{
   g_autofree char* path = path_of_cache(name, repository);
   store->branch = branch_new(name, label, repository);
   if (!branch_look(store->branch, problem)
       || (!creates && branch_tree(store->branch) == NULL && !is_not_there(label, problem))) {
      return false;
   }
   store->database = open_cache(path, problem);
   return store->database != NULL && (is_up_to_date(store) || store_update(store, problem));
}

bool store_update(Store* store, Problem* problem)
{
   return store_write(store, NULL, NULL, problem);
}

/* The configuration of a repository can make git run programs. Git itself looks only where it is not told
   which directory it is. */
static bool is_own(const char* directory, Problem* problem)
{
   struct stat status;
   return (stat(directory, &status) == 0 && status.st_uid == geteuid())
          || problem_set(problem, directory, 0, "belongs to another user");
}

static bool make_directory(const char* directory, Problem* problem)
{
   g_autofree char*  option = g_strconcat("--git-dir=", directory, NULL);
   const char* const words[] = { option, "init", "--bare", "--quiet", NULL };
   g_autofree char*  out = git_run(NULL, words, problem);
   return out != NULL;
}

/* Makes a repository there if there is nothing. */
static bool find_directory(const char* directory, bool creates, Problem* problem)
{
   g_autofree char* objects = g_build_filename(directory, "objects", NULL);
   if (!g_file_test(directory, G_FILE_TEST_EXISTS)) {
      return creates ? make_directory(directory, problem) : is_not_there(directory, problem);
   }
   return (g_file_test(objects, G_FILE_TEST_IS_DIR)
           || problem_set(problem, directory, 0, "is no repository of git"))
          && is_own(directory, problem);
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
   store->texts = g_string_chunk_new(TEXTS_BLOCK_SIZE);
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
      g_string_chunk_free(store->texts);
      g_hash_table_unref(store->bytes);
      g_hash_table_unref(store->streams);
      g_clear_pointer(&store->items.list, g_array_unref);
      store_forget_snapshots(store);
      g_free(store->hash);
      database_close(store->database);
      branch_free(store->branch);
      repository_clear(&store->own);
      g_free(store);
   }
}
