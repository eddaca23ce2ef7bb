/* Names a routine in a sentence about an experiment, and who calls it. */

#include "answer/grow/naming.h"

#include <string.h>

#include "answer/definition.h"
#include "answer/grow/culprit.h"
#include "answer/grow/interpreter.h"
#include "model/names.h"
#include "model/own.h"
#include "subject/limits.h"
#include "subject/names.h"

/* The routine, its caller, and the caller's. */
#define MOST_NAMED    3

char* naming_short(const char* name, const char* mangled)
{
   GStringChunk* texts = g_string_chunk_new(64);
   char*         short_name = compare_is_variant(name) ? g_strdup(compare_name(name, texts))
                                                       : name_shorten(name, mangled, SENTENCE_NAME);
   g_string_chunk_free(texts);
   return short_name;
}

/* Whether the routine is not to be named: an interpreter's addresses say nothing beside a name. */
static bool says_nothing(const GrowthFacts* facts, const SizeGrowth* caller)
{
   return own_is_nameless(caller->series->name) && interpreter_has(facts, caller->series);
}

/* Returns how many are named. */
static guint set_named(const GrowthFacts* facts, const SizeGrowth* routine,
                       const RoutineSeries* named[MOST_NAMED])
{
   guint  count = 0;
   double part = 1;
   while (count < MOST_NAMED && routine != NULL && part >= PART_MOSTLY
          && (count == 0 || (!growth_is_once(&routine->calls) && !says_nothing(facts, routine)))) {
      named[count++] = routine->series;
      part = routine->series->caller_part;
      routine = growth_caller(facts, routine);
   }
   return count;
}

/* Adds the object to an address, unless it is that of the one before. */
static void add_object(GString* text, const RoutineSeries* series, const char** object)
{
   if (own_is_address(series->name) && g_strcmp0(*object, series->image) != 0) {
      char* file = g_path_get_basename(series->image);
      g_string_append_printf(text, " in %s", file);
      g_free(file);
      *object = series->image;
   }
}

/* Adds for whom a routine of a library does at least half of its work, if that is not enough to be its
   caller. */
static bool add_main_caller(GString* text, const GrowthFacts* facts, const SizeGrowth* routine)
{
   const SizeGrowth* caller = routine->series->is_own ? NULL : growth_caller(facts, routine);
   if (caller == NULL || routine->series->caller_part < PART_MOST) {
      return false;
   }
   char* name = naming_short(caller->series->name, caller->series->mangled);
   g_string_append_printf(text, ", called mostly by `%s`,", name);
   g_free(name);
   return true;
}

bool naming_add(GString* text, const GrowthFacts* facts, const SizeGrowth* routine)
{
   static const char* const before[MOST_NAMED] = { "", ", called by ", ", and that by " };
   const RoutineSeries*     named[MOST_NAMED];
   guint const              count = set_named(facts, routine, named);
   const char*              object = NULL;
   char*                    runs = interpreter_runs(facts, routine->series);
   if (runs != NULL) {
      char* name = naming_short(routine->series->name, routine->series->mangled);
      g_string_append_printf(text, "`%s`, which runs %s,", name, runs);
      g_free(name);
      g_free(runs);
      return true;
   }
   for (guint i = 0; i < count; i++) {
      char* name = naming_short(named[i]->name, named[i]->mangled);
      g_string_append_printf(text, "%s`%s`", before[i], name);
      add_object(text, named[i], &object);
      g_free(name);
   }
   g_string_append(text, count > 1 ? "," : "");
   return count > 1 || add_main_caller(text, facts, routine);
}

char* naming_lacking(const GrowthFacts* facts, const Header* header, const SizeGrowth* routine)
{
   const RoutineSeries* named[MOST_NAMED];
   char*                runs = interpreter_runs(facts, routine->series);
   guint const          count = runs != NULL ? 1 : set_named(facts, routine, named);
   if (runs != NULL) {
      named[0] = routine->series;   /* whoever calls it is not named */
      g_free(runs);
   }
   for (guint i = 0; i < count; i++) {
      const RoutineSeries* series = named[i];
      if (own_is_address(series->name) && g_file_test(series->image, G_FILE_TEST_IS_REGULAR)) {
         char* advice = definition_advice(header, series->image, "it");
         char* text = g_strdup_printf("`%s` is an address: %s has no symbols; %s", series->name,
                                      series->image, advice);
         g_free(advice);
         return text;
      }
   }
   return NULL;
}
