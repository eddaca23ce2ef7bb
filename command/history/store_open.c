/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Opens a store, and writes all or nothing to it. */

#include "history/store_parts.h"

#include <string.h>
#include <unistd.h>

#include "history/schema.h"

#define BRANCH_PREFIX  "git:"

/* Each time, somebody else has written; so others have written as often by then. */
#define TRIES  20

static bool is_not_there(const char* name, Problem* problem)
{
   return problem_set(problem, name, 0, "is not there: `aprof history add REPORT` begins a history");
}

/*------------------------------------------------------------------*/
/*--- Opening                                                    ---*/
/*------------------------------------------------------------------*/

static Database* open_database(const char* path, bool creates, Problem* problem)
{
   Database* database = database_open(path, creates, problem);
   if (database != NULL && !schema_prepare(database, problem)) {
      problem_keep_file(problem);
      g_clear_pointer(&database, database_close);
   }
   return database;
}

static Store* new_store(Database* database, Branch* branch)
{
   Store* store = g_new0(Store, 1);
   store->database = database;
   store->branch = branch;
   store->rows = known_rows_new();
   store->names = g_hash_table_new_full(NULL, NULL, NULL, g_free);
   store->bytes = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_bytes_unref);
   return store;
}

static Store* open_file(const char* path, bool creates, Problem* problem)
{
   if (!creates && !g_file_test(path, G_FILE_TEST_EXISTS)) {
      is_not_there(path, problem);
      return NULL;
   }
   Database* database = open_database(path, creates, problem);
   return database == NULL ? NULL : new_store(database, NULL);
}

/* The database is only a copy of the branch: one that is damaged, or of another aprof, is made again. */
static Database* open_copy(const char* path, Problem* problem)
{
   Database* database = open_database(path, true, problem);
   if (database == NULL && g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
      unlink(path);
      database = open_database(path, true, problem);
   }
   if (database != NULL) {
      database->is_copy = true;
   }
   return database;
}

static char* path_of_copy(const char* name, const Repository* repository)
{
   char* escaped = g_uri_escape_string(name, NULL, FALSE);
   char* path = g_strdup_printf("%s/aprof-history-%s.db", repository->common, escaped);
   g_free(escaped);
   return path;
}

static Store* open_branch(const char* name, const Repository* repository, bool creates, Problem* problem)
{
   Branch* branch = branch_new(name, repository);
   if (!branch_look(branch, problem)
       || (!creates && branch_tree(branch) == NULL && !is_not_there(branch_label(branch), problem))) {
      problem_keep_file(problem);
      branch_free(branch);
      return NULL;
   }
   char*     path = path_of_copy(name, repository);
   Database* database = open_copy(path, problem);
   Store*    store = database == NULL ? NULL : new_store(database, branch);
   if (store == NULL) {
      branch_free(branch);
   } else if (!copy_update(store, problem)) {
      problem_keep_file(problem);
      g_clear_pointer(&store, store_close);
   }
   g_free(path);
   return store;
}

Store* store_open(const char* name, const Repository* repository, bool creates, Problem* problem)
{
   if (!g_str_has_prefix(name, BRANCH_PREFIX)) {
      return open_file(name, creates, problem);
   }
   if (repository == NULL) {
      problem_set(problem, name, 0, "is no history: this is no repository of git");
      return NULL;
   }
   return open_branch(name + strlen(BRANCH_PREFIX), repository, creates, problem);
}

void store_close(Store* store)
{
   if (store != NULL) {
      g_hash_table_unref(store->rows);
      g_hash_table_unref(store->names);
      g_hash_table_unref(store->bytes);
      g_free(store->hash);
      database_close(store->database);
      branch_free(store->branch);
      g_free(store);
   }
}

const char* store_path(const Store* store)
{
   return store->branch != NULL ? branch_label(store->branch) : store->database->path;
}

bool store_is_right(const Store* store, Problem* problem)
{
   return database_is_right(store->database, problem);
}

/*------------------------------------------------------------------*/
/*--- Writing                                                    ---*/
/*------------------------------------------------------------------*/

void store_forget(Store* store)
{
   g_hash_table_remove_all(store->rows);
   g_hash_table_remove_all(store->names);
   g_hash_table_remove_all(store->bytes);
}

static void undo(Store* store)
{
   database_run(store->database, "ROLLBACK");
   store_forget(store);
   if (store->branch != NULL) {
      branch_forget(store->branch);
   }
   store->waiting = 0;
}

/* The branch is written first: what it has and the database lacks comes there later. */
static bool end(Store* store, bool* has_moved, Problem* problem)
{
   bool has_change = store->waiting > 0 || store->other != NULL;
   return store_is_right(store, problem) && (!has_change || copy_write(store, has_moved, problem))
          && database_end(store->database, problem);
}

bool store_write(Store* store, StoreWork work, void* data, Problem* problem)
{
   bool done = false, has_moved = true;
   for (unsigned i = 0; i < TRIES && !done && has_moved; i++) {
      has_moved = false;
      done = database_begin(store->database, problem)
             && (store->branch == NULL || copy_follow(store, problem)) && work(store, data, problem)
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
