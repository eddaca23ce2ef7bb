/* The text has a line for each law: its numbers and texts, with tabs between. */

#include "history/laws.h"

#include <math.h>
#include <string.h>

#include "subject/names.h"
#include "answer/compare/side.h"
#include "history/experiments.h"

#define FIELDS  8

/*------------------------------------------------------------------*/
/*--- One law                                                    ---*/
/*------------------------------------------------------------------*/

/* The exponent that leads from what is measured to a value at the farthest size. */
static double exponent_to(const Curve* curve, double value)
{
   double exponent = log(value / curve->measured) / log(curve->reach.times[CURVE_FAR]);
   return isfinite(exponent) ? exponent : NAN;
}

RoutineLaw law_of_curve(const Curve* curve, const char* name, const char* object)
{
   const Estimate* far = &curve->at[CURVE_FAR];
   bool            is_known = curve->is_known;
   return (RoutineLaw){
      .name = g_strdup(name), .object = g_strdup(object),
      .state = g_strdup(curve_state_name(is_known ? curve->state : CURVE_OPEN)),
      .class = g_strdup(is_known ? curve->class : ""), .text = g_strdup(is_known ? curve->law : ""),
      .exponent = is_known ? curve->exponent : NAN, .low = is_known ? exponent_to(curve, far->low) : NAN,
      .high = is_known ? exponent_to(curve, far->high) : NAN,
   };
}

void law_clear(RoutineLaw* law)
{
   char* const texts[] = { law->name, law->object, law->state, law->class, law->text };
   for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
      g_free(texts[i]);
   }
   *law = (RoutineLaw){ 0 };
}

static void clear(gpointer law)
{
   law_clear(law);
}

static GArray* laws_new(void)
{
   GArray* laws = g_array_new(FALSE, FALSE, sizeof(RoutineLaw));
   g_array_set_clear_func(laws, clear);
   return laws;
}

/*------------------------------------------------------------------*/
/*--- As text                                                    ---*/
/*------------------------------------------------------------------*/

static char* write_laws(const GArray* laws)
{
   GString* text = g_string_new(NULL);
   for (guint i = 0; i < laws->len; i++) {
      const RoutineLaw* law = &g_array_index(laws, RoutineLaw, i);
      const double      numbers[] = { law->exponent, law->low, law->high };
      for (size_t k = 0; k < G_N_ELEMENTS(numbers); k++) {
         char digits[G_ASCII_DTOSTR_BUF_SIZE] = "";
         if (!isnan(numbers[k])) {
            g_ascii_formatd(digits, sizeof digits, "%.6g", numbers[k]);
         }
         g_string_append_printf(text, "%s\t", digits);
      }
      g_string_append_printf(text, "%s\t%s\t%s\t%s\t%s\n", law->state, law->class, law->text, law->name,
                             law->object);
   }
   return g_string_free(text, FALSE);
}

static double number_in(const char* field)
{
   return *field == '\0' ? NAN : g_ascii_strtod(field, NULL);
}

static GArray* read_laws(const char* text)
{
   GArray* laws = laws_new();
   char**  lines = g_strsplit(text, "\n", -1);
   for (size_t i = 0; lines[i] != NULL; i++) {
      char** fields = g_strsplit(lines[i], "\t", FIELDS);
      if (g_strv_length(fields) == FIELDS) {
         const RoutineLaw law = {
            .exponent = number_in(fields[0]), .low = number_in(fields[1]), .high = number_in(fields[2]),
            .state = g_strdup(fields[3]), .class = g_strdup(fields[4]), .text = g_strdup(fields[5]),
            .name = g_strdup(fields[6]), .object = g_strdup(fields[7]),
         };
         g_array_append_val(laws, law);
      }
      g_strfreev(fields);
   }
   g_strfreev(lines);
   return laws;
}

/*------------------------------------------------------------------*/
/*--- Finding them                                               ---*/
/*------------------------------------------------------------------*/

static void find_in(const RunSubjects* subjects, GArray* laws)
{
   GStringChunk* texts = g_string_chunk_new(4096);
   for (guint i = 0; i < subjects->routines->len; i++) {
      const RunSubject* routine = g_ptr_array_index(subjects->routines, i);
      bool       is_program = g_strcmp0(routine->image, subjects->application) == 0;
      RoutineLaw law = law_of_curve(&routine->growth->total, compare_name(routine->name, texts),
                                    is_program ? COMPARE_PROGRAM : compare_object(routine->image, texts));
      g_array_append_val(laws, law);
   }
   g_string_chunk_free(texts);
}

static GArray* find_laws(Store* store, int64_t record)
{
   GArray*        laws = laws_new();
   Snapshot*      snapshot = store_read(store, record);
   KeptExperiment kept = { 0 };
   Problem        ignored;
   if (snapshot != NULL && snapshot->runs != NULL
       && kept_experiment_make(&kept, snapshot, NULL, "experiment", &ignored)) {
      find_in(kept.subjects, laws);
   }
   kept_experiment_clear(&kept);
   snapshot_free(snapshot);
   return laws;
}

void laws_note(Store* store, int64_t record, const RunSubjects* subjects)
{
   char* text = store_laws(store, record);
   if (text == NULL) {
      GArray* laws = laws_new();
      find_in(subjects, laws);
      text = write_laws(laws);
      store_set_laws(store, record, text);
      g_array_unref(laws);
   }
   g_free(text);
}

GArray* laws_of(Store* store, int64_t record)
{
   char* text = store_laws(store, record);
   if (text == NULL) {
      GArray* found = find_laws(store, record);
      text = write_laws(found);
      store_set_laws(store, record, text);
      g_array_unref(found);
   }
   GArray* laws = read_laws(text);   /* also of those that were found now: numbers are the same each time */
   g_free(text);
   return laws;
}

const RoutineLaw* laws_find(const GArray* laws, const char* name, const char* object)
{
   for (guint i = 0; i < laws->len; i++) {
      const RoutineLaw* law = &g_array_index(laws, RoutineLaw, i);
      if (strcmp(law->name, name) == 0 && (object == NULL || strcmp(law->object, object) == 0)) {
         return law;
      }
   }
   return NULL;
}
