/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   How files are added up.

   All points stand in one array.  While files are added, those before `merged`
   are ordered by owner and rms, and no two of them have both the same; behind
   them stand the points of the newest files as these had them.  Whenever those
   behind are as many as those before, they are merged in: so the array never
   has more than twice the points of the result, and those of one file. */

#include "model/builder.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/order.h"
#include "util/index_map.h"
#include "util/text.h"

/* Which routines have the same names. */
typedef struct {
   uint32_t ordinal;        /* among them */
   uint32_t next_namesake;  /* index, or NO_ROUTINE */
   uint32_t newest;         /* of the first namesake only: the one that file `newest_file` had last */
   uint32_t newest_file;
} RoutineKey;

struct Builder {
   Contents    contents;
   uint32_t    files;           /* so far */

   size_t      routine_capacity;
   RoutineKey* keys;            /* by routine, as soon as there are two files */
   size_t      key_capacity;
   IndexMap    routine_map;     /* first namesakes */

   size_t      context_capacity;
   IndexMap    context_map;

   size_t      point_capacity;
   size_t      merged;
   size_t      file_start;      /* first point of the current file */
   const char* too_large;       /* the first sum that was found to be beyond 2^64-1, or NULL */
};

/*------------------------------------------------------------------*/
/*--- Routines                                                   ---*/
/*------------------------------------------------------------------*/

static uint64_t hash_of_names(const Routine* routine)
{
   uint64_t hash = hash_bytes(0, routine->name, strlen(routine->name) + 1);
   hash = hash_bytes(hash, routine->image, strlen(routine->image) + 1);
   return routine->mangled == NULL ? hash : hash_bytes(hash, routine->mangled, strlen(routine->mangled));
}

/* The first routine that has the names of this one, or NO_ROUTINE. */
static uint32_t find_first_namesake(const Builder* builder, uint64_t hash, const Routine* names)
{
   IndexCursor cursor;
   uint32_t index = index_map_first(&builder->routine_map, hash, &cursor);
   while (index != INDEX_NONE) {
      const Routine* routine = &builder->contents.routines[index];
      if (strcmp(routine->name, names->name) == 0 && strcmp(routine->image, names->image) == 0
          && text_compare(routine->mangled, names->mangled) == 0) {
         return index;
      }
      index = index_map_next(&builder->routine_map, hash, &cursor);
   }
   return NO_ROUTINE;
}

/* Makes the routine at the index the first of its names, or another one behind `last`. */
static void add_key(Builder* builder, uint32_t index, uint32_t last)
{
   builder->keys = memory_grow(builder->keys, index, &builder->key_capacity, sizeof *builder->keys);
   builder->keys[index] = (RoutineKey){
      .next_namesake = NO_ROUTINE, .newest = index, .newest_file = builder->files
   };
   if (last != NO_ROUTINE) {
      builder->keys[index].ordinal = builder->keys[last].ordinal + 1;
      builder->keys[last].next_namesake = index;
   }
}

/* Only adding another file needs to find routines by name. */
static void add_keys_of_first_file(Builder* builder)
{
   Contents* contents = &builder->contents;
   for (uint32_t i = 0; i < contents->routine_count; i++) {
      const Routine* routine = &contents->routines[i];
      uint64_t hash = hash_of_names(routine);
      uint32_t first = find_first_namesake(builder, hash, routine);
      add_key(builder, i, first == NO_ROUTINE ? NO_ROUTINE : builder->keys[first].newest);
      if (first == NO_ROUTINE) {
         index_map_add(&builder->routine_map, hash, i);
      } else {
         builder->keys[first].newest = i;
      }
   }
}

void builder_take_routines(Builder* builder, Routine* routines, uint32_t count, size_t capacity, Arena* texts)
{
   Contents* contents = &builder->contents;
   contents->routines = routines;
   contents->routine_count = count;
   builder->routine_capacity = capacity;
   arena_take(&contents->texts, texts);
}

static const char* copy_text(Builder* builder, const char* text)
{
   return text == NULL ? NULL : arena_copy(&builder->contents.texts, text, strlen(text));
}

static uint32_t add_routine(Builder* builder, const Routine* routine, uint32_t last)
{
   Contents* contents = &builder->contents;
   uint32_t index = contents->routine_count++;
   contents->routines = memory_grow(contents->routines, index, &builder->routine_capacity,
                                    sizeof *contents->routines);
   /* Routines of one image mostly come together, and share its name then. */
   bool same_image = index > 0 && strcmp(contents->routines[index - 1].image, routine->image) == 0;
   contents->routines[index] = (Routine){
      .name = copy_text(builder, routine->name),
      .image = same_image ? contents->routines[index - 1].image : copy_text(builder, routine->image),
      .mangled = copy_text(builder, routine->mangled),
      .first_context = NO_CONTEXT,
   };
   add_key(builder, index, last);
   return index;
}

uint32_t builder_find_or_add_routine(Builder* builder, const Routine* routine)
{
   uint64_t hash = hash_of_names(routine);
   uint32_t first = find_first_namesake(builder, hash, routine);
   if (first == NO_ROUTINE) {
      first = add_routine(builder, routine, NO_ROUTINE);
      index_map_add(&builder->routine_map, hash, first);
      return first;
   }
   if (builder->keys[first].newest_file != builder->files) {
      builder->keys[first].newest = first;
      builder->keys[first].newest_file = builder->files;
      return first;
   }
   uint32_t newest = builder->keys[first].newest;
   uint32_t next = builder->keys[newest].next_namesake;
   if (next == NO_ROUTINE) {
      next = add_routine(builder, routine, newest);
   }
   builder->keys[first].newest = next;
   return next;
}

/*------------------------------------------------------------------*/
/*--- Contexts                                                   ---*/
/*------------------------------------------------------------------*/

static uint64_t hash_of_context(uint32_t parent, uint32_t routine)
{
   return hash_bytes(hash_bytes(0, &parent, sizeof parent), &routine, sizeof routine);
}

uint32_t builder_find_or_add_context(Builder* builder, uint32_t parent, uint32_t routine)
{
   Contents* contents = &builder->contents;
   uint64_t    hash = hash_of_context(parent, routine);
   IndexCursor cursor;
   uint32_t    index = index_map_first(&builder->context_map, hash, &cursor);
   while (index != INDEX_NONE) {
      if (contents->contexts[index].parent == parent && contents->contexts[index].routine == routine) {
         return index;
      }
      index = index_map_next(&builder->context_map, hash, &cursor);
   }
   index = contents->context_count++;
   contents->contexts = memory_grow(contents->contexts, index, &builder->context_capacity,
                                    sizeof *contents->contexts);
   contents->contexts[index] = (Context){ .routine = routine, .parent = parent };
   index_map_add(&builder->context_map, hash, index);
   return index;
}

/*------------------------------------------------------------------*/
/*--- Points                                                     ---*/
/*------------------------------------------------------------------*/

PointKind builder_point_kind(const Builder* builder)
{
   return builder->contents.point_kind;
}

void builder_set_point_kind(Builder* builder, PointKind kind)
{
   builder->contents.point_kind = kind;
}

Point* builder_add_point(Builder* builder)
{
   Contents* contents = &builder->contents;
   contents->points = memory_grow(contents->points, contents->point_count, &builder->point_capacity,
                                  sizeof *contents->points);
   return &contents->points[contents->point_count++];
}

/* Notes that a sum is too large, unless one before is: which, of which routine, over which of its points. */
static void note_too_large(Builder* builder, const char* name, const Routine* routine, const char* points)
{
   QuotedText quoted_name, quoted_image;
   char       text[2 * sizeof(QuotedText) + 80];
   if (builder->too_large == NULL) {
      snprintf(text, sizeof text, "%s of routine %s of %s %s", name,
               text_quote(routine->name, strlen(routine->name), quoted_name),
               text_quote(routine->image, strlen(routine->image), quoted_image), points);
      builder->too_large = copy_text(builder, text);
   }
}

static void merge_new_points(Builder* builder)
{
   Contents* contents = &builder->contents;
   TooLarge too_large = { 0 };
   size_t new_count = contents->point_count - builder->merged;
   if (new_count == 0) {
      return;
   }
   points_sort(contents->points + builder->merged, new_count);
   if (builder->merged > 0) {
      points_merge(contents->points, builder->merged, new_count);
   }
   contents->point_count = points_add_equal(contents->points, contents->point_count, &too_large);
   builder->merged = contents->point_count;
   if (too_large.name != NULL) {
      char points[20];
      snprintf(points, sizeof points, "with rms %" PRIu32, too_large.rms);
      const Routine* routine = &contents->routines[contents_routine(contents, too_large.owner)];
      note_too_large(builder, too_large.name, routine, points);
   }
}

void builder_end_file(Builder* builder, const uint32_t* owners)
{
   Contents* contents = &builder->contents;
   contents_change_owners(contents, builder->file_start, contents->point_count, owners);
   builder->file_start = contents->point_count;
   if (contents->point_count - builder->merged >= builder->merged) {
      merge_new_points(builder);
   }
}

void builder_drop_contexts(Builder* builder)
{
   Contents* contents = &builder->contents;
   bool had_contexts = contents->point_kind == POINTS_OF_CONTEXTS;
   contents->point_kind = POINTS_OF_ROUTINES;
   if (had_contexts) {
      uint32_t* owners = memory_resize(NULL, (size_t)contents->context_count + 1, sizeof *owners);
      for (uint32_t i = 0; i < contents->context_count; i++) {
         owners[i] = contents->contexts[i].routine;
      }
      contents_change_owners(contents, 0, builder->file_start, owners);
      builder->merged = 0;
      free(owners);
      contents->context_count = 0;
      index_map_free(&builder->context_map);
   }
}

/*------------------------------------------------------------------*/
/*--- Files                                                      ---*/
/*------------------------------------------------------------------*/

Builder* builder_new(void)
{
   Builder* builder = memory_resize(NULL, 1, sizeof *builder);
   *builder = (Builder){ 0 };
   return builder;
}

void builder_begin_file(Builder* builder)
{
   if (builder->files == 1) {
      add_keys_of_first_file(builder);
   }
   builder->files++;
   builder->file_start = builder->contents.point_count;
}

void builder_take_header(Builder* builder, Header* header)
{
   if (builder->files == 1) {
      builder->contents.header = *header;
      *header = (Header){ 0 };
   } else {
      header_add(&builder->contents.header, header);
      header_free(header);
   }
}

const Header* builder_header(const Builder* builder)
{
   return &builder->contents.header;
}

/* Which points are whose, and what they add up to. */
static void add_up_points(Builder* builder)
{
   Contents* contents = &builder->contents;
   for (size_t i = 0; i < contents->point_count; i++) {
      const Point* point = &contents->points[i];
      Routine*     routine = &contents->routines[contents_routine(contents, point->owner)];
      if (routine->points++ == 0) {
         routine->first_point = i;
      }
      const char* too_large = totals_add_point(&routine->totals, point);
      if (too_large != NULL) {
         note_too_large(builder, too_large, routine, "over all its points");
      }
      if (contents->point_kind == POINTS_OF_CONTEXTS) {
         Context* context = &contents->contexts[point->owner];
         if (context->points++ == 0) {
            context->first_point = i;
         }
         totals_add_point(&context->totals, point);
      }
   }
}

/* The routines of several files. */
static void order_by_names(Builder* builder)
{
   uint32_t  count = builder->contents.routine_count;
   uint32_t* ordinals = memory_resize(NULL, (size_t)count + 1, sizeof *ordinals);
   for (uint32_t i = 0; i < count; i++) {
      ordinals[i] = builder->keys[i].ordinal;
   }
   order_routines(&builder->contents, ordinals);
   free(ordinals);
}

static void free_tables(Builder* builder)
{
   free(builder->keys);
   builder->keys = NULL;
   index_map_free(&builder->routine_map);
   index_map_free(&builder->context_map);
}

Report* builder_finish(Builder* builder, Problem* problem)
{
   bool has_several_files = builder->files > 1;
   merge_new_points(builder);
   if (has_several_files) {
      order_by_names(builder);
   }
   free_tables(builder);
   if (builder->contents.point_kind == POINTS_OF_CONTEXTS) {
      order_contexts(&builder->contents, has_several_files);
   }
   add_up_points(builder);

   const char* too_large = builder->too_large;
   if (too_large == NULL && builder->contents.header.total_is_too_large) {
      too_large = "the total cost (k)";
   }
   if (too_large != NULL) {
      problem_set(problem, NULL, 0, "cannot add up: %s would be beyond 2^64-1", too_large);
      builder_free(builder);
      return NULL;
   }
   Report* report = report_make(&builder->contents);
   free(builder);
   return report;
}

void builder_free(Builder* builder)
{
   free_tables(builder);
   contents_free(&builder->contents);
   free(builder);
}
