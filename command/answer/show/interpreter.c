/* One run of an interpreter: its own routines say nothing of the script. */

#include "answer/interpreted.h"
#include "answer/show/parts.h"
#include "answer/show/show.h"
#include "experiment/input_meant.h"
#include "model/own.h"
#include "util/caller.h"
#include "util/text.h"

/* Whether nothing was measured that the user has written. */
static bool has_no_names(const Request* request)
{
   bool has = false;
   for (size_t i = 0; i < request->ranking.count && !has; i++) {
      has = request_ranked(request, i)->is_own;
   }
   return !has;
}

/* Returns the interpreter, or NULL; `words` gets those of the command, to be freed. */
static const Interpreter* find_interpreter(const Request* request, char*** words)
{
   const Header*      header = report_header(request->report);
   const Interpreter* interpreter = own_interprets(header->application)
                                    ? interpreter_named(text_file_name(header->application)) : NULL;
   bool is_alone = interpreter != NULL && request->options->own == NULL && has_no_names(request);
   bool is_exact;
   *words = is_alone && header->command_line != NULL ? part_command_words(header, &is_exact) : NULL;
   return *words == NULL ? NULL : interpreter;
}

static Interpreted interpreted_of(const Request* request, const Interpreter* interpreter, char** words)
{
   const char* path = report_header(request->report)->application;
   return (Interpreted){
      .interpreter = interpreter, .name = text_file_name(path), .object = path, .words = words,
   };
}

char* answer_interpreted(const Request* request)
{
   g_auto(GStrv)      words = NULL;
   const Interpreter* interpreter = find_interpreter(request, &words);
   if (interpreter == NULL) {
      return NULL;
   }
   const Interpreted interpreted = interpreted_of(request, interpreter, words);
   return interpreted_text(&interpreted);
}

/* Returns the command; NULL: there is none, or `aprof grow`, whose command is printed, says more. */
static char* command_of(const Request* request, const Interpreted* interpreted)
{
   g_auto(GStrv)    words = g_strdupv((char**)interpreted->words);
   g_autofree char* input = input_meant(words, report_header(request->report));
   g_autofree char* own = interpreted_line(interpreted, interpreted->words);
   bool is_for_aprof = interpreted_option(interpreted) == &interpreted->interpreter->for_aprof;
   if (own == NULL || (input != NULL && interpreted->interpreter->profiler != NULL)) {
      return NULL;
   }
   GString* line = is_for_aprof ? caller_line("run ") : g_string_new(NULL);
   if (is_for_aprof) {
      g_string_append_printf(line, "--only=%s -- ", interpreted->name);
   }
   g_string_append(line, own);
   return g_string_free(line, FALSE);
}

Answer* answer_interpreter(const Request* request)
{
   g_auto(GStrv)      words = NULL;
   const Interpreter* interpreter = find_interpreter(request, &words);
   Answer*            value = NULL;
   if (interpreter != NULL) {
      const Interpreted interpreted = interpreted_of(request, interpreter, words);
      g_autofree char*  what = interpreted_what(&interpreted);
      g_autofree char*  text = g_strdup_printf("This tells more of %s itself:", what);
      g_autofree char*  command = command_of(request, &interpreted);
      value = command == NULL ? NULL : tree_object();
      if (value != NULL) {
         tree_set_text(value, "words", text);
         tree_set_text(value, "command", command);
      }
   }
   return value;
}
