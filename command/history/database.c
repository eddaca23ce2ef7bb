#include "history/database.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

/* Seconds.  A writer needs a fraction of one; so others have written hundreds of times by then. */
#define PATIENCE  60

struct Rows {
   Database*     database;
   sqlite3_stmt* statement;   /* NULL: something has failed */
};

/*--- Failures ---*/

static bool fail_for(Database* database, const char* reason)
{
   if (!database->has_failed) {
      database->has_failed = true;
      problem_set(&database->problem, database->path, 0, "%s", reason);
   }
   return false;
}

bool database_is_damaged(Database* database, const char* format, ...)
{
   va_list values;
   va_start(values, format);
   g_autofree char* what = g_strdup_vprintf(format, values);
   va_end(values);
   g_autofree char* reason = g_strconcat("is damaged: ", what, database->is_cache
                                         ? ": remove it: it is a cache, and is made again" : "", NULL);
   return fail_for(database, reason);
}

static bool fail(Database* database, int code)
{
   g_autofree char* reason = NULL;
   switch (code & 0xff) {
      case SQLITE_CORRUPT:
         return database_is_damaged(database, "%s", sqlite3_errmsg(database->handle));
      case SQLITE_BUSY:
         return fail_for(database, "is in use: others have written for " G_STRINGIFY(PATIENCE) " seconds");
      case SQLITE_FULL:
         return fail_for(database, "cannot be written: the disk is full; the history is as it was before");
      case SQLITE_NOTADB:
         return fail_for(database, "is no history of aprof");
      case SQLITE_READONLY:
      case SQLITE_PERM:
         return fail_for(database, "cannot be written: permission denied");
      case SQLITE_IOERR:
         reason = g_strdup_printf("cannot be written or read (%s); the history is as it was before",
                                  sqlite3_errstr(code));
         return fail_for(database, reason);
      default:
         reason = g_strconcat("cannot be used: ", sqlite3_errmsg(database->handle), NULL);
         return fail_for(database, reason);
   }
}

/*--- The file ---*/

static void free_rows(gpointer rows)
{
   sqlite3_finalize(((Rows*)rows)->statement);
   g_free(rows);
}

static Rows* rows_new(Database* database, sqlite3_stmt* statement)
{
   Rows* rows = g_new(Rows, 1);
   *rows = (Rows){ database, statement };
   return rows;
}

/* Forbids what SQLite would run by itself: it is a program of whoever made the file. */
static void forbid_programs(sqlite3* handle)
{
   sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
   sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
}

Database* database_open(const char* path, DatabaseUse use, Problem* problem)
{
   Database* database = g_new0(Database, 1);
   database->path = g_strdup(path);
   database->statements = g_hash_table_new_full(NULL, NULL, NULL, free_rows);
   database->none = rows_new(database, NULL);
   database->is_cache = use == DATABASE_WRITE;
   int flags = database->is_cache ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
   int code = sqlite3_open_v2(path, &database->handle, flags, NULL);
   bool is_usable = code == SQLITE_OK
                    && (!database->is_cache || sqlite3_db_readonly(database->handle, "main") == 0);
   if (!is_usable) {
      int reason = database->handle == NULL ? ENOMEM : sqlite3_system_errno(database->handle);
      problem_set(problem, path, 0, "cannot be opened: %s",
                  reason != 0 ? strerror(reason) : sqlite3_errstr(code));
      problem_keep_file(problem);
      database_close(database);
      return NULL;
   }
   sqlite3_busy_timeout(database->handle, PATIENCE * 1000);
   forbid_programs(database->handle);
   return database;
}

void database_close(Database* database)
{
   if (database != NULL) {
      g_hash_table_unref(database->statements);
      sqlite3_close(database->handle);
      g_free(database->none);
      g_free(database->path);
      g_free(database);
   }
}

void database_reset(Database* database)
{
   database->has_failed = false;
   sqlite3_db_config(database->handle, SQLITE_DBCONFIG_RESET_DATABASE, 1, NULL);
   database_run(database, "VACUUM");
   sqlite3_db_config(database->handle, SQLITE_DBCONFIG_RESET_DATABASE, 0, NULL);
}

/*--- Statements ---*/

void database_run(Database* database, const char* text)
{
   int code = database->has_failed ? SQLITE_OK : sqlite3_exec(database->handle, text, NULL, NULL, NULL);
   if (code != SQLITE_OK) {
      fail(database, code);
   }
}

/* The statement is prepared once. */
static Rows* find_rows(Database* database, const char* text)
{
   Rows*         rows = g_hash_table_lookup(database->statements, text);
   sqlite3_stmt* statement;
   if (rows == NULL && !database->has_failed) {
      int code = sqlite3_prepare_v2(database->handle, text, -1, &statement, NULL);
      if (code != SQLITE_OK) {
         fail(database, code);
      } else {
         rows = rows_new(database, statement);
         g_hash_table_insert(database->statements, (gpointer)text, rows);
      }
   }
   return database->has_failed ? database->none : rows;
}

static void bind(sqlite3_stmt* statement, int index, const Value* value)
{
   switch (value->type) {
      case VALUE_NUMBER:
         sqlite3_bind_int64(statement, index, value->number);
         break;
      case VALUE_REAL:
         sqlite3_bind_double(statement, index, value->real);
         break;
      case VALUE_TEXT:
         sqlite3_bind_text(statement, index, value->text, -1, SQLITE_STATIC);   /* NULL is none */
         break;
      case VALUE_BYTES: {
         gsize       length;
         const void* bytes = g_bytes_get_data(value->bytes, &length);
         sqlite3_bind_blob64(statement, index, length == 0 ? "" : bytes, length, SQLITE_STATIC);
         break;
      }
      case VALUE_END:
         break;
   }
}

Rows* database_rows(Database* database, const char* text, const Value* values)
{
   Rows* rows = find_rows(database, text);
   if (rows->statement != NULL) {
      sqlite3_reset(rows->statement);
      for (int i = 0; values != NULL && values[i].type != VALUE_END; i++) {
         bind(rows->statement, i + 1, &values[i]);
      }
   }
   return rows;
}

bool rows_next(Rows* rows)
{
   if (rows->database->has_failed) {
      return false;
   }
   g_assert(rows->statement != NULL);   /* without one, something has failed */
   int code = sqlite3_step(rows->statement);
   if (code == SQLITE_ROW) {
      return true;
   }
   if (code != SQLITE_DONE) {
      fail(rows->database, code);
   }
   sqlite3_reset(rows->statement);
   return false;
}

void rows_end(Rows* rows)
{
   sqlite3_reset(rows->statement);   /* of none, it does nothing */
}

void database_do(Database* database, const char* text, const Value* values)
{
   Rows* rows = database_rows(database, text, values);
   while (rows_next(rows)) {
   }
}

int64_t database_insert(Database* database, const char* text, const Value* values)
{
   database_do(database, text, values);
   return sqlite3_last_insert_rowid(database->handle);
}

int64_t database_id(Database* database, const char* text, const Value* values)
{
   Rows*   rows = database_rows(database, text, values);
   int64_t id = rows_next(rows) ? column_id_or_none(rows, 0) : 0;
   rows_end(rows);
   return id;
}

char* database_text(Database* database, const char* text, const Value* values)
{
   Rows* rows = database_rows(database, text, values);
   char* found = rows_next(rows) ? g_strdup(column_text(rows, 0)) : NULL;
   rows_end(rows);
   return found;
}

int64_t database_number(Database* database, const char* text, const Value* values)
{
   Rows*   rows = database_rows(database, text, values);
   int64_t number = rows_next(rows) ? column_number(rows, 0) : -1;
   rows_end(rows);
   return number;
}

int64_t database_others(Database* database)
{
   return database_number(database, "PRAGMA data_version", NULL);
}

/*--- Values ---*/

static bool has_type(Rows* rows, int column, int type)
{
   static const char* const names[] = {
      [SQLITE_INTEGER] = "a whole number", [SQLITE_FLOAT] = "a number", [SQLITE_TEXT] = "text",
      [SQLITE_BLOB] = "bytes", [SQLITE_NULL] = "nothing",
   };
   int its_type = sqlite3_column_type(rows->statement, column);
   return its_type == type
          || database_is_damaged(rows->database, "a value of %s is %s, where %s must be",
                                 sqlite3_column_name(rows->statement, column), names[its_type], names[type]);
}

/* A text with a NUL would be another one for us than for SQLite. */
const char* column_text(Rows* rows, int column)
{
   if (!has_type(rows, column, SQLITE_TEXT)) {
      return "";
   }
   const char* text = (const char*)sqlite3_column_text(rows->statement, column);
   if (text == NULL || strlen(text) != (size_t)sqlite3_column_bytes(rows->statement, column)) {
      database_is_damaged(rows->database, "a text of %s has a NUL",
                          sqlite3_column_name(rows->statement, column));
      return "";
   }
   return text;
}

const char* column_text_or_none(Rows* rows, int column)
{
   return sqlite3_column_type(rows->statement, column) == SQLITE_NULL ? NULL : column_text(rows, column);
}

int64_t column_number(Rows* rows, int column)
{
   return has_type(rows, column, SQLITE_INTEGER) ? sqlite3_column_int64(rows->statement, column) : 0;
}

double column_real(Rows* rows, int column)
{
   return has_type(rows, column, SQLITE_FLOAT) ? sqlite3_column_double(rows->statement, column) : 0;
}

const void* column_bytes(Rows* rows, int column, gsize* length)
{
   bool has = has_type(rows, column, SQLITE_BLOB);
   *length = has ? (gsize)sqlite3_column_bytes(rows->statement, column) : 0;
   return has ? sqlite3_column_blob(rows->statement, column) : NULL;
}

/* The file grows while we write it. */
static bool is_id(Database* database, int64_t number)
{
   if (number > database->most) {
      database->most = database_number(database, "PRAGMA page_count", NULL)
                       * database_number(database, "PRAGMA page_size", NULL);
   }
   return number > 0 && number <= database->most;
}

int64_t column_id(Rows* rows, int column)
{
   Database* database = rows->database;
   int64_t   number = column_number(rows, column);
   if (!database->has_failed && !is_id(database, number)) {
      database_is_damaged(database, "%s is %" G_GINT64_FORMAT ", and the file cannot have so many rows",
                          sqlite3_column_name(rows->statement, column), number);
   }
   return database->has_failed ? 0 : number;
}

int64_t column_id_or_none(Rows* rows, int column)
{
   int  type = sqlite3_column_type(rows->statement, column);
   bool is_none = type == SQLITE_NULL
                  || (type == SQLITE_INTEGER && sqlite3_column_int64(rows->statement, column) == 0);
   return is_none ? 0 : column_id(rows, column);
}

/*--- Transactions ---*/

bool database_is_right(const Database* database, Problem* problem)
{
   if (database->has_failed) {
      *problem = database->problem;
      problem_keep_file(problem);
   }
   return !database->has_failed;
}

bool database_begin(Database* database, Problem* problem)
{
   database_run(database, "BEGIN IMMEDIATE");
   return database_is_right(database, problem);
}

void database_flush(Database* database)
{
   int code = database->has_failed ? SQLITE_OK : sqlite3_db_cacheflush(database->handle);
   if (code != SQLITE_OK && code != SQLITE_BUSY) {   /* others read: then the end writes */
      fail(database, code);
   }
}

bool database_end(Database* database, Problem* problem)
{
   database_run(database, "COMMIT");
   if (database->has_failed && sqlite3_get_autocommit(database->handle) == 0) {
      sqlite3_exec(database->handle, "ROLLBACK", NULL, NULL, NULL);
   }
   return database_is_right(database, problem);
}
