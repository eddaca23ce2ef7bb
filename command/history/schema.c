/* Names, headers and rows are stored once, and commits share them.  A stream has the records of a series, or
   the reports of the runs of one name of its experiments.  `items` has what changed from one record of a
   stream to the next, so that each row of it is there once.

   The record of an experiment has no items: `runs` has its runs, and the record of each run's report.  Such a
   record is of no commit.  Runs of several experiments that are equal share theirs.

   Statements run for one row: so the tables have no foreign keys that SQLite would check. */

#include "history/schema.h"

/* Another one for any other tables: then all is made again. */
#define TABLES_VERSION  3

static const char tables[] =
   /* `parents` and `ancestors` are hashes with blanks between: all parents, and the nearest commits that were
      stored when this one was added. A shallow clone does not know them. */
   "CREATE TABLE commits (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, date INTEGER NOT NULL,"
   " subject TEXT NOT NULL, parents TEXT NOT NULL, ancestors TEXT NOT NULL);"
   /* Records that can be compared: of one program, on one machine, of one measure. */
   "CREATE TABLE series (id INTEGER PRIMARY KEY, name TEXT NOT NULL, program TEXT NOT NULL,"
   " machine TEXT NOT NULL, measure TEXT NOT NULL, UNIQUE (name, program, machine, measure));"
   "CREATE TABLE streams (id INTEGER PRIMARY KEY, series_id INTEGER NOT NULL, run TEXT NOT NULL,"
   " UNIQUE (series_id, run));"
   "CREATE TABLE headers (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"
   "CREATE TABLE names (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"
   "CREATE TABLE rows (id INTEGER PRIMARY KEY, name INTEGER NOT NULL, hash INTEGER NOT NULL,"
   " bytes BLOB NOT NULL);"
   "CREATE INDEX rows_by_content ON rows (name, hash);"
   "CREATE TABLE records (id INTEGER PRIMARY KEY, commit_id INTEGER NOT NULL, series_id INTEGER NOT NULL,"
   " stream INTEGER NOT NULL, added INTEGER NOT NULL, branch TEXT NOT NULL, date TEXT, modified TEXT,"
   " total INTEGER NOT NULL, header_id INTEGER NOT NULL, UNIQUE (series_id, commit_id));"
   "CREATE INDEX records_by_stream ON records (stream);"
   /* From this record on, the name has this row; 0: it is not there any more. */
   "CREATE TABLE items (stream INTEGER NOT NULL, name INTEGER NOT NULL, record INTEGER NOT NULL,"
   " row INTEGER NOT NULL, PRIMARY KEY (stream, name, record)) WITHOUT ROWID;"
   "CREATE INDEX items_by_record ON items (stream, record, name, row);"
   /* A run of an experiment has the record of its report; NULL: it has none. */
   "CREATE TABLE runs (experiment INTEGER NOT NULL, name TEXT NOT NULL, size REAL NOT NULL, counts"
   " INTEGER NOT NULL, ending TEXT NOT NULL, record INTEGER, PRIMARY KEY (experiment, name)) WITHOUT ROWID;"
   /* The changes from the nearest ancestors, whose records `since` lists. */
   "CREATE TABLE steps (record_id INTEGER PRIMARY KEY, since TEXT NOT NULL, text TEXT NOT NULL);"
   /* How the routines of an experiment grow. */
   "CREATE TABLE laws (record_id INTEGER PRIMARY KEY, text TEXT NOT NULL);"
   /* Commits that `history fill` could not measure. */
   "CREATE TABLE failures (hash TEXT NOT NULL, name TEXT NOT NULL, reason TEXT NOT NULL,"
   " PRIMARY KEY (hash, name));"
   /* The tree of the branch that all this is made of. */
   "CREATE TABLE cached (tree TEXT NOT NULL);"
   "PRAGMA user_version = " G_STRINGIFY(TABLES_VERSION) ";";

static bool is_of_this_version(Database* database)
{
   return database_number(database, "PRAGMA user_version") == TABLES_VERSION;
}

/* Two may find a new file at once: the second one then finds the tables of the first. */
static void make_tables(Database* database)
{
   Problem ignored;
   if (database_begin(database, &ignored)) {
      if (!is_of_this_version(database)) {
         database_run(database, tables);
      }
      database_end(database, &ignored);
   }
}

bool schema_prepare(Database* database, Problem* problem)
{
   bool is_ours = is_of_this_version(database) && !database->has_failed;
   if (!is_ours && database_number(database, "SELECT count(*) FROM sqlite_master") != 0) {
      database_reset(database);
   }
   if (!is_ours) {
      make_tables(database);
   }
   return database_is_right(database, problem);
}
