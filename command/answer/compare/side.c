/* Routines by canonical names.  Nearly all of them are one routine of the report, whose
   points are used as they are. */

#include "answer/compare/side.h"

#include <stdlib.h>
#include <string.h>

#include "model/own.h"
#include "subject/subjects.h"
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

/* Adds the names of a report's variants in an object. */
static void add_variants(GHashTable* variants, const Report* report, Objects* objects, GStringChunk* texts)
{
   for (uint32_t i = 0; i < report_routine_count(report); i++) {
      const Routine* routine = report_routine(report, i);
      if (compare_is_variant(routine->name)) {
         const char* name = compare_name(routine->name, texts);
         g_hash_table_add(variants, (gpointer)full_name(name, routine, objects, texts));
      }
   }
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
      .subject = { .routine = routine, .is_own = own_has(&objects->own, routine) },
      .is_start_up = routine_is_start_up(routine),
      .is_variant = compare_is_variant(routine->name),
   };
}

static void add_routine(SideRoutine* to, const Routine* routine)
{
   to->routines++;
   totals_add(&to->totals, &routine->totals);
   if (routine->totals.real_sum > to->subject.routine->totals.real_sum) {
      to->subject.routine = routine;
   }
}

/* Finds the routines, and which routine of the report is which.  The dynamic linker lets the C library choose
   also variants that are never called then; so the other report tells, too, which routines choose. */
static void find_routines(Side* side, const Report* other, Renames* renames, const char* own)
{
   uint32_t    count = report_routine_count(side->report);
   GHashTable* known = g_hash_table_new(side_hash_names, side_has_equal_names);
   Objects     objects = { g_hash_table_new(g_str_hash, g_str_equal),
                           { report_header(side->report)->application, own } };
   GHashTable* variants = g_hash_table_new(g_str_hash, g_str_equal);
   add_variants(variants, side->report, &objects, side->texts);
   if (other != NULL) {
      add_variants(variants, other, &objects, side->texts);
   }
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

static void set_points(SideRoutine* routine, const Point* points, size_t count, const Header* header)
{
   routine->points = points;
   routine->subject = subject_make(routine->subject.routine, routine->subject.is_own, points, count, header);
   for (size_t i = 0; i < count; i++) {
      routine->inputs += (double)points[i].rms * (double)points[i].calls;
      routine->dearest = MAX(routine->dearest, points[i].max);
   }
}

/* Collects the points of routines that were added up or have contexts: the report has no array of them. */
static void collect_points(Side* side)
{
   Collected*    collected = g_new0(Collected, side->count + 1);
   const Header* header = report_header(side->report);
   bool          has_contexts = report_context_count(side->report) > 0;
   for (uint32_t i = 0; i < report_routine_count(side->report); i++) {
      uint32_t at = side->side_routine[i];
      if (at == NO_ROUTINE) {
         continue;
      }
      SideRoutine*   to = &side->routines[at];
      const Routine* routine = report_routine(side->report, i);
      if (to->routines == 1 && !has_contexts) {
         size_t       count;
         const Point* points = report_stored_points(side->report, routine, &count);
         set_points(to, points, count, header);
      } else {
         append_points(side, routine, &collected[at]);
      }
   }
   for (size_t i = 0; i < side->count; i++) {
      Collected* of_one = &collected[i];
      if (of_one->points != NULL) {
         TooLarge ignored;   /* such a sum stays at 2^64-1 */
         points_sort(of_one->points, of_one->count);
         set_points(&side->routines[i], of_one->points,
                    points_add_equal(of_one->points, of_one->count, &ignored), header);
         g_ptr_array_add(side->added, of_one->points);
      }
   }
   g_free(collected);
}

/*------------------------------------------------------------------*/
/*--- The side                                                   ---*/
/*------------------------------------------------------------------*/

Side* side_make(Report* report, const Report* other, Renames* renames, const char* own)
{
   Side* side = g_new0(Side, 1);
   side->report = report;
   side->total = report_total_cost(report);
   side->whole = report_whole(report);
   side->texts = g_string_chunk_new(TEXTS_BLOCK_SIZE);
   side->added = g_ptr_array_new_with_free_func(free);
   find_routines(side, other, renames, own);
   collect_points(side);
   side->analysis = growth_new();
   return side;
}

void side_free(Side* side)
{
   for (size_t i = 0; i < side->count; i++) {
      subject_growth_free(side->routines[i].subject.growth);
   }
   growth_free(side->analysis);
   g_ptr_array_free(side->added, TRUE);
   g_string_chunk_free(side->texts);
   free(side->routines);
   free(side->side_routine);
   g_free(side);
}

void side_set_total(Side* side, uint64_t total)
{
   side->total = side->whole = total;
   for (size_t i = 0; i < side->count; i++) {
      const SideRoutine* routine = &side->routines[i];
      side->whole -= routine->is_start_up ? MIN(side->whole, routine->totals.self_sum) : 0;
   }
}

double side_share(const Side* side, const SideRoutine* routine)
{
   return share_of(routine->totals.real_sum, side->whole);
}

/*------------------------------------------------------------------*/
/*--- Growth                                                     ---*/
/*------------------------------------------------------------------*/

const Subject* side_subject(Side* side, const SideRoutine* routine)
{
   Subject* subject = &side->routines[routine - side->routines].subject;
   if (subject->growth == NULL && subject->points >= GROWTH_LEAST_POINTS) {
      subject->growth = subject_growth_find(side->analysis, routine->points, subject->points, 0,
                                          GROWTH_FOR_PREDICTIONS);
      side->analysed = routine;
   }
   return subject;
}

const GrowthPowerLaw* side_power_law(Side* side, const SideRoutine* routine, GrowthCase which)
{
   GrowthRecord* record = &side_subject(side, routine)->growth->records[which];
   if (!record->has_power_law) {
      if (side->analysed != routine) {
         growth_set_points(side->analysis, routine->points, routine->subject.points);
         side->analysed = routine;
      }
      record->power_law = *growth_power_law(side->analysis, which);
      record->has_power_law = true;
   }
   return &record->power_law;
}

void side_forget_growth(Side* side, const SideRoutine* routine)
{
   if (routine != NULL) {
      g_clear_pointer(&side->routines[routine - side->routines].subject.growth, subject_growth_free);
   }
}
