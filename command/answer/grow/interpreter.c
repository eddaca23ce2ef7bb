#include "answer/grow/interpreter.h"

#include <string.h>

#include "answer/interpreted.h"
#include "experiment/again.h"
#include "model/interpreters.h"
#include "model/own.h"
#include "run/plan.h"
#include "util/text.h"

/* Programs of GHC are no interpreters, but their runtime runs what seems to have no callers. */
static const char* const ghc_loops[] = { "scheduleWaitThread", "schedule", "stg_returnToStackTop", NULL };

#define GHC_RUNS    "the Haskell code"
#define GHC_ADVICE  "GHC's code jumps where that of others calls, so its costs are often those of the " \
                    "routine that it has come from. A build with -prof, run with +RTS -p, tells them apart."

/* Code that was generated while the program ran has no object. */
#define GENERATED  "NONE"

/* The file with the input that a command makes. */
#define MADE_INPUT  "aprof-input"

/* A run with names takes so many times as long. */
#define LONGER      1.5

/* Returns the name of the program that was measured: that of its report.  To be freed. */
static char* program_name(const RunSubjects* subjects)
{
   char* name = g_strdup(subjects->experiment->program);
   if (name != NULL && g_str_has_suffix(name, ".report")) {
      name[strlen(name) - strlen(".report")] = '\0';
   }
   return name;
}

/* Returns the interpreter that the program is, or else the routine's object; *name is that one's, to be freed
   in any case. */
static const Interpreter* interpreter_of(const RunSubjects* subjects, const RunSubject* routine, char** name)
{
   const Interpreter* interpreter = NULL;
   *name = program_name(subjects);
   if (*name != NULL) {
      interpreter = interpreter_named(*name);
   }
   if (interpreter == NULL) {
      g_free(*name);
      *name = g_strdup(text_file_name(routine->image));
      interpreter = interpreter_named(*name);
   }
   return interpreter;
}

/* Whether functions of the script were measured. */
static bool has_names(const RunSubjects* subjects, const Interpreter* interpreter)
{
   bool has = false;
   for (guint i = 0; i < subjects->all->len && !has; i++) {
      const RunSubject* routine = g_ptr_array_index(subjects->all, i);
      has = routine->is_own && interpreter_has_ending(interpreter, routine->image);
   }
   return has;
}

static Interpreted interpreted_of(const RunSubjects* subjects, const Interpreter* interpreter,
                                  const char* name, const char* object)
{
   return (Interpreted){
      .interpreter = interpreter, .name = name, .object = object,
      .words = subjects->experiment->command, .has_names = has_names(subjects, interpreter),
   };
}

/* Whether the object is a program of GHC: it has the loop of GHC's runtime. */
static bool is_of_ghc(const RunSubjects* subjects, const char* object)
{
   bool is = false;
   for (guint i = 0; i < subjects->all->len && !is; i++) {
      const RunSubject* routine = g_ptr_array_index(subjects->all, i);
      is = strcmp(routine->name, ghc_loops[0]) == 0 && g_strcmp0(routine->image, object) == 0;
   }
   return is;
}

char* interpreter_runs(const RunSubjects* subjects, const RunSubject* routine)
{
   g_autofree char*   name = NULL;
   const Interpreter* interpreter = interpreter_of(subjects, routine, &name);
   if (interpreter != NULL) {
      const Interpreted interpreted = interpreted_of(subjects, interpreter, name, routine->image);
      return interpreter_has_loop(interpreter, routine->name) ? interpreted_what(&interpreted) : NULL;
   }
   bool is_ghc_loop = g_strv_contains(ghc_loops, routine->name) && is_of_ghc(subjects, routine->image);
   return is_ghc_loop ? g_strdup(GHC_RUNS) : NULL;
}

bool interpreter_has(const RunSubjects* subjects, const RunSubject* routine)
{
   g_autofree char*   name = NULL;
   const Interpreter* interpreter = interpreter_of(subjects, routine, &name);
   return interpreter != NULL && !interpreter_has_ending(interpreter, routine->image);
}

bool interpreter_has_script(const RunSubjects* subjects, const RunSubject* routine)
{
   g_autofree char*   name = NULL;
   const Interpreter* interpreter = interpreter_of(subjects, routine, &name);
   return interpreter != NULL && interpreter_has_ending(interpreter, routine->image);
}

/*--- What would name the script's functions ---*/

/* Whether this is a function of the script itself, whose object is the script, or none. */
static bool is_of_script(const Interpreted* interpreted, const RunSubject* routine)
{
   return interpreter_has_ending(interpreted->interpreter, routine->image)
          || (strcmp(routine->image, GENERATED) == 0
              && (interpreted->interpreter->variable != NULL || interpreted_has_mark(interpreted)));
}

char* interpreter_lacking(const RunSubjects* subjects, const RunSubject* culprit)
{
   g_autofree char*   name = NULL;
   const Interpreter* interpreter = interpreter_of(subjects, culprit, &name);
   if (interpreter == NULL) {
      return is_of_ghc(subjects, culprit->image) ? g_strdup(GHC_ADVICE) : NULL;
   }
   const Interpreted interpreted = interpreted_of(subjects, interpreter, name, culprit->image);
   return is_of_script(&interpreted, culprit) ? NULL : interpreted_text(&interpreted);
}

/*--- The command ---*/

/* Returns the text with the input, or the size, of the largest run in the place of {} and {n}. */
static char* filled(const RunSubjects* subjects, const char* text, const char* input)
{
   g_autofree char* size = g_strdup_printf("%.0f", subjects->size[subjects->last]);
   g_autofree char* named = g_strdup_printf("{%s}", subjects->experiment->settings->parameters[0]);
   GString*         made = g_string_new(text);
   g_string_replace(made, "{}", input == NULL ? size : input, 0);
   g_string_replace(made, named, size, 0);
   return g_string_free(made, FALSE);
}

/* Returns the words with the input, or the size, of the largest run in its place. */
static char** filled_words(const RunSubjects* subjects, const char* input)
{
   char* const* words = subjects->experiment->command;
   char**       made = g_new0(char*, g_strv_length((char**)words) + 1);
   for (guint i = 0; words[i] != NULL; i++) {
      made[i] = i == 0 ? g_strdup(words[i]) : filled(subjects, words[i], input);
   }
   return made;
}

/* Returns the command of the experiment with the words behind the interpreter, and what makes its input. */
static char* own_command(const RunSubjects* subjects, const Interpreted* interpreted)
{
   char* const*    words = subjects->experiment->command;
   const Settings* settings = subjects->experiment->settings;
   bool            has_place = plan_has_place(words, PLACE);
   const char*     input = settings->way == INPUT_CUT    ? settings->source
                         : settings->way == INPUT_MADE ? MADE_INPUT : NULL;
   g_auto(GStrv)    made = filled_words(subjects, input);
   g_autofree char* command = interpreted_line(interpreted, made);
   if (command == NULL) {
      return NULL;
   }
   GString* line = g_string_new(NULL);
   if (settings->way == INPUT_MADE) {
      g_autofree char* maker = filled(subjects, settings->source, NULL);
      g_string_append_printf(line, has_place ? "%s > " MADE_INPUT " && " : "%s | ", maker);
   }
   g_string_append(line, command);
   if (settings->way == INPUT_CUT && !has_place) {
      g_string_append(line, " < ");
      text_append_shell_word(line, input);
   }
   return g_string_free(line, FALSE);
}

/* Returns a budget for the same runs once more, which take longer with names; NULL: the usual one will do. */
static char* budget_for_all(const Experiment* experiment)
{
   double seconds = 0;
   for (guint i = 0; i < experiment->runs->len; i++) {
      seconds += experiment_run(experiment, i)->seconds;
   }
   return experiment->settings->is_fixed ? NULL : again_budget(LONGER * seconds);
}

/* Words go behind an interpreter that the command names, and not behind a script or a launcher; and where two
   sizes, or files, take turns, it is not clear which to take. */
char* interpreter_command(const RunSubjects* subjects, const RunSubject* culprit)
{
   g_autofree char*   name = NULL;
   const Settings*    settings = subjects->experiment->settings;
   const char*        program = text_file_name(subjects->experiment->command[0]);
   const Interpreter* interpreter = interpreter_of(subjects, culprit, &name);
   char*              command = NULL;
   if (interpreter == NULL || interpreter_named(program) != interpreter || subjects->other_size != NULL) {
      return NULL;
   }
   const Interpreted        interpreted = interpreted_of(subjects, interpreter, name, culprit->image);
   const InterpreterOption* option = is_of_script(&interpreted, culprit) ? NULL
                                     : interpreted_option(&interpreted);
   if (option == &interpreter->for_aprof) {
      g_autofree char* budget = budget_for_all(subjects->experiment);
      command = again_command(settings, &(Changes){ .budget = budget, .behind_program = option->words });
   } else if (option != NULL && settings->way != INPUT_OF_FILES) {
      command = own_command(subjects, &interpreted);
   }
   return command;
}
