/* The text has a line for each law: its fields, with tabs between. */

#include "history/laws.h"

#include <math.h>
#include <string.h>

#include "history/experiments.h"
#include "subject/names.h"

/*--- One law ---*/

/* Empty if the number is not known.  To be freed. */
static char* number_text(double number)
{
   char digits[G_ASCII_DTOSTR_BUF_SIZE] = "";
   if (isfinite(number)) {
      g_ascii_formatd(digits, sizeof digits, "%.6g", number);
   }
   return g_strdup(digits);
}

/* The exponent that leads from what is measured to a value at the farthest size. */
static double exponent_to(const Curve* curve, double value)
{
   return log(value / curve->measured) / log(curve->reach.times[CURVE_FAR]);
}

/* Makes the law of a curve, with LAW_FIELDS fields and NULL; to be freed by g_strfreev. */
static char** law_of_curve(const Curve* curve, const char* name, const char* object)
{
   const Estimate* far = &curve->at[CURVE_FAR];
   bool            is_known = curve->is_known;
   char**          law = g_new0(char*, LAW_FIELDS + 1);
   law[LAW_EXPONENT] = number_text(is_known ? curve->exponent : NAN);
   law[LAW_LOW] = number_text(is_known ? exponent_to(curve, far->low) : NAN);
   law[LAW_HIGH] = number_text(is_known ? exponent_to(curve, far->high) : NAN);
   law[LAW_STATE] = g_strdup(curve_state_name(is_known ? curve->state : CURVE_OPEN));
   law[LAW_CLASS] = g_strdup(is_known ? curve->class : "");
   law[LAW_TEXT] = g_strdup(is_known ? curve->law : "");
   law[LAW_NAME] = g_strdup(name);
   law[LAW_OBJECT] = g_strdup(object);
   return law;
}

static double number_in(const char* field)
{
   return *field == '\0' ? NAN : g_ascii_strtod(field, NULL);
}

static Answer* value_or_null(const char* field)
{
   return *field == '\0' ? NULL : tree_text(field);
}

Answer* law_value(char* const* law)
{
   Answer* value = tree_object();
   tree_set(value, "class", value_or_null(law[LAW_CLASS]));
   tree_set_text(value, "state", law[LAW_STATE]);
   tree_set(value, "law", value_or_null(law[LAW_TEXT]));
   tree_set(value, "exponent", *law[LAW_EXPONENT] == '\0' ? NULL
            : tree_interval(number_in(law[LAW_EXPONENT]), number_in(law[LAW_LOW]), number_in(law[LAW_HIGH])));
   return value;
}

Answer* law_value_of_curve(const Curve* curve)
{
   g_auto(GStrv) law = law_of_curve(curve, "", "");
   return law_value(law);
}

/*--- All laws ---*/

static GPtrArray* read_laws(const char* text)
{
   GPtrArray* laws = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
   g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
   for (size_t i = 0; lines[i] != NULL; i++) {
      char** law = g_strsplit(lines[i], "\t", LAW_FIELDS);
      if (g_strv_length(law) == LAW_FIELDS) {
         g_ptr_array_add(laws, law);
      } else {
         g_strfreev(law);
      }
   }
   return laws;
}

char* laws_text(const RunSubjects* subjects)
{
   g_autoptr(GStringChunk) texts = g_string_chunk_new(4096);
   GString* text = g_string_new(NULL);
   for (guint i = 0; i < subjects->routines->len; i++) {
      const RunSubject* routine = g_ptr_array_index(subjects->routines, i);
      bool is_program = g_strcmp0(routine->image, subjects->application) == 0;
      const char*      object = is_program ? COMPARE_PROGRAM : compare_object(routine->image, texts);
      g_auto(GStrv)    law = law_of_curve(&routine->growth->total, compare_name(routine->name, texts),
                                          object);
      g_autofree char* line = g_strjoinv("\t", law);
      g_assert(g_strv_length(law) == LAW_FIELDS);
      g_string_append_printf(text, "%s\n", line);
   }
   return g_string_free(text, FALSE);
}

/* To be freed. */
static char* find_laws(Store* store, int64_t record)
{
   g_autoptr(Snapshot)    snapshot = store_read(store, record);
   g_auto(KeptExperiment) kept = { 0 };
   Problem ignored;
   bool is_there = snapshot != NULL && snapshot->runs != NULL
                   && kept_experiment_make(&kept, snapshot, NULL, NULL, "experiment", &ignored);
   return is_there ? laws_text(kept.subjects) : g_strdup("");
}

GPtrArray* laws_of(Store* store, int64_t record)
{
   g_autofree char* text = store_laws(store, record);
   if (text == NULL) {
      text = find_laws(store, record);
      store_set_laws(store, record, text);
   }
   return read_laws(text);
}

char* const* laws_find(const GPtrArray* laws, const char* name, const char* object)
{
   for (guint i = 0; i < laws->len; i++) {
      char* const* law = g_ptr_array_index(laws, i);
      if (strcmp(law[LAW_NAME], name) == 0 && (object == NULL || strcmp(law[LAW_OBJECT], object) == 0)) {
         return law;
      }
   }
   return NULL;
}
