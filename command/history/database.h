/* A database file of SQLite: statements, transactions, values, and what is said when something fails.

   The first failure is kept, and whatever follows does nothing. So a caller asks once, at the end.

   A file may be damaged, or made by somebody who means harm; and SQLite does not ask a value that is read
   whether it keeps to the schema. So all values come through the functions column_*, which do. */

#pragma once

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/problem.h"

typedef struct {
   char*       path;
   sqlite3*    handle;
   GHashTable* statements;   /* by their text */
   bool        is_cache;     /* that is made again if it is not there */
   int64_t     most;         /* no id is larger: it would need more rows than there are bytes */
   bool        has_failed;
   Problem     problem;
} Database;

/* Opens the file, to read it; or a cache, to write it too, which is made if it is not there. NULL, with the
   problem set, if it cannot be opened. */
typedef enum { DATABASE_READ, DATABASE_WRITE } DatabaseUse;
extern Database* database_open(const char* path, DatabaseUse use, Problem* problem);

/* Undoes what a transaction has written that was not ended. */
extern void database_close(Database* database);

/* Runs statements that have no result. */
extern void database_run(Database* database, const char* text);

/* A statement, ready for its values; NULL after a failure. */
extern sqlite3_stmt* database_statement(Database* database, const char* text);

/* Goes to the next row of the result. False: there is none, or something has failed. */
extern bool database_step(Database* database, sqlite3_stmt* statement);

/* Runs a statement that has no result. */
extern void database_finish(Database* database, sqlite3_stmt* statement);

/* Binders of values; of a statement that is NULL, they do nothing. The text or bytes must stay. */
extern void bind_number(sqlite3_stmt* statement, int index, int64_t number);
extern void bind_real(sqlite3_stmt* statement, int index, double number);
extern void bind_text(sqlite3_stmt* statement, int index, const char* text);
extern void bind_bytes(sqlite3_stmt* statement, int index, const void* bytes, gsize length);

/* The values of a row. One that is not what it must be is damage: then the database has failed, and the value
   is "", 0 or no bytes. An id, which may become the index of an array, is above 0, and not larger than the
   file. */
extern const char* column_text(Database* database, sqlite3_stmt* statement, int column);
extern int64_t column_number(Database* database, sqlite3_stmt* statement, int column);
extern int64_t column_id(Database* database, sqlite3_stmt* statement, int column);
extern double column_real(Database* database, sqlite3_stmt* statement, int column);
extern const void* column_bytes(Database* database, sqlite3_stmt* statement, int column, gsize* length);

/* Runs a statement whose result has one row and one column, or none.  Returns the id, or 0; or the text, to
   be freed by g_free, or NULL. */
extern int64_t database_take_id(Database* database, sqlite3_stmt* statement);
extern char* database_take_text(Database* database, sqlite3_stmt* statement);

/* Values that may be NULL: then the text is NULL, and the id is 0. An id may also be 0 itself. */
extern const char* column_text_or_none(Database* database, sqlite3_stmt* statement, int column);
extern int64_t column_id_or_none(Database* database, sqlite3_stmt* statement, int column);

/* The number of a statement's only value; -1: it has none. */
extern int64_t database_number(Database* database, const char* text);

/* Another number than before if others have written in between. */
extern int64_t database_others(Database* database);

/* Makes the file an empty one, whatever it is, and forgets a failure. */
extern void database_reset(Database* database);

/* Says what does not fit: then the database has failed. Returns false. */
extern bool database_is_damaged(Database* database, const char* format, ...)
   __attribute__((format(printf, 2, 3)));

/* Begins to write, as the only one; waits for others. The end keeps everything or, after a failure,
   nothing: then it returns false, with the problem set. */
extern bool database_begin(Database* database, Problem* problem);
extern bool database_end(Database* database, Problem* problem);

/* Writes within a transaction what can be written before its end. */
extern void database_flush(Database* database);

/* False, with the problem set, if something has failed. */
extern bool database_is_right(const Database* database, Problem* problem);
