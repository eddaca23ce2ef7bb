/* Finds the lines of routines whose parameters have changed, as the comparison of reports does: the name
   without parameters is that of one routine that has no line, and of one line that has no routine. */

#include "answer/judge/baseline_match.h"

#include "subject/names.h"
#include "util/text.h"

/* Adds something without a counterpart, by "OBJECT\nNAME" without parameters; NULL: several have the name. */
static void add(GHashTable* left, const char* name, const char* object, GStringChunk* texts, gpointer value)
{
   char* key = g_strdup_printf("%s\n%s", object, compare_name_without_parameters(name, texts));
   bool  is_first = !g_hash_table_contains(left, key);
   g_hash_table_insert(left, key, is_first ? value : NULL);
}

static GHashTable* table_new(void)
{
   return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

/* The routines without a line; the others are removed from `gone`, which has all entries. */
static GHashTable* routines_left(Subjects* subjects, Baseline* baseline, GHashTable* gone)
{
   GHashTable* left = table_new();
   for (size_t i = 0; i < subjects->count; i++) {
      const Named*   routine = &subjects->named[i];
      const char*          name = text_printable(routine->name, baseline->texts);
      const char*          object = text_printable(routine->object, baseline->texts);
      const BaselineEntry* entry = baseline_find(baseline, name, object);
      if (entry == NULL) {
         add(left, name, object, baseline->texts, (gpointer)routine);
      }
      g_hash_table_remove(gone, entry);
   }
   return left;
}

static GHashTable* entries_left(Baseline* baseline, GHashTable* gone)
{
   GHashTable*    left = table_new();
   GHashTableIter iterator;
   gpointer       key;
   g_hash_table_iter_init(&iterator, gone);
   while (g_hash_table_iter_next(&iterator, &key, NULL)) {
      const BaselineEntry* entry = key;
      add(left, entry->name, entry->object, baseline->texts, (gpointer)entry);
   }
   return left;
}

void baseline_match(Baseline* baseline, Subjects* subjects)
{
   GHashTable* gone = g_hash_table_new(NULL, NULL);
   for (guint i = 0; i < baseline->entries->len; i++) {
      g_hash_table_add(gone, g_ptr_array_index(baseline->entries, i));
   }
   GHashTable*    routines = routines_left(subjects, baseline, gone);
   GHashTable*    entries = entries_left(baseline, gone);
   GHashTableIter iterator;
   gpointer       key, routine;
   g_hash_table_iter_init(&iterator, routines);
   while (g_hash_table_iter_next(&iterator, &key, &routine)) {
      const BaselineEntry* entry = g_hash_table_lookup(entries, key);
      if (routine != NULL && entry != NULL) {
         g_hash_table_insert(baseline->matched, routine, (gpointer)entry);
      }
   }
   g_hash_table_destroy(gone);
   g_hash_table_destroy(routines);
   g_hash_table_destroy(entries);
}
