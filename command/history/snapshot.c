#include "history/snapshot.h"

#include <stdlib.h>
#include <string.h>

#include "experiment/settings.h"
#include "history/row.h"
#include "model/own.h"
#include "model/writer.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/output.h"

/*--- Paths ---*/

char* snapshot_without_top(const char* text, const char* top)
{
   GString* result = g_string_new(text);
   if (top != NULL && *top != '\0') {
      g_autofree char* beginning = g_strconcat(top, "/", NULL);
      g_string_replace(result, beginning, "./", 0);
   }
   return g_string_free(result, FALSE);
}

/*--- Records ---*/

Snapshot* snapshot_new(void)
{
   Snapshot* record = g_new0(Snapshot, 1);
   record->items = g_array_new(FALSE, FALSE, sizeof(Item));
   record->texts = g_string_chunk_new(TEXTS_BLOCK_SIZE);
   return record;
}

void snapshot_free(Snapshot* record)
{
   if (record != NULL) {
      for (guint i = 0; i < record->items->len; i++) {
         g_bytes_unref(g_array_index(record->items, Item, i).bytes);
      }
      g_clear_pointer(&record->runs, g_array_unref);
      g_array_free(record->items, TRUE);
      g_string_chunk_free(record->texts);
      g_free(record->header);
      g_free(record->date);
      g_free(record->modified);
      g_free(record);
   }
}

static void clear_run(gpointer data)
{
   SnapshotRun* run = data;
   g_free(run->name);
   g_free(run->ending);
   snapshot_free(run->report);
}

/* No experiment has so many; their numbers stand on the stack. */
#define MOST_RUNS  10000

/* settings_run_name makes the names. */
bool snapshot_may_have_run(const char* name, double size, guint number)
{
   static const char allowed[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "=,-";
   return *name != '\0' && strspn(name, allowed) == strlen(name) && size >= 0 && size <= (double)MAX_SIZE
          && number <= MOST_RUNS;
}

void snapshot_add_run(Snapshot* experiment, const SnapshotRun* run)
{
   if (experiment->runs == NULL) {
      experiment->runs = g_array_new(FALSE, FALSE, sizeof(SnapshotRun));
      g_array_set_clear_func(experiment->runs, clear_run);
   }
   g_array_append_vals(experiment->runs, run, 1);
}

const SnapshotRun* snapshot_run(const Snapshot* experiment, const char* name)
{
   for (guint i = 0; experiment != NULL && experiment->runs != NULL && i < experiment->runs->len; i++) {
      const SnapshotRun* run = &g_array_index(experiment->runs, SnapshotRun, i);
      if (strcmp(run->name, name) == 0) {
         return run;
      }
   }
   return NULL;
}

void snapshot_add(Snapshot* record, const char* name, GBytes* bytes)
{
   Item item = { g_string_chunk_insert(record->texts, name), bytes, NULL };
   g_array_append_val(record->items, item);
}

void snapshot_add_known(Snapshot* record, const ItemName* name, GBytes* bytes)
{
   Item item = { name->text, bytes, name };
   g_array_append_val(record->items, item);
}

static gint compare_names(gconstpointer left, gconstpointer right)
{
   return strcmp(((const Item*)left)->name, ((const Item*)right)->name);
}

void snapshot_sort(Snapshot* record)
{
   bool is_sorted = true;   /* nearly always */
   for (guint i = 1; i < record->items->len && is_sorted; i++) {
      is_sorted = compare_names(&g_array_index(record->items, Item, i - 1),
                                &g_array_index(record->items, Item, i)) <= 0;
   }
   if (!is_sorted) {
      g_array_sort(record->items, compare_names);
   }
}

static bool is_equal_run(const SnapshotRun* run, const SnapshotRun* other)
{
   return other != NULL && strcmp(run->ending, other->ending) == 0
          && (run->report == NULL || other->report == NULL ? run->report == other->report
                                                           : snapshot_is_equal(run->report, other->report));
}

static guint run_count(const Snapshot* record)
{
   return record->runs == NULL ? 0 : record->runs->len;
}

bool snapshot_is_equal(const Snapshot* record, const Snapshot* other)
{
   bool is = strcmp(record->header, other->header) == 0 && record->total == other->total
             && record->items->len == other->items->len && run_count(record) == run_count(other);
   for (guint i = 0; i < run_count(record) && is; i++) {
      const SnapshotRun* run = &g_array_index(record->runs, SnapshotRun, i);
      is = is_equal_run(run, snapshot_run(other, run->name));
   }
   for (guint i = 0; i < record->items->len && is; i++) {
      const Item* item = &g_array_index(record->items, Item, i);
      const Item* of_other = &g_array_index(other->items, Item, i);
      is = strcmp(item->name, of_other->name) == 0 && g_bytes_equal(item->bytes, of_other->bytes);
   }
   return is;
}

/*--- Making: the header ---*/

/* Comments that are other ones in each run, or that follow from other members. */
static bool is_left_out(const char* comment)
{
   static const char* const keys[] = { "pid: ", "memory-resolution: ", HEADER_REPORTS ": ", NULL };
   for (size_t i = 0; keys[i] != NULL; i++) {
      if (g_str_has_prefix(comment, keys[i])) {
         return true;
      }
   }
   return false;
}

/* Adds a comment "code: PRINT SYMBOL" and its like to items; false: it is another one. */
static bool add_comment_item(GHashTable* items, const char* comment)
{
   static const char* const keys[] = { HEADER_CODE, HEADER_DATA, HEADER_TEXT, HEADER_DEFINED, HEADER_BUILD_ID,
                                       NULL };
   for (size_t i = 0; keys[i] != NULL; i++) {
      size_t      length = strlen(keys[i]);
      bool        is = strncmp(comment, keys[i], length) == 0 && strncmp(comment + length, ": ", 2) == 0;
      const char* value = is ? comment + length + 2 : NULL;
      const char* blank = is ? strchr(value, ' ') : NULL;
      if (blank != NULL) {
         char* name = g_strdup_printf("c\n%s\n%s", keys[i], blank + 1);
         char* former = g_hash_table_lookup(items, name);
         char* values = former == NULL ? g_strndup(value, (gsize)(blank - value))
                        : g_strdup_printf("%s\n%.*s", former, (int)(blank - value), value);
         g_hash_table_insert(items, name, values);
         return true;
      }
   }
   return false;
}

static void add_line(GString* lines, const char* key, const char* value)
{
   if (value != NULL) {
      g_string_append_printf(lines, "%s %s\n", key, value);
   }
}

static gint compare_texts(gconstpointer left, gconstpointer right)
{
   return strcmp(*(char* const*)left, *(char* const*)right);
}

/* Adds the comments to the lines, sorted, and those about routines and objects to the items. */
static void add_comments(Snapshot* record, GString* lines, const Header* header, const char* top)
{
   g_autoptr(GHashTable) items = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
   g_autoptr(GPtrArray)  kept = g_ptr_array_new_with_free_func(g_free);
   for (guint i = 0; i < header->comments->len; i++) {
      g_autofree char* comment = snapshot_without_top(g_ptr_array_index(header->comments, i), top);
      if (!is_left_out(comment) && !add_comment_item(items, comment)) {
         g_ptr_array_add(kept, g_steal_pointer(&comment));
      }
   }
   g_ptr_array_sort(kept, compare_texts);
   for (guint i = 0; i < kept->len; i++) {
      add_line(lines, "c", g_ptr_array_index(kept, i));
   }
   GHashTableIter iterator;
   gpointer       name, values;
   g_hash_table_iter_init(&iterator, items);
   while (g_hash_table_iter_next(&iterator, &name, &values)) {
      snapshot_add(record, name, g_bytes_new(values, strlen(values)));
   }
}

static void add_number(GString* lines, const char* key, uint64_t number)
{
   g_string_append_printf(lines, "%s %" G_GUINT64_FORMAT "\n", key, number);
}

static void take_header(Snapshot* record, const Header* header, const char* top)
{
   GString* lines = g_string_new(NULL);
   g_autofree char* application = header->application == NULL
                                  ? NULL : snapshot_without_top(header->application, top);
   g_autofree char* command = header->command_line == NULL
                              ? NULL : snapshot_without_top(header->command_line, top);
   add_line(lines, "m", header->metric);
   add_line(lines, "i", header->input);
   add_line(lines, "g", header->input_arguments);
   add_line(lines, "a", application);
   add_line(lines, "f", command);
   add_number(lines, "r", header->memory_resolution);
   add_number(lines, "n", header->reports);
   add_number(lines, "s", (header->has_real_sums ? 1 : 0) + (header->has_self_costs ? 2 : 0));
   add_comments(record, lines, header, top);
   record->header = g_string_free(lines, FALSE);
   record->date = g_strdup(header->date);
   record->modified = g_strdup(header->modified);
}

/*--- Making: routines ---*/

static char* name_of(const Routine* routine, const char* top, unsigned ordinal)
{
   g_autofree char* image = snapshot_without_top(routine->image, top);
   bool        is_same = g_strcmp0(routine->mangled, routine->name) == 0;
   const char* mangled = routine->mangled == NULL ? "" : is_same ? "=" : routine->mangled;
   GString*    name = g_string_new(NULL);
   g_string_printf(name, "r\n%s\n%s\n%s", image, routine->name, mangled);
   if (ordinal > 1) {
      g_string_append_printf(name, "\n%u", ordinal);
   }
   return g_string_free(name, FALSE);
}

static void add_routine(Snapshot* record, Report* report, const Routine* routine, const char* top,
                        GHashTable* known)
{
   size_t           count;
   const Point*     points = report_routine_points(report, routine, &count);
   char*            first = name_of(routine, top, 1);
   unsigned         ordinal = GPOINTER_TO_UINT(g_hash_table_lookup(known, first)) + 1;
   g_autofree char* name = name_of(routine, top, ordinal);
   g_hash_table_insert(known, first, GUINT_TO_POINTER(ordinal));
   if (count > 0) {
      snapshot_add(record, name, row_pack(points, count));
   }
}

Snapshot* snapshot_make(Report* report, const char* top)
{
   Snapshot* record = snapshot_new();
   g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   take_header(record, report_header(report), top);
   record->total = report_total_cost(report);
   for (uint32_t i = 0; i < report_routine_count(report); i++) {
      add_routine(record, report, report_routine(report, i), top, known);
   }
   snapshot_sort(record);
   return record;
}

/*--- The report again ---*/

static void take_line(Header* header, char key, const char* value)
{
   uint64_t number = 0;
   number_parse(value, &number);
   switch (key) {
      case 'm': header_set_text(&header->metric, value, strlen(value)); break;
      case 'i': header_set_text(&header->input, value, strlen(value)); break;
      case 'g': header_set_text(&header->input_arguments, value, strlen(value)); break;
      case 'a': header_set_text(&header->application, value, strlen(value)); break;
      case 'f': header_set_text(&header->command_line, value, strlen(value)); break;
      case 'c': header_add_comment(header, value, strlen(value)); break;
      case 'r': header->memory_resolution = (unsigned)number; break;
      case 'n': header->reports = number; break;
      case 's': header->has_real_sums = (number & 1) != 0; header->has_self_costs = (number & 2) != 0; break;
   }
}

static Header header_of(const Snapshot* record)
{
   Header header = { .version = 4, .has_total = true, .total = record->total, .reports = 1,
                     .comments = g_ptr_array_new_with_free_func(g_free) };
   g_auto(GStrv) lines = g_strsplit(record->header, "\n", -1);
   for (size_t i = 0; lines[i] != NULL; i++) {
      if (lines[i][0] != '\0' && lines[i][1] == ' ') {
         take_line(&header, lines[i][0], lines[i] + 2);
      }
   }
   header.date = g_strdup(record->date);
   header.modified = g_strdup(record->modified);
   return header;
}

char* snapshot_header_value(const char* header, char key)
{
   const char* line = header;
   while (*line != '\0' && (line[0] != key || line[1] != ' ')) {
      line += strcspn(line, "\n");
      line += *line == '\n';
   }
   return *line == '\0' ? NULL : g_strndup(line + 2, strcspn(line + 2, "\n"));
}

bool snapshot_has_header(const Snapshot* record)
{
   bool has = true;
   for (guint i = 0; i < run_count(record); i++) {
      const Snapshot* report = g_array_index(record->runs, SnapshotRun, i).report;
      has = has && (report == NULL || snapshot_has_header(report));
   }
   if (record->runs == NULL) {
      Header header = header_of(record);
      has = header.metric != NULL && header.input != NULL && header.reports > 0;
      header_free(&header);
   }
   return has;
}

/* Adds "KEY: VALUE SUBJECT" for each of the values. */
static void add_item_comments(Header* header, const Item* item)
{
   g_auto(GStrv) parts = g_strsplit(item->name, "\n", 3);
   gsize length;
   const char* bytes = g_bytes_get_data(item->bytes, &length);
   g_autofree char* text = g_strndup(bytes, length);
   g_auto(GStrv)    values = g_strsplit(text, "\n", -1);
   for (size_t i = 0; values[i] != NULL && g_strv_length(parts) == 3; i++) {
      g_autofree char* comment = g_strdup_printf("%s: %s %s", parts[1], values[i], parts[2]);
      header_add_comment(header, comment, strlen(comment));
   }
}

static const Item* find(const Snapshot* record, const char* name)
{
   const Item key = { .name = name };
   return record == NULL || record->items->len == 0
             ? NULL : bsearch(&key, record->items->data, record->items->len, sizeof(Item), compare_names);
}

static bool is_rounded(const Item* item)
{
   gsize       length;
   const void* bytes = item == NULL ? NULL : g_bytes_get_data(item->bytes, &length);
   return bytes != NULL && row_is_rounded(bytes, length);
}

/* Adds the routine, with its points. */
static void add_item_routine(Contents* contents, GArray* points, const Item* item, bool is_other_rounded)
{
   gsize       length;
   const void* bytes = g_bytes_get_data(item->bytes, &length);
   ItemRoutine names = item_routine(item->name, contents->texts);
   Routine*    routine = &contents->routines[contents->routine_count];
   *routine = (Routine){ .name = names.name, .image = names.image, .mangled = names.mangled,
                         .first_point = points->len, .first_context = NO_CONTEXT };
   row_unpack(bytes, length, points);
   if (is_other_rounded && !row_is_rounded(bytes, length)) {
      Point* first = &g_array_index(points, Point, routine->first_point);
      g_array_set_size(points, (guint)(routine->first_point
                                       + row_round(first, points->len - routine->first_point)));
   }
   routine->points = (uint32_t)(points->len - routine->first_point);
   for (guint i = (guint)routine->first_point; i < points->len; i++) {
      Point* point = &g_array_index(points, Point, i);
      point->owner = contents->routine_count;
      totals_add_point(&routine->totals, point);
   }
   contents->routine_count++;
}

Report* snapshot_report(const Snapshot* record, const Snapshot* other, const bool* is_left_out)
{
   g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(Point));
   Contents contents = {
      .header = header_of(record), .texts = g_string_chunk_new(TEXTS_BLOCK_SIZE),
      .routines = memory_resize(NULL, (size_t)record->items->len + 1, sizeof(Routine)),
      .point_kind = POINTS_OF_ROUTINES,
   };
   for (guint i = 0; i < record->items->len; i++) {
      const Item* item = &g_array_index(record->items, Item, i);
      if (is_left_out != NULL && is_left_out[i]) {
         continue;
      }
      if (item_is_routine(item->name)) {
         add_item_routine(&contents, points, item, is_rounded(find(other, item->name)));
      } else {
         add_item_comments(&contents.header, item);
      }
   }
   g_assert(contents.routine_count <= record->items->len);
   own_read_definitions(contents.routines, contents.routine_count, &contents.header);
   contents.point_count = points->len;
   contents.points = memory_resize(NULL, (size_t)points->len + 1, sizeof(Point));
   if (points->len > 0) {
      memcpy(contents.points, points->data, points->len * sizeof(Point));
   }
   return report_make(&contents);
}

bool snapshot_write(const Snapshot* record, const char* path, Problem* problem)
{
   Output output;
   g_autoptr(Report) report = snapshot_report(record, NULL, NULL);
   bool   done = output_open(&output, path, stdout, problem);
   if (done) {
      writer_write(output.file, report);
      done = output_close(&output, problem);
   }
   if (!done) {
      problem_keep_file(problem);
   }
   return done;
}
