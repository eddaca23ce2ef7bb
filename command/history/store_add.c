/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Adds to a store.  Rows are found by a hash, so that equal ones are stored once. */

#include "history/store_parts.h"

#include <stdlib.h>
#include <string.h>

/*------------------------------------------------------------------*/
/*--- Adding                                                     ---*/
/*------------------------------------------------------------------*/

static int64_t last_id(const Store* store)
{
   return sqlite3_last_insert_rowid(store->database->handle);
}

/* The number of a text in a table of texts, which gets it if it lacks it. */
static int64_t text_id(Store* store, const char* find, const char* insert, const char* text)
{
   sqlite3_stmt* found = database_statement(store->database, find);
   bind_text(found, 1, text);
   int64_t id = database_step(store->database, found) ? column_id(store->database, found, 0) : 0;
   database_finish(store->database, found);
   if (id == 0) {
      sqlite3_stmt* added = database_statement(store->database, insert);
      bind_text(added, 1, text);
      database_finish(store->database, added);
      id = last_id(store);
   }
   return id;
}

static int64_t name_id(Store* store, const char* name)
{
   return text_id(store, "SELECT id FROM names WHERE text = ?", "INSERT INTO names (text) VALUES (?)", name);
}

static int64_t header_id(Store* store, const char* header)
{
   return text_id(store, "SELECT id FROM headers WHERE text = ?", "INSERT INTO headers (text) VALUES (?)",
                  header);
}

/* 0: it has none. */
static int64_t find_commit(Store* store, const char* hash)
{
   sqlite3_stmt* found = database_statement(store->database, "SELECT id FROM commits WHERE hash = ?");
   bind_text(found, 1, hash);
   int64_t id = database_step(store->database, found) ? column_id(store->database, found, 0) : 0;
   database_finish(store->database, found);
   return id;
}

static int64_t commit_id(Store* store, const Entry* entry)
{
   const Commit* commit = &entry->commit;
   int64_t       id = find_commit(store, commit->hash);
   if (id != 0) {
      return id;
   }
   char*         parents = g_strjoinv(" ", commit->parents);
   sqlite3_stmt* added = database_statement(store->database, "INSERT INTO commits (hash, date, subject,"
                                                             " parents, ancestors) VALUES (?, ?, ?, ?, ?)");
   bind_text(added, 1, commit->hash);
   bind_number(added, 2, commit->date);
   bind_text(added, 3, commit->subject);
   bind_text(added, 4, parents);
   bind_text(added, 5, entry->ancestors);
   database_finish(store->database, added);
   g_free(parents);
   return last_id(store);
}

static void bind_series(sqlite3_stmt* statement, const HistorySeries* series)
{
   bind_text(statement, 1, series->name);
   bind_text(statement, 2, series->program);
   bind_text(statement, 3, series->machine);
   bind_text(statement, 4, series->measure);
}

static int64_t series_id(Store* store, const HistorySeries* series)
{
   sqlite3_stmt* found = database_statement(store->database, "SELECT id FROM series WHERE name = ? AND"
                                                             " program = ? AND machine = ? AND measure = ?");
   bind_series(found, series);
   int64_t id = database_step(store->database, found) ? column_id(store->database, found, 0) : 0;
   database_finish(store->database, found);
   if (id == 0) {
      sqlite3_stmt* added = database_statement(store->database, "INSERT INTO series (name, program, machine,"
                                               " measure) VALUES (?, ?, ?, ?)");
      bind_series(added, series);
      database_finish(store->database, added);
      id = last_id(store);
   }
   return id;
}

/* FNV-1a, of 63 bits: it only has to find candidates. */
static int64_t hash_of(const void* bytes, gsize length)
{
   const guint8* at = bytes;
   uint64_t      hash = 14695981039346656037u;
   for (gsize i = 0; i < length; i++) {
      hash = (hash ^ at[i]) * 1099511628211u;
   }
   return (int64_t)(hash >> 1);
}

/* A row of 0: there is none with these bytes yet. */
static int64_t find_row(Store* store, int64_t name, int64_t hash, GBytes* bytes)
{
   gsize         length;
   const void*   data = g_bytes_get_data(bytes, &length);
   sqlite3_stmt* found = database_statement(store->database, "SELECT id, bytes FROM rows WHERE name = ? AND"
                                            " hash = ?");
   bind_number(found, 1, name);
   bind_number(found, 2, hash);
   int64_t row = 0;
   while (database_step(store->database, found)) {
      gsize       its_length;
      const void* its_data = column_bytes(store->database, found, 1, &its_length);
      if (its_length == length && memcmp(its_data, data, length) == 0) {
         row = column_id(store->database, found, 0);
      }
   }
   return row;
}

static int64_t row_id(Store* store, int64_t name, GBytes* bytes)
{
   gsize       length;
   const void* data = g_bytes_get_data(bytes, &length);
   int64_t     hash = hash_of(data, length);
   int64_t     row = find_row(store, name, hash, bytes);
   if (row == 0) {
      sqlite3_stmt* added = database_statement(store->database, "INSERT INTO rows (name, hash, bytes) VALUES"
                                               " (?, ?, ?)");
      bind_number(added, 1, name);
      bind_number(added, 2, hash);
      bind_bytes(added, 3, data, length);
      database_finish(store->database, added);
      row = last_id(store);
   }
   return row;
}

static guint hash_item(gconstpointer item)
{
   return g_str_hash(((const Item*)item)->name) ^ g_bytes_hash(((const Item*)item)->bytes);
}

static gboolean are_equal_items(gconstpointer left, gconstpointer right)
{
   const Item* a = left;
   const Item* b = right;
   return strcmp(a->name, b->name) == 0 && g_bytes_equal(a->bytes, b->bytes);
}

static void free_item(gpointer data)
{
   Item* item = data;
   g_free((char*)item->name);
   g_bytes_unref(item->bytes);
   g_free(item);
}

GHashTable* known_rows_new(void)
{
   return g_hash_table_new_full(hash_item, are_equal_items, free_item, g_free);
}

static gint compare_items(gconstpointer left, gconstpointer right)
{
   int64_t a = ((const ItemRow*)left)->name, b = ((const ItemRow*)right)->name;
   return (a > b) - (a < b);
}

/* Looks for each row once: of the next record, most are the same. */
static const ItemRow* row_of(Store* store, const Item* item)
{
   const ItemRow* known = g_hash_table_lookup(store->rows, item);
   if (known != NULL) {
      return known;
   }
   Item*    key = g_new(Item, 1);
   ItemRow* row = g_new(ItemRow, 1);
   *key = (Item){ g_strdup(item->name), g_bytes_ref(item->bytes) };
   row->name = name_id(store, item->name);
   row->row = row_id(store, row->name, item->bytes);
   g_hash_table_insert(store->rows, key, row);
   return row;
}

static GArray* add_items(Store* store, const Snapshot* record)
{
   GArray* items = g_array_new(FALSE, FALSE, sizeof(ItemRow));
   for (guint i = 0; i < record->items->len && !store->database->has_failed; i++) {
      g_array_append_val(items, *row_of(store, &g_array_index(record->items, Item, i)));
   }
   g_array_sort(items, compare_items);
   return items;
}

/* A record that is to be added. */
typedef struct {
   const Entry*    entry;
   const Snapshot* snapshot;    /* of the entry, or of one of its runs */
   int64_t         commit;      /* 0: of none, as it is of a run */
   int64_t         series;
   int64_t         base;        /* that its items are changes of; 0: none */
   int64_t         depth;       /* how many stand below it */
} NewRecord;

/* Sets the base: the record that the statement finds, unless that stands on too many. */
static void set_base(Store* store, NewRecord* record, sqlite3_stmt* last)
{
   if (database_step(store->database, last)) {
      int64_t depth = column_id_or_none(store->database, last, 1) + 1;
      record->base = depth < STORE_LONGEST_CHAIN ? column_id(store->database, last, 0) : 0;
      record->depth = record->base == 0 ? 0 : depth;
      database_finish(store->database, last);
   }
}

static void find_base(Store* store, NewRecord* record)
{
   sqlite3_stmt* last = database_statement(store->database, "SELECT id, depth FROM records WHERE series_id ="
                                                            " ? ORDER BY id DESC LIMIT 1");
   bind_number(last, 1, record->series);
   set_base(store, record, last);
}

/* Finds the report of the newest run of this name.  Nearly always, the newest experiment has it; so records
   are read from there on. */
static void find_base_of_run(Store* store, NewRecord* record, const char* name)
{
   sqlite3_stmt* last = database_statement(store->database, "SELECT part.id, part.depth FROM records CROSS"
                                           " JOIN runs ON experiment = records.id CROSS JOIN records AS part"
                                           " ON part.id = runs.record WHERE +records.series_id = ? AND name ="
                                           " ? ORDER BY records.id DESC LIMIT 1");
   bind_number(last, 1, record->series);
   bind_text(last, 2, name);
   set_base(store, record, last);
}

static int64_t next_id(Store* store)
{
   sqlite3_stmt* last = database_statement(store->database, "SELECT ifnull(max(id), 0) FROM records");
   bool          has = database_step(store->database, last);
   int64_t       id = has ? column_id_or_none(store->database, last, 0) + 1 : 0;
   database_finish(store->database, last);
   return id;
}

static void bind_record(sqlite3_stmt* added, const NewRecord* record, int64_t id)
{
   bool is_whole = record->commit != 0;
   bind_number(added, 1, is_whole ? record->commit : -id);
   bind_number(added, 2, record->series);
   bind_number(added, 3, record->entry->added);
   bind_text(added, 4, is_whole ? record->entry->branch : "");
   bind_text(added, 5, is_whole ? record->snapshot->date : NULL);
   bind_text(added, 6, is_whole ? record->snapshot->modified : NULL);
   bind_number(added, 7, (int64_t)record->snapshot->total);
   bind_number(added, 9, record->base);
   bind_number(added, 10, record->depth);
   bind_number(added, 12, id);
}

static int64_t insert_record(Store* store, const NewRecord* record, const GArray* changes, int64_t header)
{
   GByteArray*   packed = items_pack(changes);
   int64_t       id = next_id(store);
   sqlite3_stmt* added = database_statement(store->database, "INSERT INTO records (commit_id, series_id,"
                                                             " added, branch, date, modified, total,"
                                                             " header_id, base, depth, items, id) VALUES (?,"
                                                             " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
   bind_record(added, record, id);
   bind_number(added, 8, header);
   bind_bytes(added, 11, packed->data, packed->len);
   database_finish(store->database, added);
   g_byte_array_unref(packed);
   return id;
}

/* Whether the base has this header and total. */
static bool has_same_rest(Store* store, const NewRecord* record, int64_t header)
{
   sqlite3_stmt* one = database_statement(store->database, "SELECT header_id, total FROM records WHERE id ="
                                                           " ?");
   bind_number(one, 1, record->base);
   bool has = database_step(store->database, one) && column_id(store->database, one, 0) == header
              && (uint64_t)column_number(store->database, one, 1) == record->snapshot->total;
   database_finish(store->database, one);
   return has;
}

/* Returns its number; of a run that is the same as its base, that of the base. */
static int64_t add_record(Store* store, const NewRecord* record)
{
   GArray* before = record->base == 0 ? g_array_new(FALSE, FALSE, sizeof(ItemRow))
                                      : store_items(store, record->base);
   GArray* items = add_items(store, record->snapshot);
   GArray* changes = items_changes(before, items);
   int64_t header = header_id(store, record->snapshot->header);
   bool    is_same = record->commit == 0 && record->base != 0 && changes->len == 0
                     && has_same_rest(store, record, header);
   int64_t id = is_same ? record->base : insert_record(store, record, changes, header);
   g_array_unref(changes);
   g_array_unref(items);
   g_array_unref(before);
   return id;
}

/* Adds a run of an experiment, whose record has this number. */
static void add_run(Store* store, const NewRecord* experiment, int64_t id, const SnapshotRun* run)
{
   NewRecord record = { .entry = experiment->entry, .snapshot = run->report, .series = experiment->series };
   int64_t   report = 0;
   if (run->report != NULL) {
      find_base_of_run(store, &record, run->name);
      report = add_record(store, &record);
   }
   sqlite3_stmt* added = database_statement(store->database, "INSERT INTO runs (experiment, name, size,"
                                                             " counts, ending, record) VALUES (?, ?, ?, ?,"
                                                             " ?, nullif(?, 0))");
   bind_number(added, 1, id);
   bind_text(added, 2, run->name);
   bind_real(added, 3, run->size);
   bind_number(added, 4, run->counts);
   bind_text(added, 5, run->ending);
   bind_number(added, 6, report);
   database_finish(store->database, added);
}

/* Returns the number of the record. */
static int64_t insert(Store* store, const Entry* entry, int64_t commit, int64_t series)
{
   const GArray* runs = entry->snapshot->runs;
   NewRecord     record = { .entry = entry, .snapshot = entry->snapshot, .commit = commit, .series = series };
   if (runs == NULL) {
      find_base(store, &record);
   }
   int64_t id = add_record(store, &record);
   for (guint i = 0; runs != NULL && i < runs->len; i++) {
      add_run(store, &record, id, &g_array_index(runs, SnapshotRun, i));
   }
   return id;
}

static int64_t find_record(Store* store, int64_t commit, int64_t series)
{
   sqlite3_stmt* found = database_statement(store->database, "SELECT id FROM records WHERE series_id = ? AND"
                                            " commit_id = ?");
   bind_number(found, 1, series);
   bind_number(found, 2, commit);
   int64_t id = database_step(store->database, found) ? column_id(store->database, found, 0) : 0;
   database_finish(store->database, found);
   return id;
}

/* Gives the record back its place without its commit: others may be changes of it. */
static void retire(Store* store, int64_t record)
{
   sqlite3_stmt* moved = database_statement(store->database, "UPDATE records SET commit_id = -id WHERE id ="
                                                             " ?");
   bind_number(moved, 1, record);
   database_finish(store->database, moved);
   static const char* const derived[] = {
      "DELETE FROM steps WHERE record_id = ?", "DELETE FROM laws WHERE record_id = ?",
   };
   for (size_t i = 0; i < G_N_ELEMENTS(derived); i++) {
      sqlite3_stmt* removed = database_statement(store->database, derived[i]);
      bind_number(removed, 1, record);
      database_finish(store->database, removed);
   }
}

void store_remove(Store* store, const Entry* entry)
{
   int64_t commit = find_commit(store, entry->commit.hash);
   int64_t record = find_record(store, commit, series_id(store, &entry->series));
   if (record != 0) {
      retire(store, record);
   }
}

Added store_add(Store* store, const Entry* entry, bool replaces, StoredPlace* place)
{
   int64_t commit = commit_id(store, entry);
   int64_t series = series_id(store, &entry->series);
   int64_t present = find_record(store, commit, series);
   *place = (StoredPlace){ present, series };
   if (present != 0) {
      Snapshot* former = store_read(store, present);
      bool      is_equal = former != NULL && snapshot_is_equal(former, entry->snapshot);
      snapshot_free(former);
      if (is_equal || !replaces) {
         return is_equal ? ADDED_SAME : ADDED_OTHER;
      }
      retire(store, present);
   }
   place->record = insert(store, entry, commit, series);
   copy_note(store, entry, false);
   return present != 0 ? ADDED_REPLACED : ADDED_NEW;
}

/*------------------------------------------------------------------*/
/*--- Steps, laws and failures                                   ---*/
/*------------------------------------------------------------------*/

char* store_steps(Store* store, int64_t record, const char* since)
{
   sqlite3_stmt* one = database_statement(store->database, "SELECT text FROM steps WHERE record_id = ? AND"
                                          " since = ?");
   bind_number(one, 1, record);
   bind_text(one, 2, since);
   char* text = database_step(store->database, one) ? g_strdup(column_text(store->database, one, 0)) : NULL;
   database_finish(store->database, one);
   return text;
}

void store_set_steps(Store* store, int64_t record, const char* since, const char* text)
{
   if (sqlite3_db_readonly(store->database->handle, "main") == 1) {
      return;   /* they are found again the next time */
   }
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
   char* text = database_step(store->database, one) ? g_strdup(column_text(store->database, one, 0)) : NULL;
   database_finish(store->database, one);
   return text;
}

void store_set_laws(Store* store, int64_t record, const char* text)
{
   if (sqlite3_db_readonly(store->database->handle, "main") == 1) {
      return;   /* they are found again the next time */
   }
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
   char* reason = database_step(store->database, one) ? g_strdup(column_text(store->database, one, 0)) : NULL;
   database_finish(store->database, one);
   return reason;
}

void store_set_failure(Store* store, const char* hash, const char* name, const char* reason)
{
   char* former = store_failure(store, hash, name);
   if (g_strcmp0(former, reason) != 0) {
      const Entry   entry = { .commit = { .hash = (char*)hash }, .series = { .name = (char*)name },
                              .reason = (char*)reason };
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
      copy_note(store, &entry, reason == NULL);
   }
   g_free(former);
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
