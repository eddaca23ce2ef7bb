/* Puts entries into the cache.  Rows are found by a hash, so that equal ones are stored once.

   Names, headers and rows are stored once, and commits share them.  `items` has what changed from one record
   of a series to the next, so that each row of it is there once.  A record that was replaced, or removed, is
   of no commit any more, but others are changes of it.

   The record of an experiment has no items: `runs` has its runs, and the record of each run's report.  Such a
   record is of no commit, and of a series of its own: that of the runs of this name.  Runs of several
   experiments that are equal share theirs.

   Statements run for one row: so the tables have no foreign keys that SQLite would check. */

#include "history/store_parts.h"

#include <string.h>

/*--- Tables ---*/

/* Another one for any other tables: then all is made again. */
#define TABLES_VERSION  5

static const char tables[] =
   /* `parents` and `ancestors` are hashes with blanks between: all parents, and the nearest commits that were
      stored when this one was added. A shallow clone does not know them. */
   "CREATE TABLE commits (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, date INTEGER NOT NULL,"
   " subject TEXT NOT NULL, parents TEXT NOT NULL, ancestors TEXT NOT NULL);"
   /* Records that can be compared: of one program, on one machine, of one measure; `run`: the name of the
      runs of experiments; '': of the results themselves. */
   "CREATE TABLE series (id INTEGER PRIMARY KEY, name TEXT NOT NULL, program TEXT NOT NULL,"
   " machine TEXT NOT NULL, measure TEXT NOT NULL, run TEXT NOT NULL,"
   " UNIQUE (name, program, machine, measure, run));"
   "CREATE TABLE headers (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"
   "CREATE TABLE names (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"
   "CREATE TABLE rows (id INTEGER PRIMARY KEY, name INTEGER NOT NULL, hash INTEGER NOT NULL,"
   " bytes BLOB NOT NULL);"
   "CREATE INDEX rows_by_content ON rows (name, hash);"
   "CREATE TABLE records (id INTEGER PRIMARY KEY, commit_id INTEGER NOT NULL, series_id INTEGER NOT NULL,"
   " branch TEXT NOT NULL, date TEXT, modified TEXT, total INTEGER NOT NULL, header_id INTEGER NOT NULL,"
   " UNIQUE (series_id, commit_id));"
   "CREATE INDEX records_by_series ON records (series_id);"
   /* From this record on, the name has this row; 0: it is not there any more. */
   "CREATE TABLE items (series INTEGER NOT NULL, name INTEGER NOT NULL, record INTEGER NOT NULL,"
   " row INTEGER NOT NULL, PRIMARY KEY (series, name, record)) WITHOUT ROWID;"
   "CREATE INDEX items_by_record ON items (series, record, name, row);"
   /* The row that it has in the newest record of the series, if it is there. */
   "CREATE TABLE newest (series INTEGER NOT NULL, name INTEGER NOT NULL, row INTEGER NOT NULL,"
   " PRIMARY KEY (series, name)) WITHOUT ROWID;"
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
   return database_number(database, "PRAGMA user_version", NULL) == TABLES_VERSION;
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

bool cache_prepare(Database* database, Problem* problem)
{
   bool is_ours = is_of_this_version(database) && !database->has_failed;
   if (!is_ours && database_number(database, "SELECT count(*) FROM sqlite_master", NULL) != 0) {
      database_reset(database);
   }
   if (!is_ours) {
      make_tables(database);
   }
   return database_is_right(database, problem);
}

void cache_clear(Store* store)
{
   database_run(store->database, "DELETE FROM commits; DELETE FROM series; DELETE FROM headers;"
                " DELETE FROM names; DELETE FROM rows; DELETE FROM records; DELETE FROM items;"
                " DELETE FROM newest; DELETE FROM runs; DELETE FROM steps; DELETE FROM laws;"
                " DELETE FROM failures");
}

/*--- Numbers ---*/

static int64_t name_id(Store* store, const char* name)
{
   int64_t id = database_id(store->database, "SELECT id FROM names WHERE text = ?", VALUES(TEXT(name)));
   return id != 0 ? id : database_insert(store->database, "INSERT INTO names (text) VALUES (?)",
                                         VALUES(TEXT(name)));
}

static int64_t header_id(Store* store, const char* header)
{
   int64_t id = database_id(store->database, "SELECT id FROM headers WHERE text = ?", VALUES(TEXT(header)));
   return id != 0 ? id : database_insert(store->database, "INSERT INTO headers (text) VALUES (?)",
                                         VALUES(TEXT(header)));
}

static int64_t commit_id(Store* store, const Entry* entry)
{
   const Commit* commit = &entry->commit;
   int64_t       id = store_find(store, commit->hash, 0);
   if (id != 0) {
      return id;
   }
   g_autofree char* parents = g_strjoinv(" ", commit->parents);
   return database_insert(store->database, "INSERT INTO commits (hash, date, subject, parents, ancestors)"
                          " VALUES (?, ?, ?, ?, ?)",
                          VALUES(TEXT(commit->hash), NUMBER(commit->date), TEXT(commit->subject),
                                 TEXT(parents), TEXT(entry->ancestors)));
}

#define SERIES_VALUES(series, run) \
   VALUES(TEXT((series)->name), TEXT((series)->program), TEXT((series)->machine), TEXT((series)->measure), \
          TEXT(run))

static int64_t find_series(Store* store, const HistorySeries* series, const char* run)
{
   return database_id(store->database, "SELECT id FROM series WHERE name = ? AND program = ? AND machine = ?"
                      " AND measure = ? AND run = ?", SERIES_VALUES(series, run));
}

int64_t store_series_id(Store* store, const HistorySeries* series)
{
   return find_series(store, series, "");
}

/* Returns the id of a series, or of the runs of this name of its experiments ("": of the results), which gets
   one if it has none. */
static int64_t series_id(Store* store, const HistorySeries* series, const char* run)
{
   int64_t id = find_series(store, series, run);
   return id != 0 ? id : database_insert(store->database, "INSERT INTO series (name, program, machine,"
                                         " measure, run) VALUES (?, ?, ?, ?, ?)",
                                         SERIES_VALUES(series, run));
}

/* FNV-1a, of 63 bits: it only has to find candidates. */
static int64_t hash_of(GBytes* bytes)
{
   gsize         length;
   const guint8* at = g_bytes_get_data(bytes, &length);
   uint64_t      hash = 14695981039346656037u;
   for (gsize i = 0; i < length; i++) {
      hash = (hash ^ at[i]) * 1099511628211u;
   }
   return (int64_t)(hash >> 1);
}

static int64_t row_id(Store* store, int64_t name, GBytes* bytes)
{
   gsize       length;
   const void* data = g_bytes_get_data(bytes, &length);
   int64_t     hash = hash_of(bytes), row = 0;
   Rows*       found = database_rows(store->database, "SELECT id, bytes FROM rows WHERE name = ? AND hash ="
                                     " ?", VALUES(NUMBER(name), NUMBER(hash)));
   while (rows_next(found)) {
      gsize       its_length;
      const void* its_data = column_bytes(found, 1, &its_length);
      if (its_length == length && memcmp(its_data, data, length) == 0) {
         row = column_id(found, 0);
      }
   }
   return row != 0 ? row : database_insert(store->database, "INSERT INTO rows (name, hash, bytes) VALUES"
                                           " (?, ?, ?)", VALUES(NUMBER(name), NUMBER(hash), BYTES(bytes)));
}

/*--- Streams ---*/

/* The results of a series: each is a change of the one before. */
typedef struct {
   int64_t series;
   int64_t record;   /* the newest; 0: there is none */
   GArray* items;    /* of that: ItemRow, by ascending names */
   GArray* rows;     /* ItemRow of each line of its file; NULL: these are not known */
   char*   lines;
   size_t  size;
} Stream;

static void stream_clear(Stream* stream)
{
   g_clear_pointer(&stream->items, g_array_unref);
   g_clear_pointer(&stream->rows, g_array_unref);
   g_clear_pointer(&stream->lines, g_free);
}

static void stream_free(gpointer stream)
{
   stream_clear(stream);
   g_free(stream);
}

GHashTable* streams_new(void)
{
   return g_hash_table_new_full(NULL, NULL, NULL, stream_free);
}

static Stream* stream_of(Store* store, int64_t series)
{
   Stream* stream = g_hash_table_lookup(store->streams, GSIZE_TO_POINTER(series));
   if (stream == NULL) {
      stream = g_new0(Stream, 1);
      stream->series = series;
      stream->record = store_newest(store, series);
      stream->items = stream->record == 0 ? g_array_new(FALSE, FALSE, sizeof(ItemRow))
                                          : store_items(store, stream->record);
      g_hash_table_insert(store->streams, GSIZE_TO_POINTER(series), stream);
   }
   return stream;
}

/*--- Lines ---*/

/* Lines that are read one after the other. */
typedef struct {
   const char* at;
   const char* end;
   size_t      length;   /* of the line at `at`, with its newline; 0: there is none */
   guint       number;
} Lines;

static void measure_line(Lines* lines)
{
   size_t      left = (size_t)(lines->end - lines->at);
   const char* end = left == 0 ? NULL : memchr(lines->at, '\n', left);
   lines->length = end == NULL ? left : (size_t)(end + 1 - lines->at);
}

static void next_line(Lines* lines)
{
   lines->at += lines->length;
   lines->number++;
   measure_line(lines);
}

static Lines lines_in(const char* text, size_t size)
{
   Lines lines = { .at = text, .end = text + size };
   measure_line(&lines);
   return lines;
}

/* False: the line is no item. */
static bool append_row(Store* store, const Lines* lines, GArray* points, GArray* rows)
{
   const char*       name;
   g_autofree char*  line = g_strndup(lines->at, lines->length - (lines->at[lines->length - 1] == '\n'));
   g_autoptr(GBytes) bytes = entry_read_item(line, points, &name);
   if (bytes != NULL) {
      ItemRow item = { .name = name_id(store, name) };
      item.row = row_id(store, item.name, bytes);
      g_array_append_val(rows, item);
   }
   return bytes != NULL;
}

/* Goes to the first of the former lines that does not sort before the line.  True: it is the same. */
static bool find_same(Lines* former, const Lines* line)
{
   int order = 1;
   while (former->length > 0
          && (order = memcmp(former->at, line->at, MIN(former->length, line->length))) < 0) {
      next_line(former);
   }
   return former->length == line->length && order == 0;
}

/* Returns the rows of lines.  One that stood in the stream's newest record need not be read: of the next
   result, most are the same. NULL: something is no item. */
static GArray* rows_of(Store* store, const Stream* stream, const char* text, size_t size)
{
   g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(ItemRow));
   g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(Point));
   Lines             former = lines_in(stream->lines, stream->size);
   for (Lines line = lines_in(text, size); line.length > 0 && !store->database->has_failed;
        next_line(&line)) {
      if (find_same(&former, &line)) {
         g_assert(former.number < stream->rows->len);
         g_array_append_val(rows, g_array_index(stream->rows, ItemRow, former.number));
         next_line(&former);
      } else if (!append_row(store, &line, points, rows)) {
         return NULL;
      }
   }
   return g_steal_pointer(&rows);
}

/* Returns the rows by ascending names; NULL: two have the same name. */
static GArray* by_name(const GArray* rows)
{
   g_autoptr(GArray) items = g_array_copy((GArray*)rows);
   items_sort(items);
   for (guint i = 1; i < items->len; i++) {
      const ItemRow* item = &g_array_index(items, ItemRow, i);
      if (item[-1].name == item->name) {
         return NULL;
      }
   }
   return g_steal_pointer(&items);
}

/*--- Records ---*/

/* A record that is to be added. */
typedef struct {
   const Entry*    entry;
   const Snapshot* snapshot;    /* of the entry, or of one of its runs */
   int64_t         commit;      /* 0: of none, as it is of a run */
   Stream*         stream;
} NewRecord;

static int64_t insert_record(Store* store, const NewRecord* record, int64_t header)
{
   Database*       database = store->database;
   const Snapshot* snapshot = record->snapshot;
   bool            is_whole = record->commit != 0;
   g_assert(snapshot->header != NULL && (!is_whole || record->entry->branch != NULL));
   int64_t         id = database_id(database, "SELECT max(id) FROM records", NULL) + 1;
   database_do(database, "INSERT INTO records (id, commit_id, series_id, branch, date, modified, total,"
               " header_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
               VALUES(NUMBER(id), NUMBER(is_whole ? record->commit : -id), NUMBER(record->stream->series),
                      TEXT(is_whole ? record->entry->branch : ""), TEXT(is_whole ? snapshot->date : NULL),
                      TEXT(is_whole ? snapshot->modified : NULL), NUMBER((int64_t)snapshot->total),
                      NUMBER(header)));
   return id;
}

static void insert_changes(Store* store, int64_t series, int64_t record, const GArray* changes)
{
   for (guint i = 0; i < changes->len; i++) {
      const ItemRow* change = &g_array_index(changes, ItemRow, i);
      const Value*   values = VALUES(NUMBER(series), NUMBER(change->name), NUMBER(change->row),
                                     NUMBER(record));
      database_do(store->database, "INSERT INTO items (series, name, row, record) VALUES (?, ?, ?, ?)",
                  values);
      database_do(store->database, change->row == 0
                  ? "DELETE FROM newest WHERE series = ? AND name = ?"
                  : "INSERT OR REPLACE INTO newest (series, name, row) VALUES (?, ?, ?)", values);
   }
}

/* Whether the stream's newest record has this header and total. */
static bool has_same_rest(Store* store, const NewRecord* record, int64_t header)
{
   return database_id(store->database, "SELECT id FROM records WHERE id = ? AND header_id = ? AND total = ?",
                      VALUES(NUMBER(record->stream->record), NUMBER(header),
                             NUMBER((int64_t)record->snapshot->total))) != 0;
}

/* Takes the items over as those of the newest record, and the lines that they are of. */
static void advance(Stream* stream, int64_t record, const Snapshot* snapshot, GArray* rows, GArray* items)
{
   g_assert(record >= stream->record && items->len == rows->len);
   stream_clear(stream);
   stream->record = record;
   stream->items = items;
   stream->rows = rows;
   stream->lines = g_memdup2(snapshot->lines, snapshot->size);
   stream->size = snapshot->size;
}

/* Returns its number; of a run that is the same as that of the experiment before, its number; 0: something is
   no item. */
static int64_t add_record(Store* store, const NewRecord* record)
{
   Stream*           stream = record->stream;
   g_autoptr(GArray) rows = rows_of(store, stream, record->snapshot->lines, record->snapshot->size);
   g_autoptr(GArray) items = rows == NULL ? NULL : by_name(rows);
   if (items == NULL) {
      return 0;
   }
   g_autoptr(GArray) changes = items_changes(stream->items, items);
   int64_t           header = header_id(store, record->snapshot->header);
   bool              is_same = record->commit == 0 && stream->record != 0 && changes->len == 0
                               && has_same_rest(store, record, header);
   int64_t id = is_same ? stream->record : insert_record(store, record, header);
   insert_changes(store, stream->series, id, changes);
   advance(stream, id, record->snapshot, g_steal_pointer(&rows), g_steal_pointer(&items));
   return id;
}

/* Adds a run of an experiment, whose record has this number.  False: something of it is no item. */
static bool add_run(Store* store, const Entry* entry, int64_t experiment, const SnapshotRun* run)
{
   NewRecord record = { .entry = entry, .snapshot = run->report };
   int64_t   report = 0;
   if (run->report != NULL) {
      record.stream = stream_of(store, series_id(store, &entry->series, run->name));
      report = add_record(store, &record);
   }
   database_do(store->database, "INSERT INTO runs (experiment, name, size, counts, ending, record) VALUES"
               " (?, ?, ?, ?, ?, nullif(?, 0))",
               VALUES(NUMBER(experiment), TEXT(run->name), REAL(run->size), NUMBER(run->counts),
                      TEXT(run->ending), NUMBER(report)));
   return run->report == NULL || report != 0;
}

/* Takes the commit off the record. */
static void retire(Store* store, int64_t record)
{
   const Value* values = VALUES(NUMBER(record));
   database_do(store->database, "UPDATE records SET commit_id = -id WHERE id = ?", values);
   database_do(store->database, "DELETE FROM steps WHERE record_id = ?", values);
   database_do(store->database, "DELETE FROM laws WHERE record_id = ?", values);
}

/*--- Entries ---*/

static void put_failure(Store* store, const Entry* entry)
{
   database_do(store->database, "INSERT OR REPLACE INTO failures (hash, name, reason) VALUES (?, ?, ?)",
               VALUES(TEXT(entry->commit.hash), TEXT(entry->series.name), TEXT(entry->reason)));
}

static bool put_result(Store* store, const Entry* entry, StoredPlace* place)
{
   const GArray* runs = entry->snapshot->runs;
   NewRecord     record = { .entry = entry, .snapshot = entry->snapshot, .commit = commit_id(store, entry) };
   place->series = series_id(store, &entry->series, "");
   int64_t present = store_find(store, entry->commit.hash, place->series);
   if (present != 0) {
      retire(store, present);
   }
   record.stream = stream_of(store, place->series);
   place->record = add_record(store, &record);
   bool is_right = place->record != 0;
   for (guint i = 0; runs != NULL && i < runs->len && is_right; i++) {
      is_right = add_run(store, entry, place->record, &g_array_index(runs, SnapshotRun, i));
   }
   return is_right;
}

bool cache_put(Store* store, const Entry* entry, StoredPlace* place)
{
   if (entry->snapshot == NULL) {
      put_failure(store, entry);
      return true;
   }
   return put_result(store, entry, place);
}

void cache_remove(Store* store, const Entry* entry)
{
   if (entry->snapshot == NULL) {
      database_do(store->database, "DELETE FROM failures WHERE hash = ? AND name = ?",
                  VALUES(TEXT(entry->commit.hash), TEXT(entry->series.name)));
      return;
   }
   int64_t series = store_series_id(store, &entry->series);
   int64_t record = series == 0 ? 0 : store_find(store, entry->commit.hash, series);
   if (record != 0) {
      retire(store, record);
   }
}
