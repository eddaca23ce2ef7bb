/* Routines and contexts get their indices in the order in which lines mention them. */

#include "model/file_tables.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "model/reader.h"
#include "util/memory.h"
#include "util/output.h"

/* This part of the total may be missing in the costs of routines. */
#define ROUNDING  100

#define refuse(tables, line, ...)  problem_set((tables)->problem, (tables)->path, (line), __VA_ARGS__)

/*--- Routines and contexts, by id ---*/

static uint32_t find_or_add_routine(FileTables* tables, uint32_t id, uint64_t line)
{
   bool     is_new;
   uint32_t index = id_map_find_or_add(&tables->routine_ids, id, &is_new);
   if (is_new) {
      MEMORY_GROW(tables->routines, index, &tables->routine_capacity);
      tables->routines[index] = (Routine){ .first_context = NO_CONTEXT };
      MEMORY_GROW(tables->mentions, index, &tables->mention_capacity);
      tables->mentions[index] = (Mention){ .id = id, .line = line };
   }
   return index;
}

static uint32_t find_or_add_context(FileTables* tables, uint32_t id, uint64_t line)
{
   bool     is_new;
   uint32_t index = id_map_find_or_add(&tables->context_ids, id, &is_new);
   if (is_new) {
      MEMORY_GROW(tables->contexts, index, &tables->context_capacity);
      tables->contexts[index] = (FileContext){
         .id = id, .line = line, .routine = NO_ROUTINE, .parent = NO_CONTEXT
      };
   }
   return index;
}

/*--- Records ---*/

/* A header line; each may come once. */
static bool load_header(FileTables* tables, const Record* record)
{
   uint64_t first = tables->first_lines[record->tag];
   if (first != 0) {
      return refuse(tables, record->line, "a second %c line; the first is line %" PRIu64, record->tag, first);
   }
   Header* header = &tables->header;
   char**  text = NULL;
   switch (record->tag) {
      case TAG_VERSION:      header->version = record->number; break;
      case TAG_TOTAL:        header->total = record->number; header->has_total = true; break;
      case TAG_DATE:         text = &header->date; break;
      case TAG_MODIFIED:     text = &header->modified; break;
      case TAG_METRIC:       text = &header->metric; break;
      case TAG_INPUT:        text = &header->input; break;
      case TAG_APPLICATION:  text = &header->application; break;
      case TAG_COMMAND_LINE: text = &header->command_line; break;
      default:               break;
   }
   if (text != NULL) {
      header_set_text(text, record->value.bytes, record->value.length);
   }
   return true;
}

static const char* keep_text(FileTables* tables, Slice text)
{
   return g_string_chunk_insert_len(tables->texts, text.bytes, (gssize)text.length);
}

static bool load_routine(FileTables* tables, const Record* record)
{
   uint32_t index = find_or_add_routine(tables, record->id, record->line);
   Routine* routine = &tables->routines[index];
   if (routine->name != NULL) {
      return refuse(tables, record->line, "a second r line of routine %" PRIu32, record->id);
   }
   routine->name = keep_text(tables, record->name);
   /* Routines of one image mostly come together, and share its name then. */
   const char* previous = index > 0 ? tables->routines[index - 1].image : NULL;
   bool same = previous != NULL && strlen(previous) == record->image.length
               && memcmp(previous, record->image.bytes, record->image.length) == 0;
   routine->image = same ? previous : keep_text(tables, record->image);
   return true;
}

static bool load_mangled(FileTables* tables, const Record* record)
{
   uint32_t index = find_or_add_routine(tables, record->id, record->line);
   Routine* routine = &tables->routines[index];
   if (routine->mangled != NULL) {
      return refuse(tables, record->line, "a second u line of routine %" PRIu32, record->id);
   }
   routine->mangled = keep_text(tables, record->name);
   return true;
}

/* False if the parent is not known.  Parents come first, so there can be no circle. */
static bool find_parent(FileTables* tables, const Record* record, uint32_t* parent)
{
   *parent = NO_CONTEXT;
   if (record->has_parent
       && (!id_map_find(&tables->context_ids, record->parent, parent)
           || tables->contexts[*parent].routine == NO_ROUTINE)) {
      return refuse(tables, record->line,
                    "the parent of context %" PRIu32 " is %" PRIu32 ", which has no x line above this one",
                    record->id, record->parent);
   }
   return true;
}

static bool load_context(FileTables* tables, const Record* record)
{
   uint32_t parent;
   if (!find_parent(tables, record, &parent)) {
      return false;
   }
   uint32_t index = find_or_add_context(tables, record->id, record->line);
   if (tables->contexts[index].routine != NO_ROUTINE) {
      return refuse(tables, record->line, "a second x line of context %" PRIu32, record->id);
   }
   tables->contexts[index].parent = parent;
   tables->contexts[index].routine = find_or_add_routine(tables, record->routine, record->line);
   tables->contexts[index].order = tables->x_lines++;
   return true;
}

/* In a comment: a context that has no points, and so no line that others read; or what has really called
   one that has. */
static bool load_commented_context(FileTables* tables, const Record* record)
{
   uint32_t index;
   if (!id_map_find(&tables->context_ids, record->id, &index)
       || tables->contexts[index].routine == NO_ROUTINE) {
      return load_context(tables, record);
   }
   uint32_t parent;
   if (!find_parent(tables, record, &parent)) {
      return false;
   }
   tables->contexts[index].parent = parent;
   tables->has_moved_contexts = true;
   return true;
}

static bool load_comment(FileTables* tables, const Record* record)
{
   switch (record->in_comment) {
      case TAG_ROUTINE: return load_routine(tables, record);
      case TAG_MANGLED: return load_mangled(tables, record);
      case TAG_CONTEXT: return load_commented_context(tables, record);
      default:
         header_add_comment(&tables->header, record->value.bytes, record->value.length);
         return true;
   }
}

/* Nearly always the owner of the point above. */
static uint32_t owner_of_point(FileTables* tables, const Record* record)
{
   uint32_t id = record->point.owner;
   if (tables->last_index == UINT32_MAX || tables->last_id != id) {
      tables->last_id = id;
      tables->last_index = record->tag == TAG_POINT ? find_or_add_routine(tables, id, record->line)
                                                    : find_or_add_context(tables, id, record->line);
   }
   assert(tables->last_index < (record->tag == TAG_POINT ? tables->routine_ids : tables->context_ids).count);
   return tables->last_index;
}

static bool load_point(FileTables* tables, const Record* record)
{
   Tag other = record->tag == TAG_POINT ? TAG_CONTEXT_POINT : TAG_POINT;
   if (tables->first_lines[other] != 0) {
      return refuse(tables, record->line, "a %c line in a report whose other points are %c lines",
                    record->tag, other);
   }
   if (record->point.calls == 0) {
      return refuse(tables, record->line, "a point with occ 0: it stands for no activation");
   }
   Point* point = builder_add_point(tables->builder);
   *point = record->point;
   point->owner = owner_of_point(tables, record);
   tables->self_sum += point->self_sum;
   tables->header.has_real_sums &= record->fields >= POINT_FIELDS_WITH_REAL_SUM;
   tables->header.has_self_costs &= record->fields == POINT_FIELDS;
   return true;
}

static bool load_by_tag(FileTables* tables, const Record* record)
{
   switch (record->tag) {
      case TAG_COMMENT:       return load_comment(tables, record);
      case TAG_ROUTINE:       return load_routine(tables, record);
      case TAG_MANGLED:       return load_mangled(tables, record);
      case TAG_POINT:
      case TAG_CONTEXT_POINT: return load_point(tables, record);
      case TAG_CONTEXT:       return load_context(tables, record);
      /* No subcommand uses these. */
      case TAG_FULL_NAME:
      case TAG_FAVOURITES:    return true;
      default:                return load_header(tables, record);
   }
}

static bool load_record(FileTables* tables, const Record* record)
{
   if (!load_by_tag(tables, record)) {
      return false;
   }
   if (tables->first_lines[record->tag] == 0) {
      tables->first_lines[record->tag] = record->line;
   }
   return true;
}

/*--- Lines ---*/

/* Comments alone may be anything. */
static bool is_report(FileTables* tables)
{
   return tables->first_lines[TAG_VERSION] != 0 || tables->first_lines[TAG_TOTAL] != 0
          || tables->first_lines[TAG_ROUTINE] != 0
          || refuse(tables, 0, "is not an aprof report, or is cut off: it has no version, no "
                    "total cost and no routine");
}

/* Other files, which people give instead of a report, by how they begin, and what can be done with them. */
#define CALLGRIND \
   "it is a Callgrind profile: `aprof html --callgrind=PROFILE REPORT` shows it beside a report"

static const struct {
   const char* beginning;
   const char* text;
} other_files[] = {
   { "\x7f" "ELF",         "it is a program or library: `aprof run PROGRAM` measures one" },
   { "#!",                 "it is a script: `aprof run SCRIPT` measures what it starts" },
   { "# callgrind format", CALLGRIND },
   { "version: ",          CALLGRIND },
   { "creator: ",          CALLGRIND },
   { "events: ",           CALLGRIND },
   { "desc: ",             "it is a profile of Massif or Cachegrind, other tools of Valgrind" },
   { "PERFILE2",           "it is a profile of Linux perf" },
   { "<!DOCTYPE html",     "it is a page for a browser" },
   { "<!doctype html",     "it is a page for a browser" },
   { "<?xml",              "it is XML" },
   { "{",                  "it is JSON, which aprof writes but does not read: give the report that it was "
                           "made of" },
   { "PK\x03\x04",         "it is a zip archive: unpack it before" },
   { "\xff\xfe",           "it is text in UTF-16: a report is in UTF-8" },
};

static const char* other_file_text(Slice first_line)
{
   for (size_t i = 0; i < G_N_ELEMENTS(other_files); i++) {
      if (slice_begins_with(first_line, other_files[i].beginning)) {
         return other_files[i].text;
      }
   }
   return NULL;
}

/* Explains a bad line by the whole file. A file whose first line has no tag is no report; if its last line
   is bad and has no end, it is cut off. */
static void explain_bad_line(FileTables* tables, const Record* record)
{
   const Slice text = record->text;
   const char* other = other_file_text(text);
   char        reason[sizeof tables->problem->reason];
   strcpy(reason, tables->problem->reason);
   if (record->line == 1 && record->tag == TAG_UNKNOWN) {
      refuse(tables, 0, "is not an aprof report: %s%.600s", other != NULL ? "" : "in line 1, ",
             other != NULL ? other : reason);
   } else if (!record->has_newline) {
      refuse(tables, record->line, "the file is cut off in this line, its last: %.600s", reason);
   } else if (text.length > 0 && text.bytes[text.length - 1] == '\r') {
      refuse(tables, 0, "has lines that end as on Windows, by a carriage return: `dos2unix` removes them");
   }
}

static bool load_lines(FileTables* tables, Reader* reader)
{
   Record record;
   for (;;) {
      switch (reader_next(reader, &record, tables->problem)) {
         case READ_RECORD:
            if (!load_record(tables, &record)) {
               return false;
            }
            break;
         case READ_END:
            return reader_line_count(reader) == 0 ? refuse(tables, 0, "is not an aprof report: it is empty")
                                                  : is_report(tables);
         case READ_BAD_LINE:
            explain_bad_line(tables, &record);
            return false;
         case READ_FAILED:
            return false;
      }
   }
}

/*--- When all of a file is read ---*/

static bool check_all_defined(FileTables* tables)
{
   for (uint32_t i = 0; i < tables->context_ids.count; i++) {
      const FileContext* context = &tables->contexts[i];
      if (context->routine == NO_ROUTINE) {
         return refuse(tables, context->line, "context %" PRIu32 " has no x line in this file", context->id);
      }
   }
   for (uint32_t i = 0; i < tables->routine_ids.count; i++) {
      if (tables->routines[i].name == NULL) {
         const Mention* mention = &tables->mentions[i];
         return refuse(tables, mention->line, "routine %" PRIu32 " has no r line in this file", mention->id);
      }
   }
   return true;
}

PointKind file_tables_point_kind(const FileTables* tables)
{
   return tables->first_lines[TAG_CONTEXT_POINT] != 0 ? POINTS_OF_CONTEXTS
        : tables->first_lines[TAG_POINT] != 0         ? POINTS_OF_ROUTINES
        : tables->x_lines > 0                         ? POINTS_OF_CONTEXTS
        : POINTS_OF_UNKNOWN;
}

/* Orders contexts by their lines, so that a parent comes before its children. */
static void list_contexts(FileTables* tables)
{
   uint32_t count = tables->context_ids.count;
   tables->context_order = g_new(uint32_t, (size_t)count + 1);
   assert(tables->x_lines == count);
   for (uint32_t i = 0; i < count; i++) {
      tables->context_order[tables->contexts[i].order] = i;
   }
}

typedef enum { UNSEEN, ON_PATH, SORTED } SortState;

/* Puts the contexts that have moved, and all below them, behind their new parents, whose lines came later.
   False if a context is below itself. */
static bool sort_by_parents(const FileTables* tables, uint32_t* sorted, uint32_t* path, SortState* states)
{
   uint32_t used = 0;
   for (uint32_t i = 0; i < tables->context_ids.count; i++) {
      uint32_t length = 0;
      uint32_t at = tables->context_order[i];
      for (; at != NO_CONTEXT && states[at] == UNSEEN; at = tables->contexts[at].parent) {
         states[at] = ON_PATH;
         path[length++] = at;
      }
      if (at != NO_CONTEXT && states[at] == ON_PATH) {
         return false;
      }
      while (length > 0) {
         sorted[used] = path[--length];
         states[sorted[used++]] = SORTED;
      }
   }
   return true;
}

static bool put_parents_first(FileTables* tables)
{
   uint32_t  count = tables->context_ids.count;
   uint32_t* sorted = g_new(uint32_t, (size_t)count + 1);
   g_autofree uint32_t*  path = g_new(uint32_t, (size_t)count + 1);
   g_autofree SortState* states = g_new0(SortState, (size_t)count + 1);
   bool is_tree = sort_by_parents(tables, sorted, path, states);
   if (!is_tree) {
      refuse(tables, 0, "has a calling context below itself, by the x lines in its comments");
   }
   g_free(tables->context_order);
   tables->context_order = sorted;
   return is_tree;
}

/* Self costs add up to the total, so if more than rounding is missing, lines are. Only what the tool has
   written of a process is judged: others write totals of their own. */
static void look_for_lost_lines(FileTables* tables)
{
   Header* header = &tables->header;
   bool    can_tell = header->has_total && header->has_self_costs && tables->last_index != UINT32_MAX
                      && header_comment(header, HEADER_PART) == NULL && header_comment(header, "pid") != NULL;
   if (can_tell && tables->self_sum < header->total - header->total / ROUNDING
       && header_comment(header, HEADER_LOST) == NULL) {
      g_autofree char* comment = g_strdup_printf(HEADER_LOST ": routines cost %" PRIu64 " of %" PRIu64,
                                                 (uint64_t)tables->self_sum, header->total);
      header_add_comment(header, comment, strlen(comment));
   }
}

bool file_tables_read(FileTables* tables, const char* path, Builder* builder, Problem* problem)
{
   *tables = (FileTables){
      .path = path, .problem = problem, .builder = builder,
      .header = {
         .has_real_sums = true, .has_self_costs = true, .comments = g_ptr_array_new_with_free_func(g_free)
      },
      .last_index = UINT32_MAX, .texts = g_string_chunk_new(TEXTS_BLOCK_SIZE),
   };
   Reader* reader = reader_open(path, problem);
   if (reader == NULL) {
      return false;
   }
   bool complete = load_lines(tables, reader) && check_all_defined(tables);
   reader_close(reader);
   bool is_unfinished = output_is_unfinished(path);
   if (!complete) {
      return is_unfinished && problem_set(problem, path, 0, OUTPUT_UNFINISHED);
   }
   if (is_unfinished) {
      static const char comment[] = HEADER_UNFINISHED ": by its name, it was still being written";
      header_add_comment(&tables->header, comment, sizeof comment - 1);
   }
   look_for_lost_lines(tables);
   header_complete(&tables->header);
   list_contexts(tables);
   return !tables->has_moved_contexts || put_parents_first(tables);
}

void file_tables_free(FileTables* tables)
{
   header_free(&tables->header);
   g_clear_pointer(&tables->texts, g_string_chunk_free);
   g_free(tables->routines);
   g_free(tables->mentions);
   g_free(tables->contexts);
   g_free(tables->context_order);
   id_map_free(&tables->routine_ids);
   id_map_free(&tables->context_ids);
}
