/* Names a routine in a sentence about an experiment, and who calls it. */

#include "answer/grow/naming.h"

#include <assert.h>

#include "answer/definition.h"
#include "answer/grow/interpreter.h"
#include "model/own.h"
#include "subject/limits.h"
#include "subject/names.h"
#include "util/text.h"

/* The routine, its caller, the caller's, and who has the loop. */
#define MOST_NAMED    4

const char* naming_short(const RunSubjects* subjects, const RunSubject* routine)
{
   return name_in_sentence(routine->name, routine->mangled, subjects->texts);
}

/* Whether the routine is not to be named: an interpreter's addresses say nothing beside a name. */
static bool says_nothing(const RunSubjects* subjects, const RunSubject* caller)
{
   return own_is_nameless(caller->name) && interpreter_has(subjects, caller);
}

/* Returns how many are named. */
static guint set_named(const RunSubjects* subjects, const Cause* cause, const RunSubject* named[MOST_NAMED])
{
   const RunSubject* routine = cause->named.run;
   const RunSubject* loop = cause->caller.run;
   guint             count = 0;
   double            part = 1;
   while (count < MOST_NAMED - 1 && routine != NULL && part >= PART_MOSTLY
          && (count == 0 || (!run_subject_is_once(routine) && !says_nothing(subjects, routine)))) {
      assert(routine->caller_part >= 0 && routine->caller_part <= 1);
      named[count++] = routine;
      loop = routine == loop ? NULL : loop;
      part = routine->caller_part;
      routine = run_subject_caller(routine);
   }
   if (loop != NULL) {
      named[count++] = loop;
   }
   return count;
}

/* Adds the object to an address, unless it is that of the one before. */
static void add_object(GString* text, const RunSubject* routine, const char** object)
{
   if (own_is_address(routine->name) && g_strcmp0(*object, routine->image) != 0) {
      g_string_append_printf(text, " in %s", text_file_name(routine->image));
      *object = routine->image;
   }
}

/* Adds where the routine is to be changed. */
static void add_definition(GString* text, const RunSubjects* subjects, const RunSubject* routine)
{
   if (routine->is_own) {
      definition_add(text, &(Defined){ &subjects->conditions[subjects->last], routine->image,
                                       definition_symbol(routine->name, routine->mangled) });
   }
}

/* Adds for whom a routine of a library does at least half of its work, if that is not enough to be its
   caller. */
static bool add_main_caller(GString* text, const RunSubjects* subjects, const RunSubject* routine)
{
   const RunSubject* caller = routine->is_own ? NULL : run_subject_caller(routine);
   if (caller == NULL || routine->caller_part < PART_MOST) {
      return false;
   }
   g_string_append_printf(text, ", called mostly by `%s`,", naming_short(subjects, caller));
   return true;
}

bool naming_add(GString* text, const RunSubjects* subjects, const Cause* cause)
{
   static const char* const called[MOST_NAMED] = { "", ", called by ", ", and that by ", ", for " };
   const RunSubject*        routine = cause->named.run;
   const RunSubject*        named[MOST_NAMED];
   guint const              count = set_named(subjects, cause, named);
   const char*              object = NULL;
   g_autofree char*         runs = interpreter_runs(subjects, routine);
   if (runs != NULL) {
      g_string_append_printf(text, "`%s`, which runs %s,", naming_short(subjects, routine), runs);
      return true;
   }
   for (guint i = 0; i < count; i++) {
      bool is_caller = i == 0 || run_subject_caller(named[i - 1]) == named[i];
      g_string_append_printf(text, "%s`%s`", is_caller ? called[i] : ", for ",
                             naming_short(subjects, named[i]));
      add_object(text, named[i], &object);
      if (i == 0) {
         add_definition(text, subjects, named[i]);
      }
   }
   g_string_append(text, count > 1 ? "," : "");
   return count > 1 || add_main_caller(text, subjects, routine);
}

/* Returns NULL if the routine has a name, or its object is not here to be asked. */
static char* lacking_of(const RunSubjects* subjects, const RunSubject* routine)
{
   if (!own_is_address(routine->name) || !g_file_test(routine->image, G_FILE_TEST_IS_REGULAR)) {
      return NULL;
   }
   g_autofree char* advice = definition_advice(&subjects->conditions[subjects->last], routine->image, "it");
   return g_strdup_printf("`%s` is an address: %s has no symbols; %s", routine->name, routine->image, advice);
}

char* naming_lacking(const RunSubjects* subjects, const Cause* cause)
{
   const RunSubject* named[MOST_NAMED];
   g_autofree char*  runs = interpreter_runs(subjects, cause->named.run);
   guint const       count = set_named(subjects, cause, named);
   char*             text = cause->place.name == NULL ? NULL : lacking_of(subjects, cause->place.run);
   /* Whoever calls an interpreter's loop is not named. */
   for (guint i = 0; i < (runs != NULL ? 1 : count) && text == NULL; i++) {
      text = lacking_of(subjects, named[i]);
   }
   return text;
}
