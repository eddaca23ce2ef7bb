#include "answer/compare/notes.h"

#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "answer/compare/total.h"
#include "model/metric.h"
#include "subject/limits.h"
#include "util/text.h"

/*--- How it was compiled ---*/

/* The options that one side has and the other one does not, in at most so many characters. */
static void add_options(GString* text, const char* made, const char* other, size_t most)
{
   g_auto(GStrv) words = g_strsplit(made, " ", -1);
   g_auto(GStrv) others = g_strsplit(other, " ", -1);
   size_t added = 0, begin = text->len;
   for (size_t i = 0; words[i] != NULL; i++) {
      if (!g_strv_contains((const char* const*)others, words[i])) {
         g_string_append_printf(text, "%s%s", added++ == 0 ? "" : " ", words[i]);
      }
   }
   g_string_append(text, added == 0 ? "less" : "");
   if (text->len - begin > most) {
      g_string_truncate(text, begin + most - 3);
      g_string_append(text, "...");
   }
}

void notes_add_builds(GString* text, const Comparison* comparison, size_t most)
{
   if (comparison->builds[0] != NULL) {
      add_options(text, comparison->builds[0], comparison->builds[1], most);
      g_string_append(text, " -> ");
      add_options(text, comparison->builds[1], comparison->builds[0], most);
   }
}

/*--- Differences that are not counted ---*/

/* Whether the difference is not counted for this cause.  Start-up code that calls main has main's, too. */
static bool is_for(const Pair* pair, PairCause cause)
{
   bool is_own_work = fabs(pair->added_self) >= PART_MOST * fabs(pair->added);
   return pair->cause == cause && (cause != CAUSE_START_UP || is_own_work);
}

/* Finds by which factors routines with this cause differ.  Returns how many there are. */
static unsigned find_range(const Comparison* comparison, PairCause cause, double* low, double* high)
{
   unsigned count = 0;
   *low = INFINITY;
   *high = 0;
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair*   pair = &comparison->pairs[i];
      const Factor* factor = &pair->same_inputs;
      count += is_for(pair, cause);
      if (is_for(pair, cause) && factor->known) {
         *low = fmin(*low, factor->value);
         *high = fmax(*high, factor->value);
      }
   }
   return count;
}

/* "12 of libraries, which got other arguments (cost x0.74 to x1.40)". */
static void add_note(Answer* notes, const Comparison* comparison, PairCause cause, const char* which)
{
   double    low, high;
   ShortText from, to;
   unsigned  count = find_range(comparison, cause, &low, &high);
   if (count == 0) {
      return;
   }
   GString* text = g_string_new(NULL);
   g_string_append_printf(text, "%u %s", count, which);
   if (low <= high) {
      g_string_append_printf(text, " (cost x%s to x%s)", text_times(low, from), text_times(high, to));
   }
   tree_append_text(notes, g_string_free(text, FALSE));
}

/* The most characters of the compiler's options of a side that a note shows. */
#define MOST_OPTIONS  100

static void add_build(Answer* notes, const Comparison* comparison)
{
   g_autoptr(GString) text = g_string_new("compiled with other options, and of the same class");
   if (comparison->builds[0] != NULL) {
      g_string_append(text, ": ");
      notes_add_builds(text, comparison, MOST_OPTIONS);
   }
   add_note(notes, comparison, CAUSE_BUILD, text->str);
}

/* Says what else may have changed, and cannot be seen. */
static void add_unseen(Answer* notes, const Comparison* comparison)
{
   if (comparison->is_unknown_build && !total_is_same(comparison)) {
      unsigned changed = comparison->codes[CODE_CHANGED];
      tree_append_text(notes, g_strdup_printf("%u of %u routines are other code, and nothing says why: if"
                                              " they were compiled otherwise, say --other-build", changed,
                                              changed + comparison->codes[CODE_SAME]));
   }
   bool counts_blocks = strcmp(report_header(comparison->sides[1]->report)->metric, METRIC_BASIC_BLOCKS) == 0;
   if (comparison->is_other_build && counts_blocks) {
      tree_append_text(notes, g_strdup("branches that one of the builds made conditional moves: they cost no "
                                       "block, but --cost=instr counts them"));
   }
}

Answer* notes_of(const Comparison* comparison)
{
   Answer* notes = tree_list();
   char    small[100];
   snprintf(small, sizeof small, "by at most %g %% of the program's cost",
            100 * comparison->options.least_part);
   add_build(notes, comparison);
   add_unseen(notes, comparison);
   add_note(notes, comparison, CAUSE_VARIANT,
            "in variants of C library functions for another processor, or their callers");
   add_note(notes, comparison, CAUSE_LIBRARY, "of libraries, which got other arguments");
   add_note(notes, comparison, CAUSE_START_UP, "before main, where symbols and the environment matter");
   add_note(notes, comparison, CAUSE_CALLS, "with the same cost in all, but other inputs");
   add_note(notes, comparison, CAUSE_CODE, "whose code is the same");
   add_note(notes, comparison, CAUSE_TRADE, "that cost more where the program saves more");
   add_note(notes, comparison, CAUSE_SMALL, small);
   return notes;
}
