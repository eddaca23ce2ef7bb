/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Names, headers and rows are stored once, and commits share them. A record has a list of items, as changes
   of another record's list; its `depth` says how many lists must be read for that.

   The record of an experiment has no items: `runs` has its runs, and the record of each run's report.  Such a
   record is of no commit.  Runs of several experiments that are equal share theirs.

   Statements run for one row: so the tables have no foreign keys that SQLite would check. */

#include "history/schema.h"

/* "apHi": so that `file` and we know what it is. */
#define SCHEMA_APPLICATION  0x61704869
#define SCHEMA_VERSION      2

#define TEXT_OF(number)  G_STRINGIFY(number)

/* Version 1 had none of these. */
#define NEW_TABLES(kind)                                                                                     \
   /* A run of an experiment has the record of its report; NULL: it has none. */                             \
   "CREATE " kind " runs (experiment INTEGER NOT NULL, name TEXT NOT NULL, size REAL NOT NULL, counts"       \
   " INTEGER NOT NULL, ending TEXT NOT NULL, record INTEGER, PRIMARY KEY (experiment, name)) WITHOUT ROWID;" \
   /* How the routines of an experiment grow. */                                                             \
   "CREATE " kind " laws (record_id INTEGER PRIMARY KEY, text TEXT NOT NULL);"

#define SET_VERSION  "PRAGMA user_version = " TEXT_OF(SCHEMA_VERSION) ";"

static const char tables[] =
   /* `parents` and `ancestors` are hashes with blanks between: all parents, and the nearest commits that were
      stored when this one was added. A shallow clone does not know them. */
   "CREATE TABLE commits (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, date INTEGER NOT NULL,"
   " subject TEXT NOT NULL, parents TEXT NOT NULL, ancestors TEXT NOT NULL);"
   /* Records that can be compared: of one program, on one machine, of one measure. */
   "CREATE TABLE series (id INTEGER PRIMARY KEY, name TEXT NOT NULL, program TEXT NOT NULL,"
   " machine TEXT NOT NULL, measure TEXT NOT NULL, UNIQUE (name, program, machine, measure));"
   "CREATE TABLE headers (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"
   "CREATE TABLE names (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"
   "CREATE TABLE rows (id INTEGER PRIMARY KEY, name INTEGER NOT NULL, hash INTEGER NOT NULL,"
   " bytes BLOB NOT NULL);"
   "CREATE INDEX rows_by_content ON rows (name, hash);"
   "CREATE TABLE records (id INTEGER PRIMARY KEY, commit_id INTEGER NOT NULL, series_id INTEGER NOT NULL,"
   " added INTEGER NOT NULL, branch TEXT NOT NULL, date TEXT, modified TEXT, total INTEGER NOT NULL,"
   " header_id INTEGER NOT NULL, base INTEGER, depth INTEGER NOT NULL, items BLOB NOT NULL,"
   " UNIQUE (series_id, commit_id));"
   /* The changes from the nearest ancestors, whose records `since` lists. */
   "CREATE TABLE steps (record_id INTEGER PRIMARY KEY, since TEXT NOT NULL, text TEXT NOT NULL);"
   /* Commits that `history fill` could not measure. */
   "CREATE TABLE failures (hash TEXT NOT NULL, name TEXT NOT NULL, reason TEXT NOT NULL,"
   " PRIMARY KEY (hash, name));"
   NEW_TABLES("TABLE")
   "PRAGMA application_id = " TEXT_OF(SCHEMA_APPLICATION) ";" SET_VERSION;

static int64_t number_of(Database* database, const char* text)
{
   sqlite3_stmt* statement = database_statement(database, text);
   int64_t       number = database_step(database, statement) ? column_number(database, statement, 0) : -1;
   database_finish(database, statement);
   return number;
}

/* Returns the statements that have made what the file has, but for what SQLite adds by itself. */
static GHashTable* objects_of(Database* database)
{
   GHashTable*   objects = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   sqlite3_stmt* all = database_statement(database, "SELECT sql FROM sqlite_master WHERE name NOT LIKE"
                                                    " 'sqlite@_%' ESCAPE '@'");
   while (database_step(database, all)) {
      g_hash_table_add(objects, g_strdup(column_text(database, all, 0)));
   }
   return objects;
}

/* A view in place of a table, or a trigger, would be a program of whoever made the file. */
static bool has_only_ours(Database* database, Problem* problem)
{
   Database* empty = database_open(":memory:", true, problem);
   if (empty == NULL) {
      return false;
   }
   database_run(empty, tables);
   schema_add_copied(empty);
   GHashTable*    ours = objects_of(empty);
   GHashTable*    present = objects_of(database);
   GHashTableIter iterator;
   gpointer       text;
   g_hash_table_iter_init(&iterator, present);
   while (g_hash_table_iter_next(&iterator, &text, NULL)) {
      if (!g_hash_table_contains(ours, text)) {
         database_is_damaged(database, "aprof has not made what it has: %.200s", (char*)text);
      }
   }
   g_hash_table_unref(present);
   g_hash_table_unref(ours);
   database_close(empty);
   return database_is_right(database, problem);
}

/* Two may find a new file at once: the second one then finds the tables of the first. */
static bool create(Database* database, Problem* problem)
{
   if (!database_begin(database, problem)) {
      return false;
   }
   if (number_of(database, "SELECT count(*) FROM sqlite_master") == 0) {
      database_run(database, tables);
   }
   return database_end(database, problem);
}

/* Makes a file of version 1 one of this version; others may have done that meanwhile.  One that cannot be
   written gets what it lacks for this time. */
static bool upgrade(Database* database, Problem* problem)
{
   if (sqlite3_db_readonly(database->handle, "main") == 1) {
      database_run(database, NEW_TABLES("TEMP TABLE"));
      return database_is_right(database, problem);
   }
   if (!database_begin(database, problem)) {
      return false;
   }
   if (number_of(database, "PRAGMA user_version") == 1) {
      database_run(database, NEW_TABLES("TABLE") SET_VERSION);
   }
   return database_end(database, problem);
}

bool schema_refuse(Problem* problem, const char* path, int64_t version, int known)
{
   return problem_set(problem, path, 0, "has version %" G_GINT64_FORMAT " of the history, and this aprof"
                      " knows version %d: use the aprof that wrote it, or a newer one", version, known);
}

void schema_add_copied(Database* database)
{
   database_run(database, "CREATE TABLE IF NOT EXISTS copied (tree TEXT NOT NULL)");
}

bool schema_prepare(Database* database, Problem* problem)
{
   bool is_empty = number_of(database, "SELECT count(*) FROM sqlite_master") == 0;
   if (is_empty && !database->has_failed && !create(database, problem)) {
      return false;
   }
   int64_t application = number_of(database, "PRAGMA application_id");
   int64_t version = number_of(database, "PRAGMA user_version");
   if (!database_is_right(database, problem)) {
      return false;
   }
   if (application != SCHEMA_APPLICATION) {
      return problem_set(problem, database->path, 0, "is a database, but no history of aprof");
   }
   if (version != 1 && version != SCHEMA_VERSION) {
      return schema_refuse(problem, database->path, version, SCHEMA_VERSION);
   }
   return has_only_ours(database, problem) && (version != 1 || upgrade(database, problem));
}
