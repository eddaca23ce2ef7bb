/* Adds up files.

   All points are in one array.  Invariant: while files are added, the points before
   `merged` are sorted by owner and rms, and no two of them have the same owner and rms.
   The points after `merged` are those of the newest files, as these had them.  When there
   are as many points after `merged` as before, they are merged in.  So the array never has
   more than twice the points of the result, and the points of one file. */

#include "model/builder.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/memory.h"
#include "util/text.h"

/* The routines of the same names.  One file may have several. */
typedef struct {
   const char* name;
   const char* image;
   const char* mangled;     /* NULL if there is none */
   GArray*     routines;    /* indices; the n-th is for the n-th routine of these names in each file */
   uint32_t    file;        /* number of the newest file that has such a routine */
   uint32_t    found;       /* how many such routines that file has so far */
} Namesakes;

struct Builder {
   Contents    contents;
   bool        is_folded;
   uint32_t    files;           /* number of files so far */

   size_t      routine_capacity;
   GHashTable* namesakes;       /* a set; NULL as long as there is only one file, if that is not folded */

   size_t      context_capacity;
   GHashTable* context_map;     /* from parent and routine to the context; NULL as long as there is none */

   size_t      point_capacity;
   size_t      merged;
   size_t      file_start;      /* first point of the current file */
   const char* too_large;       /* the first sum that exceeded 2^64-1, or NULL */
};

/*--- Routines ---*/

static guint hash_names(gconstpointer key)
{
   const Namesakes* names = key;
   return g_str_hash(names->name) * 31 + g_str_hash(names->image);
}

static gboolean have_same_names(gconstpointer left, gconstpointer right)
{
   const Namesakes* a = left;
   const Namesakes* b = right;
   return strcmp(a->name, b->name) == 0 && strcmp(a->image, b->image) == 0
          && g_strcmp0(a->mangled, b->mangled) == 0;
}

static void free_namesakes(gpointer key)
{
   g_autofree Namesakes* namesakes = key;
   g_array_unref(namesakes->routines);
}

static Namesakes* find_namesakes(const Builder* builder, const Routine* routine)
{
   const Namesakes names = { routine->name, routine->image, routine->mangled, NULL, 0, 0 };
   return g_hash_table_lookup(builder->namesakes, &names);
}

/* New namesakes for the names of this routine, which must stay valid. */
static Namesakes* add_namesakes(Builder* builder, const Routine* routine)
{
   Namesakes* namesakes = g_new0(Namesakes, 1);
   namesakes->name = routine->name;
   namesakes->image = routine->image;
   namesakes->mangled = routine->mangled;
   namesakes->routines = g_array_new(FALSE, FALSE, sizeof(uint32_t));
   g_hash_table_add(builder->namesakes, namesakes);
   return namesakes;
}

/* Routines are found by name only when a second file is added. */
static void find_namesakes_of_first_file(Builder* builder)
{
   builder->namesakes = g_hash_table_new_full(hash_names, have_same_names, free_namesakes, NULL);
   for (uint32_t i = 0; i < builder->contents.routine_count; i++) {
      const Routine* routine = &builder->contents.routines[i];
      Namesakes*     namesakes = find_namesakes(builder, routine);
      if (namesakes == NULL) {
         namesakes = add_namesakes(builder, routine);
      }
      g_array_append_val(namesakes->routines, i);
   }
}

void builder_take_routines(Builder* builder, Routine* routines, uint32_t count, size_t capacity,
                           GStringChunk* texts)
{
   Contents* contents = &builder->contents;
   contents->routines = routines;
   contents->routine_count = count;
   builder->routine_capacity = capacity;
   contents->texts = texts;
}

static const char* copy_text(Builder* builder, const char* text)
{
   return text == NULL ? NULL : g_string_chunk_insert(builder->contents.texts, text);
}

/* Returns its index. */
static uint32_t add_routine(Builder* builder, const Routine* routine)
{
   Contents* contents = &builder->contents;
   uint32_t  index = contents->routine_count++;
   MEMORY_GROW(contents->routines, index, &builder->routine_capacity);
   /* Routines of one image mostly come together, and share its name then. */
   bool same_image = index > 0 && strcmp(contents->routines[index - 1].image, routine->image) == 0;
   contents->routines[index] = (Routine){
      .name = copy_text(builder, routine->name),
      .image = same_image ? contents->routines[index - 1].image : copy_text(builder, routine->image),
      .mangled = copy_text(builder, routine->mangled),
      .first_context = NO_CONTEXT,
      .definition = routine->definition,
   };
   return index;
}

/* The n-th of its names, from 0. */
static uint32_t find_or_add(Builder* builder, const Routine* routine, Namesakes* namesakes, uint32_t found)
{
   if (namesakes == NULL || found == namesakes->routines->len) {
      uint32_t index = add_routine(builder, routine);
      if (namesakes == NULL) {
         namesakes = add_namesakes(builder, &builder->contents.routines[index]);
      }
      g_array_append_val(namesakes->routines, index);
   }
   assert(found < namesakes->routines->len);
   namesakes->file = builder->files;
   namesakes->found = found + 1;
   return g_array_index(namesakes->routines, uint32_t, found);
}

uint32_t builder_find_or_add_routine(Builder* builder, const Routine* routine)
{
   Namesakes* namesakes = find_namesakes(builder, routine);
   uint32_t   found = namesakes != NULL && namesakes->file == builder->files ? namesakes->found : 0;
   return find_or_add(builder, routine, namesakes, found);
}

uint32_t builder_find_or_add_single(Builder* builder, const Routine* routine)
{
   Namesakes* namesakes = find_namesakes(builder, routine);
   bool       is_another = namesakes != NULL && namesakes->file == builder->files;
   uint32_t   index = find_or_add(builder, routine, namesakes, 0);
   builder->contents.routines[index].has_instances |= is_another;
   return index;
}

/*--- Contexts ---*/

/* Two indices fit a pointer. */
static gpointer context_key(uint32_t parent, uint32_t routine)
{
   return GSIZE_TO_POINTER((gsize)parent << 32 | routine);
}

static guint hash_context(gconstpointer key)
{
   gsize indices = GPOINTER_TO_SIZE(key);
   return (guint)(indices >> 32) * 31 + (guint)indices;
}

uint32_t builder_find_or_add_context(Builder* builder, uint32_t parent, uint32_t routine)
{
   Contents* contents = &builder->contents;
   gpointer  key = context_key(parent, routine);
   gpointer  found;
   if (builder->context_map == NULL) {
      builder->context_map = g_hash_table_new(hash_context, NULL);
   }
   if (g_hash_table_lookup_extended(builder->context_map, key, NULL, &found)) {
      return GPOINTER_TO_UINT(found);
   }
   uint32_t index = contents->context_count++;
   MEMORY_GROW(contents->contexts, index, &builder->context_capacity);
   contents->contexts[index] = (Context){ .routine = routine, .parent = parent };
   g_hash_table_insert(builder->context_map, key, GUINT_TO_POINTER(index));
   return index;
}

/*--- Points ---*/

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
   MEMORY_GROW(contents->points, contents->point_count, &builder->point_capacity);
   return &contents->points[contents->point_count++];
}

/* Notes the first sum that is too large: its name, its routine, and the points that it adds up. */
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
   assert(builder->merged <= contents->point_count);
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
   assert(builder->merged <= builder->file_start && builder->file_start <= contents->point_count);
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
      g_autofree uint32_t* owners = g_new(uint32_t, contents->context_count);
      for (uint32_t i = 0; i < contents->context_count; i++) {
         owners[i] = contents->contexts[i].routine;
      }
      contents_change_owners(contents, 0, builder->file_start, owners);
      builder->merged = 0;
      contents->context_count = 0;
      g_clear_pointer(&builder->context_map, g_hash_table_destroy);
   }
}

/*--- Files ---*/

Builder* builder_new(bool is_folded)
{
   Builder* builder = g_new0(Builder, 1);
   builder->is_folded = is_folded;
   if (is_folded) {
      builder->contents.texts = g_string_chunk_new(TEXTS_BLOCK_SIZE);
      find_namesakes_of_first_file(builder);
   }
   return builder;
}

void builder_begin_file(Builder* builder)
{
   if (builder->files == 1 && builder->namesakes == NULL) {
      find_namesakes_of_first_file(builder);
   }
   builder->files++;
   builder->file_start = builder->contents.point_count;
}

void builder_abandon_file(Builder* builder)
{
   assert(builder->files > 0);
   builder->contents.point_count = builder->file_start;
   builder->files--;
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

/*--- The report ---*/

/* Links each owner to its points, and adds them up. */
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
   uint32_t count = builder->contents.routine_count;
   g_autofree uint32_t* ordinals = g_new(uint32_t, count);
   GHashTableIter namesakes;
   gpointer       key;
   g_hash_table_iter_init(&namesakes, builder->namesakes);
   while (g_hash_table_iter_next(&namesakes, &key, NULL)) {
      const GArray* routines = ((const Namesakes*)key)->routines;
      for (uint32_t i = 0; i < routines->len; i++) {
         ordinals[g_array_index(routines, uint32_t, i)] = i;
      }
   }
   order_routines(&builder->contents, ordinals);
}

static void free_tables(Builder* builder)
{
   g_clear_pointer(&builder->namesakes, g_hash_table_destroy);
   g_clear_pointer(&builder->context_map, g_hash_table_destroy);
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
   if (builder->is_folded) {
      folding_settle(&builder->contents);
   }
   add_up_points(builder);
   assert(builder->merged == builder->contents.point_count);

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
   g_free(builder);
   return report;
}

void builder_free(Builder* builder)
{
   free_tables(builder);
   contents_free(&builder->contents);
   g_free(builder);
}
