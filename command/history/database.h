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

typedef struct Rows Rows;

typedef struct {
   char*       path;
   sqlite3*    handle;
   GHashTable* statements;   /* Rows by their text, which must stay */
   Rows*       none;         /* the result of what failed */
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
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Database, database_close)

/*--- Statements ---*/

/* A value for a "?" of a statement. A text or bytes must stay until the statement has ended. */
typedef struct {
   enum { VALUE_END, VALUE_NUMBER, VALUE_REAL, VALUE_TEXT, VALUE_BYTES } type;
   int64_t     number;
   double      real;
   const char* text;     /* NULL is none */
   GBytes*     bytes;
} Value;

/* The values of a statement, as VALUES(NUMBER(id), TEXT(name)). */
#define VALUES(...)    ((const Value[]){ __VA_ARGS__, { .type = VALUE_END } })
#define NUMBER(value)  { .type = VALUE_NUMBER, .number = (value) }
#define REAL(value)    { .type = VALUE_REAL, .real = (value) }
#define TEXT(value)    { .type = VALUE_TEXT, .text = (value) }
#define BYTES(value)   { .type = VALUE_BYTES, .bytes = (value) }

/* Runs statements that have no result, nor values. */
extern void database_run(Database* database, const char* text);

/* Runs a statement that has no result.  The text of this and of those that follow must stay; `values`: of
   VALUES; NULL: it has none. */
extern void database_do(Database* database, const char* text, const Value* values);

/* Runs one that inserts a row. Returns its id. */
extern int64_t database_insert(Database* database, const char* text, const Value* values);

/* Runs one whose result has one row and one column, or none.  Returns the id, or 0; or the text, to be freed
   by g_free, or NULL; or the number, or -1. */
extern int64_t database_id(Database* database, const char* text, const Value* values);
extern char* database_text(Database* database, const char* text, const Value* values);
extern int64_t database_number(Database* database, const char* text, const Value* values);

/* Begins a statement with a result, which stays the database's. */
extern Rows* database_rows(Database* database, const char* text, const Value* values);

/* Goes to the next row. False: there is none, or something has failed. */
extern bool rows_next(Rows* rows);

/* Ends it before the last row. */
extern void rows_end(Rows* rows);

/* The values of a row. One that is not what it must be is damage: then the database has failed, and the value
   is "", 0 or no bytes. An id, which may become the index of an array, is above 0, and not larger than the
   file. */
extern const char* column_text(Rows* rows, int column);
extern int64_t column_number(Rows* rows, int column);
extern int64_t column_id(Rows* rows, int column);
extern double column_real(Rows* rows, int column);
extern const void* column_bytes(Rows* rows, int column, gsize* length);

/* Values that may be NULL: then the text is NULL, and the id is 0. An id may also be 0 itself. */
extern const char* column_text_or_none(Rows* rows, int column);
extern int64_t column_id_or_none(Rows* rows, int column);

/*--- The whole ---*/

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
