/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Sentences. */

#include "answer/judge/sentences.h"

char* sentence_of_result(const Result* result)
{
   GString* text = g_string_new(result->found);
   if (result->from != NULL) {
      g_string_append_printf(text, "; it inherits that from %s", result->from);
   }
   switch (result->verdict) {
      case VERDICT_VIOLATED:
      case VERDICT_PASSED:
         g_string_append_printf(text, "; the limit is %s", result->limit->text);
         break;
      case VERDICT_MAYBE:
         g_string_append_printf(text, "; the limit is %s, and it is not certain that it is kept",
                                result->limit->text);
         break;
      case VERDICT_UNDECIDED:
         g_string_append_printf(text, "; so %s cannot be decided", result->limit->text);
         break;
      case VERDICT_IGNORED:
         g_string_append_printf(text, "; the limit is %s, ignored until %s: %s", result->limit->text,
                                result->exception->until, result->exception->reason);
         break;
   }
   return g_string_free(text, FALSE);
}

char* sentence_of_undecided(const Result* first, size_t count, const char* names)
{
   return count == 1
          ? g_strdup_printf("%s cannot be decided of %s: %s", first->limit->text, names, first->found)
          : g_strdup_printf("%s cannot be decided of %zu routines (%s); of %s: %s", first->limit->text, count,
                            names, first->name, first->found);
}

static void add_count(GString* text, size_t count, const char* one, const char* many)
{
   if (count > 0) {
      g_string_append_printf(text, ", %zu %s", count, count == 1 ? one : many);
   }
}

char* sentence_of_counts(const Check* check)
{
   GString* text = g_string_new(NULL);
   guint    all = check->results->len;
   g_string_printf(text, "%zu of %u limit%s %s violated", check->counts[VERDICT_VIOLATED], all,
                   all == 1 ? "" : "s", check->counts[VERDICT_VIOLATED] == 1 ? "is" : "are");
   add_count(text, check->counts[VERDICT_MAYBE], "may be", "may be");
   add_count(text, check->counts[VERDICT_UNDECIDED], "cannot be decided", "cannot be decided");
   add_count(text, check->counts[VERDICT_IGNORED], "is ignored", "are ignored");
   add_count(text, check->counts[VERDICT_PASSED], "is kept", "are kept");
   return g_string_free(text, FALSE);
}

const char* sentence_of_outcome(const Check* check)
{
   Outcome outcome = check_outcome(check);
   if (outcome == OUTCOME_VIOLATED && check->counts[VERDICT_VIOLATED] == 0) {
      return "Failed";   /* because what is not decided fails */
   }
   static const char* const texts[] = {
      [OUTCOME_PASSED] = "Passed", [OUTCOME_VIOLATED] = "Violated",
      [OUTCOME_UNREADABLE] = "The rules cannot be read", [OUTCOME_UNDECIDED] = "Nothing could be decided",
   };
   return texts[outcome];
}
