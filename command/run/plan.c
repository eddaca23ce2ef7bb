/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Puts files or numbers into the user's command, and measures the files. */

#include "run/plan.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "input/cut.h"
#include "util/number.h"

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

/* Anything, also a directory or a device: the program decides what it takes. */
static bool check_there(const char* path, Problem* problem)
{
   if (access(path, R_OK) != 0) {
      problem_set(problem, path, 0, "cannot be read: %s", strerror(errno));
      return false;
   }
   return true;
}

/* The input of the run with this value. */
static bool find_input(const char* value, bool is_file, WholeInput input, uint32_t* found, Problem* problem)
{
   uint64_t size = 0;
   *found = 0;
   /* A file that is not there is told before anything runs. */
   bool is_right = !is_file ? number_parse(value, &size)
                 : input == WHOLE_INPUT_NONE ? check_there(value, problem)
                 : cut_count(value, input == WHOLE_INPUT_LINES ? CUT_LINES : CUT_BYTES, &size, problem);
   if (!is_right) {
      return false;
   }
   if (input != WHOLE_INPUT_NONE && size > UINT32_MAX) {
      problem_set(problem, is_file ? value : NULL, 0, "an input of %" PRIu64 " is too large: a report "
                  "has inputs up to %" PRIu32, size, UINT32_MAX);
      return false;
   }
   *found = input == WHOLE_INPUT_NONE ? 0 : (uint32_t)size;
   return true;
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

GArray* plan_make(char* const* command, const GPtrArray* values, bool are_files, WholeInput input,
                  Problem* problem)
{
   GArray* plan = plan_new();
   if (values->len == 0) {
      const Run only = { .words = g_strdupv((char**)command) };
      g_array_append_val(plan, only);
   }
   for (guint i = 0; i < values->len; i++) {
      const char* value = g_ptr_array_index(values, i);
      Run run = { 0 };
      if (!find_input(value, are_files, input, &run.input, problem)) {
         plan_free(plan);
         return NULL;
      }
      run.words = plan_words(command, PLACE, value);
      run.file = are_files && !plan_has_place(command) ? g_strdup(value) : NULL;
      g_array_append_val(plan, run);
   }
   return plan;
}

void plan_free(GArray* plan)
{
   g_array_unref(plan);
}
