/* The library's names are words between slashes: BM_sort/64, BM_sort/n:64/k:3/min_time:2.000/threads:4. */

#include "experiment/families.h"

#include <string.h>

#include "experiment/settings.h"
#include "util/number.h"

/* Benchmarks that differ in numbers only. */
typedef struct {
   char*      key;
   GPtrArray* members;   /* of char**: the words of a name */
} Group;

/* An argument in the key of a group.  A name is a line, so no name has it. */
#define ARGUMENT  "\n"

/*--- Words of a name ---*/

/* Returns where the number begins in a word that is an argument, as "64" or "n:64"; else NULL. */
static const char* argument_in(const char* word)
{
   static const char* const others[] = { "iterations:", "min_time:", "min_warmup_time:", "repeats:",
                                         "threads:", NULL };
   for (const char* const* other = others; *other != NULL; other++) {
      if (g_str_has_prefix(word, *other)) {
         return NULL;
      }
   }
   const char* colon = strrchr(word, ':');
   const char* number = colon == NULL ? word : colon + 1;
   const char* digits = number + (*number == '-');
   return *digits != '\0' && strspn(digits, "0123456789") == strlen(digits) ? number : NULL;
}

/* Appends the text as a regular expression that matches it.  {} stays free for the size. */
static void append_literal(GString* filter, const char* text)
{
   for (; *text != '\0'; text++) {
      if (*text == '{') {
         g_string_append(filter, "[{]");
      } else {
         if (strchr(".[\\*^$()+?|", *text) != NULL) {
            g_string_append_c(filter, '\\');
         }
         g_string_append_c(filter, *text);
      }
   }
}

/* The first word is never an argument. */
static char* key_of(char** words)
{
   GString* key = g_string_new(words[0]);
   for (char** word = words + 1; *word != NULL; word++) {
      const char* number = argument_in(*word);
      g_string_append_c(key, '/');
      g_string_append_len(key, *word, number == NULL ? (gssize)strlen(*word) : number - *word);
      g_string_append(key, number == NULL ? "" : ARGUMENT);
   }
   return g_string_free(key, FALSE);
}

/*--- A family ---*/

static void free_family(gpointer data)
{
   Family* family = data;
   g_free(family->name);
   g_free(family->filter);
   g_free(family->claim);
   g_array_unref(family->sizes);
}

static bool varies(const Group* group, guint word)
{
   char** const first = g_ptr_array_index(group->members, 0);
   for (guint i = 1; i < group->members->len; i++) {
      char** const words = g_ptr_array_index(group->members, i);
      if (strcmp(words[word], first[word]) != 0) {
         return true;
      }
   }
   return false;
}

/* Returns the only word that differs among the members.  0: none does; `*several`: more than one. */
static guint varying_word(const Group* group, bool* several)
{
   guint found = 0;
   guint count = g_strv_length(g_ptr_array_index(group->members, 0));
   *several = false;
   for (guint i = 1; i < count; i++) {
      if (varies(group, i)) {
         *several |= found != 0;
         found = i;
      }
   }
   return found;
}

static void add_sizes(Family* family, const Group* group, guint word)
{
   for (guint i = 0; i < group->members->len; i++) {
      char**   words = g_ptr_array_index(group->members, i);
      uint64_t size;
      if (!number_parse(argument_in(words[word]), &size) || size > MAX_SIZE) {
         family->obstacle = "an argument is no size";
      } else {
         g_array_append_val(family->sizes, size);
      }
   }
   g_array_sort(family->sizes, settings_compare_sizes);
}

/* The library's name of the family has no arguments at all; its filter has those that are always the same. */
static void name_family(Family* family, char** words, guint size_word)
{
   GString* name = g_string_new(words[0]);
   GString* filter = g_string_new("^");
   append_literal(filter, words[0]);
   for (guint i = 1; words[i] != NULL; i++) {
      const char* number = argument_in(words[i]);
      g_string_append_printf(name, "%s%s", number == NULL ? "/" : "", number == NULL ? words[i] : "");
      g_autofree char* before = i == size_word ? g_strndup(words[i], (gsize)(number - words[i]))
                                               : g_strdup(words[i]);
      g_string_append_c(filter, '/');
      append_literal(filter, before);
      g_string_append(filter, i == size_word ? "{}" : "");
   }
   g_string_append_c(filter, '$');
   family->name = g_string_free(name, FALSE);
   family->filter = g_string_free(filter, FALSE);
}

static Family family_of(const Group* group)
{
   bool   several;
   guint  word = varying_word(group, &several);
   char** first = g_ptr_array_index(group->members, 0);
   Family family = { .sizes = g_array_new(FALSE, FALSE, sizeof(uint64_t)) };
   name_family(&family, first, word);
   if (strstr(group->key, "/min_time:") != NULL) {
      family.obstacle = "MinTime() leaves the number of iterations to the clock";
   } else if (several) {
      family.obstacle = "more than one argument varies";
   } else if (word == 0) {
      family.obstacle = "no argument varies";
   } else {
      add_sizes(&family, group, word);
   }
   return family;
}

/*--- All ---*/

static void free_group(gpointer data)
{
   Group* group = data;
   g_free(group->key);
   g_ptr_array_unref(group->members);
   g_free(group);
}

static Group* find_group(GPtrArray* groups, char* key)
{
   for (guint i = 0; i < groups->len; i++) {
      Group* group = g_ptr_array_index(groups, i);
      if (strcmp(group->key, key) == 0) {
         g_free(key);
         return group;
      }
   }
   Group* group = g_new(Group, 1);
   *group = (Group){ key, g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev) };
   g_ptr_array_add(groups, group);
   return group;
}

GArray* families_of(char* const* benchmarks)
{
   g_autoptr(GPtrArray) groups = g_ptr_array_new_with_free_func(free_group);
   GArray*              families = g_array_new(FALSE, FALSE, sizeof(Family));
   g_array_set_clear_func(families, free_family);
   for (; *benchmarks != NULL; benchmarks++) {
      if (**benchmarks != '\0') {
         char** words = g_strsplit(*benchmarks, "/", -1);
         g_ptr_array_add(find_group(groups, key_of(words))->members, words);
      }
   }
   for (guint i = 0; i < groups->len; i++) {
      Family family = family_of(g_ptr_array_index(groups, i));
      g_array_append_val(families, family);
   }
   return families;
}
