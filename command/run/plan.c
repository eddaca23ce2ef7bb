/* Puts files or sizes into the user's command. */

#include "run/plan.h"

#include <string.h>

const char* plan_find_place(const char* word, const char* place)
{
   g_assert(*place != '\0');   /* it would be found everywhere */
   const char* found = strstr(word, place);
   while (found != NULL && found > word && found[-1] == '$') {
      found = strstr(found + strlen(place), place);
   }
   return found;
}

bool plan_has_place(char* const* words, const char* place)
{
   for (; *words != NULL; words++) {
      if (plan_find_place(*words, place) != NULL) {
         return true;
      }
   }
   return false;
}

static char* replace_places(const char* word, const char* place, const char* value)
{
   GString*    text = g_string_new(NULL);
   const char* found;
   while ((found = plan_find_place(word, place)) != NULL) {
      g_string_append_len(text, word, found - word);
      g_string_append(text, value);
      word = found + strlen(place);
   }
   g_string_append(text, word);
   return g_string_free(text, FALSE);
}

char** plan_words(char* const* words, const char* place, const char* value)
{
   char** replaced = g_new0(char*, g_strv_length((char**)words) + 1);
   for (size_t i = 0; words[i] != NULL; i++) {
      replaced[i] = replace_places(words[i], place, value);
   }
   return replaced;
}

static void free_run(gpointer data)
{
   Run* run = data;
   g_strfreev(run->words);
   g_free(run->file);
   g_free(run->output);
   g_free(run->errors);
   g_free(run->input);
}

GArray* plan_new(void)
{
   GArray* plan = g_array_new(FALSE, FALSE, sizeof(Run));
   g_array_set_clear_func(plan, free_run);
   return plan;
}

GArray* plan_of_command(char* const* command)
{
   GArray*   plan = plan_new();
   const Run only = { .words = g_strdupv((char**)command) };
   g_array_append_val(plan, only);
   return plan;
}
