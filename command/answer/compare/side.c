/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Routines by canonical names.  Nearly all of them are one routine of the report, whose
   points are used as they are. */

#include "answer/compare/side.h"

#include <stdlib.h>
#include <string.h>

#include "answer/compare/names.h"
#include "model/own.h"
#include "model/start_up.h"
#include "util/memory.h"

/*------------------------------------------------------------------*/
/*--- Names                                                      ---*/
/*------------------------------------------------------------------*/

/* Objects are few, so each is looked at once. */
typedef struct {
   GHashTable* objects;   /* canonical names by path */
   OwnCode     own;
} Objects;

static const char* object_of(Objects* objects, const char* path, GStringChunk* texts)
{
   if (objects->own.application != NULL && strcmp(path, objects->own.application) == 0) {
      return COMPARE_PROGRAM;
   }
   const char* name = g_hash_table_lookup(objects->objects, path);
   if (name == NULL) {
      name = g_string_chunk_insert_const(texts, compare_object(path, texts));
      g_hash_table_insert(objects->objects, (gpointer)path, (gpointer)name);
   }
   return name;
}

guint side_hash_names(gconstpointer key)
{
   const SideRoutine* routine = key;
   return g_str_hash(routine->name) * 31 + g_str_hash(routine->object);
}

gboolean side_has_equal_names(gconstpointer left, gconstpointer right)
{
   const SideRoutine* a = left;
   const SideRoutine* b = right;
   return strcmp(a->name, b->name) == 0 && strcmp(a->object, b->object) == 0;
}

/*------------------------------------------------------------------*/
/*--- Routines                                                   ---*/
/*------------------------------------------------------------------*/

/* The name of a routine in an object. */
static const char* full_name(const char* name, const Routine* routine, Objects* objects, GStringChunk* texts)
{
   char*       text = g_strconcat(object_of(objects, routine->image, texts), "\n", name, NULL);
   const char* kept = g_string_chunk_insert_const(texts, text);
   g_free(text);
   return kept;
}

/* The function that chooses among variants has their name without this. */
#define RESOLVER  " (resolver)"

/* Names of variants in an object. */
static GHashTable* find_variants(const Side* side, Objects* objects)
{
   GHashTable* variants = g_hash_table_new(g_str_hash, g_str_equal);
   for (uint32_t i = 0; i < report_routine_count(side->report); i++) {
      const Routine* routine = report_routine(side->report, i);
      if (compare_is_variant(routine->name)) {
         const char* name = compare_name(routine->name, side->texts);
         g_hash_table_add(variants, (gpointer)full_name(name, routine, objects, side->texts));
      }
   }
   return variants;
}

static const char* name_of(const Routine* routine, Objects* objects, GHashTable* variants,
                           GStringChunk* texts)
{
   const char* name = compare_name(routine->name, texts);
   bool        is_resolver = g_hash_table_size(variants) > 0 && !compare_is_variant(routine->name)
                      && g_hash_table_contains(variants, full_name(name, routine, objects, texts));
   if (!is_resolver) {
      return name;
   }
   char*       text = g_strconcat(name, RESOLVER, NULL);
   const char* kept = g_string_chunk_insert_const(texts, text);
   g_free(text);
   return kept;
}

/* Makes a routine of the side, by the first of those that are added up in it. */
static SideRoutine describe(const Routine* routine, Objects* objects, GHashTable* variants, Renames* renames,
                            GStringChunk* texts)
{
   const char* name = name_of(routine, objects, variants, texts);
   return (SideRoutine){
      .name = renames == NULL ? name : renames_apply(renames, name, texts),
      .object = object_of(objects, routine->image, texts),
      .routine = routine,
      .is_own = own_has(&objects->own, routine) && !routine_is_start_up(routine),
      .is_start_up = routine_is_start_up(routine),
      .is_variant = compare_is_variant(routine->name),
   };
}

static void add_routine(SideRoutine* to, const Routine* routine)
{
   to->routines++;
   totals_add(&to->totals, &routine->totals);
   if (routine->totals.real_sum > to->routine->totals.real_sum) {
      to->routine = routine;
   }
}

/* Finds the routines, and which routine of the report is which. */
static void find_routines(Side* side, Renames* renames, const char* own)
{
   uint32_t    count = report_routine_count(side->report);
   GHashTable* known = g_hash_table_new(side_hash_names, side_has_equal_names);
   Objects     objects = { g_hash_table_new(g_str_hash, g_str_equal),
                           { report_header(side->report)->application, own } };
   GHashTable* variants = find_variants(side, &objects);
   side->routines = memory_resize(NULL, (size_t)count + 1, sizeof *side->routines);
   side->side_routine = memory_resize(NULL, (size_t)count + 1, sizeof *side->side_routine);
   for (uint32_t i = 0; i < count; i++) {
      const Routine* routine = report_routine(side->report, i);
      side->side_routine[i] = NO_ROUTINE;
      if (routine->points == 0) {
         continue;
      }
      SideRoutine* added = &side->routines[side->count];
      *added = describe(routine, &objects, variants, renames, side->texts);
      SideRoutine* found = g_hash_table_lookup(known, added);
      if (found == NULL) {
         found = added;
         g_hash_table_add(known, added);
         side->count++;
      }
      add_routine(found, routine);
      side->side_routine[i] = (uint32_t)(found - side->routines);
   }
   g_hash_table_destroy(variants);
   g_hash_table_destroy(objects.objects);
   g_hash_table_destroy(known);
}

/*------------------------------------------------------------------*/
/*--- Points                                                     ---*/
/*------------------------------------------------------------------*/

typedef struct {
   Point* points;
   size_t count;
} Collected;

static void append_points(const Side* side, const Routine* routine, Collected* to)
{
   size_t       count;
   const Point* added = report_routine_points(side->report, routine, &count);
   to->points = memory_resize(to->points, to->count + count, sizeof *to->points);
   for (size_t i = 0; i < count; i++) {
      to->points[to->count] = added[i];
      to->points[to->count++].owner = 0;
   }
}

/* Collects the points of routines that were added up or have contexts: the report has no array of them. */
static void collect_points(Side* side)
{
   Collected* collected = g_new0(Collected, side->count + 1);
   bool       has_contexts = report_context_count(side->report) > 0;
   for (uint32_t i = 0; i < report_routine_count(side->report); i++) {
      uint32_t at = side->side_routine[i];
      if (at == NO_ROUTINE) {
         continue;
      }
      SideRoutine*   to = &side->routines[at];
      const Routine* routine = report_routine(side->report, i);
      if (to->routines == 1 && !has_contexts) {
         to->points = report_stored_points(side->report, routine, &to->point_count);
      } else {
         append_points(side, routine, &collected[at]);
      }
   }
   for (size_t i = 0; i < side->count; i++) {
      Collected* of_one = &collected[i];
      if (of_one->points != NULL) {
         TooLarge ignored;   /* such a sum stays at 2^64-1 */
         points_sort(of_one->points, of_one->count);
         side->routines[i].points = of_one->points;
         side->routines[i].point_count = points_add_equal(of_one->points, of_one->count, &ignored);
         g_ptr_array_add(side->added, of_one->points);
      }
   }
   g_free(collected);
}

static double sum_of_inputs(const SideRoutine* routine)
{
   double sum = 0;
   for (size_t i = 0; i < routine->point_count; i++) {
      sum += (double)routine->points[i].rms * (double)routine->points[i].calls;
   }
   return sum;
}

/*------------------------------------------------------------------*/
/*--- The side                                                   ---*/
/*------------------------------------------------------------------*/

Side* side_make(Report* report, Renames* renames, const char* own)
{
   Side* side = g_new0(Side, 1);
   side->report = report;
   side->total = report_total_cost(report);
   side->texts = g_string_chunk_new(TEXTS_BLOCK_SIZE);
   side->added = g_ptr_array_new_with_free_func(free);
   find_routines(side, renames, own);
   collect_points(side);
   for (size_t i = 0; i < side->count; i++) {
      side->routines[i].inputs = sum_of_inputs(&side->routines[i]);
   }
   return side;
}

void side_free(Side* side)
{
   g_ptr_array_free(side->added, TRUE);
   g_string_chunk_free(side->texts);
   free(side->routines);
   free(side->side_routine);
   g_free(side);
}

uint32_t side_smallest(const SideRoutine* routine)
{
   return routine->points[0].rms;
}

uint32_t side_largest(const SideRoutine* routine)
{
   return routine->points[routine->point_count - 1].rms;
}
