/* Valgrind's help names its options, and those of the tool, but not all.  So an option that is not there is
   tried.  Of a Valgrind without the tool, there is no such help. */

#include "run/valgrind_options.h"

#include <string.h>
#include <unistd.h>

#include "run/valgrind.h"
#include "util/suggest.h"

/* Prints nothing, and does nothing. */
#define TRIED_PROGRAM  "true"

/* Begins the tool's own options in Valgrind's help. */
#define HEAD_OF_TOOL   "user options for aprof"

/* Runs Valgrind with these words, up to NULL.  Returns what it prints to both outputs; NULL: it does not
   run. */
static char* output_of(const Valgrind* valgrind, const char* const* words)
{
   g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
   g_autofree char*        out = NULL;
   g_autofree char*        err = NULL;
   g_strv_builder_add_many(builder, valgrind->path, "--tool=aprof", NULL);
   g_strv_builder_addv(builder, (const char**)words);
   g_auto(GStrv) line = g_strv_builder_end(builder);
   bool has_run = g_spawn_sync(NULL, line, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, &err, NULL,
                               NULL);
   return has_run ? g_strconcat(out, err, NULL) : NULL;
}

/* The names of the options in the help, with dashes, up to NULL. */
static char** names_in(const char* help)
{
   g_autoptr(GStrvBuilder) names = g_strv_builder_new();
   g_auto(GStrv)           lines = g_strsplit(help == NULL ? "" : help, "\n", -1);
   for (size_t i = 0; lines[i] != NULL; i++) {
      const char* word = g_strchug(lines[i]);
      for (; (word = strstr(word, "--")) != NULL; word += strcspn(word, " ")) {
         g_autofree char* name = g_strndup(word, strcspn(word, "=[ ,;)"));
         g_strv_builder_add(names, name);
      }
   }
   return g_strv_builder_end(names);
}

/* Returns "--drms=no|yes" for an option that is in the help with a value, and is given without one; NULL: it
   is none.  To be freed. */
static char* form_with_value(const char* help, const char* option)
{
   g_autofree char* head = g_strdup_printf(" %s=", option);
   const char* found = strchr(option, '=') == NULL ? strstr(help, head) : NULL;
   return found == NULL ? NULL : g_strndup(found + 1, strcspn(found + 1, " \n"));
}

static bool is_refused(const Valgrind* valgrind, const char* option)
{
   const char* const words[] = { "-q", "--aprof-out-file=/dev/null", option, TRIED_PROGRAM, NULL };
   g_autofree char* text = output_of(valgrind, words);
   g_autofree char* message = g_strconcat("Unknown option: ", option, NULL);
   return text != NULL && strstr(text, message) != NULL;
}

static bool is_known(const Valgrind* valgrind, const char* option, char** names)
{
   g_autofree char* name = g_strndup(option, strcspn(option, "="));
   return option[1] != '-' || g_strv_contains((const char* const*)names, name)
          || !is_refused(valgrind, option);
}

static bool refuse(const char* option, const char* where, const Option* own, char** names, Problem* problem)
{
   Suggestion  suggestion = suggestion_for_option(option);
   const char* name = option_meant(own, option);
   g_autofree char* own_name = name == NULL ? NULL : g_strconcat("--", name, NULL);
   if (own_name != NULL) {
      suggestion_offer(&suggestion, own_name);
   }
   for (; *names != NULL; names++) {
      suggestion_offer(&suggestion, *names);
   }
   g_autofree char* meant = suggestion_text("", suggestion.nearest);
   return problem_set(problem, NULL, 0, "%s%s is an option neither of %s nor of Valgrind and its tool "
                      "aprof%s",
                      option, where, g_get_prgname(), meant);
}

/* `help`: what Valgrind prints for its help with the tool; NULL: it does not run. */
static bool has_tool(const Valgrind* valgrind, const char* help, Problem* problem)
{
   if (help == NULL) {
      return problem_set(problem, valgrind->path, 0, "cannot be run: is it a Valgrind?");
   }
   if (strstr(help, HEAD_OF_TOOL) != NULL) {
      return true;
   }
   if (strstr(help, "failed to start tool") == NULL) {
      return problem_set(problem, valgrind->path, 0, "is no Valgrind, or one that cannot run the tool aprof");
   }
   const char* directory = g_getenv("VALGRIND_LIB");
   return problem_set(problem, valgrind->path, 0, "has no tool aprof in %s: `make install` puts it into %s; "
                      "VALGRIND_LIB=DIRECTORY names another place, --valgrind=PROGRAM another Valgrind",
                      directory != NULL ? directory : "its directory of tools", TOOL_DIRECTORY);
}

static bool check(const Valgrind* valgrind, const GPtrArray* options, char** variable, const Option* own,
                  Problem* problem)
{
   const char* const words[] = { "--help-debug", NULL };
   g_autofree char* help = output_of(valgrind, words);
   g_auto(GStrv)    names = names_in(help);
   bool done = !valgrind_has_room_for_files(getpid()) || has_tool(valgrind, help, problem);
   for (guint i = 0; i < options->len && done; i++) {
      const char* option = g_ptr_array_index(options, i);
      g_autofree char* form = form_with_value(help, option);
      done = form != NULL ? problem_set(problem, NULL, 0, "%s: a value is needed, as in %s", option, form)
             : is_known(valgrind, option, names) || refuse(option, "", own, names, problem);
   }
   for (; *variable != NULL && done; variable++) {
      done = (*variable)[0] != '-' || is_known(valgrind, *variable, names)
             || refuse(*variable, " (in the variable VALGRIND_OPTS)", own, names, problem);
   }
   return done;
}

bool valgrind_options_check(const char* wanted, const GPtrArray* options, const Option* own, Problem* problem)
{
   const char*      variable = g_getenv("VALGRIND_OPTS");
   g_auto(GStrv)    words = g_strsplit(variable == NULL ? "" : variable, " ", -1);
   g_auto(Valgrind) valgrind = { 0 };
   bool done = valgrind_find(&valgrind, wanted, problem) && check(&valgrind, options, words, own, problem);
   if (!done) {
      problem_keep_file(problem);
   }
   return done;
}
