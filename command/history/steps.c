/* Finds steps once, and keeps them in the store. */

#include "history/steps.h"

#include <string.h>

#include "history/compared.h"
#include "history/laws.h"

/*--- Several ancestors ---*/

static bool has_step(const GArray* steps, const Step* step)
{
   for (guint i = 0; i < steps->len; i++) {
      const Step* other = &g_array_index(steps, Step, i);
      if (other->kind == step->kind && other->direction == step->direction
          && strcmp(other->name, step->name) == 0 && strcmp(other->object, step->object) == 0) {
         return true;
      }
   }
   return false;
}

/* Removes what the others do not have; but a routine that was renamed stays one line. */
static void keep_common(GArray* steps, const GArray* others)
{
   for (guint i = steps->len; i > 0; i--) {
      const Step* step = &g_array_index(steps, Step, i - 1);
      if (step->kind != STEP_RENAMED && !has_step(others, step)) {
         g_array_remove_index(steps, i - 1);
      }
   }
}

/* If no routine is other than in all parents, the program only has the changes of several. */
static void remove_sum(GArray* steps)
{
   bool has_routine = false;
   for (guint i = 0; i < steps->len; i++) {
      has_routine = has_routine || g_array_index(steps, Step, i).kind == STEP_ROUTINE;
   }
   for (guint i = has_routine ? 0 : steps->len; i > 0; i--) {
      if (g_array_index(steps, Step, i - 1).kind == STEP_PROGRAM) {
         g_array_remove_index(steps, i - 1);
      }
   }
}

/* A record whose laws are not known. */
typedef struct {
   Store*  store;
   int64_t record;
} LawsOf;

static void note_laws(void* data, const RunSubjects* now)
{
   const LawsOf* of = data;
   laws_note(of->store, of->record, now);
}

static GArray* find_steps(Store* store, int64_t record, const GArray* since)
{
   LawsOf  of = { store, record };
   GArray* steps = steps_new();
   for (guint i = 0; i < since->len; i++) {
      const Snapshot* now = store_look(store, record);
      const Snapshot* before = store_look(store, g_array_index(since, int64_t, i));
      if (now == NULL || before == NULL) {
         continue;
      }
      if (i == 0) {
         compared_steps(before, now, steps, note_laws, &of);
      } else {
         g_autoptr(GArray) others = steps_new();
         compared_steps(before, now, others, NULL, NULL);
         keep_common(steps, others);
      }
   }
   if (since->len > 1) {
      remove_sum(steps);
   }
   return steps;
}

/*--- Stored ---*/

static char* key_of(const GArray* since)
{
   GString* key = g_string_new(NULL);
   for (guint i = 0; i < since->len; i++) {
      g_string_append_printf(key, "%s%" G_GINT64_FORMAT, i == 0 ? "" : " ", g_array_index(since, int64_t, i));
   }
   return g_string_free(key, FALSE);
}

bool steps_are_known(Store* store, int64_t record, const GArray* since)
{
   g_autofree char* key = key_of(since);
   g_autofree char* text = store_steps(store, record, key);
   return text != NULL;
}

GArray* steps_of(Store* store, int64_t record, const GArray* since)
{
   g_autofree char* key = key_of(since);
   char*   text = store_steps(store, record, key);
   GArray* steps = text != NULL ? steps_read(text) : find_steps(store, record, since);
   if (text == NULL) {
      text = steps_write(steps);
      store_set_steps(store, record, key, text);
   }
   g_free(text);
   return steps;
}
