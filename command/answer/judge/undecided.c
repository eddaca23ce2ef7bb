/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Groups of results. */

#include "answer/judge/undecided.h"

#include <stdlib.h>

#include "util/text.h"

#define SHOWN_NAMES    5
#define LONGEST_NAME  40

static void clear(gpointer data)
{
   UndecidedLimit* undecided = data;
   g_string_free(undecided->names, TRUE);
}

static void add_name(GString* names, const char* name)
{
   char* cut = text_cut(name, LONGEST_NAME);
   g_string_append_printf(names, "%s%s", names->len > 0 ? ", " : "", cut);
   free(cut);
}

static UndecidedLimit* find_or_add(GArray* list, const Result* result)
{
   for (guint i = 0; i < list->len; i++) {
      UndecidedLimit* undecided = &g_array_index(list, UndecidedLimit, i);
      if (undecided->limit == result->limit) {
         return undecided;
      }
   }
   UndecidedLimit added = { .limit = result->limit, .first = result, .names = g_string_new(NULL) };
   g_array_append_val(list, added);
   return &g_array_index(list, UndecidedLimit, list->len - 1);
}

GArray* undecided_limits(const Check* check)
{
   GArray* list = g_array_new(FALSE, FALSE, sizeof(UndecidedLimit));
   g_array_set_clear_func(list, clear);
   for (guint i = 0; i < check->results->len; i++) {
      const Result* result = &g_array_index(check->results, Result, i);
      if (result->verdict == VERDICT_UNDECIDED) {
         UndecidedLimit* undecided = find_or_add(list, result);
         if (undecided->count++ < SHOWN_NAMES) {
            add_name(undecided->names, result->name);
         }
      }
   }
   for (guint i = 0; i < list->len; i++) {
      UndecidedLimit* undecided = &g_array_index(list, UndecidedLimit, i);
      if (undecided->count > SHOWN_NAMES) {
         g_string_append_printf(undecided->names, " and %zu more", undecided->count - SHOWN_NAMES);
      }
   }
   return list;
}

char* undecided_sentence(const UndecidedLimit* undecided)
{
   return undecided->count == 1
          ? g_strdup_printf("%s cannot be decided of %s: %s", undecided->limit->text, undecided->names->str,
                            undecided->first->found)
          : g_strdup_printf("%s cannot be decided of %zu routines (%s); of %s: %s", undecided->limit->text,
                            undecided->count, undecided->names->str, undecided->first->name,
                            undecided->first->found);
}
