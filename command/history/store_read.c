/* Reads a store. */

#include "history/store_parts.h"

#include <string.h>

#include "history/row.h"

/*--- What is there ---*/

/* Returns the text of a column, which stays as long as the store. */
static char* kept_text(Store* store, Rows* rows, int column)
{
   return g_string_chunk_insert(store->texts, column_text(rows, column));
}

GArray* store_commits(Store* store)
{
   GArray* commits = g_array_new(FALSE, FALSE, sizeof(StoredCommit));
   Rows*   all = database_rows(store->database, "SELECT id, hash, date, subject, parents, ancestors FROM"
                               " commits ORDER BY id", NULL);
   while (rows_next(all)) {
      StoredCommit commit = {
         .id = column_id(all, 0), .hash = kept_text(store, all, 1), .date = column_number(all, 2),
         .subject = kept_text(store, all, 3), .parents = kept_text(store, all, 4),
         .ancestors = kept_text(store, all, 5),
      };
      if (!hash_is_one(commit.hash) || !hash_are_some(commit.parents) || !hash_are_some(commit.ancestors)) {
         database_is_damaged(store->database, "a commit has no hash of git, but %s", commit.hash);
      }
      g_array_append_val(commits, commit);
   }
   return commits;
}

int64_t stored_last(const GArray* commits)
{
   return commits->len == 0 ? 0 : g_array_index(commits, StoredCommit, commits->len - 1).id;
}

int64_t store_find(Store* store, const char* hash, int64_t series)
{
   const Value* values = VALUES(TEXT(hash), NUMBER(series));
   return series == 0
          ? database_id(store->database, "SELECT id FROM commits WHERE hash = ?1", values)
          : database_id(store->database, "SELECT records.id FROM commits JOIN records ON commit_id ="
                        " commits.id WHERE hash = ?1 AND series_id = ?2", values);
}

GHashTable* store_hashes(Store* store, int64_t series)
{
   GHashTable* hashes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   Rows*       all = database_rows(store->database, "SELECT hash FROM commits WHERE ?1 = 0 OR id IN (SELECT"
                                   " commit_id FROM records WHERE series_id = ?1)", VALUES(NUMBER(series)));
   while (rows_next(all)) {
      g_hash_table_add(hashes, g_strdup(column_text(all, 0)));
   }
   return hashes;
}

GArray* store_series(Store* store)
{
   GArray* found = g_array_new(FALSE, FALSE, sizeof(HistorySeries));
   Rows*   all = database_rows(store->database, "SELECT id, name, program, machine, measure FROM series WHERE"
                               " run = '' ORDER BY name, program, machine, id", NULL);
   while (rows_next(all)) {
      HistorySeries series = {
         .id = column_id(all, 0), .name = kept_text(store, all, 1), .program = kept_text(store, all, 2),
         .machine = kept_text(store, all, 3), .measure = kept_text(store, all, 4),
      };
      g_array_append_val(found, series);
   }
   return found;
}

GArray* store_records(Store* store, int64_t series)
{
   GArray* records = g_array_new(FALSE, FALSE, sizeof(StoredRecord));
   Rows*   all = database_rows(store->database, "SELECT id, commit_id, branch, total, header_id FROM records"
                               " WHERE series_id = ? AND commit_id > 0 ORDER BY id", VALUES(NUMBER(series)));
   while (rows_next(all)) {
      StoredRecord record = {
         .id = column_id(all, 0), .commit = column_id(all, 1), .branch = kept_text(store, all, 2),
         .total = (uint64_t)column_number(all, 3), .header = column_id(all, 4),
      };
      g_array_append_val(records, record);
   }
   return records;
}

unsigned store_count(Store* store)
{
   return (unsigned)database_number(store->database, "SELECT count(*) FROM records WHERE commit_id > 0",
                                    NULL);
}

bool store_has(Store* store, const char* hash, const char* name, const char* machine, bool is_experiment)
{
   return database_id(store->database, "SELECT records.id FROM commits JOIN records ON commit_id = commits.id"
                      " JOIN series ON series.id = series_id WHERE hash = ? AND name = ? AND machine ="
                      " ifnull(?, machine) AND (instr(measure, '" SERIES_BY "') > 0) = ?",
                      VALUES(TEXT(hash), TEXT(name), TEXT(machine), NUMBER(is_experiment))) != 0;
}

char* store_header(Store* store, int64_t header)
{
   return database_text(store->database, "SELECT text FROM headers WHERE id = ?", VALUES(NUMBER(header)));
}

uint64_t store_total(Store* store, int64_t record)
{
   return (uint64_t)database_number(store->database, "SELECT total FROM records WHERE id = ?",
                                    VALUES(NUMBER(record)));
}

/*--- Items ---*/

static void misses(Store* store, const char* what, int64_t id)
{
   database_is_damaged(store->database, "%s %" G_GINT64_FORMAT " are not there, or damaged", what, id);
}

static int64_t series_of(Store* store, int64_t record)
{
   int64_t series = database_id(store->database, "SELECT series_id FROM records WHERE id = ?",
                                VALUES(NUMBER(record)));
   if (series == 0) {
      misses(store, "the items of record", record);
   }
   return series;
}

/* Reads pairs of a name and a row, by ascending names. */
static GArray* read_pairs(Store* store, Rows* all)
{
   GArray* pairs = g_array_new(FALSE, FALSE, sizeof(ItemRow));
   int64_t before = 0;
   while (rows_next(all)) {
      ItemRow pair = { column_id(all, 0), column_id_or_none(all, 1) };
      if (pair.name <= before && !store->database->has_failed) {
         misses(store, "the names behind name", before);
      }
      before = pair.name;
      if (!store->database->has_failed) {
         g_array_append_val(pairs, pair);
      }
   }
   return pairs;
}

GArray* store_changes(Store* store, int64_t record, int64_t* before)
{
   const Value* values = VALUES(NUMBER(series_of(store, record)), NUMBER(record));
   *before = database_id(store->database, "SELECT max(id) FROM records WHERE series_id = ? AND id < ?",
                         values);
   return read_pairs(store, database_rows(store->database, "SELECT name, row FROM items INDEXED BY"
                                          " items_by_record WHERE series = ? AND record = ? ORDER BY name",
                                          values));
}

/* Returns what may differ between a record and another one of its series. */
static GArray* items_since(Store* store, int64_t series, int64_t record, int64_t other)
{
   return read_pairs(store, database_rows(store->database,
      "SELECT name, ifnull((SELECT row FROM items WHERE series = ?1 AND name = changed.name AND record <= ?2"
      " ORDER BY record DESC LIMIT 1), 0) FROM items AS changed INDEXED BY items_by_record WHERE series = ?1"
      " AND record > ?3 AND record <= ?4 GROUP BY name ORDER BY name",
      VALUES(NUMBER(series), NUMBER(record), NUMBER(MIN(record, other)), NUMBER(MAX(record, other)))));
}

int64_t store_newest(Store* store, int64_t series)
{
   return database_id(store->database, "SELECT max(id) FROM records WHERE series_id = ?",
                      VALUES(NUMBER(series)));
}

static ReadItems read_newest(Store* store, int64_t series)
{
   const Value* values = VALUES(NUMBER(series));
   Rows*        all = database_rows(store->database, "SELECT name, row FROM newest WHERE series = ? ORDER BY"
                                    " name", values);
   GArray*      list = read_pairs(store, all);
   return (ReadItems){ store_newest(store, series), series, list };
}

/* Records are often read one after the other, the newest first: then most is known. */
GArray* store_items(Store* store, int64_t record)
{
   int64_t    series = series_of(store, record);
   ReadItems* last = &store->items;
   if (last->list == NULL || last->series != series) {
      g_clear_pointer(&last->list, g_array_unref);
      *last = read_newest(store, series);
   }
   g_autoptr(GArray) changes = items_since(store, series, record, last->record);
   GArray*           items = items_apply(last->list, changes);
   g_array_unref(last->list);
   *last = (ReadItems){ record, series, g_array_ref(items) };
   return items;
}

/* Reads each name once: in the next record, most are the same. */
static ReadName* name_of(Store* store, int64_t id)
{
   ReadName* name = g_hash_table_lookup(store->names, GSIZE_TO_POINTER(id));
   if (name == NULL) {
      Rows* one = database_rows(store->database, "SELECT text FROM names WHERE id = ?", VALUES(NUMBER(id)));
      if (rows_next(one)) {
         name = g_new0(ReadName, 1);
         name->name = item_names_find(store->item_names, column_text(one, 0));
         g_hash_table_insert(store->names, GSIZE_TO_POINTER(id), name);
      } else {
         misses(store, "the texts of name", id);
      }
      rows_end(one);
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

/* Reads each row once, and looks then whether a routine's is right. The bytes stay until others write. */
static GBytes* bytes_of(Store* store, int64_t row, bool is_of_routine)
{
   GBytes* bytes = g_hash_table_lookup(store->bytes, GSIZE_TO_POINTER(row));
   if (bytes != NULL) {
      return bytes;
   }
   Rows* one = database_rows(store->database, "SELECT bytes FROM rows WHERE id = ?", VALUES(NUMBER(row)));
   if (rows_next(one)) {
      gsize       length;
      const void* data = column_bytes(one, 0, &length);
      bytes = g_bytes_new(data, length);
      g_hash_table_insert(store->bytes, GSIZE_TO_POINTER(row), bytes);
      if (is_of_routine) {
         g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(Point));
         unpack(store, row, data, length, points);
      }
   } else {
      misses(store, "the bytes of row", row);
   }
   rows_end(one);
   return bytes;
}

void store_points(Store* store, int64_t row, GArray* points)
{
   GBytes* bytes = bytes_of(store, row, false);
   if (bytes != NULL) {
      unpack(store, row, g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), points);
   }
}

static uint64_t cost_of(const GArray* points)
{
   uint64_t cost = 0;
   for (guint i = 0; i < points->len; i++) {
      cost += g_array_index(points, Point, i).real_sum;
   }
   return cost;
}

GArray* store_costs(Store* store)
{
   GArray*           costs = g_array_new(FALSE, TRUE, sizeof(uint64_t));
   g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(Point));
   Rows* all = database_rows(store->database, "SELECT rows.id, bytes FROM rows JOIN names ON names.id = name"
                             " WHERE text LIKE 'r%' ORDER BY rows.id", NULL);
   while (rows_next(all)) {
      gsize       length;
      int64_t     row = column_id(all, 0);
      const void* bytes = column_bytes(all, 1, &length);
      g_array_set_size(points, 0);
      unpack(store, row, bytes, length, points);
      g_array_set_size(costs, (guint)row + 1);
      g_array_index(costs, uint64_t, row) = cost_of(points);
   }
   return costs;
}

GHashTable* store_rows(Store* store, int64_t series, int64_t name)
{
   GHashTable* found = g_hash_table_new(NULL, NULL);
   Rows*       all = database_rows(store->database,
      "SELECT records.id, (SELECT row FROM items WHERE series = series_id AND items.name = ?1 AND record <="
      " records.id ORDER BY record DESC LIMIT 1) FROM series AS own JOIN series AS its USING (name, program,"
      " machine, measure) JOIN records ON series_id = its.id WHERE own.id = ?2",
      VALUES(NUMBER(name), NUMBER(series)));
   while (rows_next(all)) {
      int64_t record = column_id(all, 0);
      g_hash_table_insert(found, GSIZE_TO_POINTER(record), GSIZE_TO_POINTER(column_id_or_none(all, 1)));
   }
   return found;
}

GPtrArray* store_routines(Store* store)
{
   GPtrArray* names = g_ptr_array_new();
   Rows*      all = database_rows(store->database, "SELECT id, text FROM names ORDER BY id", NULL);
   while (rows_next(all)) {
      const char* text = column_text(all, 1);
      int64_t     id = column_id(all, 0);
      if (item_is_routine(text)) {
         g_ptr_array_set_size(names, (gint)id + 1);
         g_ptr_array_index(names, id) = (gpointer)item_names_find(store->item_names, text);
      }
   }
   return names;
}

/*--- Runs ---*/

/* Whether the run, the `number`-th of an experiment, may be one. */
static void check_run(Store* store, const char* name, double size, guint number)
{
   if (!snapshot_may_have_run(name, size, number)) {
      database_is_damaged(store->database, "%s is no run of an experiment", name);
   }
}

GArray* store_runs(Store* store, int64_t series)
{
   GArray* runs = g_array_new(FALSE, FALSE, sizeof(StoredRun));
   guint   of_one = 0;
   Rows*   all = database_rows(store->database, "SELECT experiment, name, size, counts, record FROM records"
                               " JOIN runs ON experiment = records.id WHERE series_id = ? AND commit_id > 0"
                               " ORDER BY experiment, size, name", VALUES(NUMBER(series)));
   while (rows_next(all)) {
      StoredRun run = {
         .experiment = column_id(all, 0), .name = kept_text(store, all, 1), .size = column_real(all, 2),
         .counts = column_number(all, 3) != 0, .record = column_id_or_none(all, 4),
      };
      bool is_next = runs->len > 0
                     && g_array_index(runs, StoredRun, runs->len - 1).experiment == run.experiment;
      of_one = is_next ? of_one + 1 : 1;
      check_run(store, run.name, run.size, of_one);
      g_array_append_val(runs, run);
   }
   return runs;
}

/*--- Whole records ---*/

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
   Rows* one = database_rows(store->database, "SELECT records.date, modified, total, text FROM records JOIN"
                             " headers ON headers.id = header_id WHERE records.id = ?", VALUES(NUMBER(id)));
   if (!rows_next(one)) {
      misses(store, "the numbers or the header of record", id);
      return NULL;
   }
   Snapshot* record = snapshot_new();
   record->date = g_strdup(column_text_or_none(one, 0));
   record->modified = g_strdup(column_text_or_none(one, 1));
   record->total = (uint64_t)column_number(one, 2);
   record->header = g_strdup(column_text(one, 3));
   rows_end(one);
   g_autoptr(GArray) items = store_items(store, id);
   read_items(store, record, items);
   return record;
}

/* Adds the runs of an experiment, if it is one, without their reports, whose numbers are appended. */
static void read_runs(Store* store, Snapshot* record, int64_t id, GArray* reports)
{
   Rows* all = database_rows(store->database, "SELECT name, size, counts, ending, record FROM runs WHERE"
                             " experiment = ? ORDER BY size, name", VALUES(NUMBER(id)));
   while (rows_next(all)) {
      const SnapshotRun run = {
         .name = g_strdup(column_text(all, 0)), .size = column_real(all, 1),
         .counts = column_number(all, 2) != 0, .ending = g_strdup(column_text(all, 3)),
      };
      int64_t report = column_id_or_none(all, 4);
      snapshot_add_run(record, &run);
      check_run(store, run.name, run.size, record->runs->len);
      g_array_append_val(reports, report);
   }
}

/* Reads the reports.  What all of an experiment have in common is stored with it. */
static void read_reports(Store* store, Snapshot* record, const GArray* reports)
{
   for (guint i = 0; i < reports->len && !store->database->has_failed; i++) {
      int64_t   report = g_array_index(reports, int64_t, i);
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
   g_autoptr(GArray)   reports = g_array_new(FALSE, FALSE, sizeof(int64_t));
   g_autoptr(Snapshot) record = read_record(store, id);
   if (record != NULL) {
      read_runs(store, record, id, reports);
      read_reports(store, record, reports);
      if (!store->database->has_failed && !snapshot_has_header(record)) {
         database_is_damaged(store->database, "the header of record %" G_GINT64_FORMAT " is none", id);
      }
   }
   return store->database->has_failed ? NULL : g_steal_pointer(&record);
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

/*--- Steps, laws and failures ---*/

char* store_steps(Store* store, int64_t record, const char* since)
{
   return database_text(store->database, "SELECT text FROM steps WHERE record_id = ? AND since = ?",
                        VALUES(NUMBER(record), TEXT(since)));
}

void store_set_steps(Store* store, int64_t record, const char* since, const char* text)
{
   database_do(store->database, "INSERT OR REPLACE INTO steps (record_id, since, text) VALUES (?, ?, ?)",
               VALUES(NUMBER(record), TEXT(since), TEXT(text)));
}

char* store_laws(Store* store, int64_t record)
{
   return database_text(store->database, "SELECT text FROM laws WHERE record_id = ?", VALUES(NUMBER(record)));
}

void store_set_laws(Store* store, int64_t record, const char* text)
{
   database_do(store->database, "INSERT OR REPLACE INTO laws (record_id, text) VALUES (?, ?)",
               VALUES(NUMBER(record), TEXT(text)));
}

char* store_failure(Store* store, const char* hash, const char* name)
{
   return database_text(store->database, "SELECT reason FROM failures WHERE hash = ? AND name = ?",
                        VALUES(TEXT(hash), TEXT(name)));
}

void store_failures(Store* store, TakeFailure take, void* data)
{
   Rows* all = database_rows(store->database, "SELECT hash, name, reason FROM failures ORDER BY hash, name",
                             NULL);
   while (rows_next(all)) {
      const char* hash = column_text(all, 0);
      const char* name = column_text(all, 1);
      const char* reason = column_text(all, 2);
      if (hash_is_one(hash)
          || database_is_damaged(store->database, "a failure has no hash of git, but %s", hash)) {
         take(data, hash, name, reason);
      }
   }
}
