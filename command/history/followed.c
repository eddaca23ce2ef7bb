/* A name that the user has given stands for routines of all objects.  Former names of a routine that was
   moved are of one object. */

#include "history/followed.h"

#include <string.h>

#include "subject/names.h"
#include "util/suggest.h"

/* Between the name and the object of a former name. */
#define SEPARATOR  "\x01"

struct Followed {
   char*         wanted;
   GHashTable*   names;   /* "NAME", or "NAME\x01OBJECT" */
   GStringChunk* texts;
};

Followed* followed_new(const char* name)
{
   Followed* followed = g_new0(Followed, 1);
   followed->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   followed->texts = g_string_chunk_new(256);
   g_hash_table_add(followed->names, g_strdup(name));
   followed->wanted = g_strdup(name);
   return followed;
}

void followed_free(Followed* followed)
{
   if (followed == NULL) {
      return;
   }
   g_hash_table_unref(followed->names);
   g_string_chunk_free(followed->texts);
   g_free(followed->wanted);
   g_free(followed);
}

/* In the same order as compared.c writes former names. */
static bool has_whole(const Followed* followed, const char* name, const char* object)
{
   g_autofree char* whole = g_strconcat(name, SEPARATOR, object, NULL);
   return g_hash_table_contains(followed->names, whole);
}

bool followed_is(const Followed* followed, const char* name, const char* object)
{
   return g_hash_table_contains(followed->names, name)
          || g_hash_table_contains(followed->names, compare_name_without_parameters(name, followed->texts))
          || (object != NULL && has_whole(followed, name, object));
}

bool followed_has(const Followed* followed, const Step* step)
{
   switch (step->kind) {
      case STEP_PROGRAM: return false;
      case STEP_ROUTINE:
      case STEP_RENAMED: return followed_is(followed, step->name, step->object);
      case STEP_ENDED:
      case STEP_WORK:
      case STEP_MARK:    return true;
   }
   return false;
}

bool followed_is_known(const Followed* followed, Store* store, char** near)
{
   g_autoptr(GPtrArray) names = store_routines(store);
   Suggestion suggestion = suggestion_for(followed->wanted);
   bool       is_known = false;
   for (guint i = 0; i < names->len; i++) {
      const ItemName* name = g_ptr_array_index(names, i);
      if (name != NULL) {
         is_known = is_known || followed_is(followed, name->canonical, NULL);
         suggestion_offer(&suggestion, name->canonical);
      }
   }
   *near = g_strdup(suggestion.nearest);
   return is_known;
}

void followed_go_back(Followed* followed, const GArray* steps)
{
   for (guint i = 0; i < steps->len; i++) {
      const Step* step = &g_array_index(steps, Step, i);
      if (step->kind == STEP_RENAMED && followed_is(followed, step->name, step->object)) {
         g_hash_table_add(followed->names, g_strdup(step->text));
      }
   }
}
