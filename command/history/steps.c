/* Finds steps once, and keeps them in the store.  A step as text is a line: KIND DIRECTION CLASS FACTOR NAME
   OBJECT TEXT, with tabs between. */

#include "history/steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*--- As text ---*/

static void append_field(GString* line, const char* text)
{
   g_string_append_c(line, '\t');
   for (const char* at = text; *at != '\0'; at++) {
      g_string_append_c(line, *at == '\t' || *at == '\n' ? ' ' : *at);
   }
}

static char* write_steps(const GArray* steps)
{
   GString* text = g_string_new(NULL);
   for (guint i = 0; i < steps->len; i++) {
      const Step* step = &g_array_index(steps, Step, i);
      char        factor[G_ASCII_DTOSTR_BUF_SIZE];
      g_assert(abs(step->direction) <= 1 && !(step->factor < 0));
      g_ascii_formatd(factor, sizeof factor, "%.6g", isnan(step->factor) ? 0 : step->factor);
      g_string_append_printf(text, "%s\t%d\t%d\t%s", step_names[step->kind], step->direction,
                             (int)step->is_class, factor);
      append_field(text, step->name);
      append_field(text, step->object);
      append_field(text, step->text);
      g_string_append_c(text, '\n');
   }
   return g_string_free(text, FALSE);
}

static StepKind kind_of(const char* name)
{
   StepKind kind = STEP_PROGRAM;
   while (kind < STEP_RENAMED && strcmp(step_names[kind], name) != 0) {
      kind++;
   }
   return kind;
}

static GArray* read_steps(const char* text)
{
   GArray* steps = steps_new();
   g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
   for (size_t i = 0; lines[i] != NULL; i++) {
      g_auto(GStrv) fields = g_strsplit(lines[i], "\t", 7);
      if (g_strv_length(fields) == 7) {
         double factor = g_ascii_strtod(fields[3], NULL);
         Step   step = {
            .kind = kind_of(fields[0]), .direction = atoi(fields[1]), .is_class = strcmp(fields[2], "1") == 0,
            .factor = factor == 0 ? NAN : factor, .name = g_strdup(fields[4]), .object = g_strdup(fields[5]),
            .text = g_strdup(fields[6]),
         };
         g_array_append_val(steps, step);
      }
   }
   return steps;
}

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

static GArray* find_steps(Store* store, int64_t record, const GArray* since, const char* own)
{
   GArray* steps = steps_new();
   for (guint i = 0; i < since->len; i++) {
      const Snapshot* now = store_look(store, record);
      const Snapshot* before = store_look(store, g_array_index(since, int64_t, i));
      if (now == NULL || before == NULL) {
         continue;
      }
      if (i == 0) {
         g_autofree char* laws = NULL;
         compared_steps(before, now, own, steps, own == NULL ? &laws : NULL);
         if (laws != NULL) {
            store_set_laws(store, record, laws);
         }
      } else {
         g_autoptr(GArray) others = steps_new();
         compared_steps(before, now, own, others, NULL);
         keep_common(steps, others);
      }
   }
   if (since->len > 1) {
      remove_sum(steps);
   }
   return steps;
}

/*--- Stored ---*/

static char* key_of(const GArray* since, const char* own)
{
   GString* key = g_string_new(NULL);
   for (guint i = 0; i < since->len; i++) {
      g_string_append_printf(key, "%s%" G_GINT64_FORMAT, i == 0 ? "" : " ", g_array_index(since, int64_t, i));
   }
   if (own != NULL) {
      g_string_append_printf(key, " %s", own);
   }
   return g_string_free(key, FALSE);
}

bool steps_are_known(Store* store, int64_t record, const GArray* since, const char* own)
{
   g_autofree char* key = key_of(since, own);
   g_autofree char* text = store_steps(store, record, key);
   return text != NULL;
}

GArray* steps_of(Store* store, int64_t record, const GArray* since, const char* own)
{
   if (since->len == 0) {
      return steps_new();
   }
   g_autofree char* key = key_of(since, own);
   char*   text = store_steps(store, record, key);
   GArray* steps = text != NULL ? read_steps(text) : find_steps(store, record, since, own);
   if (text == NULL) {
      text = write_steps(steps);
      store_set_steps(store, record, key, text);
   }
   g_free(text);
   return steps;
}
