/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Files and lines of routines. */

#include "answer/judge/places.h"

#include <string.h>

#include "dwarf/compiler.h"

/* Debug information takes time to read, and nobody reads more results. */
#define MOST_ROUTINES  200

/* Takes over the path. */
static char* relative(char* path)
{
   char* here = g_get_current_dir();
   size_t length = strlen(here);
   if (strncmp(path, here, length) == 0 && path[length] == '/') {
      char* shorter = g_strdup(path + length + 1);
      g_free(path);
      path = shorter;
   }
   g_free(here);
   return path;
}

static void find_place(const Check* check, Result* result)
{
   const Routine* routine = facts_routine(check->facts, result->index)->facts.routine;
   if (header_is_other_object(facts_header(check->facts), routine->image)) {
      return;
   }
   const char* symbol = routine->mangled != NULL ? routine->mangled : routine->name;
   InlinedCode code = inlined_find(routine->image, symbol);
   if (code.problem == NULL && code.file != NULL && code.line > 0) {
      result->file = relative(inlined_path(&code));
      result->line = code.line;
   }
   if (code.inlined != NULL) {
      inlined_free(&code);
   }
}

void places_find(Check* check)
{
   GHashTable* known = g_hash_table_new(NULL, NULL);   /* index of the routine: its first result */
   for (guint i = 0; i < check->results->len; i++) {
      Result* result = &g_array_index(check->results, Result, i);
      if (result->verdict == VERDICT_PASSED) {
         break;   /* they are the last */
      }
      Result* first = g_hash_table_lookup(known, GSIZE_TO_POINTER(result->index));
      if (first != NULL) {
         result->file = g_strdup(first->file);
         result->line = first->line;
      } else if (g_hash_table_size(known) < MOST_ROUTINES) {
         find_place(check, result);
         g_hash_table_insert(known, GSIZE_TO_POINTER(result->index), result);
      }
   }
   g_hash_table_destroy(known);
}
