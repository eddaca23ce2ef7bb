/* Adds to a store: a file to the branch, and what it says to the cache.  Rows are found by a hash, so that
   equal ones are stored once. */

#include "history/store_parts.h"

#include <stdlib.h>
#include <string.h>

/*--- Numbers ---*/

static int64_t last_id(const Store* store)
{
   return sqlite3_last_insert_rowid(store->database->handle);
}

/* The number of a text in a table of texts, which gets it if it lacks it. */
static int64_t text_id(Store* store, const char* find, const char* insert, const char* text)
{
   sqlite3_stmt* found = database_statement(store->database, find);
   bind_text(found, 1, text);
   int64_t id = database_take_id(store->database, found);
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
   return database_take_id(store->database, found);
}

static int64_t commit_id(Store* store, const Entry* entry)
{
   const Commit* commit = &entry->commit;
   int64_t       id = find_commit(store, commit->hash);
   if (id != 0) {
      return id;
   }
   g_autofree char* parents = g_strjoinv(" ", commit->parents);
   sqlite3_stmt* added = database_statement(store->database, "INSERT INTO commits (hash, date, subject,"
                                                             " parents, ancestors) VALUES (?, ?, ?, ?, ?)");
   bind_text(added, 1, commit->hash);
   bind_number(added, 2, commit->date);
   bind_text(added, 3, commit->subject);
   bind_text(added, 4, parents);
   bind_text(added, 5, entry->ancestors);
   database_finish(store->database, added);
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
   int64_t id = database_take_id(store->database, found);
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

/*--- Streams ---*/

/* Results of a series, or runs of one name of its experiments: each is a change of the one before. */
typedef struct {
   int64_t id;
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

/* `run`: the name; "": of the results themselves. */
static int64_t stream_id(Store* store, int64_t series, const char* run)
{
   sqlite3_stmt* found = database_statement(store->database, "SELECT id FROM streams WHERE series_id = ? AND"
                                            " run = ?");
   bind_number(found, 1, series);
   bind_text(found, 2, run);
   int64_t id = database_take_id(store->database, found);
   if (id == 0) {
      sqlite3_stmt* added = database_statement(store->database, "INSERT INTO streams (series_id, run) VALUES"
                                               " (?, ?)");
      bind_number(added, 1, series);
      bind_text(added, 2, run);
      database_finish(store->database, added);
      id = last_id(store);
   }
   return id;
}

static Stream* stream_of(Store* store, int64_t series, const char* run)
{
   int64_t id = stream_id(store, series, run);
   Stream* stream = g_hash_table_lookup(store->streams, GSIZE_TO_POINTER(id));
   if (stream != NULL) {
      return stream;
   }
   sqlite3_stmt* last = database_statement(store->database, "SELECT ifnull(max(id), 0) FROM records WHERE"
                                                            " stream = ?");
   bind_number(last, 1, id);
   stream = g_new0(Stream, 1);
   stream->id = id;
   stream->record = database_step(store->database, last) ? column_id_or_none(store->database, last, 0) : 0;
   database_finish(store->database, last);
   stream->items = stream->record == 0 ? g_array_new(FALSE, FALSE, sizeof(ItemRow))
                                       : store_items(store, stream->record);
   g_hash_table_insert(store->streams, GSIZE_TO_POINTER(id), stream);
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
   const char* name;
   g_autofree char* line = g_strndup(lines->at, lines->length - (lines->at[lines->length - 1] == '\n'));
   GBytes*     bytes = entry_read_item(line, points, &name);
   if (bytes != NULL) {
      ItemRow item = { .name = name_id(store, name) };
      item.row = row_id(store, item.name, bytes);
      g_array_append_val(rows, item);
      g_bytes_unref(bytes);
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
   GArray* rows = g_array_new(FALSE, FALSE, sizeof(ItemRow));
   g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(Point));
   Lines   former = lines_in(stream->lines, stream->size);
   bool    is_right = true;
   for (Lines line = lines_in(text, size); line.length > 0 && is_right && !store->database->has_failed;
        next_line(&line)) {
      if (find_same(&former, &line)) {
         g_array_append_val(rows, g_array_index(stream->rows, ItemRow, former.number));
         next_line(&former);
      } else {
         is_right = append_row(store, &line, points, rows);
      }
   }
   if (!is_right) {
      g_clear_pointer(&rows, g_array_unref);
   }
   return rows;
}

static gint compare_items(gconstpointer left, gconstpointer right)
{
   int64_t a = ((const ItemRow*)left)->name, b = ((const ItemRow*)right)->name;
   return (a > b) - (a < b);
}

/* Returns the rows by ascending names; NULL: two have the same name. */
static GArray* by_name(const GArray* rows)
{
   GArray* items = g_array_copy((GArray*)rows);
   bool    is_right = true;
   g_array_sort(items, compare_items);
   for (guint i = 1; i < items->len; i++) {
      const ItemRow* item = &g_array_index(items, ItemRow, i);
      is_right = is_right && item[-1].name < item->name;
   }
   if (!is_right) {
      g_clear_pointer(&items, g_array_unref);
   }
   return items;
}

/*--- Records ---*/

/* A record that is to be added. */
typedef struct {
   const Entry*    entry;
   const Snapshot* snapshot;    /* of the entry, or of one of its runs */
   int64_t         commit;      /* 0: of none, as it is of a run */
   int64_t         series;
   Stream*         stream;
} NewRecord;

static int64_t next_id(Store* store)
{
   sqlite3_stmt* last = database_statement(store->database, "SELECT ifnull(max(id), 0) FROM records");
   bool          has = database_step(store->database, last);
   int64_t       id = has ? column_id_or_none(store->database, last, 0) + 1 : 0;
   database_finish(store->database, last);
   return id;
}

static int64_t insert_record(Store* store, const NewRecord* record, int64_t header)
{
   bool          is_whole = record->commit != 0;
   int64_t       id = next_id(store);
   sqlite3_stmt* added = database_statement(store->database, "INSERT INTO records (id, commit_id, series_id,"
                                                             " stream, added, branch, date, modified, total,"
                                                             " header_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?,"
                                                             " ?)");
   bind_number(added, 1, id);
   bind_number(added, 2, is_whole ? record->commit : -id);
   bind_number(added, 3, record->series);
   bind_number(added, 4, record->stream->id);
   bind_number(added, 5, record->entry->added);
   bind_text(added, 6, is_whole ? record->entry->branch : "");
   bind_text(added, 7, is_whole ? record->snapshot->date : NULL);
   bind_text(added, 8, is_whole ? record->snapshot->modified : NULL);
   bind_number(added, 9, (int64_t)record->snapshot->total);
   bind_number(added, 10, header);
   database_finish(store->database, added);
   return id;
}

static void insert_changes(Store* store, int64_t stream, int64_t record, const GArray* changes)
{
   for (guint i = 0; i < changes->len; i++) {
      const ItemRow* change = &g_array_index(changes, ItemRow, i);
      sqlite3_stmt*  added = database_statement(store->database, "INSERT INTO items (stream, name, record,"
                                                                 " row) VALUES (?, ?, ?, ?)");
      bind_number(added, 1, stream);
      bind_number(added, 2, change->name);
      bind_number(added, 3, record);
      bind_number(added, 4, change->row);
      database_finish(store->database, added);
   }
}

/* Whether the stream's newest record has this header and total. */
static bool has_same_rest(Store* store, const NewRecord* record, int64_t header)
{
   sqlite3_stmt* one = database_statement(store->database, "SELECT header_id, total FROM records WHERE id ="
                                                           " ?");
   bind_number(one, 1, record->stream->record);
   bool has = database_step(store->database, one) && column_id(store->database, one, 0) == header
              && (uint64_t)column_number(store->database, one, 1) == record->snapshot->total;
   database_finish(store->database, one);
   return has;
}

/* Takes the items over as those of the newest record, and the lines that they are of. */
static void advance(Stream* stream, int64_t record, const Snapshot* snapshot, GArray* rows, GArray* items)
{
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
   Stream* stream = record->stream;
   GArray* rows = rows_of(store, stream, record->snapshot->lines, record->snapshot->size);
   GArray* items = rows == NULL ? NULL : by_name(rows);
   if (items == NULL) {
      g_clear_pointer(&rows, g_array_unref);
      return 0;
   }
   g_autoptr(GArray) changes = items_changes(stream->items, items);
   int64_t header = header_id(store, record->snapshot->header);
   bool    is_same = record->commit == 0 && stream->record != 0 && changes->len == 0
                     && has_same_rest(store, record, header);
   int64_t id = is_same ? stream->record : insert_record(store, record, header);
   insert_changes(store, stream->id, id, changes);
   advance(stream, id, record->snapshot, rows, items);
   return id;
}

/* Adds a run of an experiment, whose record has this number.  False: something of it is no item. */
static bool add_run(Store* store, const NewRecord* experiment, int64_t id, const SnapshotRun* run)
{
   NewRecord record = { .entry = experiment->entry, .snapshot = run->report, .series = experiment->series };
   int64_t   report = 0;
   if (run->report != NULL) {
      record.stream = stream_of(store, record.series, run->name);
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
   return run->report == NULL || report != 0;
}

static int64_t find_record(Store* store, int64_t commit, int64_t series)
{
   sqlite3_stmt* found = database_statement(store->database, "SELECT id FROM records WHERE series_id = ? AND"
                                            " commit_id = ?");
   bind_number(found, 1, series);
   bind_number(found, 2, commit);
   return database_take_id(store->database, found);
}

/* Takes the commit off the record: others are changes of it. */
static void retire(Store* store, int64_t record)
{
   static const char* const statements[] = {
      "UPDATE records SET commit_id = -id WHERE id = ?",
      "DELETE FROM steps WHERE record_id = ?", "DELETE FROM laws WHERE record_id = ?",
   };
   for (size_t i = 0; i < G_N_ELEMENTS(statements); i++) {
      sqlite3_stmt* statement = database_statement(store->database, statements[i]);
      bind_number(statement, 1, record);
      database_finish(store->database, statement);
   }
}

/*--- Entries ---*/

bool cache_put(Store* store, const Entry* entry, StoredPlace* place)
{
   const GArray* runs = entry->snapshot->runs;
   NewRecord     record = { .entry = entry, .snapshot = entry->snapshot, .commit = commit_id(store, entry),
                            .series = series_id(store, &entry->series) };
   int64_t present = find_record(store, record.commit, record.series);
   if (present != 0) {
      retire(store, present);
   }
   record.stream = stream_of(store, record.series, "");
   *place = (StoredPlace){ add_record(store, &record), record.series };
   bool is_right = place->record != 0;
   for (guint i = 0; runs != NULL && i < runs->len && is_right; i++) {
      is_right = add_run(store, &record, place->record, &g_array_index(runs, SnapshotRun, i));
   }
   return is_right;
}

void cache_remove(Store* store, const Entry* entry)
{
   int64_t commit = find_commit(store, entry->commit.hash);
   int64_t record = find_record(store, commit, series_id(store, &entry->series));
   if (record != 0) {
      retire(store, record);
   }
}

/* Whether the record has the costs of the snapshot. */
static bool is_equal(Store* store, int64_t record, const Snapshot* snapshot)
{
   Snapshot* former = store_read(store, record);
   bool      is = former != NULL && snapshot_is_equal(former, snapshot);
   snapshot_free(former);
   return is;
}

/* Writes the file, and takes into the cache what it says. */
static void write_result(Store* store, const Entry* entry, StoredPlace* place)
{
   g_autoptr(GString) text = g_string_new(NULL);
   Entry again;
   entry_write(entry, text);
   follow_note(store, entry, text);
   if (!entry_read(text->str, &again) || !cache_put(store, &again, place)) {
      database_is_damaged(store->database, "what is written of %s cannot be read", entry->commit.hash);
   }
   entry_clear(&again);
}

Added store_add(Store* store, const Entry* entry, bool replaces, StoredPlace* place)
{
   int64_t commit = find_commit(store, entry->commit.hash);
   int64_t series = series_id(store, &entry->series);
   int64_t present = commit == 0 ? 0 : find_record(store, commit, series);
   *place = (StoredPlace){ present, series };
   if (present != 0 && is_equal(store, present, entry->snapshot)) {
      return ADDED_SAME;
   }
   if (present != 0 && !replaces) {
      return ADDED_OTHER;
   }
   write_result(store, entry, place);
   return present != 0 ? ADDED_REPLACED : ADDED_NEW;
}
