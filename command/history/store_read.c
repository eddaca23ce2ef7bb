/* Reads a store. */

#include "history/store_parts.h"

#include <stdlib.h>
#include <string.h>

#include "history/row.h"

/*--- What is there ---*/

static void clear_commit(gpointer data)
{
   StoredCommit* commit = data;
   g_free(commit->hash);
   g_free(commit->subject);
   g_free(commit->parents);
   g_free(commit->ancestors);
}

GArray* store_commits(Store* store)
{
   Database* database = store->database;
   GArray*   commits = g_array_new(FALSE, FALSE, sizeof(StoredCommit));
   g_array_set_clear_func(commits, clear_commit);
   sqlite3_stmt* all = database_statement(database, "SELECT id, hash, date, subject, parents, ancestors FROM"
                                                    " commits ORDER BY id");
   while (database_step(database, all)) {
      StoredCommit commit = {
         .id = column_id(database, all, 0), .hash = g_strdup(column_text(database, all, 1)),
         .date = column_number(database, all, 2), .subject = g_strdup(column_text(database, all, 3)),
         .parents = g_strdup(column_text(database, all, 4)),
         .ancestors = g_strdup(column_text(database, all, 5)),
      };
      if (!hash_is_one(commit.hash) || !hash_are_some(commit.parents) || !hash_are_some(commit.ancestors)) {
         database_is_damaged(database, "a commit has no hash of git, but %s", commit.hash);
      }
      g_array_append_val(commits, commit);
   }
   return commits;
}

static void clear_series(gpointer data)
{
   HistorySeries* series = data;
   g_free(series->name);
   g_free(series->program);
   g_free(series->machine);
   g_free(series->measure);
}

GArray* store_series(Store* store)
{
   Database* database = store->database;
   GArray*   found = g_array_new(FALSE, FALSE, sizeof(HistorySeries));
   g_array_set_clear_func(found, clear_series);
   sqlite3_stmt* all = database_statement(database, "SELECT id, name, program, machine, measure FROM series"
                                                    " ORDER BY name, program, machine, id");
   while (database_step(database, all)) {
      HistorySeries series = {
         .id = column_id(database, all, 0), .name = g_strdup(column_text(database, all, 1)),
         .program = g_strdup(column_text(database, all, 2)),
         .machine = g_strdup(column_text(database, all, 3)),
         .measure = g_strdup(column_text(database, all, 4)),
      };
      g_array_append_val(found, series);
   }
   return found;
}

static void clear_record(gpointer data)
{
   g_free(((StoredRecord*)data)->branch);
}

GArray* store_records(Store* store, int64_t series)
{
   Database* database = store->database;
   GArray*   records = g_array_new(FALSE, FALSE, sizeof(StoredRecord));
   g_array_set_clear_func(records, clear_record);
   sqlite3_stmt* all = database_statement(database, "SELECT id, commit_id, series_id, added, branch, total,"
                                                    " header_id FROM records WHERE series_id = ? AND"
                                                    " commit_id > 0 ORDER BY id");
   bind_number(all, 1, series);
   while (database_step(database, all)) {
      StoredRecord record = {
         .id = column_id(database, all, 0), .commit = column_id(database, all, 1),
         .series = column_id(database, all, 2), .added = column_number(database, all, 3),
         .branch = g_strdup(column_text(database, all, 4)),
         .total = (uint64_t)column_number(database, all, 5), .header = column_id(database, all, 6),
      };
      g_array_append_val(records, record);
   }
   return records;
}

unsigned store_count(Store* store)
{
   sqlite3_stmt* all = database_statement(store->database, "SELECT count(*) FROM records WHERE commit_id >"
                                                           " 0");
   unsigned      count = database_step(store->database, all)
                            ? (unsigned)column_number(store->database, all, 0) : 0;
   database_finish(store->database, all);
   return count;
}

bool store_has(Store* store, const char* hash, const char* name, const char* machine, bool is_experiment)
{
   sqlite3_stmt* found = database_statement(store->database, "SELECT records.id FROM commits JOIN records ON"
                                            " commit_id = commits.id JOIN series ON series.id = series_id"
                                            " WHERE hash = ? AND name = ? AND machine = ifnull(?, machine)"
                                            " AND (instr(measure, '" SERIES_BY "') > 0) = ?");
   bind_text(found, 1, hash);
   bind_text(found, 2, name);
   bind_text(found, 3, machine);
   bind_number(found, 4, is_experiment);
   bool has = database_step(store->database, found);
   database_finish(store->database, found);
   return has;
}

/*--- Items ---*/

static void misses(Store* store, const char* what, int64_t id)
{
   database_is_damaged(store->database, "%s %" G_GINT64_FORMAT " are not there, or damaged", what, id);
}

static int64_t stream_of(Store* store, int64_t record)
{
   sqlite3_stmt* one = database_statement(store->database, "SELECT stream FROM records WHERE id = ?");
   bind_number(one, 1, record);
   bool    has = database_step(store->database, one);
   int64_t stream = has ? column_id(store->database, one, 0) : 0;
   database_finish(store->database, one);
   if (!has) {
      misses(store, "the items of record", record);
   }
   return stream;
}

/* Reads pairs of a name and a row, by ascending names. */
static GArray* read_pairs(Store* store, sqlite3_stmt* all)
{
   GArray* pairs = g_array_new(FALSE, FALSE, sizeof(ItemRow));
   while (database_step(store->database, all)) {
      ItemRow pair = { column_id(store->database, all, 0), column_id_or_none(store->database, all, 1) };
      g_array_append_val(pairs, pair);
   }
   return pairs;
}

GArray* store_changes(Store* store, int64_t record, int64_t* before)
{
   int64_t       stream = stream_of(store, record);
   sqlite3_stmt* last = database_statement(store->database, "SELECT ifnull(max(id), 0) FROM records WHERE"
                                                            " stream = ? AND id < ?");
   bind_number(last, 1, stream);
   bind_number(last, 2, record);
   *before = database_step(store->database, last) ? column_id_or_none(store->database, last, 0) : 0;
   database_finish(store->database, last);
   sqlite3_stmt* all = database_statement(store->database, "SELECT name, row FROM items INDEXED BY"
                                          " items_by_record WHERE stream = ? AND record = ? ORDER BY name");
   bind_number(all, 1, stream);
   bind_number(all, 2, record);
   return read_pairs(store, all);
}

/* The row of a name at record ?2. */
#define ROW_AT(name)  "(SELECT row FROM items WHERE stream = ?1 AND name = " name " AND record <= ?2"    \
                      " ORDER BY record DESC LIMIT 1)"

/* Goes from name to name: a stream of many records has few. */
static GArray* all_items(Store* store, int64_t stream, int64_t record)
{
   sqlite3_stmt* all = database_statement(store->database,
      "WITH RECURSIVE one (name) AS (SELECT min(name) FROM items WHERE stream = ?1 UNION ALL SELECT (SELECT"
      " min(name) FROM items WHERE stream = ?1 AND name > one.name) FROM one WHERE one.name IS NOT NULL)"
      " SELECT name, ifnull(" ROW_AT("one.name") ", 0) FROM one WHERE name IS NOT NULL");
   bind_number(all, 1, stream);
   bind_number(all, 2, record);
   return read_pairs(store, all);
}

/* Returns what may differ between a record and another one of its stream. */
static GArray* items_since(Store* store, int64_t stream, int64_t record, int64_t other)
{
   sqlite3_stmt* all = database_statement(store->database,
      "SELECT name, ifnull(" ROW_AT("changed.name") ", 0) FROM items AS changed INDEXED BY"
      " items_by_record WHERE stream = ?1 AND record > ?3 AND record <= ?4 GROUP BY name");
   bind_number(all, 1, stream);
   bind_number(all, 2, record);
   bind_number(all, 3, MIN(record, other));
   bind_number(all, 4, MAX(record, other));
   return read_pairs(store, all);
}

/* Records are often read one after the other: then most is known. */
GArray* store_items(Store* store, int64_t record)
{
   int64_t    stream = stream_of(store, record);
   ReadItems* last = &store->items;
   bool       is_near = last->list != NULL && last->stream == stream;
   GArray*    none = g_array_new(FALSE, FALSE, sizeof(ItemRow));
   g_autoptr(GArray) changes = is_near ? items_since(store, stream, record, last->record)
                                       : all_items(store, stream, record);
   GArray*    items = items_apply(is_near ? last->list : none, changes);
   g_array_unref(none);
   g_clear_pointer(&last->list, g_array_unref);
   *last = (ReadItems){ record, stream, g_array_ref(items) };
   return items;
}

/* Reads each name once: in the next record, most are the same. */
static ReadName* name_of(Store* store, int64_t id)
{
   ReadName* name = g_hash_table_lookup(store->names, GSIZE_TO_POINTER(id));
   if (name == NULL) {
      sqlite3_stmt* one = database_statement(store->database, "SELECT text FROM names WHERE id = ?");
      bind_number(one, 1, id);
      if (database_step(store->database, one)) {
         name = g_new0(ReadName, 1);
         name->name = item_names_find(store->item_names, column_text(store->database, one, 0));
         g_hash_table_insert(store->names, GSIZE_TO_POINTER(id), name);
      } else {
         misses(store, "the texts of name", id);
      }
      database_finish(store->database, one);
   }
   return name;
}

/* Appends the points of a routine's row; says it if there are none. */
static void unpack(Store* store, int64_t row, const void* bytes, gsize length, GArray* points)
{
   if (!row_unpack(bytes, length, points)) {
      database_is_damaged(store->database, "the bytes of row %" G_GINT64_FORMAT " are no points", row);
   }
}

/* Reads each row once, and looks then whether a routine's is right. The bytes stay until store_forget. */
static GBytes* bytes_of(Store* store, int64_t row, bool is_of_routine)
{
   GBytes* bytes = g_hash_table_lookup(store->bytes, GSIZE_TO_POINTER(row));
   if (bytes != NULL) {
      return bytes;
   }
   sqlite3_stmt* one = database_statement(store->database, "SELECT bytes FROM rows WHERE id = ?");
   bind_number(one, 1, row);
   if (database_step(store->database, one)) {
      gsize       length;
      const void* data = column_bytes(store->database, one, 0, &length);
      bytes = g_bytes_new(data, length);
      g_hash_table_insert(store->bytes, GSIZE_TO_POINTER(row), bytes);
      if (is_of_routine) {
         g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(Point));
         unpack(store, row, data, length, points);
      }
   } else {
      misses(store, "the bytes of row", row);
   }
   database_finish(store->database, one);
   return bytes;
}

void store_points(Store* store, int64_t row, GArray* points)
{
   GBytes* bytes = bytes_of(store, row, false);
   if (bytes != NULL) {
      unpack(store, row, g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), points);
   }
}

char* store_header(Store* store, int64_t header)
{
   sqlite3_stmt* one = database_statement(store->database, "SELECT text FROM headers WHERE id = ?");
   bind_number(one, 1, header);
   return database_take_text(store->database, one);
}

void store_all_points(Store* store, void (*take)(void* data, int64_t row, const GArray* points), void* data)
{
   g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(Point));
   sqlite3_stmt* all = database_statement(store->database, "SELECT rows.id, bytes FROM rows JOIN names ON"
                                          " names.id = name WHERE text LIKE 'r%' ORDER BY rows.id");
   while (database_step(store->database, all)) {
      gsize       length;
      int64_t     row = column_id(store->database, all, 0);
      const void* bytes = column_bytes(store->database, all, 1, &length);
      g_array_set_size(points, 0);
      unpack(store, row, bytes, length, points);
      take(data, row, points);
   }
}

static void clear_run(gpointer data)
{
   g_free(((StoredRun*)data)->name);
}

/* Whether the run, the `number`-th of an experiment, may be one. */
static void check_run(Store* store, const char* name, double size, guint number)
{
   if (!snapshot_may_have_run(name, size, number)) {
      database_is_damaged(store->database, "%s is no run of an experiment", name);
   }
}

GArray* store_runs(Store* store, int64_t series)
{
   Database* database = store->database;
   GArray*   runs = g_array_new(FALSE, FALSE, sizeof(StoredRun));
   guint     of_one = 0;
   g_array_set_clear_func(runs, clear_run);
   sqlite3_stmt* all = database_statement(database, "SELECT experiment, name, size, counts, record FROM"
                                                    " records JOIN runs ON experiment = records.id WHERE"
                                                    " series_id = ? AND commit_id > 0 ORDER BY experiment,"
                                                    " size, name");
   bind_number(all, 1, series);
   while (database_step(database, all)) {
      StoredRun run = {
         .experiment = column_id(database, all, 0), .name = g_strdup(column_text(database, all, 1)),
         .size = column_real(database, all, 2), .counts = column_number(database, all, 3) != 0,
         .record = column_id_or_none(database, all, 4),
      };
      bool is_next = runs->len > 0
                     && g_array_index(runs, StoredRun, runs->len - 1).experiment == run.experiment;
      of_one = is_next ? of_one + 1 : 1;
      check_run(store, run.name, run.size, of_one);
      g_array_append_val(runs, run);
   }
   return runs;
}

uint64_t store_total(Store* store, int64_t record)
{
   sqlite3_stmt* one = database_statement(store->database, "SELECT total FROM records WHERE id = ?");
   bind_number(one, 1, record);
   bool     has = database_step(store->database, one);
   uint64_t total = has ? (uint64_t)column_number(store->database, one, 0) : 0;
   database_finish(store->database, one);
   return total;
}

static void read_items(Store* store, Snapshot* record, const GArray* items)
{
   for (guint i = 0; i < items->len && !store->database->has_failed; i++) {
      const ItemRow* item = &g_array_index(items, ItemRow, i);
      ReadName*      name = name_of(store, item->name);
      if (name != NULL && name->row != item->row) {
         name->row = item->row;
         name->bytes = bytes_of(store, item->row, name->name->routine.name != NULL);
      }
      if (name != NULL && name->bytes != NULL) {
         snapshot_add_known(record, name->name, g_bytes_ref(name->bytes));
      }
   }
   snapshot_sort(record);
}

/* Reads all of a record but its runs.  NULL: it is not there, or is damaged. */
static Snapshot* read_record(Store* store, int64_t id)
{
   Database*     database = store->database;
   sqlite3_stmt* one = database_statement(database, "SELECT records.date, modified, total, text FROM records"
                                                    " JOIN headers ON headers.id = header_id WHERE"
                                                    " records.id = ?");
   bind_number(one, 1, id);
   if (!database_step(database, one)) {
      misses(store, "the numbers or the header of record", id);
      return NULL;
   }
   Snapshot* record = snapshot_new();
   record->date = g_strdup(column_text_or_none(database, one, 0));
   record->modified = g_strdup(column_text_or_none(database, one, 1));
   record->total = (uint64_t)column_number(database, one, 2);
   record->header = g_strdup(column_text(database, one, 3));
   database_finish(database, one);
   g_autoptr(GArray) items = store_items(store, id);
   read_items(store, record, items);
   return record;
}

/* Adds the runs of an experiment, if it is one, without their reports, whose numbers are appended. */
static void read_runs(Store* store, Snapshot* record, int64_t id, GArray* reports)
{
   Database*     database = store->database;
   sqlite3_stmt* all = database_statement(database, "SELECT name, size, counts, ending, record FROM runs"
                                                    " WHERE experiment = ? ORDER BY size, name");
   bind_number(all, 1, id);
   while (database_step(database, all)) {
      const SnapshotRun run = {
         .name = g_strdup(column_text(database, all, 0)), .size = column_real(database, all, 1),
         .counts = column_number(database, all, 2) != 0, .ending = g_strdup(column_text(database, all, 3)),
      };
      int64_t report = column_id_or_none(database, all, 4);
      snapshot_add_run(record, &run);
      check_run(store, run.name, run.size, record->runs->len);
      g_array_append_val(reports, report);
   }
}

/* Reads the reports.  What all of an experiment have in common is stored with it. */
static void read_reports(Store* store, Snapshot* record, const GArray* reports)
{
   for (guint i = 0; i < reports->len && !store->database->has_failed; i++) {
      int64_t report = g_array_index(reports, int64_t, i);
      Snapshot* part = report == 0 ? NULL : read_record(store, report);
      if (part != NULL) {
         part->date = g_strdup(record->date);
         part->modified = g_strdup(record->modified);
      }
      g_array_index(record->runs, SnapshotRun, i).report = part;
   }
}

Snapshot* store_read(Store* store, int64_t id)
{
   g_autoptr(GArray) reports = g_array_new(FALSE, FALSE, sizeof(int64_t));
   Snapshot* record = read_record(store, id);
   if (record != NULL) {
      read_runs(store, record, id, reports);
      read_reports(store, record, reports);
      if (!store->database->has_failed && !snapshot_has_header(record)) {
         database_is_damaged(store->database, "the header of record %" G_GINT64_FORMAT " is none", id);
      }
   }
   if (store->database->has_failed && record != NULL) {
      g_clear_pointer(&record, snapshot_free);
   }
   return record;
}

void store_forget_snapshots(Store* store)
{
   for (size_t i = 0; i < G_N_ELEMENTS(store->looked_at); i++) {
      g_clear_pointer(&store->looked_at[i].snapshot, snapshot_free);
      store->looked_at[i].id = 0;
   }
}

const Snapshot* store_look(Store* store, int64_t id)
{
   typeof(store->looked_at[0]) last = store->looked_at[0];
   if (last.id != id) {
      store->looked_at[0] = store->looked_at[1];
      store->looked_at[1] = last;
   }
   if (store->looked_at[0].id != id) {
      snapshot_free(store->looked_at[0].snapshot);
      store->looked_at[0].id = id;
      store->looked_at[0].snapshot = store_read(store, id);
   }
   return store->looked_at[0].snapshot;
}

void store_rows(Store* store, int64_t series, int64_t name, TakeRow take, void* data)
{
   sqlite3_stmt* all = database_statement(store->database, "SELECT id, (SELECT row FROM items WHERE"
                                          " items.stream = records.stream AND name = ? AND record <= id ORDER"
                                          " BY record DESC LIMIT 1) FROM records WHERE series_id = ?");
   bind_number(all, 1, name);
   bind_number(all, 2, series);
   while (database_step(store->database, all)) {
      take(data, column_id(store->database, all, 0), column_id_or_none(store->database, all, 1));
   }
}

void store_names(Store* store, void (*take)(void* data, int64_t id, const char* name), void* data)
{
   sqlite3_stmt* all = database_statement(store->database, "SELECT id, text FROM names");
   while (database_step(store->database, all)) {
      const char* text = column_text(store->database, all, 1);
      take(data, column_id(store->database, all, 0), text);
   }
}
