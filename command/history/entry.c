/* First, there are lines "KEY VALUE"; a blank line; then a line for each item of the snapshot: the parts of
   its name and its bytes, with tabs between.  The bytes of a routine are written as numbers (row.c says
   which), those of a comment as they are.  In all texts, \t, \n and \\ stand for a tab, a newline and a
   backslash.  Items are sorted by name, so what did not change are the same lines, and git stores the
   rest.

   Of an experiment, the items are those of its runs: for each, a line "run NAME", lines "KEY VALUE" about it
   and its report, a blank line, and the items of the report. */

#include "history/entry.h"

#include <string.h>

#include "history/row.h"
#include "util/number.h"

#define RESULT      "aprof-result"
#define EXPERIMENT  "aprof-experiment"
#define FAILURE     "aprof-failure"

/* Begins the part of a run. */
#define RUN  "run "

/* The digits of a hash of what a result is of: two of one commit differ. */
#define KEY_DIGITS  12

/*--- Paths ---*/

static char* key_of(const HistorySeries* series)
{
   g_autofree char* text = g_strjoin("\n", series->name, series->program, series->machine, series->measure,
                                     NULL);
   g_autofree char* hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
   return g_strndup(hash, KEY_DIGITS);
}

/* The directory and the beginning of the name: by date, so that the order of paths is that of commits. */
static char* place_of(const Entry* entry)
{
   g_autoptr(GDateTime) time = entry->snapshot == NULL
                               ? NULL : g_date_time_new_from_unix_utc(entry->commit.date);
   return time != NULL ? g_date_time_format(time, "results/%Y-%m/%d/%H%M%S-")
          : entry->snapshot != NULL ? g_strdup("results/0000-00/00/000000-")
                                    : g_strdup_printf("failures/%.2s/", entry->commit.hash);
}

char* entry_path(const Entry* entry)
{
   const HistorySeries failure = { .name = entry->series.name, .program = (char*)"", .machine = (char*)"",
                                   .measure = (char*)"" };
   g_autofree char* key = key_of(entry->snapshot == NULL ? &failure : &entry->series);
   g_autofree char* place = place_of(entry);
   return g_strdup_printf("%s%s-%s", place, entry->commit.hash, key);
}

bool entry_has_path(const char* path)
{
   return g_str_has_prefix(path, "results/") || g_str_has_prefix(path, "failures/");
}

/*--- Writing ---*/

static void append_escaped(GString* text, const char* bytes, gsize length)
{
   for (gsize i = 0; i < length; i++) {
      switch (bytes[i]) {
         case '\t': g_string_append(text, "\\t"); break;
         case '\n': g_string_append(text, "\\n"); break;
         case '\\': g_string_append(text, "\\\\"); break;
         default:   g_string_append_c(text, bytes[i]);
      }
   }
}

static void append_line(GString* text, const char* key, const char* value)
{
   if (value != NULL) {
      g_string_append(text, key);
      g_string_append_c(text, ' ');
      append_escaped(text, value, strlen(value));
      g_string_append_c(text, '\n');
   }
}

static void append_number(GString* text, const char* key, uint64_t number)
{
   g_string_append_printf(text, "%s %" G_GUINT64_FORMAT "\n", key, number);
}

/* A routine's bytes are numbers; so any two rows that differ are different texts. */
static void append_row(GString* text, const void* bytes, gsize length)
{
   Packed     packed = { bytes, (const guint8*)bytes + length, false };
   NumberText digits;
   while (packed.at != packed.end && !packed.failed) {
      const char* number = number_text(unpack_number(&packed), 10, digits);
      g_string_append_len(text, number, digits + sizeof digits - 1 - number);
      g_string_append_c(text, ' ');
   }
   g_string_truncate(text, text->len - (length > 0));
}

static void append_item(GString* text, const Item* item)
{
   gsize       length;
   const void* bytes = g_bytes_get_data(item->bytes, &length);
   const char* part = item->name;
   for (size_t size = strcspn(part, "\n"); true; size = strcspn(part, "\n")) {
      append_escaped(text, part, size);
      g_string_append_c(text, '\t');
      if (part[size] == '\0') {
         break;
      }
      part += size + 1;
   }
   if (item_is_routine(item->name)) {
      append_row(text, bytes, length);
   } else {
      append_escaped(text, bytes, length);
   }
   g_string_append_c(text, '\n');
}

/* Appends the total and the header, a blank line, and the items. */
static void append_contents(GString* text, const Snapshot* snapshot)
{
   append_number(text, "total", snapshot->total);
   g_auto(GStrv) lines = g_strsplit(snapshot->header, "\n", -1);
   for (size_t i = 0; lines[i] != NULL; i++) {
      append_line(text, "header", *lines[i] == '\0' ? NULL : lines[i]);
   }
   g_string_append_c(text, '\n');
   for (guint i = 0; i < snapshot->items->len; i++) {
      append_item(text, &g_array_index(snapshot->items, Item, i));
   }
}

static void append_run(GString* text, const SnapshotRun* run)
{
   char size[G_ASCII_DTOSTR_BUF_SIZE];
   g_string_append_printf(text, RUN "%s\nsize %s\ncounts %d\n", run->name,
                          g_ascii_dtostr(size, sizeof size, run->size), (int)run->counts);
   append_line(text, "ending", run->ending);
   if (run->report == NULL) {
      g_string_append_c(text, '\n');
   } else {
      append_contents(text, run->report);
   }
}

static void append_snapshot(GString* text, const Snapshot* snapshot)
{
   append_line(text, "written", snapshot->date);
   append_line(text, "modified", snapshot->modified);
   append_contents(text, snapshot);
   for (guint i = 0; snapshot->runs != NULL && i < snapshot->runs->len; i++) {
      append_run(text, &g_array_index(snapshot->runs, SnapshotRun, i));
   }
}

static const char* first_line_of(const Entry* entry)
{
   return entry->snapshot == NULL ? FAILURE : entry->snapshot->runs != NULL ? EXPERIMENT : RESULT;
}

void entry_write(const Entry* entry, GString* text)
{
   bool is_failure = entry->snapshot == NULL;
   g_assert(entry->commit.hash != NULL && (!is_failure || entry->reason != NULL));
   g_string_append_printf(text, "%s\n", first_line_of(entry));
   append_line(text, "commit", entry->commit.hash);
   append_line(text, "name", entry->series.name);
   if (is_failure) {
      append_line(text, "reason", entry->reason);
      return;
   }
   g_autofree char* parents = g_strjoinv(" ", entry->commit.parents);
   g_string_append_printf(text, "date %" G_GINT64_FORMAT "\n", entry->commit.date);
   append_line(text, "subject", entry->commit.subject);
   append_line(text, "parents", parents);
   append_line(text, "ancestors", entry->ancestors);
   append_line(text, "program", entry->series.program);
   append_line(text, "machine", entry->series.machine);
   append_line(text, "measure", entry->series.measure);
   append_line(text, "branch", entry->branch);
   append_number(text, "added", (uint64_t)entry->added);
   append_snapshot(text, entry->snapshot);
}

unsigned entry_version(const Entry* entry)
{
   return entry->snapshot != NULL && entry->snapshot->runs != NULL ? 2 : 1;
}

/*--- Reading ---*/

/* In place. */
static void unescape(char* text)
{
   char* to = strchr(text, '\\');
   for (const char* from = to; from != NULL && *from != '\0'; from++) {
      bool is_escape = *from == '\\' && from[1] != '\0';
      from += is_escape;
      *to++ = !is_escape ? *from : *from == 't' ? '\t' : *from == 'n' ? '\n' : *from;
   }
   if (to != NULL) {
      *to = '\0';
   }
}

/* Takes the next line off the text, without its newline. NULL: there is none. */
static char* next_line(char** text)
{
   char* line = **text == '\0' ? NULL : *text;
   char* end = line == NULL ? NULL : strchr(line, '\n');
   if (end != NULL) {
      *end = '\0';
   }
   *text = end != NULL ? end + 1 : line != NULL ? line + strlen(line) : *text;
   return line;
}

static bool take_text(Entry* entry, const char* key, const char* value)
{
   Snapshot* snapshot = entry->snapshot;
   const struct { const char* key; char** text; } texts[] = {
      { "commit", &entry->commit.hash }, { "subject", &entry->commit.subject },
      { "ancestors", &entry->ancestors }, { "name", &entry->series.name },
      { "program", &entry->series.program }, { "machine", &entry->series.machine },
      { "measure", &entry->series.measure }, { "branch", &entry->branch }, { "reason", &entry->reason },
      { "written", snapshot == NULL ? NULL : &snapshot->date },
      { "modified", snapshot == NULL ? NULL : &snapshot->modified },
   };
   size_t at = 0;
   while (at < G_N_ELEMENTS(texts) && (strcmp(texts[at].key, key) != 0 || texts[at].text == NULL)) {
      at++;
   }
   if (at < G_N_ELEMENTS(texts)) {
      g_free(*texts[at].text);
      *texts[at].text = g_strdup(value);
   }
   return at < G_N_ELEMENTS(texts);
}

/* Takes what both a result and a run have of a report; `snapshot` may be NULL.  False: it is no number. */
static bool take_report_key(Snapshot* snapshot, GString* header, const char* key, const char* value)
{
   uint64_t ignored;
   if (strcmp(key, "header") == 0) {
      g_string_append_printf(header, "%s\n", value);
   } else if (strcmp(key, "total") == 0) {
      return number_parse(value, snapshot == NULL ? &ignored : &snapshot->total);
   }
   return true;
}

/* False: the value is none of this key.  What a newer aprof adds to the keys changes nothing that we know. */
static bool take_key(void* data, GString* header, const char* key, const char* value)
{
   Entry* entry = data;
   if (take_text(entry, key, value)) {
      return true;
   }
   if (strcmp(key, "parents") == 0) {
      g_strfreev(entry->commit.parents);
      entry->commit.parents = *value == '\0' ? g_new0(char*, 1) : g_strsplit(value, " ", -1);
   } else if (strcmp(key, "date") == 0) {
      return g_ascii_string_to_signed(value, 10, INT64_MIN, INT64_MAX, &entry->commit.date, NULL);
   } else if (strcmp(key, "added") == 0) {
      return g_ascii_string_to_signed(value, 10, 0, INT64_MAX, &entry->added, NULL);
   }
   return take_report_key(entry->snapshot, header, key, value);
}

/* Only a run with a report has a total. */
static bool take_run_key(void* data, GString* header, const char* key, const char* value)
{
   SnapshotRun* run = data;
   char*        end;
   if (strcmp(key, "size") == 0) {
      run->size = g_ascii_strtod(value, &end);
      return *value != '\0' && *end == '\0';
   }
   if (strcmp(key, "counts") == 0) {
      run->counts = strcmp(value, "1") == 0;
   } else if (strcmp(key, "ending") == 0) {
      g_free(run->ending);
      run->ending = g_strdup(value);
   } else if (strcmp(key, "total") == 0 && run->report == NULL) {
      run->report = snapshot_new();
   }
   return take_report_key(run->report, header, key, value);
}

/* Reads the lines up to the blank one. */
typedef bool (*TakeKey)(void* data, GString* header, const char* key, const char* value);

static bool read_keys(char** text, TakeKey take, void* data, GString* header)
{
   char* line;
   bool  is_right = true;
   while (is_right && (line = next_line(text)) != NULL && *line != '\0') {
      char* blank = strchr(line, ' ');
      if (blank != NULL) {
         *blank = '\0';
         unescape(blank + 1);
         is_right = take(data, header, line, blank + 1);
      }
   }
   return is_right;
}

/* Takes a number of decimal digits off the text. False: there is none, or it is too large. */
static bool take_number(const char** text, uint64_t* number)
{
   const char* begin = *text;
   bool        fits = true;
   for (*number = 0; g_ascii_isdigit(**text) && fits; (*text)++) {
      fits = !__builtin_mul_overflow(*number, 10u, number)
             && !__builtin_add_overflow(*number, (unsigned)(**text - '0'), number);
   }
   return fits && *text > begin;
}

/* NULL: these are no points. `points` is room for them. */
static GBytes* read_row(const char* text, GArray* points)
{
   g_autofree guint8* bytes = g_malloc(strlen(text) + 1);   /* no number is longer than its digits */
   guint8*  end = bytes;
   uint64_t number;
   do {
      if (!take_number(&text, &number)) {
         return NULL;
      }
      end = pack_number(end, number);
   } while (*text++ == ' ');
   g_array_set_size(points, 0);
   return text[-1] == '\0' && row_unpack(bytes, (size_t)(end - bytes), points)
             ? g_bytes_new(bytes, (gsize)(end - bytes)) : NULL;
}

GBytes* entry_read_item(char* line, GArray* points, const char** name)
{
   char* content = strrchr(line, '\t');
   if (content == NULL) {
      return NULL;
   }
   *content++ = '\0';
   g_strdelimit(line, "\t", '\n');
   unescape(line);
   *name = line;
   if (item_is_routine(line)) {
      return read_row(content, points);
   }
   unescape(content);
   return g_bytes_new(content, strlen(content));
}

static bool read_items_of(Snapshot* snapshot, GArray* points)
{
   g_autofree char* lines = snapshot->lines == NULL
                            ? g_strdup("") : g_strndup(snapshot->lines, snapshot->size);
   char* text = lines;
   bool  is_right = true;
   for (char* line; is_right && (line = next_line(&text)) != NULL;) {
      const char* name;
      GBytes*     bytes = entry_read_item(line, points, &name);
      is_right = bytes != NULL;
      if (is_right) {
         snapshot_add(snapshot, name, bytes);
      }
   }
   snapshot_sort(snapshot);
   return is_right;
}

bool entry_read_items(Snapshot* snapshot)
{
   g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(Point));
   bool is_right = read_items_of(snapshot, points);
   for (guint i = 0; snapshot->runs != NULL && i < snapshot->runs->len && is_right; i++) {
      Snapshot* report = g_array_index(snapshot->runs, SnapshotRun, i).report;
      is_right = report == NULL || read_items_of(report, points);
   }
   return is_right;
}

/* Takes the lines up to the next run. */
static void take_lines(char** text, Snapshot* snapshot)
{
   snapshot->lines = *text;
   while (**text != '\0' && !g_str_has_prefix(*text, RUN)) {
      char* end = strchr(*text, '\n');
      *text = end == NULL ? *text + strlen(*text) : end + 1;
   }
   snapshot->size = (size_t)(*text - snapshot->lines);
   g_assert(snapshot->items->len == 0);   /* they are lines, or items */
}

/* Reads the part of a run, and adds it. */
static bool read_run(char** text, Snapshot* experiment)
{
   SnapshotRun run = { .name = g_strdup(next_line(text) + strlen(RUN)) };
   GString*    header = g_string_new(NULL);
   bool        is_right = read_keys(text, take_run_key, &run, header) && run.ending != NULL
                          && snapshot_run(experiment, run.name) == NULL;
   char*       lines = g_string_free(header, run.report == NULL);
   if (run.report != NULL) {
      run.report->header = lines;
      take_lines(text, run.report);
   }
   snapshot_add_run(experiment, &run);
   return is_right && snapshot_may_have_run(run.name, run.size, experiment->runs->len);
}

static bool read_runs(char** text, Snapshot* experiment)
{
   bool is_right = g_str_has_prefix(*text, RUN);
   while (is_right && **text != '\0') {
      is_right = g_str_has_prefix(*text, RUN) && read_run(text, experiment);
   }
   return is_right;
}

static bool has_right_hashes(const Entry* entry)
{
   bool has = hash_is_one(entry->commit.hash);
   for (char** parent = entry->commit.parents; parent != NULL && *parent != NULL; parent++) {
      has = has && hash_is_one(*parent);
   }
   return has && (entry->ancestors == NULL || hash_are_some(entry->ancestors));
}

static bool is_whole(const Entry* entry)
{
   bool is = entry->commit.hash != NULL && entry->series.name != NULL && has_right_hashes(entry);
   return is && (entry->snapshot == NULL ? entry->reason != NULL
                 : entry->commit.subject != NULL && entry->commit.parents != NULL && entry->ancestors != NULL
                   && entry->series.program != NULL && entry->series.machine != NULL
                   && entry->series.measure != NULL && entry->branch != NULL);
}

bool entry_read(char* text, Entry* entry)
{
   const char* first = next_line(&text);
   bool        is_experiment = g_strcmp0(first, EXPERIMENT) == 0;
   bool        is_result = is_experiment || g_strcmp0(first, RESULT) == 0;
   GString*    header = g_string_new(NULL);
   *entry = (Entry){ .snapshot = is_result ? snapshot_new() : NULL };
   bool is_right = (is_result || g_strcmp0(first, FAILURE) == 0) && read_keys(&text, take_key, entry, header)
                   && is_whole(entry);
   if (is_right && is_result && !is_experiment) {
      take_lines(&text, entry->snapshot);
   }
   is_right = is_right && (!is_result || (is_experiment ? read_runs(&text, entry->snapshot) : *text == '\0'));
   char* lines = g_string_free(header, !is_result);
   if (is_result) {
      entry->snapshot->header = lines;
   }
   return is_right && (!is_result || snapshot_has_header(entry->snapshot));
}

void entry_clear(Entry* entry)
{
   commit_clear(&entry->commit);
   char* const texts[] = { entry->ancestors, entry->series.name, entry->series.program, entry->series.machine,
                           entry->series.measure, entry->branch, entry->reason };
   for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
      g_free(texts[i]);
   }
   snapshot_free(entry->snapshot);
   *entry = (Entry){ 0 };
}
