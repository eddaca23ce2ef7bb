/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Makes the model from records.

   An id has a meaning only in its own file, and a line may mention a routine or a
   context before the line of this routine or context.  So each file has tables of its
   own from ids to routines and contexts.  When the file has been read to its end, its
   routines, contexts and points are added to the model. */

#include "model/loader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model/builder.h"
#include "model/generics.h"
#include "model/reader.h"
#include "util/id_map.h"
#include "util/memory.h"
#include "util/progress.h"

typedef struct {
   uint32_t id;
   uint64_t line;          /* number of the first line that mentions it */
} Mention;

typedef struct {
   uint32_t id;
   uint64_t line;
   uint32_t routine;       /* index in the file's table; NO_ROUTINE as long as it has only been mentioned */
   uint32_t parent;        /* index in the file's table, or NO_CONTEXT */
   uint32_t order;         /* position of its x line among all x lines */
} FileContext;

/* The file that is being read. */
typedef struct {
   const char*  path;
   const char*  first_path;        /* path of the first file */
   bool         is_first;          /* this file is the first */
   LoadOptions  options;
   Problem*     problem;
   Builder*     builder;

   Header       header;
   uint64_t     first_lines[128];  /* by tag: number of its first line; 0 if there is none */
   GStringChunk* texts;

   Routine*     routines;          /* a routine that has only been mentioned has no name */
   size_t       routine_capacity;
   Mention*     mentions;          /* by routine */
   size_t       mention_capacity;
   IdMap        routine_ids;

   FileContext* contexts;
   size_t       context_capacity;
   IdMap        context_ids;
   uint32_t     x_lines;
   bool         has_moved_contexts;   /* a comment gave a context another parent than its x line */

   uint32_t     last_id;           /* id of the newest point's owner */
   uint32_t     last_index;        /* index of this owner; UINT32_MAX as long as there is no point */
} Loader;

#define refuse(loader, line, ...)  problem_set((loader)->problem, (loader)->path, (line), __VA_ARGS__)

/*------------------------------------------------------------------*/
/*--- Routines and contexts, by id                               ---*/
/*------------------------------------------------------------------*/

static uint32_t find_or_add_routine(Loader* loader, uint32_t id, uint64_t line)
{
   bool     is_new;
   uint32_t index = id_map_find_or_add(&loader->routine_ids, id, &is_new);
   if (is_new) {
      loader->routines = memory_grow(loader->routines, index, &loader->routine_capacity,
                                     sizeof *loader->routines);
      loader->routines[index] = (Routine){ .first_context = NO_CONTEXT };
      loader->mentions = memory_grow(loader->mentions, index, &loader->mention_capacity,
                                     sizeof *loader->mentions);
      loader->mentions[index] = (Mention){ .id = id, .line = line };
   }
   return index;
}

static uint32_t find_or_add_context(Loader* loader, uint32_t id, uint64_t line)
{
   bool     is_new;
   uint32_t index = id_map_find_or_add(&loader->context_ids, id, &is_new);
   if (is_new) {
      loader->contexts = memory_grow(loader->contexts, index, &loader->context_capacity,
                                     sizeof *loader->contexts);
      loader->contexts[index] = (FileContext){
         .id = id, .line = line, .routine = NO_ROUTINE, .parent = NO_CONTEXT
      };
   }
   return index;
}

/*------------------------------------------------------------------*/
/*--- Records                                                    ---*/
/*------------------------------------------------------------------*/

/* A header line; each may come once. */
static bool load_header(Loader* loader, const Record* record)
{
   uint64_t first = loader->first_lines[record->tag];
   if (first != 0) {
      refuse(loader, record->line, "a second %c line; the first is line %" PRIu64, record->tag, first);
      return false;
   }
   Header* header = &loader->header;
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

static const char* keep_text(Loader* loader, Slice text)
{
   return g_string_chunk_insert_len(loader->texts, text.bytes, (gssize)text.length);
}

static bool load_routine(Loader* loader, const Record* record)
{
   uint32_t index = find_or_add_routine(loader, record->id, record->line);
   Routine* routine = &loader->routines[index];
   if (routine->name != NULL) {
      refuse(loader, record->line, "a second r line of routine %" PRIu32, record->id);
      return false;
   }
   routine->name = keep_text(loader, record->name);
   /* Routines of one image mostly come together, and share its name then. */
   const char* previous = index > 0 ? loader->routines[index - 1].image : NULL;
   bool same = previous != NULL && strlen(previous) == record->image.length
               && memcmp(previous, record->image.bytes, record->image.length) == 0;
   routine->image = same ? previous : keep_text(loader, record->image);
   return true;
}

static bool load_mangled(Loader* loader, const Record* record)
{
   uint32_t index = find_or_add_routine(loader, record->id, record->line);
   Routine* routine = &loader->routines[index];
   if (routine->mangled != NULL) {
      refuse(loader, record->line, "a second u line of routine %" PRIu32, record->id);
      return false;
   }
   routine->mangled = keep_text(loader, record->name);
   return true;
}

/* False if the parent is not known.  Parents come first, so there can be no circle. */
static bool find_parent(Loader* loader, const Record* record, uint32_t* parent)
{
   *parent = NO_CONTEXT;
   if (record->has_parent
       && (!id_map_find(&loader->context_ids, record->parent, parent)
           || loader->contexts[*parent].routine == NO_ROUTINE)) {
      refuse(loader, record->line,
             "the parent of context %" PRIu32 " is %" PRIu32 ", which has no x line above this one",
             record->id, record->parent);
      return false;
   }
   return true;
}

static bool load_context(Loader* loader, const Record* record)
{
   uint32_t parent;
   if (!find_parent(loader, record, &parent)) {
      return false;
   }
   uint32_t index = find_or_add_context(loader, record->id, record->line);
   if (loader->contexts[index].routine != NO_ROUTINE) {
      refuse(loader, record->line, "a second x line of context %" PRIu32, record->id);
      return false;
   }
   loader->contexts[index].parent = parent;
   loader->contexts[index].routine = find_or_add_routine(loader, record->routine, record->line);
   loader->contexts[index].order = loader->x_lines++;
   return true;
}

/* In a comment: a context that has no points, and so no line that others read; or what has really called
   one that has. */
static bool load_commented_context(Loader* loader, const Record* record)
{
   uint32_t index;
   if (!id_map_find(&loader->context_ids, record->id, &index)
       || loader->contexts[index].routine == NO_ROUTINE) {
      return load_context(loader, record);
   }
   uint32_t parent;
   if (!find_parent(loader, record, &parent)) {
      return false;
   }
   loader->contexts[index].parent = parent;
   loader->has_moved_contexts = true;
   return true;
}

static bool load_comment(Loader* loader, const Record* record)
{
   switch (record->in_comment) {
      case TAG_ROUTINE: return load_routine(loader, record);
      case TAG_MANGLED: return load_mangled(loader, record);
      case TAG_CONTEXT: return load_commented_context(loader, record);
      default:
         header_add_comment(&loader->header, record->value.bytes, record->value.length);
         return true;
   }
}

/* Nearly always the owner of the point above. */
static uint32_t owner_of_point(Loader* loader, const Record* record)
{
   uint32_t id = record->point.owner;
   if (loader->last_index == UINT32_MAX || loader->last_id != id) {
      loader->last_id = id;
      loader->last_index = record->tag == TAG_POINT ? find_or_add_routine(loader, id, record->line)
                                                    : find_or_add_context(loader, id, record->line);
   }
   return loader->last_index;
}

static bool load_point(Loader* loader, const Record* record)
{
   Tag other = record->tag == TAG_POINT ? TAG_CONTEXT_POINT : TAG_POINT;
   if (loader->first_lines[other] != 0) {
      refuse(loader, record->line, "a %c line in a report whose other points are %c lines",
             record->tag, other);
      return false;
   }
   if (record->point.calls == 0) {
      refuse(loader, record->line, "a point with occ 0: it stands for no activation");
      return false;
   }
   Point* point = builder_add_point(loader->builder);
   *point = record->point;
   point->owner = owner_of_point(loader, record);
   loader->header.has_real_sums &= record->fields >= POINT_FIELDS_WITH_REAL_SUM;
   loader->header.has_self_costs &= record->fields == POINT_FIELDS;
   return true;
}

static bool load_by_tag(Loader* loader, const Record* record)
{
   switch (record->tag) {
      case TAG_COMMENT:       return load_comment(loader, record);
      case TAG_ROUTINE:       return load_routine(loader, record);
      case TAG_MANGLED:       return load_mangled(loader, record);
      case TAG_POINT:
      case TAG_CONTEXT_POINT: return load_point(loader, record);
      case TAG_CONTEXT:       return load_context(loader, record);
      /* No subcommand uses these. */
      case TAG_FULL_NAME:
      case TAG_FAVOURITES:    return true;
      default:                return load_header(loader, record);
   }
}

static bool load_record(Loader* loader, const Record* record)
{
   if (!load_by_tag(loader, record)) {
      return false;
   }
   if (loader->first_lines[record->tag] == 0) {
      loader->first_lines[record->tag] = record->line;
   }
   return true;
}

/*------------------------------------------------------------------*/
/*--- Lines                                                      ---*/
/*------------------------------------------------------------------*/

/* Comments alone may be anything. */
static bool is_report(Loader* loader)
{
   if (loader->first_lines[TAG_VERSION] == 0 && loader->first_lines[TAG_TOTAL] == 0
       && loader->first_lines[TAG_ROUTINE] == 0) {
      refuse(loader, 0, "is not an aprof report: it has no version, no total cost and no routine");
      return false;
   }
   return true;
}

/* A file whose first line has no tag is no report. */
static void refuse_other_file(Loader* loader, const Record* record)
{
   if (record->line == 1 && record->tag == TAG_UNKNOWN) {
      char reason[sizeof loader->problem->reason];
      strcpy(reason, loader->problem->reason);
      refuse(loader, 0, "is not an aprof report: in line 1, %.600s", reason);
   }
}

static bool load_lines(Loader* loader, Reader* reader)
{
   Record record;
   for (;;) {
      switch (reader_next(reader, &record, loader->problem)) {
         case READ_RECORD:
            if (!load_record(loader, &record)) {
               return false;
            }
            break;
         case READ_END:
            if (reader_line_count(reader) == 0) {
               refuse(loader, 0, "is not an aprof report: it is empty");
               return false;
            }
            return is_report(loader);
         case READ_BAD_LINE:
            refuse_other_file(loader, &record);
            return false;
         case READ_FAILED:
            return false;
      }
   }
}

/*------------------------------------------------------------------*/
/*--- When all of a file is read                                 ---*/
/*------------------------------------------------------------------*/

static bool check_all_defined(Loader* loader)
{
   for (uint32_t i = 0; i < loader->context_ids.count; i++) {
      const FileContext* context = &loader->contexts[i];
      if (context->routine == NO_ROUTINE) {
         refuse(loader, context->line, "context %" PRIu32 " has no x line in this file", context->id);
         return false;
      }
   }
   for (uint32_t i = 0; i < loader->routine_ids.count; i++) {
      if (loader->routines[i].name == NULL) {
         const Mention* mention = &loader->mentions[i];
         refuse(loader, mention->line, "routine %" PRIu32 " has no r line in this file", mention->id);
         return false;
      }
   }
   return true;
}

static PointKind kind_of_points(const Loader* loader)
{
   return loader->first_lines[TAG_CONTEXT_POINT] != 0 ? POINTS_OF_CONTEXTS
        : loader->first_lines[TAG_POINT] != 0         ? POINTS_OF_ROUTINES
        : loader->x_lines > 0                         ? POINTS_OF_CONTEXTS
        : POINTS_OF_UNKNOWN;
}

/* Whether this file can be added to those before it. */
static bool check_addable(Loader* loader)
{
   char why[500];
   if (loader->options.force || loader->is_first) {
      return true;
   }
   PointKind here = kind_of_points(loader);
   PointKind there = builder_point_kind(loader->builder);
   if (header_differs(&loader->header, builder_header(loader->builder), why, sizeof why)) {
      refuse(loader, 0, "cannot be added to %s: %s", problem_file_name(loader->first_path), why);
      return false;
   }
   if (here != POINTS_OF_UNKNOWN && there != POINTS_OF_UNKNOWN && here != there) {
      refuse(loader, 0, "cannot be added to %s: only one of them has calling contexts",
             problem_file_name(loader->first_path));
      return false;
   }
   return true;
}

/* Returns the index in the model of a routine, by the name that all instances of it have. */
static uint32_t add_folded(Loader* loader, const Routine* routine)
{
   char* name = generics_fold(routine->name, routine->mangled);
   if (name == NULL) {
      return builder_find_or_add_routine(loader->builder, routine);
   }
   Routine  folded = { .name = name, .image = routine->image };
   uint32_t index = builder_find_or_add_single(loader->builder, &folded);
   g_free(name);
   return index;
}

static uint32_t* add_folded_routines(Loader* loader)
{
   uint32_t  count = loader->routine_ids.count;
   uint32_t* indices = memory_resize(NULL, (size_t)count + 1, sizeof *indices);
   for (uint32_t i = 0; i < count; i++) {
      indices[i] = add_folded(loader, &loader->routines[i]);
   }
   return indices;
}

/* Returns the routines' indices in the model. Those of the first file are the model's. */
static uint32_t* add_routines(Loader* loader)
{
   uint32_t  count = loader->routine_ids.count;
   uint32_t* indices = memory_resize(NULL, (size_t)count + 1, sizeof *indices);
   if (loader->is_first) {
      builder_take_routines(loader->builder, loader->routines, count, loader->routine_capacity,
                            loader->texts);
      loader->routines = NULL;
      loader->texts = NULL;
   }
   for (uint32_t i = 0; i < count; i++) {
      indices[i] = loader->is_first ? i : builder_find_or_add_routine(loader->builder, &loader->routines[i]);
   }
   return indices;
}

/* Contexts by the order of their lines, in which a parent is there before its children. */
static uint32_t* contexts_in_order(const Loader* loader)
{
   uint32_t  count = loader->context_ids.count;
   uint32_t* order = memory_resize(NULL, (size_t)count + 1, sizeof *order);
   for (uint32_t i = 0; i < count; i++) {
      order[loader->contexts[i].order] = i;
   }
   return order;
}

typedef enum { UNSEEN, ON_PATH, SORTED } SortState;

/* Puts the contexts that have moved, and all below them, behind their new parents, whose lines came later.
   False if a context is below itself. */
static bool sort_by_parents(const Loader* loader, const uint32_t* order, uint32_t* sorted, uint32_t* path,
                            SortState* states)
{
   uint32_t used = 0;
   for (uint32_t i = 0; i < loader->context_ids.count; i++) {
      uint32_t length = 0;
      uint32_t at = order[i];
      for (; at != NO_CONTEXT && states[at] == UNSEEN; at = loader->contexts[at].parent) {
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

static bool put_parents_first(Loader* loader, uint32_t* order)
{
   uint32_t  count = loader->context_ids.count;
   uint32_t* former = memory_resize(NULL, (size_t)count + 1, sizeof *former);
   uint32_t* path = memory_resize(NULL, (size_t)count + 1, sizeof *path);
   SortState* states = memory_resize(NULL, (size_t)count + 1, sizeof *states);
   memcpy(former, order, count * sizeof *former);
   memset(states, 0, count * sizeof *states);
   bool is_tree = sort_by_parents(loader, former, order, path, states);
   if (!is_tree) {
      refuse(loader, 0, "has a calling context below itself, by the x lines in its comments");
   }
   free(former);
   free(path);
   free(states);
   return is_tree;
}

/* Returns the contexts' indices in the model. */
static uint32_t* add_contexts(Loader* loader, const uint32_t* routines, const uint32_t* order)
{
   uint32_t  count = loader->context_ids.count;
   uint32_t* indices = memory_resize(NULL, (size_t)count + 1, sizeof *indices);
   for (uint32_t i = 0; i < count; i++) {
      const FileContext* context = &loader->contexts[order[i]];
      uint32_t parent = context->parent == NO_CONTEXT ? NO_CONTEXT : indices[context->parent];
      indices[order[i]] = builder_find_or_add_context(loader->builder, parent, routines[context->routine]);
   }
   return indices;
}

/* For points whose contexts are not wanted, or p lines: the routines' indices. */
static uint32_t* owners_without_contexts(Loader* loader, const uint32_t* routines)
{
   uint32_t  count = loader->context_ids.count;
   uint32_t* indices = memory_resize(NULL, (size_t)count + 1, sizeof *indices);
   for (uint32_t i = 0; i < count; i++) {
      indices[i] = routines[loader->contexts[i].routine];
   }
   return indices;
}

/* Reports with contexts and without, added by force, have none. */
static void agree_on_kind(Loader* loader)
{
   PointKind here = kind_of_points(loader);
   PointKind there = builder_point_kind(loader->builder);
   if (there == POINTS_OF_UNKNOWN) {
      builder_set_point_kind(loader->builder, here);
   } else if (here == POINTS_OF_ROUTINES) {
      builder_drop_contexts(loader->builder);
   }
}

/* `order` is that of contexts. */
static void add_to_model(Loader* loader, const uint32_t* order)
{
   Builder*  builder = loader->builder;
   uint32_t* routines = loader->options.fold_generics ? add_folded_routines(loader) : add_routines(loader);
   uint32_t* owners = NULL;
   agree_on_kind(loader);
   if (kind_of_points(loader) == POINTS_OF_CONTEXTS) {
      owners = builder_point_kind(builder) == POINTS_OF_CONTEXTS ? add_contexts(loader, routines, order)
                                                               : owners_without_contexts(loader, routines);
   }
   builder_end_file(builder, owners != NULL ? owners : routines);
   free(owners);
   free(routines);
   builder_take_header(builder, &loader->header);
}

/*------------------------------------------------------------------*/
/*--- Loading                                                    ---*/
/*------------------------------------------------------------------*/

static bool load_file(Loader* loader)
{
   Reader* reader = reader_open(loader->path, loader->problem);
   if (reader == NULL) {
      return false;
   }
   bool loaded = load_lines(loader, reader) && check_all_defined(loader);
   reader_close(reader);
   if (!loaded) {
      return false;
   }
   header_complete(&loader->header);
   if (!check_addable(loader)) {
      return false;
   }
   uint32_t* order = contexts_in_order(loader);
   bool      is_tree = !loader->has_moved_contexts || put_parents_first(loader, order);
   if (is_tree) {
      add_to_model(loader, order);
   }
   free(order);
   return is_tree;
}

static void free_tables(Loader* loader)
{
   header_free(&loader->header);
   g_clear_pointer(&loader->texts, g_string_chunk_free);
   free(loader->routines);
   free(loader->mentions);
   free(loader->contexts);
   id_map_free(&loader->routine_ids);
   id_map_free(&loader->context_ids);
}

/*------------------------------------------------------------------*/
/*--- Several files                                              ---*/
/*------------------------------------------------------------------*/

struct ReportSum {
   LoadOptions options;
   Builder*    builder;
   char*       first_path;   /* of the first file; NULL as long as there is none */
};

ReportSum* report_sum_new(LoadOptions options)
{
   ReportSum* sum = g_new0(ReportSum, 1);
   sum->options = options;
   sum->builder = options.fold_generics ? builder_new_folded() : builder_new();
   return sum;
}

bool report_sum_add(ReportSum* sum, const char* path, Problem* problem)
{
   Loader loader = {
      .path = path, .first_path = sum->first_path, .is_first = sum->first_path == NULL,
      .options = sum->options, .problem = problem, .builder = sum->builder,
      .header = { .has_real_sums = true, .has_self_costs = true }, .last_index = UINT32_MAX,
      .texts = g_string_chunk_new(TEXTS_BLOCK_SIZE),
   };
   builder_begin_file(sum->builder);
   bool added = load_file(&loader);
   if (!added) {
      builder_abandon_file(sum->builder);
   } else if (sum->first_path == NULL) {
      sum->first_path = g_strdup(path);
   }
   free_tables(&loader);
   return added;
}

void report_sum_add_run(ReportSum* sum, const char* unit, uint32_t input, uint64_t cost)
{
   builder_add_run(sum->builder, unit, input, cost);
}

Report* report_sum_finish(ReportSum* sum, Problem* problem)
{
   Report* report = builder_finish(sum->builder, problem);
   g_free(sum->first_path);
   g_free(sum);
   return report;
}

void report_sum_free(ReportSum* sum)
{
   builder_free(sum->builder);
   g_free(sum->first_path);
   g_free(sum);
}

Report* report_load(const char* const* paths, size_t count, LoadOptions options, Problem* problem)
{
   ReportSum* sum = report_sum_new(options);
   bool       loaded = true;
   progress_begin_reading(paths, count);
   for (size_t i = 0; i < count && loaded; i++) {
      loaded = report_sum_add(sum, paths[i], problem);
   }
   progress_end();
   if (!loaded) {
      report_sum_free(sum);
      return NULL;
   }
   return report_sum_finish(sum, problem);
}
