#include "cli/misplaced.h"

#include <string.h>

#include "experiment/input_meant.h"
#include "run/plan.h"
#include "util/caller.h"
#include "util/problem.h"
#include "util/text.h"

#define INPUT  "--input="

/* Whether the value of this option is the next word. */
static bool has_next_word(const Option* option, const char* word)
{
   return option->takes == required_argument && strchr(word, '=') == NULL;
}

static const Option* own_option(const Option* options, const char* word)
{
   const Option* option = option_named(options, word);
   bool is_of_all = option != NULL && (strcmp(option->name, "help") == 0
                                       || strcmp(option->name, "version") == 0);
   return is_of_all ? NULL : option;
}

GPtrArray* misplaced_take(const Option* options, char*** words)
{
   GPtrArray* taken = g_ptr_array_new_with_free_func(g_free);
   GPtrArray* left = g_ptr_array_new();
   char**     word = *words;
   for (; *word != NULL && strcmp(*word, "--") != 0; word++) {
      const Option* option = word == *words ? NULL : own_option(options, *word);
      g_ptr_array_add(option == NULL ? left : taken, *word);
      if (option != NULL && has_next_word(option, *word) && word[1] != NULL) {
         g_ptr_array_add(taken, *++word);
      }
   }
   for (; *word != NULL; word++) {
      g_ptr_array_add(left, *word);
   }
   g_ptr_array_add(left, NULL);
   g_free(*words);   /* not the texts */
   *words = (char**)g_ptr_array_free(left, FALSE);
   return taken;
}

static bool is_option(const char* word, const char* name)
{
   size_t length = strlen(name);
   return strncmp(word, name, length) == 0 && (word[length] == '\0' || word[length] == '=');
}

static bool has_option(const GPtrArray* options, const char* name)
{
   for (guint i = 0; i < options->len; i++) {
      if (is_option(g_ptr_array_index(options, i), name)) {
         return true;
      }
   }
   return false;
}

bool misplaced_has_input(const GPtrArray* options)
{
   return has_option(options, "--sizes") || has_option(options, "--input") || has_option(options, "--make")
          || has_option(options, "--each");
}

/* Puts {} in the place of the file that --input names, if it is a word of the command. */
static void put_place_of_input(const GPtrArray* options, char** words)
{
   for (guint i = 0; i < options->len; i++) {
      const char* option = g_ptr_array_index(options, i);
      for (char** word = words + 1; words[0] != NULL && *word != NULL; word++) {
         if (g_str_has_prefix(option, INPUT) && strcmp(option + strlen(INPUT), *word) == 0) {
            g_free(*word);
            *word = g_strdup(PLACE);
         }
      }
   }
}

static void add_word(GString* line, const char* word)
{
   g_string_append_c(line, ' ');
   text_append_shell_word(line, word);
}

static void add_words(GString* line, const GPtrArray* words)
{
   for (guint i = 0; i < words->len; i++) {
      add_word(line, g_ptr_array_index(words, i));
   }
}

char* misplaced_grow_line(const GPtrArray* options, char* const* command)
{
   g_auto(GStrv)    words = g_strdupv((char**)command);
   g_autofree char* more = NULL;
   bool has_place = plan_has_place(words, PLACE);
   bool needs_end = false;
   if (!misplaced_has_input(options)) {
      more = input_meant(words, NULL);
   } else if (has_option(options, "--sizes") && !has_option(options, "--make") && !has_place) {
      g_autofree char* number = input_meant_number(words);
      needs_end = number == NULL;
   } else if (!has_place) {
      put_place_of_input(options, words);
   }
   g_autofree char* line = input_meant_line(options, more, words);
   return g_strconcat(line, needs_end ? " " PLACE : NULL, NULL);
}

void misplaced_tell(const Usage* usage, char** words, char** command)
{
   guint before = g_strv_length(words) - g_strv_length(command);
   g_assert(before > 0);   /* the subcommand itself */
   g_auto(GStrv)        left = g_strdupv(command);
   g_autoptr(GPtrArray) taken = misplaced_take(usage->options, &left);
   if (taken->len > 0 && strcmp(words[before - 1], "--") != 0) {
      g_autoptr(GString) line = caller_line(usage_subcommand(usage));
      for (guint i = 1; i < before; i++) {
         add_word(line, words[i]);
      }
      add_words(line, taken);
      text_append_shell_words(line, left);
      message_print("%s: %s stands behind the program, which gets it; if it is for aprof: %s", usage->name,
                    (char*)g_ptr_array_index(taken, 0), line->str);
   }
}
