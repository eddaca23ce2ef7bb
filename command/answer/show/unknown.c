/* One run cannot tell how all of the cost grows, and confirms no class.  This code says how much is open, and
   which experiment tells: the program's own command, with inputs of several sizes. */

#include "subject/subject.h"
#include "answer/show/parts.h"
#include "answer/show/show.h"

#include <string.h>

#include "experiment/input_meant.h"
#include "run/plan.h"
#include "subject/limits.h"
#include "util/text.h"

/* Returns the part of the cost that was spent in routines whose growth is open.  That of the rest, beyond the
   limit, is open whether or not somebody has looked: all formats say the same of the program. */
static double open_share(const Request* request)
{
   uint64_t open = 0;
   for (size_t i = 0; i < request->ranking.count; i++) {
      const Subject* subject = request_ranked(request, i);
      bool is_open = subject->is_rest
                     || (!range_has_class(subject_case(subject, GROWTH_MEAN))
                         && !subject_has_fixed_input(subject));
      if (subject->section != SECTION_START_UP && is_open) {
         open += subject->routine->totals.self_sum;
      }
   }
   return subjects_share_of(request->subjects, open);
}

/* Whether a shell would take the word apart.  So it was quoted, maybe with the words around it. */
static bool is_shell_code(const char* word)
{
   return strpbrk(word, "|&;<>()$`\\\"' \t\n*?[]#~") != NULL;
}

/* Leaves the program of words that cannot be given to a shell again. */
static bool forget_arguments(char** words)
{
   bool has_code = false;
   for (char** word = words + 1; *word != NULL; word++) {
      has_code |= is_shell_code(*word);
   }
   for (guint i = 1; has_code && words[i] != NULL; i++) {
      g_free(words[i]);
      words[i] = i == 1 ? g_strdup("...") : NULL;
   }
   return has_code;
}

/* Returns the words of the command that `aprof run` has recorded, if it is that of the program: the report
   has them with blanks between, and the path of the program.  NULL: it is another one, or not known. */
static char** recorded_words(const Header* header, const char* command_line)
{
   const char*   command = header_comment(header, HEADER_COMMAND);
   const char*   quoted = header_comment(header, HEADER_WORDS);
   g_auto(GStrv) words = NULL;
   if (quoted != NULL ? !g_shell_parse_argv(quoted, NULL, &words, NULL) : command == NULL) {
      return NULL;
   }
   words = words != NULL ? words : g_strsplit(command, " ", -1);
   g_autofree char* line = g_strjoinv(" ", words);
   char*            arguments = line + strlen(words[0]);
   size_t           length = strlen(command_line), behind = strlen(arguments);
   bool             is_same = length > behind && strcmp(command_line + length - behind, arguments) == 0;
   g_autofree char* program = g_strndup(command_line, is_same ? length - behind : 0);
   is_same = is_same && strcmp(text_file_name(program), text_file_name(words[0])) == 0;
   return is_same ? g_steal_pointer(&words) : NULL;
}

/* Returns the words of the command as far as blanks tell them apart. */
static char** likely_words(const Header* header, const char* command_line)
{
   size_t           program = header_program_length(header, command_line);
   g_autofree char* line = g_strconcat("PROGRAM", command_line + program, NULL);
   char**           words = g_strsplit(line, " ", -1);
   g_free(words[0]);
   words[0] = g_strndup(command_line, program);
   return words;
}

/* Puts {} in the place of the input, and returns the option that says what that is; NULL: it is not known. */
static char* take_input(char*** words, bool is_exact, const Header* header)
{
   char* option = input_meant(*words, header);
   if (is_exact || !forget_arguments(*words)) {
      return option;
   }
   if (option != NULL && g_str_has_prefix(option, "--input=")) {
      char** short_words = g_strdupv((char*[]){ **words, (char*)"...", (char*)PLACE, NULL });
      g_strfreev(*words);
      *words = short_words;
      return option;
   }
   g_free(option);
   return NULL;
}

char** part_command_words(const Header* header, bool* is_exact)
{
   char** recorded = recorded_words(header, header->command_line);
   *is_exact = recorded != NULL && header_comment(header, HEADER_WORDS) != NULL;
   return recorded != NULL ? recorded : likely_words(header, header->command_line);
}

/* Returns the line for the shell, and whether it has an input. */
static char* experiment_command(const Header* header, bool* has_input)
{
   bool             is_exact;
   g_auto(GStrv)    words = part_command_words(header, &is_exact);
   g_autofree char* option = take_input(&words, is_exact, header);
   *has_input = option != NULL;
   return input_meant_line(NULL, option, words);
}

Answer* answer_unknown(const Request* request)
{
   const Header* header = report_header(request->report);
   if (header->command_line == NULL || !header_has_input(header)) {
      return NULL;
   }
   bool             has_input;
   Answer*          value = tree_object();
   g_autofree char* command = experiment_command(header, &has_input);
   tree_set_number(value, "share", open_share(request));
   tree_set_text(value, "words", has_input
                 ? "One run confirms nothing. An experiment tells how the cost grows:"
                 : "One run confirms nothing. An experiment tells how the cost grows, if you say what the "
                   "input is (--input, --sizes or --make), which this run does not show:");
   tree_set_text(value, "command", command);
   return value;
}
