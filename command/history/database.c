#include "history/database.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

/* A writer needs a fraction of a second; so others have written hundreds of times by then. */
#define PATIENCE_MS  60000

bool database_is_damaged(Database* database, const char* format, ...)
{
   va_list values;
   if (!database->has_failed) {
      database->has_failed = true;
      va_start(values, format);
      g_autofree char* what = g_strdup_vprintf(format, values);
      va_end(values);
      problem_set(&database->problem, database->path, 0, "is damaged: %s%s", what, database->is_cache
                  ? ": remove it: it is a cache, and is made again" : "");
   }
   return false;
}

static bool fail(Database* database, int code)
{
   if ((code & 0xff) == SQLITE_CORRUPT) {
      return database_is_damaged(database, "%s", sqlite3_errmsg(database->handle));
   }
   if (!database->has_failed) {
      database->has_failed = true;
      switch (code & 0xff) {
         case SQLITE_BUSY:
            problem_set(&database->problem, database->path, 0, "is in use: others have written for %d"
                                                               " seconds",
                        PATIENCE_MS / 1000);
            break;
         case SQLITE_FULL:
            problem_set(&database->problem, database->path, 0, "cannot be written: the disk is full; the "
                        "history is as it was before");
            break;
         case SQLITE_NOTADB:
            problem_set(&database->problem, database->path, 0, "is no history of aprof");
            break;
         case SQLITE_READONLY:
         case SQLITE_PERM:
            problem_set(&database->problem, database->path, 0, "cannot be written: permission denied");
            break;
         case SQLITE_IOERR:
            problem_set(&database->problem, database->path, 0, "cannot be written or read (%s); the history "
                        "is as it was before", sqlite3_errstr(code));
            break;
         default:
            problem_set(&database->problem, database->path, 0, "cannot be used: %s",
                        sqlite3_errmsg(database->handle));
      }
   }
   return false;
}

static void finalize(gpointer statement)
{
   sqlite3_finalize(statement);
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
   database->statements = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, finalize);
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
   sqlite3_busy_timeout(database->handle, PATIENCE_MS);
   forbid_programs(database->handle);
   return database;
}

void database_close(Database* database)
{
   if (database != NULL) {
      g_hash_table_unref(database->statements);
      sqlite3_close(database->handle);
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

void database_run(Database* database, const char* text)
{
   if (!database->has_failed) {
      int code = sqlite3_exec(database->handle, text, NULL, NULL, NULL);
      if (code != SQLITE_OK) {
         fail(database, code);
      }
   }
}

sqlite3_stmt* database_statement(Database* database, const char* text)
{
   sqlite3_stmt* statement = g_hash_table_lookup(database->statements, text);
   if (database->has_failed) {
      return NULL;
   }
   if (statement == NULL) {
      int code = sqlite3_prepare_v2(database->handle, text, -1, &statement, NULL);
      if (code != SQLITE_OK) {
         fail(database, code);
         return NULL;
      }
      g_hash_table_insert(database->statements, (gpointer)text, statement);
   }
   sqlite3_reset(statement);
   return statement;
}

bool database_step(Database* database, sqlite3_stmt* statement)
{
   if (statement == NULL || database->has_failed) {
      return false;
   }
   int code = sqlite3_step(statement);
   if (code == SQLITE_ROW) {
      return true;
   }
   if (code != SQLITE_DONE) {
      fail(database, code);
   }
   sqlite3_reset(statement);
   return false;
}

void database_finish(Database* database, sqlite3_stmt* statement)
{
   while (database_step(database, statement)) {
   }
}

void bind_number(sqlite3_stmt* statement, int index, int64_t number)
{
   if (statement != NULL) {
      sqlite3_bind_int64(statement, index, number);
   }
}

void bind_real(sqlite3_stmt* statement, int index, double number)
{
   if (statement != NULL) {
      sqlite3_bind_double(statement, index, number);
   }
}

void bind_text(sqlite3_stmt* statement, int index, const char* text)
{
   if (statement != NULL) {
      sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);   /* NULL is none */
   }
}

void bind_bytes(sqlite3_stmt* statement, int index, const void* bytes, gsize length)
{
   if (statement != NULL) {
      sqlite3_bind_blob64(statement, index, length == 0 ? "" : bytes, length, SQLITE_STATIC);
   }
}

/*--- Values ---*/

static bool has_type(Database* database, sqlite3_stmt* statement, int column, int type)
{
   static const char* const names[] = {
      [SQLITE_INTEGER] = "a whole number", [SQLITE_FLOAT] = "a number", [SQLITE_TEXT] = "text",
      [SQLITE_BLOB] = "bytes", [SQLITE_NULL] = "nothing",
   };
   int its_type = sqlite3_column_type(statement, column);
   return its_type == type
          || database_is_damaged(database, "a value of %s is %s, where %s must be",
                                 sqlite3_column_name(statement, column), names[its_type], names[type]);
}

/* A text with a NUL would be another one for us than for SQLite. */
const char* column_text(Database* database, sqlite3_stmt* statement, int column)
{
   if (!has_type(database, statement, column, SQLITE_TEXT)) {
      return "";
   }
   const char* text = (const char*)sqlite3_column_text(statement, column);
   if (text == NULL || strlen(text) != (size_t)sqlite3_column_bytes(statement, column)) {
      database_is_damaged(database, "a text of %s has a NUL", sqlite3_column_name(statement, column));
      return "";
   }
   return text;
}

const char* column_text_or_none(Database* database, sqlite3_stmt* statement, int column)
{
   return sqlite3_column_type(statement, column) == SQLITE_NULL ? NULL
                                                                : column_text(database, statement, column);
}

int64_t column_number(Database* database, sqlite3_stmt* statement, int column)
{
   return has_type(database, statement, column, SQLITE_INTEGER) ? sqlite3_column_int64(statement, column) : 0;
}

double column_real(Database* database, sqlite3_stmt* statement, int column)
{
   return has_type(database, statement, column, SQLITE_FLOAT) ? sqlite3_column_double(statement, column) : 0;
}

const void* column_bytes(Database* database, sqlite3_stmt* statement, int column, gsize* length)
{
   bool has = has_type(database, statement, column, SQLITE_BLOB);
   *length = has ? (gsize)sqlite3_column_bytes(statement, column) : 0;
   return has ? sqlite3_column_blob(statement, column) : NULL;
}

int64_t database_take_id(Database* database, sqlite3_stmt* statement)
{
   int64_t id = database_step(database, statement) ? column_id(database, statement, 0) : 0;
   database_finish(database, statement);
   return id;
}

char* database_take_text(Database* database, sqlite3_stmt* statement)
{
   char* text = database_step(database, statement) ? g_strdup(column_text(database, statement, 0)) : NULL;
   database_finish(database, statement);
   return text;
}

int64_t database_number(Database* database, const char* text)
{
   sqlite3_stmt* statement = database_statement(database, text);
   int64_t       number = database_step(database, statement) ? column_number(database, statement, 0) : -1;
   database_finish(database, statement);
   return number;
}

int64_t database_others(Database* database)
{
   return database_number(database, "PRAGMA data_version");
}

/* The file grows while we write it. */
static bool is_id(Database* database, int64_t number)
{
   if (number > database->most) {
      database->most = database_number(database, "PRAGMA page_count")
                       * database_number(database, "PRAGMA page_size");
   }
   return number > 0 && number <= database->most;
}

int64_t column_id(Database* database, sqlite3_stmt* statement, int column)
{
   int64_t number = column_number(database, statement, column);
   if (!database->has_failed && !is_id(database, number)) {
      database_is_damaged(database, "%s is %" G_GINT64_FORMAT ", and the file cannot have so many rows",
                          sqlite3_column_name(statement, column), number);
   }
   return database->has_failed ? 0 : number;
}

int64_t column_id_or_none(Database* database, sqlite3_stmt* statement, int column)
{
   bool is_none = sqlite3_column_type(statement, column) == SQLITE_NULL
                  || (sqlite3_column_type(statement, column) == SQLITE_INTEGER
                      && sqlite3_column_int64(statement, column) == 0);
   return is_none ? 0 : column_id(database, statement, column);
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
