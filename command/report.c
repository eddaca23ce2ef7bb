/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The model: how it is put together, and its answers.

   All points stand in one array.  While files are added, those before `merged`
   are ordered by owner and rms, and no two of them have both the same; behind
   them stand the points of the newest files as these had them.  Whenever those
   behind are as many as those before, they are merged in: so the array never
   has more than twice the points of the result, and those of one file.

   Invariant once sealed: contexts are in preorder; points are ordered by
   routine, then context, then rms, and `first_point` and `points` of each
   routine and context give its part. */

#define _GNU_SOURCE   /* qsort_r */

#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "index_map.h"
#include "number.h"
#include "report_build.h"
#include "text.h"

/* What adding needs to know of a routine beside the model's. */
typedef struct {
   uint32_t ordinal;        /* among the routines of the same names */
   uint32_t next_namesake;  /* index, or NO_ROUTINE */
   uint32_t newest;         /* of the first namesake only: which of them the current file had last, */
   uint32_t newest_file;    /* if this is the current file */
} RoutineKey;

struct Report {
   Header      header;
   uint32_t    files;

   Routine*    routines;
   size_t      routine_capacity;
   uint32_t    routine_count;
   RoutineKey* keys;
   size_t      key_capacity;
   IndexMap    routine_map;     /* first namesakes */
   Arena       texts;

   Context*    contexts;
   size_t      context_capacity;
   uint32_t    context_count;
   IndexMap    context_map;

   PointKind   point_kind;
   Point*      points;
   size_t      point_count;
   size_t      point_capacity;
   size_t      merged;
   size_t      file_start;      /* first point of the current file */

   Point*      added;           /* room for report_routine_points */
   size_t      added_capacity;
   const char* too_large;       /* the first sum that was found to be beyond 2^64-1, or NULL */
   Edge*       edges;           /* room for report_callers and report_callees */
   uint32_t*   edge_of;         /* by routine: its edge, if that is the routine's */
};

Report* report_new(void)
{
   Report* report = memory_resize(NULL, 1, sizeof *report);
   *report = (Report){ 0 };
   return report;
}

void report_free(Report* report)
{
   header_free(&report->header);
   free(report->routines);
   free(report->keys);
   index_map_free(&report->routine_map);
   arena_free(&report->texts);
   free(report->contexts);
   index_map_free(&report->context_map);
   free(report->points);
   free(report->added);
   free(report->edges);
   free(report->edge_of);
   free(report);
}

/*------------------------------------------------------------------*/
/*--- Adding: header, routines, contexts                         ---*/
/*------------------------------------------------------------------*/


void report_take_header(Report* report, Header* header)
{
   if (report->files == 1) {
      report->header = *header;
      *header = (Header){ 0 };
   } else {
      header_add(&report->header, header);
      header_free(header);
   }
}

static uint64_t hash_of_names(const Routine* routine)
{
   uint64_t hash = hash_bytes(0, routine->name, strlen(routine->name) + 1);
   hash = hash_bytes(hash, routine->image, strlen(routine->image) + 1);
   return routine->mangled == NULL ? hash : hash_bytes(hash, routine->mangled, strlen(routine->mangled));
}

static bool same_mangled(const char* a, const char* b)
{
   return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* The first routine that has the names of this one, or NO_ROUTINE. */
static uint32_t find_first_namesake(const Report* report, uint64_t hash, const Routine* of)
{
   IndexCursor cursor;
   uint32_t index = index_map_first(&report->routine_map, hash, &cursor);
   while (index != INDEX_NONE) {
      const Routine* routine = &report->routines[index];
      if (strcmp(routine->name, of->name) == 0 && strcmp(routine->image, of->image) == 0
          && same_mangled(routine->mangled, of->mangled)) {
         return index;
      }
      index = index_map_next(&report->routine_map, hash, &cursor);
   }
   return NO_ROUTINE;
}

/* Makes the routine at the index the first of its names, or another one behind `last`. */
static void add_key(Report* report, uint32_t index, uint32_t last)
{
   report->keys = memory_grow(report->keys, index, &report->key_capacity, sizeof *report->keys);
   report->keys[index] = (RoutineKey){
      .next_namesake = NO_ROUTINE, .newest = index, .newest_file = report->files
   };
   if (last != NO_ROUTINE) {
      report->keys[index].ordinal = report->keys[last].ordinal + 1;
      report->keys[last].next_namesake = index;
   }
}

/* Only adding another file needs to find routines by name. */
static void add_keys_of_first_file(Report* report)
{
   for (uint32_t i = 0; i < report->routine_count; i++) {
      const Routine* routine = &report->routines[i];
      uint64_t hash = hash_of_names(routine);
      uint32_t first = find_first_namesake(report, hash, routine);
      add_key(report, i, first == NO_ROUTINE ? NO_ROUTINE : report->keys[first].newest);
      if (first == NO_ROUTINE) {
         index_map_add(&report->routine_map, hash, i);
      } else {
         report->keys[first].newest = i;
      }
   }
}

void report_begin_file(Report* report)
{
   if (report->files == 1) {
      add_keys_of_first_file(report);
   }
   report->files++;
   report->file_start = report->point_count;
}

void report_take_routines(Report* report, Routine* routines, uint32_t count, size_t capacity, Arena* texts)
{
   report->routines = routines;
   report->routine_count = count;
   report->routine_capacity = capacity;
   arena_take(&report->texts, texts);
}

static const char* copy_text(Report* report, const char* text)
{
   return text == NULL ? NULL : arena_copy(&report->texts, text, strlen(text));
}

static uint32_t add_routine(Report* report, const Routine* routine, uint32_t last)
{
   uint32_t index = report->routine_count++;
   report->routines = memory_grow(report->routines, index, &report->routine_capacity,
                                  sizeof *report->routines);
   /* Routines of one image mostly come together, and share its name then. */
   bool same_image = index > 0 && strcmp(report->routines[index - 1].image, routine->image) == 0;
   report->routines[index] = (Routine){
      .name = copy_text(report, routine->name),
      .image = same_image ? report->routines[index - 1].image : copy_text(report, routine->image),
      .mangled = copy_text(report, routine->mangled),
      .first_context = NO_CONTEXT,
   };
   add_key(report, index, last);
   return index;
}

uint32_t report_find_or_add_routine(Report* report, const Routine* routine)
{
   uint64_t hash = hash_of_names(routine);
   uint32_t first = find_first_namesake(report, hash, routine);
   if (first == NO_ROUTINE) {
      first = add_routine(report, routine, NO_ROUTINE);
      index_map_add(&report->routine_map, hash, first);
      return first;
   }
   if (report->keys[first].newest_file != report->files) {
      report->keys[first].newest = first;
      report->keys[first].newest_file = report->files;
      return first;
   }
   uint32_t newest = report->keys[first].newest;
   uint32_t next = report->keys[newest].next_namesake;
   if (next == NO_ROUTINE) {
      next = add_routine(report, routine, newest);
   }
   report->keys[first].newest = next;
   return next;
}

static uint64_t hash_of_context(uint32_t parent, uint32_t routine)
{
   return hash_bytes(hash_bytes(0, &parent, sizeof parent), &routine, sizeof routine);
}

uint32_t report_find_or_add_context(Report* report, uint32_t parent, uint32_t routine)
{
   uint64_t    hash = hash_of_context(parent, routine);
   IndexCursor cursor;
   uint32_t    index = index_map_first(&report->context_map, hash, &cursor);
   while (index != INDEX_NONE) {
      if (report->contexts[index].parent == parent && report->contexts[index].routine == routine) {
         return index;
      }
      index = index_map_next(&report->context_map, hash, &cursor);
   }
   index = report->context_count++;
   report->contexts = memory_grow(report->contexts, index, &report->context_capacity,
                                  sizeof *report->contexts);
   report->contexts[index] = (Context){ .routine = routine, .parent = parent };
   index_map_add(&report->context_map, hash, index);
   return index;
}

/*------------------------------------------------------------------*/
/*--- Adding: points                                             ---*/
/*------------------------------------------------------------------*/

PointKind report_point_kind(const Report* report)
{
   return report->point_kind;
}

void report_set_point_kind(Report* report, PointKind kind)
{
   report->point_kind = kind;
}

Point* report_add_point(Report* report)
{
   report->points = memory_grow(report->points, report->point_count, &report->point_capacity,
                                sizeof *report->points);
   return &report->points[report->point_count++];
}

static int compare_points(const void* left, const void* right)
{
   const Point* a = left;
   const Point* b = right;
   if (a->owner != b->owner) {
      return a->owner < b->owner ? -1 : 1;
   }
   return a->rms < b->rms ? -1 : a->rms > b->rms;
}

/* The tool writes points in this order, so that sorting is for other reports. */
static void sort_points(Point* points, size_t count)
{
   for (size_t i = 1; i < count; i++) {
      if (compare_points(&points[i - 1], &points[i]) > 0) {
         qsort(points, count, sizeof *points, compare_points);
         return;
      }
   }
}

/* A sum that does not fit; it has been found if it has a name. */
typedef struct {
   const char* name;
   uint32_t    owner;
   uint32_t    rms;
} TooLarge;

static void add_sum(uint64_t* to, uint64_t from, const char* name, TooLarge* too_large)
{
   if (!add_checked(to, from)) {
      too_large->name = name;
   }
}

/* Adds a point of the same owner and rms. */
static void add_point(Point* to, const Point* from, TooLarge* too_large)
{
   TooLarge found = { .owner = to->owner, .rms = to->rms };
   to->min = from->min < to->min ? from->min : to->min;
   to->max = from->max > to->max ? from->max : to->max;
   add_sum(&to->sum, from->sum, "sum", &found);
   to->squares = add_saturating(to->squares, from->squares);
   add_sum(&to->calls, from->calls, "occ", &found);
   add_sum(&to->real_sum, from->real_sum, "real-sum", &found);
   add_sum(&to->self_sum, from->self_sum, "self-sum", &found);
   to->self_min = from->self_min < to->self_min ? from->self_min : to->self_min;
   to->self_max = from->self_max > to->self_max ? from->self_max : to->self_max;
   to->self_squares = add_saturating(to->self_squares, from->self_squares);
   if (found.name != NULL) {
      *too_large = found;
   }
}

/* Adds up neighbours that have the same owner and rms; returns how many points are left. */
static size_t add_equal_points(Point* points, size_t count, TooLarge* too_large)
{
   size_t left = 0;
   for (size_t i = 0; i < count; i++) {
      if (left > 0 && compare_points(&points[left - 1], &points[i]) == 0) {
         add_point(&points[left - 1], &points[i], too_large);
      } else if (left++ != i) {
         points[left - 1] = points[i];
      }
   }
   return left;
}

/* Merges two ordered parts of an array, from the back, so that only a copy of
   the second part is needed. */
static void merge_parts(Point* points, size_t first, size_t second)
{
   Point* tail = memory_resize(NULL, second, sizeof *tail);
   memcpy(tail, points + first, second * sizeof *tail);
   while (second > 0) {
      bool take_tail = first == 0 || compare_points(&points[first - 1], &tail[second - 1]) <= 0;
      points[first + second - 1] = take_tail ? tail[second - 1] : points[first - 1];
      second -= take_tail ? 1 : 0;
      first -= take_tail ? 0 : 1;
   }
   free(tail);
}

static uint32_t routine_of(const Report* report, uint32_t owner)
{
   return report->point_kind == POINTS_OF_CONTEXTS ? report->contexts[owner].routine : owner;
}

/* Notes that a sum is too large, unless one before is: which, of which routine, over which of its points. */
static void note_too_large(Report* report, const char* name, const Routine* routine, const char* points)
{
   QuotedText quoted_name, quoted_image;
   char       text[2 * sizeof(QuotedText) + 80];
   if (report->too_large == NULL) {
      snprintf(text, sizeof text, "%s of routine %s of %s %s", name,
               text_quote(routine->name, strlen(routine->name), quoted_name),
               text_quote(routine->image, strlen(routine->image), quoted_image), points);
      report->too_large = copy_text(report, text);
   }
}

static void merge_new_points(Report* report)
{
   TooLarge too_large = { 0 };
   size_t new_count = report->point_count - report->merged;
   if (new_count == 0) {
      return;
   }
   sort_points(report->points + report->merged, new_count);
   if (report->merged > 0) {
      merge_parts(report->points, report->merged, new_count);
   }
   report->point_count = add_equal_points(report->points, report->point_count, &too_large);
   report->merged = report->point_count;
   if (too_large.name != NULL) {
      char points[20];
      snprintf(points, sizeof points, "with rms %" PRIu32, too_large.rms);
      note_too_large(report, too_large.name, &report->routines[routine_of(report, too_large.owner)], points);
   }
}

static void change_owners(Report* report, size_t first, const uint32_t* owners)
{
   for (size_t i = first; i < report->point_count; i++) {
      report->points[i].owner = owners[report->points[i].owner];
   }
}

void report_end_file(Report* report, const uint32_t* owners)
{
   change_owners(report, report->file_start, owners);
   report->file_start = report->point_count;
   if (report->point_count - report->merged >= report->merged) {
      merge_new_points(report);
   }
}

void report_drop_contexts(Report* report)
{
   bool had_contexts = report->point_kind == POINTS_OF_CONTEXTS;
   report->point_kind = POINTS_OF_ROUTINES;
   if (had_contexts) {
      uint32_t* owners = memory_resize(NULL, (size_t)report->context_count + 1, sizeof *owners);
      for (uint32_t i = 0; i < report->context_count; i++) {
         owners[i] = report->contexts[i].routine;
      }
      change_owners(report, 0, owners);
      report->merged = 0;
      merge_new_points(report);
      free(owners);
      report->context_count = 0;
      index_map_free(&report->context_map);
   }
}

/*------------------------------------------------------------------*/
/*--- Sealing                                                    ---*/
/*------------------------------------------------------------------*/

static int compare_names(const void* left, const void* right, void* closure)
{
   const Report*  report = closure;
   uint32_t       index_a = *(const uint32_t*)left;
   uint32_t       index_b = *(const uint32_t*)right;
   const Routine* a = &report->routines[index_a];
   const Routine* b = &report->routines[index_b];
   int order = strcmp(a->image, b->image);
   order = order != 0 ? order : strcmp(a->name, b->name);
   if (order == 0 && !same_mangled(a->mangled, b->mangled)) {
      order = a->mangled == NULL ? -1 : b->mangled == NULL ? 1 : strcmp(a->mangled, b->mangled);
   }
   if (order != 0) {
      return order;
   }
   uint32_t ordinal_a = report->keys[index_a].ordinal;
   uint32_t ordinal_b = report->keys[index_b].ordinal;
   return ordinal_a < ordinal_b ? -1 : ordinal_a > ordinal_b;
}

/* The routines of several files in an order that does not depend on the files'. */
static void order_routines(Report* report)
{
   uint32_t  count = report->routine_count;
   uint32_t* order = memory_resize(NULL, (size_t)count + 1, sizeof *order);
   uint32_t* ranks = memory_resize(NULL, (size_t)count + 1, sizeof *ranks);
   for (uint32_t i = 0; i < count; i++) {
      order[i] = i;
   }
   qsort_r(order, count, sizeof *order, compare_names, report);

   Routine* ordered = memory_resize(NULL, (size_t)count + 1, sizeof *ordered);
   for (uint32_t i = 0; i < count; i++) {
      ordered[i] = report->routines[order[i]];
      ranks[order[i]] = i;
   }
   free(report->routines);
   report->routines = ordered;
   report->routine_capacity = (size_t)count + 1;

   for (uint32_t i = 0; i < report->context_count; i++) {
      report->contexts[i].routine = ranks[report->contexts[i].routine];
   }
   if (report->point_kind == POINTS_OF_ROUTINES) {
      change_owners(report, 0, ranks);
      sort_points(report->points, report->point_count);
   }
   free(order);
   free(ranks);
}

/* Links each routine's contexts, in ascending order. */
static void link_routines(Report* report)
{
   for (uint32_t i = 0; i < report->routine_count; i++) {
      report->routines[i].first_context = NO_CONTEXT;
   }
   for (uint32_t i = report->context_count; i-- > 0;) {
      Context* context = &report->contexts[i];
      context->next_of_routine = report->routines[context->routine].first_context;
      report->routines[context->routine].first_context = i;
   }
}

/* Puts a context in front of its siblings; returns the new first root. */
static uint32_t link_context(Report* report, uint32_t index, uint32_t first_root)
{
   Context*  context = &report->contexts[index];
   uint32_t* first = context->parent == NO_CONTEXT ? &first_root
                                                   : &report->contexts[context->parent].first_child;
   context->next_sibling = *first;
   *first = index;
   return first_root;
}

/* Links each context's children: in the order of the file, or if there are
   several in that of the routines.  Returns the first root. */
static uint32_t link_children(Report* report)
{
   uint32_t first_root = NO_CONTEXT;
   for (uint32_t i = 0; i < report->context_count; i++) {
      report->contexts[i].first_child = NO_CONTEXT;
   }
   if (report->files == 1) {
      for (uint32_t i = report->context_count; i-- > 0;) {
         first_root = link_context(report, i, first_root);
      }
   } else {
      link_routines(report);
      for (uint32_t routine = report->routine_count; routine-- > 0;) {
         uint32_t i = report->routines[routine].first_context;
         for (; i != NO_CONTEXT; i = report->contexts[i].next_of_routine) {
            first_root = link_context(report, i, first_root);
         }
      }
   }
   return first_root;
}

/* The context after this one in preorder, or NO_CONTEXT. */
static uint32_t next_in_preorder(const Report* report, uint32_t index)
{
   if (report->contexts[index].first_child != NO_CONTEXT) {
      return report->contexts[index].first_child;
   }
   while (index != NO_CONTEXT && report->contexts[index].next_sibling == NO_CONTEXT) {
      index = report->contexts[index].parent;
   }
   return index == NO_CONTEXT ? NO_CONTEXT : report->contexts[index].next_sibling;
}

static uint32_t renumbered(const uint32_t* ranks, uint32_t index)
{
   return index == NO_CONTEXT ? NO_CONTEXT : ranks[index];
}

static void order_contexts(Report* report)
{
   uint32_t  count = report->context_count;
   uint32_t* ranks = memory_resize(NULL, (size_t)count + 1, sizeof *ranks);
   Context*  ordered = memory_resize(NULL, (size_t)count + 1, sizeof *ordered);
   uint32_t  rank = 0;
   for (uint32_t i = link_children(report); i != NO_CONTEXT; i = next_in_preorder(report, i)) {
      ordered[rank] = report->contexts[i];
      ranks[i] = rank++;
   }
   for (uint32_t i = 0; i < count; i++) {
      ordered[i].parent = renumbered(ranks, ordered[i].parent);
      ordered[i].first_child = renumbered(ranks, ordered[i].first_child);
      ordered[i].next_sibling = renumbered(ranks, ordered[i].next_sibling);
   }
   free(report->contexts);
   report->contexts = ordered;
   report->context_capacity = (size_t)count + 1;
   link_routines(report);
   change_owners(report, 0, ranks);
   free(ranks);
}

static int compare_routines_of_points(const void* left, const void* right, void* report)
{
   uint32_t a = routine_of(report, ((const Point*)left)->owner);
   uint32_t b = routine_of(report, ((const Point*)right)->owner);
   return a != b ? (a < b ? -1 : 1) : compare_points(left, right);
}

/* From the order of contexts to that of routines, and contexts within. */
static void order_points_by_routine(Report* report)
{
   for (size_t i = 1; i < report->point_count; i++) {
      if (compare_routines_of_points(&report->points[i - 1], &report->points[i], report) > 0) {
         qsort_r(report->points, report->point_count, sizeof *report->points, compare_routines_of_points,
                 report);
         return;
      }
   }
}

/* Returns the name of a sum that is too large, or NULL. */
static const char* add_to_totals(Totals* totals, const Point* point)
{
   TooLarge too_large = { 0 };
   add_sum(&totals->calls, point->calls, "occ", &too_large);
   add_sum(&totals->real_sum, point->real_sum, "real-sum", &too_large);
   add_sum(&totals->self_sum, point->self_sum, "self-sum", &too_large);
   return too_large.name;
}

static void find_parts(Report* report)
{
   for (size_t i = 0; i < report->point_count; i++) {
      const Point* point = &report->points[i];
      Routine*     routine = &report->routines[routine_of(report, point->owner)];
      if (routine->points++ == 0) {
         routine->first_point = i;
      }
      const char* too_large = add_to_totals(&routine->totals, point);
      if (too_large != NULL) {
         note_too_large(report, too_large, routine, "over all its points");
      }
      if (report->point_kind == POINTS_OF_CONTEXTS) {
         Context* context = &report->contexts[point->owner];
         if (context->points++ == 0) {
            context->first_point = i;
         }
         context->sum = add_saturating(context->sum, point->sum);
         add_to_totals(&context->totals, point);
      }
   }
}

bool report_seal(Report* report, const char** too_large)
{
   merge_new_points(report);
   if (report->files > 1) {
      order_routines(report);
   }
   if (report->point_kind == POINTS_OF_CONTEXTS) {
      order_contexts(report);
      order_points_by_routine(report);
   }
   find_parts(report);
   /* Only adding needed these. */
   free(report->keys);
   report->keys = NULL;
   index_map_free(&report->routine_map);
   index_map_free(&report->context_map);
   *too_large = report->too_large;
   if (report->too_large == NULL && report->header.total_is_too_large) {
      *too_large = "the total cost (k)";
   }
   return *too_large == NULL;
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
   return header_comment(&report->header, key);
}

uint64_t report_total_cost(const Report* report)
{
   uint64_t total = report->header.total;
   for (uint32_t i = 0; i < report->routine_count; i++) {
      uint64_t cost = report->routines[i].totals.real_sum;
      total = cost > total ? cost : total;
   }
   return total;
}

size_t report_point_count(const Report* report)
{
   return report->point_count;
}

uint32_t report_routine_count(const Report* report)
{
   return report->routine_count;
}

const Routine* report_routine(const Report* report, uint32_t index)
{
   return &report->routines[index];
}

uint32_t report_routine_index(const Report* report, const Routine* routine)
{
   return (uint32_t)(routine - report->routines);
}

uint32_t report_context_count(const Report* report)
{
   return report->context_count;
}

const Context* report_context(const Report* report, uint32_t index)
{
   return &report->contexts[index];
}

static int compare_rms(const void* left, const void* right)
{
   const Point* a = left;
   const Point* b = right;
   return a->rms != b->rms ? (a->rms < b->rms ? -1 : 1) : 0;
}

const Point* report_routine_points(Report* report, const Routine* routine, size_t* count)
{
   const Point* points = report_stored_points(report, routine, count);
   bool has_one_owner = routine->points == 0 || points[0].owner == points[routine->points - 1].owner;
   if (has_one_owner) {
      return points;
   }
   if (report->added_capacity < routine->points) {
      report->added_capacity = routine->points;
      report->added = memory_resize(report->added, report->added_capacity, sizeof *report->added);
   }
   memcpy(report->added, points, routine->points * sizeof *points);
   qsort(report->added, routine->points, sizeof *points, compare_rms);
   for (size_t i = 0; i < routine->points; i++) {
      report->added[i].owner = points[0].owner;
   }
   TooLarge ignored;
   *count = add_equal_points(report->added, routine->points, &ignored);
   return report->added;
}

const Point* report_stored_points(const Report* report, const Routine* routine, size_t* count)
{
   *count = routine->points;
   return routine->points == 0 ? NULL : report->points + routine->first_point;
}

const Point* report_context_points(const Report* report, const Context* context, size_t* count)
{
   *count = context->points;
   return context->points == 0 ? NULL : report->points + context->first_point;
}

/*------------------------------------------------------------------*/
/*--- Calls between routines                                     ---*/
/*------------------------------------------------------------------*/

static int compare_edges(const void* left, const void* right)
{
   const Edge* a = left;
   const Edge* b = right;
   if (a->real_sum != b->real_sum) {
      return a->real_sum > b->real_sum ? -1 : 1;
   }
   if (a->sum != b->sum) {
      return a->sum > b->sum ? -1 : 1;
   }
   return a->routine < b->routine ? -1 : a->routine > b->routine;
}

/* There is at most one edge to each routine, and one to none. */
static void make_room_for_edges(Report* report)
{
   if (report->edges == NULL) {
      size_t room = (size_t)report->routine_count + 1;
      report->edges = memory_resize(NULL, room, sizeof *report->edges);
      report->edge_of = memory_resize(NULL, room, sizeof *report->edge_of);
      memset(report->edge_of, 0, room * sizeof *report->edge_of);
   }
}

/* Adds the calls of one context.  What stands in edge_of is trusted only if the
   edge it leads to is of this routine, so it need not be cleared. */
static size_t add_to_edges(Report* report, size_t count, uint32_t routine, const Context* context)
{
   uint32_t slot = routine == NO_ROUTINE ? report->routine_count : routine;
   uint32_t index = report->edge_of[slot];
   if (index >= count || report->edges[index].routine != routine) {
      index = (uint32_t)count++;
      report->edge_of[slot] = index;
      report->edges[index] = (Edge){ .routine = routine };
   }
   Edge* edge = &report->edges[index];
   edge->calls = add_saturating(edge->calls, context->totals.calls);
   edge->sum = add_saturating(edge->sum, context->sum);
   edge->real_sum = add_saturating(edge->real_sum, context->totals.real_sum);
   return count;
}

const Edge* report_callers(Report* report, const Routine* routine, size_t* count)
{
   make_room_for_edges(report);
   *count = 0;
   for (uint32_t i = routine->first_context; i != NO_CONTEXT; i = report->contexts[i].next_of_routine) {
      uint32_t parent = report->contexts[i].parent;
      uint32_t caller = parent == NO_CONTEXT ? NO_ROUTINE : report->contexts[parent].routine;
      *count = add_to_edges(report, *count, caller, &report->contexts[i]);
   }
   qsort(report->edges, *count, sizeof *report->edges, compare_edges);
   return report->edges;
}

const Edge* report_callees(Report* report, const Routine* routine, size_t* count)
{
   make_room_for_edges(report);
   *count = 0;
   for (uint32_t i = routine->first_context; i != NO_CONTEXT; i = report->contexts[i].next_of_routine) {
      uint32_t child = report->contexts[i].first_child;
      for (; child != NO_CONTEXT; child = report->contexts[child].next_sibling) {
         *count = add_to_edges(report, *count, report->contexts[child].routine, &report->contexts[child]);
      }
   }
   qsort(report->edges, *count, sizeof *report->edges, compare_edges);
   return report->edges;
}
