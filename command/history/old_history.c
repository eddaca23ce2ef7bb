/* A record's items are packed changes of those of its base, which may be changes in turn.  What is read is
   written as a file of a branch and read again: so it is as right as such a file. */

#include "history/old_history.h"

#include "history/database.h"
#include "history/items.h"
#include "history/row.h"

#define APPLICATION    0x61704869   /* "apHi" */
#define LAST_VERSION   2            /* 1 had no experiments */
#define LONGEST_CHAIN  64

struct OldHistory {
   Database*   database;
   Rows*       results;      /* NULL: all were read */
   Rows*       failures;
   bool        has_runs;
   GHashTable* names;        /* those that were read: texts by id */
   GHashTable* bytes;        /* GBytes of rows by id */
};

OldHistory* old_history_open(const char* path, Problem* problem)
{
   g_autoptr(Database) database = database_open(path, DATABASE_READ, problem);
   if (database == NULL) {
      return NULL;
   }
   int64_t application = database_number(database, "PRAGMA application_id", NULL);
   int64_t version = database_number(database, "PRAGMA user_version", NULL);
   bool    is_right = database_is_right(database, problem)
                      && ((application == APPLICATION && version >= 1 && version <= LAST_VERSION)
                          || problem_set(problem, path, 0, "is no history of an aprof that kept it so"));
   if (!is_right) {
      problem_keep_file(problem);
      return NULL;
   }
   OldHistory* old = g_new(OldHistory, 1);
   *old = (OldHistory){
      .results = database_rows(database, "SELECT records.id, hash, commits.date, subject, parents, ancestors,"
                               " name, program, machine, measure, branch, added, records.date, modified FROM"
                               " records JOIN commits ON commits.id = commit_id JOIN series ON series.id ="
                               " series_id ORDER BY records.id", NULL),
      .failures = database_rows(database, "SELECT hash, name, reason FROM failures", NULL),
      .has_runs = version > 1, .names = g_hash_table_new_full(NULL, NULL, NULL, g_free),
      .bytes = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_bytes_unref),
   };
   old->database = g_steal_pointer(&database);
   return old;
}

void old_history_close(OldHistory* old)
{
   if (old != NULL) {
      g_hash_table_unref(old->names);
      g_hash_table_unref(old->bytes);
      database_close(old->database);
      g_free(old);
   }
}

bool old_history_is_right(const OldHistory* old, Problem* problem)
{
   return database_is_right(old->database, problem);
}

/*--- Items ---*/

static int64_t from_zigzag(uint64_t number)
{
   return (int64_t)(number >> 1) ^ -(int64_t)(number & 1);
}

/* Numbers are distances from the item before; NULL: the bytes are damaged. */
static GArray* unpack_items(const void* bytes, gsize length)
{
   Packed   packed = { bytes, (const guint8*)bytes + length, false };
   uint64_t count = unpack_number(&packed);
   g_autoptr(GArray) items = g_array_new(FALSE, FALSE, sizeof(ItemRow));
   int64_t  row = 0, name = 0;
   for (uint64_t i = 0; i < count && !packed.failed; i++) {
      uint64_t later = unpack_number(&packed);
      uint64_t distance = unpack_number(&packed);
      bool     is_wrong = later == 0 || later > INT64_MAX
                          || __builtin_add_overflow(name, (int64_t)later, &name)
                          || (distance > 0 && (__builtin_add_overflow(row, from_zigzag(distance - 1), &row)
                                               || row <= 0));
      packed.failed = packed.failed || is_wrong;
      ItemRow item = { name, distance == 0 ? 0 : row };
      g_array_append_val(items, item);
   }
   return packed.failed || packed.at != packed.end ? NULL : g_steal_pointer(&items);
}

/* Reads a record's changes. NULL: they are damaged, or not there. */
static GArray* read_changes(Database* database, int64_t record, int64_t* base)
{
   GArray* changes = NULL;
   Rows*   one = database_rows(database, "SELECT base, items FROM records WHERE id = ?",
                               VALUES(NUMBER(record)));
   if (rows_next(one)) {
      gsize       length;
      const void* bytes = column_bytes(one, 1, &length);
      *base = column_id_or_none(one, 0);
      changes = unpack_items(bytes, length);
   }
   rows_end(one);
   return changes;
}

/* `depth`: how many lead here; a file that was damaged may lead in a circle. */
static GArray* read_items(Database* database, int64_t record, unsigned depth)
{
   int64_t           base = 0;
   g_autoptr(GArray) changes = depth > LONGEST_CHAIN ? NULL : read_changes(database, record, &base);
   if (changes == NULL) {
      database_is_damaged(database, "the items of record %" G_GINT64_FORMAT " are not there", record);
      return g_array_new(FALSE, FALSE, sizeof(ItemRow));
   }
   if (base == 0) {
      return g_steal_pointer(&changes);
   }
   g_autoptr(GArray) before = read_items(database, base, depth + 1);
   return items_apply(before, changes);
}

/* Each is read once: in the next record, most are the same. */
static const char* name_of(OldHistory* old, int64_t id)
{
   char* name = g_hash_table_lookup(old->names, GSIZE_TO_POINTER(id));
   if (name == NULL) {
      name = database_text(old->database, "SELECT text FROM names WHERE id = ?", VALUES(NUMBER(id)));
      name = name == NULL ? g_strdup("") : name;
      g_hash_table_insert(old->names, GSIZE_TO_POINTER(id), name);
   }
   return name;
}

static GBytes* bytes_of(OldHistory* old, int64_t row)
{
   GBytes* bytes = g_hash_table_lookup(old->bytes, GSIZE_TO_POINTER(row));
   if (bytes == NULL) {
      gsize       length = 0;
      Rows*       one = database_rows(old->database, "SELECT bytes FROM rows WHERE id = ?",
                                      VALUES(NUMBER(row)));
      const void* data = rows_next(one) ? column_bytes(one, 0, &length) : NULL;
      bytes = g_bytes_new(data, length);
      g_hash_table_insert(old->bytes, GSIZE_TO_POINTER(row), bytes);
      rows_end(one);
   }
   return g_bytes_ref(bytes);
}

/*--- Results ---*/

/* Reads the header and the items of a record. */
static Snapshot* read_snapshot(OldHistory* old, int64_t record)
{
   Snapshot* snapshot = snapshot_new();
   Rows*     one = database_rows(old->database, "SELECT total, text FROM records JOIN headers ON headers.id ="
                                 " header_id WHERE records.id = ?", VALUES(NUMBER(record)));
   bool has = rows_next(one);
   snapshot->total = has ? (uint64_t)column_number(one, 0) : 0;
   snapshot->header = g_strdup(has ? column_text(one, 1) : "");
   rows_end(one);
   g_autoptr(GArray) items = read_items(old->database, record, 0);
   for (guint i = 0; i < items->len; i++) {
      const ItemRow* item = &g_array_index(items, ItemRow, i);
      snapshot_add(snapshot, name_of(old, item->name), bytes_of(old, item->row));
   }
   snapshot_sort(snapshot);
   return snapshot;
}

static void read_runs(OldHistory* old, Snapshot* experiment, int64_t record)
{
   Rows* all = database_rows(old->database, "SELECT name, size, counts, ending, record FROM runs WHERE"
                             " experiment = ? ORDER BY size, name", VALUES(NUMBER(record)));
   while (rows_next(all)) {
      int64_t           report = column_id_or_none(all, 4);
      const SnapshotRun run = {
         .name = g_strdup(column_text(all, 0)), .size = column_real(all, 1),
         .counts = column_number(all, 2) != 0, .ending = g_strdup(column_text(all, 3)),
         .report = report == 0 ? NULL : read_snapshot(old, report),
      };
      snapshot_add_run(experiment, &run);
   }
}

/* Takes the row of `results` that was read. */
static Entry take_result(OldHistory* old)
{
   Rows*       row = old->results;
   int64_t     record = column_id(row, 0);
   const char* parents = column_text(row, 4);
   Entry entry = {
      .commit = { .hash = g_strdup(column_text(row, 1)), .date = column_number(row, 2),
                  .subject = g_strdup(column_text(row, 3)),
                  .parents = *parents == '\0' ? g_new0(char*, 1) : g_strsplit(parents, " ", -1) },
      .ancestors = g_strdup(column_text(row, 5)),
      .series = { .name = g_strdup(column_text(row, 6)), .program = g_strdup(column_text(row, 7)),
                  .machine = g_strdup(column_text(row, 8)), .measure = g_strdup(column_text(row, 9)) },
      .branch = g_strdup(column_text(row, 10)), .added = column_number(row, 11),
      .snapshot = read_snapshot(old, record),
   };
   entry.snapshot->date = g_strdup(column_text_or_none(row, 12));
   entry.snapshot->modified = g_strdup(column_text_or_none(row, 13));
   if (old->has_runs) {
      read_runs(old, entry.snapshot, record);
   }
   return entry;
}

static Entry take_failure(const OldHistory* old)
{
   return (Entry){
      .commit = { .hash = g_strdup(column_text(old->failures, 0)) },
      .series = { .name = g_strdup(column_text(old->failures, 1)) },
      .reason = g_strdup(column_text(old->failures, 2)),
   };
}

/* Whether it can be written and read again. */
static bool is_right(const Entry* entry)
{
   g_autoptr(GString) text = g_string_new(NULL);
   g_auto(Entry)      again = { 0 };
   entry_write(entry, text);
   return entry_read(text->str, &again) && (again.snapshot == NULL || entry_read_items(again.snapshot));
}

bool old_history_next(OldHistory* old, Entry* entry, Problem* problem)
{
   bool is_result = old->results != NULL && rows_next(old->results);
   old->results = is_result ? old->results : NULL;   /* behind the end, it would begin anew */
   bool has = is_result || (old->failures != NULL && rows_next(old->failures));
   old->failures = has ? old->failures : NULL;
   *entry = is_result ? take_result(old) : has ? take_failure(old) : (Entry){ 0 };
   if (has && !old->database->has_failed && !is_right(entry)) {
      database_is_damaged(old->database, "what it has of %.10s is no result", entry->commit.hash);
   }
   has = old_history_is_right(old, problem) && has;
   if (!has) {
      entry_clear(entry);
   }
   return has;
}
