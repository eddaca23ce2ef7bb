/* Subjects by canonical names.  Nearly all of them are one routine of the report, whose points are used as
   they are.  The C library's strlen beside __strlen_avx2, in either report of a comparison, is what chooses
   that one, so it has a name of its own here: strlen (resolver). */

#include "subject/subjects.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "model/own.h"
#include "model/points.h"
#include "util/memory.h"

/*--- Names ---*/

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

guint named_hash(gconstpointer key)
{
   const Named* named = key;
   return g_str_hash(named->name) * 31 + g_str_hash(named->object);
}

gboolean named_is_equal(gconstpointer left, gconstpointer right)
{
   const Named* a = left;
   const Named* b = right;
   return strcmp(a->name, b->name) == 0 && strcmp(a->object, b->object) == 0;
}

/*--- Routines ---*/

/* The name of a routine in an object. */
static const char* full_name(const char* name, const Routine* routine, Objects* objects, GStringChunk* texts)
{
   g_autofree char* text = g_strconcat(object_of(objects, routine->image, texts), "\n", name, NULL);
   return g_string_chunk_insert_const(texts, text);
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
   g_autofree char* text = g_strconcat(name, RESOLVER, NULL);
   return g_string_chunk_insert_const(texts, text);
}

/* Makes a subject, by the first of those that are one in it. */
static void describe(const Routine* routine, Objects* objects, GHashTable* variants, Renames* renames,
                     GStringChunk* texts, Named* named)
{
   const char* name = name_of(routine, objects, variants, texts);
   *named->subject = subject_make(routine, &objects->own);
   named->name = renames == NULL ? name : renames_apply(renames, name, texts);
   named->object = object_of(objects, routine->image, texts);
   named->is_variant = compare_is_variant(routine->name);
}

static void add_routine(Named* to, const Routine* routine)
{
   to->routines++;
   totals_add(&to->totals, &routine->totals);
   if (routine->totals.real_sum > to->subject->routine->totals.real_sum) {
      to->subject->routine = routine;
   }
}

/* Finds the subjects, and of which each routine of the report is.  The dynamic linker lets the C library
   choose also variants that are never called then; so the other report tells, too, which routines choose. */
static void find_subjects(Subjects* subjects, const Report* other, Renames* renames, const char* own)
{
   uint32_t    count = report_routine_count(subjects->report);
   g_autoptr(GHashTable) known = g_hash_table_new(named_hash, named_is_equal);
   Objects     objects = { g_hash_table_new(g_str_hash, g_str_equal),
                           own_code_of(report_header(subjects->report)->application, own) };
   g_autoptr(GHashTable) variants = g_hash_table_new(g_str_hash, g_str_equal);
   add_variants(variants, subjects->report, &objects, subjects->texts);
   if (other != NULL) {
      add_variants(variants, other, &objects, subjects->texts);
   }
   subjects->list = memory_resize(NULL, (size_t)count + 1, sizeof *subjects->list);
   subjects->named = memory_resize(NULL, (size_t)count + 1, sizeof *subjects->named);
   subjects->index_of = memory_resize(NULL, (size_t)count + 1, sizeof *subjects->index_of);
   for (uint32_t i = 0; i < count; i++) {
      const Routine* routine = report_routine(subjects->report, i);
      subjects->index_of[i] = NO_ROUTINE;
      if (routine->points == 0) {
         continue;
      }
      Named* added = &subjects->named[subjects->count];
      *added = (Named){ .subject = &subjects->list[subjects->count] };
      describe(routine, &objects, variants, renames, subjects->texts, added);
      Named* found = g_hash_table_lookup(known, added);
      if (found == NULL) {
         found = added;
         g_hash_table_add(known, added);
         subjects->count++;
      }
      add_routine(found, routine);
      subjects->index_of[i] = (uint32_t)(found - subjects->named);
      assert(subjects->index_of[i] < subjects->count);
   }
   subjects->length = subjects->count;
   g_hash_table_destroy(objects.objects);
}

/*--- Points ---*/

typedef struct {
   Point* points;
   size_t count;
} Collected;

static void append_points(const Subjects* subjects, const Routine* routine, Collected* to)
{
   size_t       count;
   const Point* added = report_routine_points(subjects->report, routine, &count);
   to->points = memory_resize(to->points, to->count + count, sizeof *to->points);
   for (size_t i = 0; i < count; i++) {
      to->points[to->count] = added[i];
      to->points[to->count++].owner = 0;
   }
}

static void set_points(Named* named, const Point* points, size_t count, const Header* header)
{
   named->points = points;
   subject_set_points(named->subject, points, count, header);
   for (size_t i = 0; i < count; i++) {
      named->inputs += (double)points[i].rms * (double)points[i].calls;
      named->dearest = MAX(named->dearest, points[i].max);
   }
}

/* Collects the points of routines that were added up or have contexts: the report has no array of them. */
static void collect_points(Subjects* subjects)
{
   g_autofree Collected* collected = g_new0(Collected, subjects->count + 1);
   const Header* header = report_header(subjects->report);
   bool has_contexts = report_context_count(subjects->report) > 0;
   for (uint32_t i = 0; i < report_routine_count(subjects->report); i++) {
      uint32_t at = subjects->index_of[i];
      if (at == NO_ROUTINE) {
         continue;
      }
      Named*         to = &subjects->named[at];
      const Routine* routine = report_routine(subjects->report, i);
      if (to->routines == 1 && !has_contexts) {
         size_t       count;
         const Point* points = report_stored_points(subjects->report, routine, &count);
         set_points(to, points, count, header);
      } else {
         append_points(subjects, routine, &collected[at]);
      }
   }
   for (size_t i = 0; i < subjects->count; i++) {
      Collected* of_one = &collected[i];
      if (of_one->points != NULL) {
         TooLarge ignored;   /* such a sum stays at 2^64-1 */
         points_sort(of_one->points, of_one->count);
         set_points(&subjects->named[i], of_one->points,
                    points_add_equal(of_one->points, of_one->count, &ignored), header);
         g_ptr_array_add(subjects->added, of_one->points);
      }
   }
}

Subjects* subjects_by_name(Report* report, const Report* other, Renames* renames, const char* own)
{
   Subjects* subjects = g_new0(Subjects, 1);
   subjects->report = report;
   subjects->analysis = growth_new();
   subjects->total = report_total_cost(report);
   subjects->whole = report_whole(report);
   subjects->texts = g_string_chunk_new(TEXTS_BLOCK_SIZE);
   subjects->added = g_ptr_array_new_with_free_func(free);
   find_subjects(subjects, other, renames, own);
   collect_points(subjects);
   return subjects;
}

void subjects_set_total(Subjects* subjects, uint64_t total)
{
   uint64_t start_up = 0, main_cost = 0;
   for (size_t i = 0; i < subjects->count; i++) {
      const Subject* subject = &subjects->list[i];
      const Totals*  totals = &subjects->named[i].totals;
      start_up += subject->is_start_up ? MIN(total - start_up, totals->self_sum) : 0;
      main_cost = routine_is_main(subject->routine) ? MAX(main_cost, totals->real_sum) : main_cost;
   }
   subjects->total = total;
   subjects->whole = whole_of(total, start_up, main_cost);
   assert(subjects->whole <= total);
}

/*--- Growth ---*/

static const Subject* find_growth(Subjects* subjects, size_t index)
{
   assert(index < subjects->count);
   Subject* subject = &subjects->list[index];
   if (subject->growth == NULL && subject->points >= GROWTH_LEAST_POINTS) {
      subject->growth = subject_growth_find(subjects->analysis, subjects->named[index].points,
                                            subject->points, 0, GROWTH_FOR_PREDICTIONS);
      subjects->analysed = subject;
   }
   return subject;
}

const ClassRange* subjects_case(Subjects* subjects, size_t index, GrowthCase which)
{
   return subject_case(find_growth(subjects, index), which);
}

GrowthPrediction subjects_predict(Subjects* subjects, size_t index, double n)
{
   return subject_predict(find_growth(subjects, index), GROWTH_MEAN, n);
}

const GrowthPowerLaw* subjects_law(Subjects* subjects, size_t index, GrowthCase which)
{
   const Subject* subject = find_growth(subjects, index);
   assert(subject->growth != NULL);
   GrowthRecord*  record = &subject->growth->records[which];
   if (!record->has_power_law) {
      if (subjects->analysed != subject) {
         growth_set_points(subjects->analysis, subjects->named[index].points, subject->points);
         subjects->analysed = subject;
      }
      record->power_law = *growth_power_law(subjects->analysis, which);
      record->has_power_law = true;
   }
   return &record->power_law;
}

void subjects_forget_growth(Subjects* subjects, const Named* named)
{
   assert(named >= subjects->named && named < subjects->named + subjects->count);
   g_clear_pointer(&subjects->list[named - subjects->named].growth, subject_growth_free);
}
