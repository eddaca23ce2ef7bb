#include "answer/interpreted.h"

#include <stdlib.h>
#include <string.h>

#include "model/own.h"
#include "util/text.h"

/* Returns the name of the script, if one of the words of the command shows it. */
static char* script_name(const Interpreted* interpreted)
{
   for (char* const* word = interpreted->words; *word != NULL; word++) {
      if (interpreter_has_ending(interpreted->interpreter, *word)) {
         return g_strdup(text_file_name(*word));
      }
   }
   return g_strdup("the script");
}

char* interpreted_what(const Interpreted* interpreted)
{
   const char* runs = interpreted->interpreter->runs;
   return runs != NULL ? g_strdup(runs) : script_name(interpreted);
}

/* Returns the second number of "python3.11", or -1. */
static int minor_version(const char* name)
{
   const char* point = strstr(name, "3.");
   return point == NULL ? -1 : atoi(point + strlen("3."));
}

bool interpreted_has_mark(const Interpreted* interpreted)
{
   const char* const* marks = interpreted->interpreter->marks;
   bool               has = false;
   for (char* const* word = interpreted->words; *word != NULL; word++) {
      for (size_t i = 0; i < INTERPRETER_NAMES && marks[i] != NULL; i++) {
         has |= g_str_has_prefix(*word, marks[i]);
      }
   }
   return has;
}

/* Whether this version is too old for the option, as its name shows. */
static bool is_too_old(const Interpreted* interpreted)
{
   int version = minor_version(interpreted->name), since = interpreted->interpreter->since;
   return since > 0 && version >= 0 && version < since;
}

const InterpreterOption* interpreted_option(const Interpreted* interpreted)
{
   const Interpreter* interpreter = interpreted->interpreter;
   bool               is_for_aprof = interpreter->for_aprof.says != NULL && !is_too_old(interpreted);
   return interpreted->has_names || interpreted_has_mark(interpreted) ? NULL
        : is_for_aprof ? &interpreter->for_aprof : &interpreter->alone;
}

void interpreted_add_advice(GString* text, const Interpreted* interpreted)
{
   const Interpreter*       interpreter = interpreted->interpreter;
   const InterpreterOption* option = interpreted_option(interpreted);
   if (option == NULL) {
      return;
   }
   if (is_too_old(interpreted)) {
      g_string_append_printf(text, " Python 3.%d does not tell the names of a script's functions; "
                             "Python 3.%d and later does (python3 %s).", minor_version(interpreted->name),
                             interpreter->since, interpreter->for_aprof.words);
   }
   if (option->says != NULL) {
      g_string_append_printf(text, " %s", option->says);
   } else if (interpreter->profiler != NULL) {
      g_string_append_printf(text, " %s can time the script's functions.", interpreter->profiler);
   }
   /* Debian's has no symbols but those that extensions need. */
   if (interpreter->package != NULL && interpreted->object != NULL && own_is_of_system(interpreted->object)) {
      g_string_append_printf(text, " %s names more of its own routines.", interpreter->package);
   }
}

char* interpreted_text(const Interpreted* interpreted)
{
   g_autofree char* what = interpreted_what(interpreted);
   GString*         text = g_string_new(NULL);
   g_string_append_printf(text, "%s is the %s of %s, and its own routines were measured.", interpreted->name,
                          interpreted->interpreter->is_machine ? "virtual machine" : "interpreter", what);
   interpreted_add_advice(text, interpreted);
   return g_string_free(text, FALSE);
}

char* interpreted_line(const Interpreted* interpreted, char* const* words)
{
   const InterpreterOption* option = interpreted_option(interpreted);
   bool          is_alone = option == &interpreted->interpreter->alone;
   g_auto(GStrv) preloaded = is_alone ? interpreter_preloaded(words) : NULL;
   if (option == NULL || (preloaded == NULL && option->words == NULL)) {
      return NULL;
   }
   GString* line = g_string_new(NULL);
   text_append_shell_word(line, words[0]);
   if (preloaded == NULL) {
      g_string_append_printf(line, " %s", option->words);
   }
   text_append_shell_words(line, (preloaded == NULL ? words : preloaded) + 1);
   g_string_append(line, option->then == NULL ? "" : option->then);
   return g_string_free(line, FALSE);
}
