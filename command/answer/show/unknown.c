/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   One run cannot tell how all of the cost grows, and confirms no class.  This code says how much is open, and
   which experiment tells: the program's own command, with inputs of several sizes. */

#include "answer/case_words.h"
#include "answer/show/parts.h"
#include "answer/show/show.h"

#include <string.h>

#include "experiment/input_meant.h"
#include "util/text.h"

/* A part of the cost that is worth a number. */
#define LEAST_OPEN    0.05

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
   char*    option = forget_arguments(words) ? NULL : input_meant(words);
   GString* line = g_string_new("aprof grow ");
   text_append_shell_word(line, option == NULL ? "--input=FILE" : option);
   g_string_append(line, " --");
   for (char** word = words; *word != NULL; word++) {
      g_string_append_c(line, ' ');
      text_append_shell_word(line, *word);
   }
   g_free(option);
   g_strfreev(words);
   return g_string_free(line, FALSE);
}

/* The command follows the sentence. */
static char* unknown_words(double open)
{
   return open >= LEAST_OPEN
          ? g_strdup_printf("One run leaves open how %.0f %% of the cost grows, and confirms nothing. "
                            "An experiment tells more:", 100 * open)
          : g_strdup("One run makes a class likely, but confirms nothing. An experiment does:");
}

Answer* answer_unknown(const Subject* subject)
{
   const Header* header = report_header(subject->report);
   if (header->command_line == NULL || !header_has_input(header)) {
      return NULL;
   }
   Answer* value = tree_object();
   char*   command = experiment_command(header->command_line);
   double  open = part_open_share(subject);
   char*   words = unknown_words(open);
   tree_set_number(value, "share", open);
   tree_set_text(value, "words", words);
   tree_set_text(value, "command", command);
   g_free(command);
   g_free(words);
   return value;
}
