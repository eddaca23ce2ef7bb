/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   One run cannot tell how all of the cost grows, and confirms no class.  This code says how much is open, and
   which experiment tells: the program's own command, with inputs of several sizes. */

#include "answer/case_words.h"
#include "answer/show/parts.h"

#include <inttypes.h>
#include <string.h>

#include "util/number.h"
#include "util/text.h"

/* A smaller number among the arguments is hardly the size of an input. */
#define LEAST_SIZE    10

/* Sizes are proposed from this part of the number on. */
#define RANGE         10

double part_open_share(const Subject* subject)
{
   const Ranking* ranking = &subject->ranking;
   uint64_t       open = 0;
   for (size_t i = 0; i < ranking->count; i++) {
      const RoutineFacts* facts = &ranking->rows[i];
      if (facts->section != SECTION_START_UP && !facts->is_unknown
          && !routine_has_class(routine_case(facts, GROWTH_MEAN)) && !has_fixed_input(facts)) {
         open += facts->routine->totals.self_sum;
      }
   }
   return ranking_share(open, ranking->total);
}

static bool is_size(const char* word)
{
   uint64_t number;
   return number_parse(word, &number) && number >= LEAST_SIZE;
}

static bool is_file(const char* word)
{
   return g_file_test(word, G_FILE_TEST_IS_REGULAR);
}

/* Returns the last argument of this kind; 0: there is none. */
static guint find_argument(char** words, bool (*is_of_kind)(const char* word))
{
   guint found = 0;
   for (guint i = 1; i < g_strv_length(words); i++) {
      found = is_of_kind(words[i]) ? i : found;
   }
   return found;
}

/* Returns the option that makes inputs, and puts {} in the place of the argument that names the input. */
static char* take_input(char** words)
{
   guint    file = find_argument(words, is_file);
   guint    size = find_argument(words, is_size);
   guint    place = file != 0 ? file : size;
   uint64_t number;
   if (place == 0) {
      return g_strdup("--input=FILE");
   }
   char* option = NULL;
   if (file != 0) {
      option = g_strconcat("--input=", words[file], NULL);
   } else if (number_parse(words[size], &number)) {
      option = g_strdup_printf("--sizes=%" PRIu64 "..%" PRIu64, MAX(number / RANGE, 1), number);
   }
   g_free(words[place]);
   words[place] = g_strdup("{}");
   return option;
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
   for (char** word = words; *word != NULL; word++) {
      has_code |= is_shell_code(*word);
   }
   for (guint i = 1; has_code && words[i] != NULL; i++) {
      g_free(words[i]);
      words[i] = i == 1 ? g_strdup("...") : NULL;
   }
   return has_code;
}

/* Returns the line for the shell.  The report has the words of the command with blanks between. */
static char* experiment_command(const char* command_line)
{
   char**   words = g_strsplit(command_line, " ", -1);
   char*    option = forget_arguments(words) ? g_strdup("--input=FILE") : take_input(words);
   GString* line = g_string_new("aprof grow ");
   text_append_shell_word(line, option);
   g_string_append(line, " --");
   for (char** word = words; *word != NULL; word++) {
      g_string_append_c(line, ' ');
      text_append_shell_word(line, *word);
   }
   g_free(option);
   g_strfreev(words);
   return g_string_free(line, FALSE);
}

Answer* part_unknown(const Subject* subject)
{
   const Header* header = report_header(subject->report);
   if (header->command_line == NULL || !header_has_input(header)) {
      return NULL;
   }
   Answer* value = tree_object();
   char*   command = experiment_command(header->command_line);
   tree_set_number(value, "share", part_open_share(subject));
   tree_set_text(value, "command", command);
   g_free(command);
   return value;
}
