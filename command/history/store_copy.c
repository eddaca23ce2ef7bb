/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The database as a copy of a branch.  It knows the tree that it is a copy of.  From there, files that differ
   are taken over; so it does not matter how the branch came to be what it is. */

#include "history/store_parts.h"

#include <string.h>

#include "history/schema.h"

/*------------------------------------------------------------------*/
/*--- From the branch                                            ---*/
/*------------------------------------------------------------------*/

/* The tree that the database is a copy of; NULL: none yet, or none that git may be asked for. To be freed by
   g_free. */
static char* copied_tree(Store* store)
{
   sqlite3_stmt* one = database_statement(store->database, "SELECT tree FROM copied");
   const char*   text = database_step(store->database, one) ? column_text(store->database, one, 0) : "";
   char*         tree = hash_is_one(text) ? g_strdup(text) : NULL;
   database_finish(store->database, one);
   return tree;
}

static void set_copied(Store* store, const char* tree)
{
   database_run(store->database, "DELETE FROM copied");
   if (tree != NULL) {
      sqlite3_stmt* set = database_statement(store->database, "INSERT INTO copied (tree) VALUES (?)");
      bind_text(set, 1, tree);
      database_finish(store->database, set);
   }
}

/* Reads an entry from its file. False, with the problem set. */
static bool read_file(const Store* store, const char* path, char* text, Entry* entry, Problem* problem)
{
   bool  is_right = entry_read(text, entry);
   char* own = is_right ? entry_path(entry) : NULL;
   is_right = is_right && strcmp(own, path) == 0;
   g_free(own);
   if (!is_right) {
      entry_clear(entry);
      problem_set(problem, branch_label(store->branch), 0, "is damaged: %s is no result of aprof: remove it"
                  " from the branch; `git log -- FILE` there says who has written it", path);
   }
   return is_right;
}

static void put(Store* store, const Entry* entry)
{
   StoredPlace place;
   if (entry->snapshot == NULL) {
      store_set_failure(store, entry->commit.hash, entry->series.name, entry->reason);
   } else {
      store_add(store, entry, true, &place);
   }
}

static void remove_entry(Store* store, const Entry* entry)
{
   if (entry->snapshot == NULL) {
      store_set_failure(store, entry->commit.hash, entry->series.name, NULL);
   } else {
      store_remove(store, entry);
   }
}

static bool take_file(void* data, const char* path, char* before, char* now, Problem* problem)
{
   Store* store = data;
   Entry  entry;
   if (!entry_has_path(path)) {
      return true;
   }
   if (!read_file(store, path, now != NULL ? now : before, &entry, problem)) {
      return false;
   }
   if (now != NULL) {
      put(store, &entry);
   } else {
      remove_entry(store, &entry);
   }
   entry_clear(&entry);
   return store_is_right(store, problem);
}

static void clear(Store* store)
{
   static const char* const tables[] = { "commits", "series", "headers", "names", "rows", "records", "runs",
                                         "steps", "laws", "failures" };
   for (size_t i = 0; i < G_N_ELEMENTS(tables); i++) {
      char* text = g_strdup_printf("DELETE FROM %s", tables[i]);
      database_run(store->database, text);
      g_free(text);
   }
   store_forget(store);
}

/* A tree that is no more leaves nothing to compare with: then all is read again. */
static bool copy(Store* store, Problem* problem)
{
   if (branch_tree(store->branch) != NULL && !branch_check(store->branch, problem)) {
      return false;
   }
   char* tree = copied_tree(store);
   if (tree == NULL || !branch_has_tree(store->branch, tree)) {
      g_clear_pointer(&tree, g_free);
      clear(store);
   }
   store->is_copying = true;
   bool done = branch_compare(store->branch, tree, take_file, store, problem);
   store->is_copying = false;
   set_copied(store, branch_tree(store->branch));
   g_free(tree);
   return done && store_is_right(store, problem);
}

static bool is_up_to_date(Store* store)
{
   char* tree = copied_tree(store);
   bool  is = g_strcmp0(tree, branch_tree(store->branch)) == 0;
   g_free(tree);
   return is;
}

bool copy_follow(Store* store, Problem* problem)
{
   return branch_look(store->branch, problem) && (is_up_to_date(store) || copy(store, problem));
}

static bool do_nothing(Store* store, void* data, Problem* problem)
{
   (void)data;
   return store_is_right(store, problem);
}

bool copy_update(Store* store, Problem* problem)
{
   schema_add_copied(store->database);
   return database_is_right(store->database, problem)
          && (is_up_to_date(store) || store_write(store, do_nothing, NULL, problem));
}

/*------------------------------------------------------------------*/
/*--- To the branch                                              ---*/
/*------------------------------------------------------------------*/

void copy_note(Store* store, const Entry* entry, bool removes)
{
   if (store->branch == NULL || store->is_copying) {
      return;
   }
   GString* text = removes ? NULL : g_string_new(NULL);
   char*    path = entry_path(entry);
   if (!removes) {
      entry_write(entry, text);
      branch_need(store->branch, entry_version(entry));
   }
   branch_put(store->branch, path, removes ? NULL : text->str, removes ? 0 : text->len);
   store->waiting++;
   g_free(store->hash);
   store->hash = g_strdup(entry->commit.hash);
   if (text != NULL) {
      g_string_free(text, TRUE);
   }
   g_free(path);
}

static char* message_of(const Store* store)
{
   return store->other != NULL  ? g_strdup_printf("aprof history: merges %s\n", branch_label(store->other))
          : store->waiting == 1
             ? g_strdup_printf("aprof history: %.10s\n", store->hash)
             : g_strdup_printf("aprof history: %.10s, %u results\n", store->hash, store->waiting);
}

/* The database is flushed before, so that a disk that is full for it leaves the branch as it is. */
bool copy_write(Store* store, bool* has_moved, Problem* problem)
{
   database_flush(store->database);
   if (!database_is_right(store->database, problem)) {
      return false;
   }
   char*         message = message_of(store);
   BranchOutcome outcome = branch_commit(store->branch, message, store->other, problem);
   *has_moved = outcome == BRANCH_MOVED;
   store->waiting = 0;
   if (*has_moved) {
      problem_set(problem, branch_label(store->branch), 0, "is written by others all the time");
   } else if (outcome == BRANCH_WRITTEN) {
      set_copied(store, branch_tree(store->branch));
   }
   g_free(message);
   return outcome == BRANCH_WRITTEN;
}

/*------------------------------------------------------------------*/
/*--- Two branches                                               ---*/
/*------------------------------------------------------------------*/

bool store_catch_up(Store* store, const Store* other, bool* has_moved, Problem* problem)
{
   *has_moved = false;
   if (store->branch == NULL || other->branch == NULL || !branch_has(other->branch, store->branch)
       || (branch_is_local(store->branch) && branch_has(store->branch, other->branch))) {
      return true;
   }
   BranchOutcome outcome = branch_move(store->branch, other->branch, problem);
   *has_moved = outcome == BRANCH_WRITTEN;
   return outcome != BRANCH_FAILED && store_write(store, do_nothing, NULL, problem);
}

static bool merge(Store* store, void* data, Problem* problem)
{
   const Store* other = data;
   store->other = branch_has(store->branch, other->branch) ? NULL : other->branch;
   return store_is_right(store, problem);
}

bool store_merge(Store* store, const Store* other, Problem* problem)
{
   bool done = store->branch == NULL || other->branch == NULL
               || store_write(store, merge, (void*)other, problem);
   store->other = NULL;
   return done;
}
