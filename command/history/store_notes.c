/* Steps and laws, which only the cache has, as they follow from results; and failures. */

#include "history/store_parts.h"

char* store_steps(Store* store, int64_t record, const char* since)
{
   sqlite3_stmt* one = database_statement(store->database, "SELECT text FROM steps WHERE record_id = ? AND"
                                          " since = ?");
   bind_number(one, 1, record);
   bind_text(one, 2, since);
   return database_take_text(store->database, one);
}

void store_set_steps(Store* store, int64_t record, const char* since, const char* text)
{
   sqlite3_stmt* set = database_statement(store->database, "INSERT OR REPLACE INTO steps (record_id, since,"
                                                           " text) VALUES (?, ?, ?)");
   bind_number(set, 1, record);
   bind_text(set, 2, since);
   bind_text(set, 3, text);
   database_finish(store->database, set);
}

char* store_laws(Store* store, int64_t record)
{
   sqlite3_stmt* one = database_statement(store->database, "SELECT text FROM laws WHERE record_id = ?");
   bind_number(one, 1, record);
   return database_take_text(store->database, one);
}

void store_set_laws(Store* store, int64_t record, const char* text)
{
   sqlite3_stmt* set = database_statement(store->database, "INSERT OR REPLACE INTO laws (record_id, text)"
                                                           " VALUES (?, ?)");
   bind_number(set, 1, record);
   bind_text(set, 2, text);
   database_finish(store->database, set);
}

char* store_failure(Store* store, const char* hash, const char* name)
{
   sqlite3_stmt* one = database_statement(store->database, "SELECT reason FROM failures WHERE hash = ? AND"
                                          " name = ?");
   bind_text(one, 1, hash);
   bind_text(one, 2, name);
   return database_take_text(store->database, one);
}

void cache_put_failure(Store* store, const char* hash, const char* name, const char* reason)
{
   sqlite3_stmt* set = database_statement(store->database, reason == NULL
                                          ? "DELETE FROM failures WHERE hash = ? AND name = ?"
                                          : "INSERT OR REPLACE INTO failures (hash, name, reason) VALUES"
                                            " (?, ?, ?)");
   bind_text(set, 1, hash);
   bind_text(set, 2, name);
   if (reason != NULL) {
      bind_text(set, 3, reason);
   }
   database_finish(store->database, set);
}

void store_set_failure(Store* store, const char* hash, const char* name, const char* reason)
{
   g_autofree char* former = store_failure(store, hash, name);
   if (g_strcmp0(former, reason) != 0) {
      const Entry entry = { .commit = { .hash = (char*)hash }, .series = { .name = (char*)name },
                            .reason = (char*)reason };
      GString*    text = g_string_new(NULL);
      entry_write(&entry, text);
      follow_note(store, &entry, reason == NULL ? NULL : text);
      cache_put_failure(store, hash, name, reason);
      g_string_free(text, TRUE);
   }
}

void store_failures(Store* store, TakeFailure take, void* data)
{
   Database*     database = store->database;
   sqlite3_stmt* all = database_statement(database, "SELECT hash, name, reason FROM failures ORDER BY hash,"
                                                    " name");
   while (database_step(database, all)) {
      const char* hash = column_text(database, all, 0);
      const char* name = column_text(database, all, 1);
      const char* reason = column_text(database, all, 2);
      if (hash_is_one(hash) || database_is_damaged(database, "a failure has no hash of git, but %s", hash)) {
         take(data, hash, name, reason);
      }
   }
}
