/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   From records to the model.

   All points stand in one array.  While the file is read, they come in its
   order, and `owner` is the index of a routine (p) or of a context (q).  A line
   may mention a routine or a context before its own line has come: it gets its
   index then, and `mentioned` remembers the line, in case it never comes.

   Invariant once loaded: the points are ordered by routine, then rms, then
   context, and each routine's `first_point` and `points` give its part. */

#define _GNU_SOURCE   /* qsort_r */

#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "id_map.h"
#include "memory.h"

struct Report {
   Header       header;
   const char** comments;
   size_t       comment_count;
   size_t       comment_capacity;

   Routine*     routines;        /* one without a name was mentioned only */
   size_t       routine_capacity;
   IdMap        routine_ids;

   Context*     contexts;        /* one with NO_ROUTINE was mentioned only */
   size_t       context_capacity;
   IdMap        context_ids;

   Point*       points;
   size_t       point_count;
   size_t       point_capacity;
   Tag          point_tag;       /* TAG_POINT or TAG_CONTEXT_POINT; 0 without points */

   Point*       added;           /* room for report_routine_points */
   size_t       added_capacity;
   Arena        texts;
};

#define NO_ROUTINE  UINT32_MAX

/* What is needed only while a report is read. */
typedef struct {
   Report*   report;
   Problem*  problem;
   uint64_t  header_lines[128];   /* by tag: where it stands, 0 if it does not */
   uint64_t* routine_lines;       /* by index: the first line that mentions it */
   size_t    routine_lines_capacity;
   uint64_t* context_lines;
   size_t    context_lines_capacity;
} Loader;

uint64_t add_saturating(uint64_t a, uint64_t b)
{
   uint64_t sum;
   return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

/*------------------------------------------------------------------*/
/*--- Routines and contexts, by id                               ---*/
/*------------------------------------------------------------------*/

static uint32_t find_or_add_routine(Loader* loader, uint32_t id, uint64_t line)
{
   Report* report = loader->report;
   bool     is_new;
   uint32_t index = id_map_find_or_add(&report->routine_ids, id, &is_new);
   if (is_new) {
      report->routines = memory_grow(report->routines, index, &report->routine_capacity,
                                     sizeof *report->routines);
      report->routines[index] = (Routine){ .id = id };
      loader->routine_lines = memory_grow(loader->routine_lines, index, &loader->routine_lines_capacity,
                                          sizeof *loader->routine_lines);
      loader->routine_lines[index] = line;
   }
   return index;
}

static uint32_t find_or_add_context(Loader* loader, uint32_t id, uint64_t line)
{
   Report* report = loader->report;
   bool     is_new;
   uint32_t index = id_map_find_or_add(&report->context_ids, id, &is_new);
   if (is_new) {
      report->contexts = memory_grow(report->contexts, index, &report->context_capacity,
                                     sizeof *report->contexts);
      report->contexts[index] = (Context){ .id = id, .routine = NO_ROUTINE, .parent = NO_CONTEXT };
      loader->context_lines = memory_grow(loader->context_lines, index, &loader->context_lines_capacity,
                                          sizeof *loader->context_lines);
      loader->context_lines[index] = line;
   }
   return index;
}

/*------------------------------------------------------------------*/
/*--- Records                                                    ---*/
/*------------------------------------------------------------------*/

static bool load_comment(Loader* loader, const Record* record)
{
   Report* report = loader->report;
   report->comments = memory_grow(report->comments, report->comment_count, &report->comment_capacity,
                                  sizeof *report->comments);
   report->comments[report->comment_count++] =
      arena_copy(&report->texts, record->value.bytes, record->value.length);
   return true;
}

/* A header line; each may come once. */
static bool load_header(Loader* loader, const Record* record)
{
   uint64_t* first = &loader->header_lines[record->tag];
   if (*first != 0) {
      problem_set(loader->problem, record->line, "a second %c line; the first is line %" PRIu64,
                  record->tag, *first);
      return false;
   }
   *first = record->line;

   Header* header = &loader->report->header;
   const char** text = NULL;
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
      *text = arena_copy(&loader->report->texts, record->value.bytes, record->value.length);
   }
   return true;
}

static bool load_routine(Loader* loader, const Record* record)
{
   Report* report = loader->report;
   uint32_t index = find_or_add_routine(loader, record->id, record->line);
   Routine* routine = &report->routines[index];
   if (routine->name != NULL) {
      problem_set(loader->problem, record->line, "a second r line of routine %" PRIu32, record->id);
      return false;
   }
   routine->name = arena_copy(&report->texts, record->name.bytes, record->name.length);
   /* Routines of one image mostly come together, and share its name then. */
   const char* previous = index > 0 ? report->routines[index - 1].image : NULL;
   bool same = previous != NULL && strlen(previous) == record->image.length
               && memcmp(previous, record->image.bytes, record->image.length) == 0;
   routine->image = same ? previous
                         : arena_copy(&report->texts, record->image.bytes, record->image.length);
   return true;
}

static bool load_mangled(Loader* loader, const Record* record)
{
   uint32_t index = find_or_add_routine(loader, record->id, record->line);
   Routine* routine = &loader->report->routines[index];
   if (routine->mangled != NULL) {
      problem_set(loader->problem, record->line, "a second u line of routine %" PRIu32, record->id);
      return false;
   }
   routine->mangled = arena_copy(&loader->report->texts, record->name.bytes, record->name.length);
   return true;
}

static bool load_context(Loader* loader, const Record* record)
{
   Report* report = loader->report;
   /* Parents come first, so there can be no circle of them. */
   uint32_t parent = NO_CONTEXT;
   if (record->has_parent
       && (!id_map_find(&report->context_ids, record->parent, &parent)
           || report->contexts[parent].routine == NO_ROUTINE)) {
      problem_set(loader->problem, record->line,
                  "the parent of context %" PRIu32 " is %" PRIu32 ", which has no x line above this one",
                  record->id, record->parent);
      return false;
   }
   uint32_t index = find_or_add_context(loader, record->id, record->line);
   if (report->contexts[index].routine != NO_ROUTINE) {
      problem_set(loader->problem, record->line, "a second x line of context %" PRIu32, record->id);
      return false;
   }
   report->contexts[index].parent = parent;
   report->contexts[index].routine = find_or_add_routine(loader, record->routine, record->line);
   return true;
}

static bool load_point(Loader* loader, const Record* record)
{
   Report* report = loader->report;
   if (report->point_tag != TAG_UNKNOWN && report->point_tag != record->tag) {
      problem_set(loader->problem, record->line,
                  "a %c line in a report whose other points are %c lines", record->tag, report->point_tag);
      return false;
   }
   if (record->point.calls == 0) {
      problem_set(loader->problem, record->line, "a point with occ 0: it stands for no activation");
      return false;
   }
   report->point_tag = record->tag;
   report->points = memory_grow(report->points, report->point_count, &report->point_capacity,
                                sizeof *report->points);
   Point* point = &report->points[report->point_count++];
   *point = record->point;
   point->owner = record->tag == TAG_POINT ? find_or_add_routine(loader, record->point.owner, record->line)
                                           : find_or_add_context(loader, record->point.owner, record->line);
   report->header.has_real_sums &= record->fields >= POINT_FIELDS_WITH_REAL_SUM;
   report->header.has_self_costs &= record->fields == POINT_FIELDS;
   return true;
}

static bool load_record(Loader* loader, const Record* record)
{
   switch (record->tag) {
      case TAG_COMMENT:       return load_comment(loader, record);
      case TAG_ROUTINE:       return load_routine(loader, record);
      case TAG_MANGLED:       return load_mangled(loader, record);
      case TAG_POINT:
      case TAG_CONTEXT_POINT: return load_point(loader, record);
      case TAG_CONTEXT:       return load_context(loader, record);
      /* Of no use to any subcommand. */
      case TAG_FULL_NAME:
      case TAG_FAVOURITES:    return true;
      default:                return load_header(loader, record);
   }
}

/*------------------------------------------------------------------*/
/*--- When all is read                                           ---*/
/*------------------------------------------------------------------*/

static bool check_all_defined(const Loader* loader)
{
   const Report* report = loader->report;
   for (uint32_t i = 0; i < report->context_ids.used; i++) {
      if (report->contexts[i].routine == NO_ROUTINE) {
         problem_set(loader->problem, loader->context_lines[i],
                     "context %" PRIu32 " has no x line in this file", report->contexts[i].id);
         return false;
      }
   }
   for (uint32_t i = 0; i < report->routine_ids.used; i++) {
      if (report->routines[i].name == NULL) {
         problem_set(loader->problem, loader->routine_lines[i],
                     "routine %" PRIu32 " has no r line in this file", report->routines[i].id);
         return false;
      }
   }
   return true;
}

static uint32_t routine_of(const Report* report, const Point* point)
{
   return report->point_tag == TAG_POINT ? point->owner : report->contexts[point->owner].routine;
}

static int compare_points(const void* left, const void* right, void* report)
{
   const Point* a = left;
   const Point* b = right;
   uint32_t routine_a = routine_of(report, a);
   uint32_t routine_b = routine_of(report, b);
   if (routine_a != routine_b) {
      return routine_a < routine_b ? -1 : 1;
   }
   if (a->rms != b->rms) {
      return a->rms < b->rms ? -1 : 1;
   }
   return a->owner < b->owner ? -1 : a->owner > b->owner;
}

/* The tool writes points in this order, so that sorting is for other reports. */
static void order_points(Report* report)
{
   for (size_t i = 1; i < report->point_count; i++) {
      if (compare_points(&report->points[i - 1], &report->points[i], report) > 0) {
         qsort_r(report->points, report->point_count, sizeof *report->points, compare_points, report);
         break;
      }
   }
   for (size_t i = 0; i < report->point_count; i++) {
      Routine* routine = &report->routines[routine_of(report, &report->points[i])];
      if (routine->points++ == 0) {
         routine->first_point = i;
      }
   }
}

/* 1, 2, 4, 8 or 16; 0 for any other text. */
static unsigned parse_memory_resolution(const char* text)
{
   for (unsigned resolution = 1; text != NULL && resolution <= 16; resolution *= 2) {
      char digits[4];
      snprintf(digits, sizeof digits, "%u", resolution);
      if (strcmp(text, digits) == 0) {
         return resolution;
      }
   }
   return 0;
}

static void complete_header(Report* report)
{
   Header* header = &report->header;
   if (header->metric == NULL) {
      header->metric = "bb-count";
   }
   if (header->input == NULL) {
      header->input = "rms";
   }
   header->memory_resolution = parse_memory_resolution(report_comment(report, "memory-resolution"));
   if (header->memory_resolution == 0) {
      /* Later writers of the published tool used the tag of the date for it. */
      header->memory_resolution = parse_memory_resolution(header->date);
      header->date = header->memory_resolution == 0 ? header->date : NULL;
   }
}

/*------------------------------------------------------------------*/
/*--- Loading                                                    ---*/
/*------------------------------------------------------------------*/

static bool load_all(Loader* loader, Reader* reader)
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
               problem_set(loader->problem, 0, "is empty");
               return false;
            }
            return check_all_defined(loader);
         case READ_BAD_LINE:
         case READ_FAILED:
            return false;
      }
   }
}

Report* report_load(const char* path, Problem* problem)
{
   Reader* reader = reader_open(path, problem);
   if (reader == NULL) {
      return NULL;
   }
   Report* report = memory_resize(NULL, 1, sizeof *report);
   *report = (Report){ .header = { .has_real_sums = true, .has_self_costs = true } };
   Loader loader = { .report = report, .problem = problem };
   bool loaded = load_all(&loader, reader);
   reader_close(reader);
   free(loader.routine_lines);
   free(loader.context_lines);
   if (!loaded) {
      report_free(report);
      return NULL;
   }
   complete_header(report);
   order_points(report);
   return report;
}

void report_free(Report* report)
{
   free(report->comments);
   free(report->routines);
   free(report->contexts);
   free(report->points);
   free(report->added);
   id_map_free(&report->routine_ids);
   id_map_free(&report->context_ids);
   arena_free(&report->texts);
   free(report);
}

/*------------------------------------------------------------------*/
/*--- Questions                                                  ---*/
/*------------------------------------------------------------------*/

const Header* report_header(const Report* report)
{
   return &report->header;
}

const char* report_comment(const Report* report, const char* key)
{
   size_t length = strlen(key);
   for (size_t i = 0; i < report->comment_count; i++) {
      const char* text = report->comments[i];
      if (strncmp(text, key, length) == 0 && text[length] == ':') {
         return text + length + 1 + strspn(text + length + 1, " ");
      }
   }
   return NULL;
}

uint32_t report_routine_count(const Report* report)
{
   return report->routine_ids.used;
}

const Routine* report_routine(const Report* report, uint32_t index)
{
   return &report->routines[index];
}

uint32_t report_context_count(const Report* report)
{
   return report->context_ids.used;
}

const Context* report_context(const Report* report, uint32_t index)
{
   return &report->contexts[index];
}

/* Adds a point of the same rms. */
static void add_point(Point* to, const Point* from)
{
   to->min = from->min < to->min ? from->min : to->min;
   to->max = from->max > to->max ? from->max : to->max;
   to->sum = add_saturating(to->sum, from->sum);
   to->squares = add_saturating(to->squares, from->squares);
   to->calls = add_saturating(to->calls, from->calls);
   to->real_sum = add_saturating(to->real_sum, from->real_sum);
   to->self_sum = add_saturating(to->self_sum, from->self_sum);
   to->self_min = from->self_min < to->self_min ? from->self_min : to->self_min;
   to->self_max = from->self_max > to->self_max ? from->self_max : to->self_max;
   to->self_squares = add_saturating(to->self_squares, from->self_squares);
}

static bool has_equal_rms(const Point* points, size_t count)
{
   for (size_t i = 1; i < count; i++) {
      if (points[i - 1].rms == points[i].rms) {
         return true;
      }
   }
   return false;
}

const Point* report_routine_points(Report* report, const Routine* routine, size_t* count)
{
   const Point* points = report->points + routine->first_point;
   if (!has_equal_rms(points, routine->points)) {
      *count = routine->points;
      return points;
   }
   size_t added = 0;
   for (size_t i = 0; i < routine->points; i++) {
      if (added > 0 && report->added[added - 1].rms == points[i].rms) {
         add_point(&report->added[added - 1], &points[i]);
      } else {
         report->added = memory_grow(report->added, added, &report->added_capacity, sizeof *report->added);
         report->added[added++] = points[i];
      }
   }
   *count = added;
   return report->added;
}
