/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A database file of SQLite: statements, transactions, and what is said when they fail.

   The first failure is kept, and whatever follows does nothing. So a caller asks once, at the end. */

#ifndef COMMAND_HISTORY_DATABASE_H
#define COMMAND_HISTORY_DATABASE_H

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/problem.h"

typedef struct {
   char*       path;
   sqlite3*    handle;
   GHashTable* statements;   /* by their text */
   bool        has_failed;
   Problem     problem;
} Database;

/* Opens the file; `creates`: makes it if it is not there. NULL, with the problem set, if it cannot be
   opened. */
extern Database* database_open(const char* path, bool creates, Problem* problem);

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

/* The text of a column; NULL if it has none. */
extern const char* column_text(sqlite3_stmt* statement, int column);

/* Begins to write, as the only one; waits for others. The end keeps everything or, after a failure,
   nothing: then it returns false, with the problem set. */
extern bool database_begin(Database* database, Problem* problem);
extern bool database_end(Database* database, Problem* problem);

/* Writes within a transaction what can be written before its end. */
extern void database_flush(Database* database);

/* False, with the problem set, if something has failed. */
extern bool database_is_right(const Database* database, Problem* problem);

#endif
