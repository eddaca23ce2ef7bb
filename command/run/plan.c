/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Puts files or sizes into the user's command. */

#include "run/plan.h"

#include <string.h>

bool plan_has_place(char* const* words)
{
   for (; *words != NULL; words++) {
      if (strstr(*words, PLACE) != NULL) {
         return true;
      }
   }
   return false;
}

char** plan_words(char* const* words, const char* place, const char* value)
{
   GPtrArray* replaced = g_ptr_array_new();
   for (; *words != NULL; words++) {
      char** parts = g_strsplit(*words, place, -1);
      g_ptr_array_add(replaced, g_strjoinv(value, parts));
      g_strfreev(parts);
   }
   g_ptr_array_add(replaced, NULL);
   return (char**)g_ptr_array_free(replaced, FALSE);
}

static void free_run(gpointer data)
{
   Run* run = data;
   g_strfreev(run->words);
   g_free(run->file);
   g_free(run->output);
   g_free(run->errors);
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

void plan_free(GArray* plan)
{
   g_array_unref(plan);
}
