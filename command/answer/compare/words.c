/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Names in reports are input from outside: what is not printable becomes a question
   mark before it gets into a text. */

#include "answer/compare/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "answer/compare/names.h"
#include "util/text.h"

/* The most routines that are named as called more, or less. */
#define MOST_LOADS  4

/* And only if the cost of the program changed by this part because of it. */
#define LEAST_LOAD  0.02

/*------------------------------------------------------------------*/
/*--- Numbers                                                    ---*/
/*------------------------------------------------------------------*/

static double distance(const CasePair* pair)
{
   return pair->at_largest.known ? fabs(log(pair->at_largest.value)) : 0;
}

GrowthCase words_case(const Pair* pair)
{
   const CasePair* worst = &pair->cases[GROWTH_WORST];
   const CasePair* mean = &pair->cases[GROWTH_MEAN];
   if ((worst->class_change != 0) != (mean->class_change != 0)) {
      return worst->class_change != 0 ? GROWTH_WORST : GROWTH_MEAN;
   }
   return distance(worst) > 1.05 * distance(mean) + 0.01 ? GROWTH_WORST : GROWTH_MEAN;
}

/* Returns the class that is certain, with a plus if the points allow a faster one, as in the list of aprof
   show. */
static const char* class_text(const ClassRange* range, GrowthText text)
{
   if (!routine_has_class(range)) {
      return "-";
   }
   snprintf(text, sizeof(GrowthText), "%s%s", growth_class_name(range->slowest),
            range->fastest > range->slowest ? "+" : "");
   return text;
}

const char* words_growth(const Pair* pair, GrowthWords text)
{
   GrowthText      before, now;
   const CasePair* shown = &pair->cases[words_case(pair)];
   const char*     from = class_text(&shown->before, before);
   const char*     to = class_text(&shown->now, now);
   const char*     at_worst = words_case(pair) == GROWTH_WORST ? "worst " : "";
   if (pair->before == NULL || pair->now == NULL || strcmp(from, to) == 0) {
      const char* one = pair->now == NULL ? from : to;
      snprintf(text, sizeof(GrowthWords), "%s", one);
   } else {
      snprintf(text, sizeof(GrowthWords), "%s%s -> %s", at_worst, from, to);
   }
   return text;
}

/*------------------------------------------------------------------*/
/*--- Sentences                                                  ---*/
/*------------------------------------------------------------------*/

/* Returns the name without parameters, which are long in C++. */
static const char* name_of(const Comparison* comparison, const Pair* pair)
{
   const char* name = compare_name_without_parameters(pair_routine(pair)->name, comparison->texts);
   return text_printable(name, comparison->texts);
}

static const char* name_at(const Comparison* comparison, uint32_t index)
{
   return name_of(comparison, &comparison->pairs[index]);
}

static const char* calls_reason(const Comparison* comparison, const Pair* pair)
{
   bool is_less = pair->added < 0;
   if (pair->blame.callee == NO_PAIR) {
      return "through what it calls";
   }
   const Pair* callee = &comparison->pairs[pair->blame.callee];
   const char* what = callee->before == NULL ? "calls %s, new"
                    : callee->now == NULL    ? "no longer calls %s"
                    : callee->before->totals.calls == callee->now->totals.calls
                      ? (is_less ? "gives less to %s" : "gives more to %s")
                    : is_less                ? "calls %s less" : "calls %s more";
   char* text = g_strdup_printf(what, name_of(comparison, callee));
   const char* kept = g_string_chunk_insert(comparison->texts, text);
   g_free(text);
   return kept;
}

const char* words_reason(const Comparison* comparison, const Pair* pair)
{
   const Blame* blame = &pair->blame;
   switch (blame->kind) {
      case BLAME_NONE: case BLAME_UNKNOWN: return NULL;
      case BLAME_OWN_WORK: return "own code";
      case BLAME_CALLS: return calls_reason(comparison, pair);
      case BLAME_INHERITED: break;
   }
   uint32_t    from = blame->root != NO_PAIR ? blame->root : blame->callee;
   char*       text = g_strdup_printf("from %s%s", name_at(comparison, from), blame->is_certain ? "" : "?");
   const char* kept = g_string_chunk_insert(comparison->texts, text);
   g_free(text);
   return kept;
}

const char* words_cause_or_reason(const Comparison* comparison, const Pair* pair)
{
   return pair->cause != CAUSE_NONE ? cause_name(pair->cause) : words_reason(comparison, pair);
}

/* "count_words: n -> n^2, 2.04 times the cost at n = 3,910 (its own code)". */
static void add_change(GString* text, const Comparison* comparison, const Pair* pair)
{
   const CasePair* shown = &pair->cases[words_case(pair)];
   const char*     reason = words_reason(comparison, pair);
   GrowthWords        growth;
   GroupedText     n;
   ShortText       factor;
   g_string_append_printf(text, "%s", name_of(comparison, pair));
   const char* between = ": ";
   if (shown->class_change != 0) {
      g_string_append_printf(text, "%s%s", between, words_growth(pair, growth));
      between = ", ";
   }
   if (shown->at_largest.known) {
      g_string_append_printf(text, "%s%s times the cost", between,
                             text_times(shown->at_largest.value, factor));
      if (pair->largest > 0) {
         g_string_append_printf(text, " at n = %s", text_grouped_number(pair->largest, n));
      }
   }
   if (reason != NULL) {
      g_string_append_printf(text, " (%s)", reason);
   }
}

char* words_verdict(const Comparison* comparison)
{
   GString*    text = g_string_new(NULL);
   uint32_t    worse = comparison->counts[STATE_WORSE], maybe = comparison->counts[STATE_MAYBE];
   const Pair* first = comparison->count == 0 ? NULL : &comparison->pairs[comparison->order[0]];
   if (worse > 0) {
      g_string_append(text, "Worse: ");
      add_change(text, comparison, first);
      if (worse > 1) {
         g_string_append_printf(text, "; and %u more", worse - 1);
      }
   } else if (maybe > 0) {
      g_string_append(text, "Nothing is certainly worse; maybe ");
      add_change(text, comparison, first);
   } else if (comparison->count > 0 && comparison->counts[STATE_IDENTICAL] == comparison->count) {
      const SideRoutine* any = pair_routine(first);
      g_string_append(text, any->facts.has_no_input
                               ? "Nothing changed: there are the same calls with the same costs"
                               : "Nothing changed: all calls have the same inputs and the same costs");
   } else {
      g_string_append(text, "Nothing got worse");
   }
   g_string_append_c(text, '.');
   return g_string_free(text, FALSE);
}

char* words_counts(const Comparison* comparison)
{
   GString* text = g_string_new(NULL);
   for (PairState state = STATE_WORSE; state < STATES; state++) {
      bool is_said = comparison->counts[state] > 0 || state == STATE_WORSE || state == STATE_BETTER;
      if (is_said) {
         g_string_append_printf(text, "%s%u %s", text->len == 0 ? "" : ", ", comparison->counts[state],
                                state_name(state));
      }
   }
   return g_string_free(text, FALSE);
}

/*------------------------------------------------------------------*/
/*--- Notes                                                      ---*/
/*------------------------------------------------------------------*/

/* Finds by which factors routines with this cause differ. */
static void find_range(const Comparison* comparison, PairCause cause, double* low, double* high)
{
   *low = INFINITY;
   *high = 0;
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Factor* factor = &comparison->pairs[i].same_inputs;
      if (comparison->pairs[i].cause == cause && factor->known) {
         *low = fmin(*low, factor->value);
         *high = fmax(*high, factor->value);
      }
   }
}

/* "12 of libraries, which got other arguments (cost x0.74 to x1.40)". */
static void add_note(GPtrArray* notes, const Comparison* comparison, PairCause cause, const char* which)
{
   double    low, high;
   ShortText from, to;
   GString*  text = g_string_new(NULL);
   if (comparison->causes[cause] == 0) {
      g_string_free(text, TRUE);
      return;
   }
   g_string_append_printf(text, "%u %s", comparison->causes[cause], which);
   find_range(comparison, cause, &low, &high);
   if (low <= high) {
      g_string_append_printf(text, " (cost x%s to x%s)", text_times(low, from), text_times(high, to));
   }
   g_ptr_array_add(notes, g_string_free(text, FALSE));
}

/* The options that one side has and the other one does not. */
static void add_options(GString* text, const char* made, const char* other)
{
   char** words = g_strsplit(made, " ", -1);
   char** others = g_strsplit(other, " ", -1);
   size_t added = 0;
   for (size_t i = 0; words[i] != NULL; i++) {
      if (!g_strv_contains((const char* const*)others, words[i])) {
         g_string_append_printf(text, "%s%s", added++ == 0 ? "" : " ", words[i]);
      }
   }
   g_string_append(text, added == 0 ? "(less)" : "");
   g_strfreev(words);
   g_strfreev(others);
}

static void add_build(GPtrArray* notes, const Comparison* comparison)
{
   GString* text = g_string_new("compiled with other options, and of the same class");
   if (comparison->builds[0] != NULL) {
      g_string_append(text, ": ");
      add_options(text, comparison->builds[0], comparison->builds[1]);
      g_string_append(text, ", now ");
      add_options(text, comparison->builds[1], comparison->builds[0]);
   }
   add_note(notes, comparison, CAUSE_BUILD, text->str);
   g_string_free(text, TRUE);
}

static char** finish(GPtrArray* texts)
{
   g_ptr_array_add(texts, NULL);
   return (char**)g_ptr_array_free(texts, FALSE);
}

char** words_notes(const Comparison* comparison)
{
   GPtrArray* notes = g_ptr_array_new();
   char       small[100];
   snprintf(small, sizeof small, "by at most %g%% of the program's cost",
            100 * comparison->options.least_part);
   add_build(notes, comparison);
   add_note(notes, comparison, CAUSE_VARIANT,
            "in variants of C library functions for another processor, or their callers");
   add_note(notes, comparison, CAUSE_LIBRARY, "of libraries, which got other arguments");
   add_note(notes, comparison, CAUSE_START_UP, "before main, where symbols and the environment matter");
   add_note(notes, comparison, CAUSE_CALLS, "with the same cost call by call, but other inputs");
   add_note(notes, comparison, CAUSE_SMALL, small);
   return finish(notes);
}

static double change_of(const Pair* pair)
{
   return (double)pair->now->totals.real_sum - (double)pair->before->totals.real_sum - pair->added;
}

static char* load_text(const Comparison* comparison, const Pair* pair)
{
   ShortText calls_before, calls_now, largest_before, largest_now;
   char*     calls = g_strdup_printf("%s: %s -> %s calls", name_of(comparison, pair),
                                     text_short_number((double)pair->before->totals.calls, calls_before),
                                     text_short_number((double)pair->now->totals.calls, calls_now));
   if (pair->before->facts.has_no_input && pair->now->facts.has_no_input) {
      return calls;
   }
   char* text = g_strdup_printf("%s, largest n %s -> %s", calls,
                                text_short_number(pair->before->facts.largest, largest_before),
                                text_short_number(pair->now->facts.largest, largest_now));
   g_free(calls);
   return text;
}

static gint compare_loads(gconstpointer left, gconstpointer right)
{
   double a = fabs(change_of(*(const Pair* const*)left)), b = fabs(change_of(*(const Pair* const*)right));
   return a > b ? -1 : a < b;
}

char** words_loads(const Comparison* comparison)
{
   GPtrArray* pairs = g_ptr_array_new();
   GPtrArray* texts = g_ptr_array_new();
   double     least = LEAST_LOAD * (double)comparison->sides[0]->total;
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = &comparison->pairs[i];
      if (pair->before != NULL && pair->now != NULL && side_is_own(pair->now) && pair->load != LOAD_SAME
          && !pair->is_by_order && fabs(change_of(pair)) >= least) {
         g_ptr_array_add(pairs, (gpointer)pair);
      }
   }
   g_ptr_array_sort(pairs, compare_loads);
   for (guint i = 0; i < pairs->len && i < MOST_LOADS; i++) {
      g_ptr_array_add(texts, load_text(comparison, g_ptr_array_index(pairs, i)));
   }
   if (pairs->len > MOST_LOADS) {
      g_ptr_array_add(texts, g_strdup_printf("%u more", pairs->len - MOST_LOADS));
   }
   g_ptr_array_free(pairs, TRUE);
   return finish(texts);
}

char** words_renames(const Comparison* comparison)
{
   GPtrArray* texts = g_ptr_array_new();
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = &comparison->pairs[comparison->order[i]];
      if (pair->state == STATE_NEW && pair->renamed != NO_PAIR) {
         const char* before = name_at(comparison, pair->renamed);
         const char* now = name_of(comparison, pair);
         g_ptr_array_add(texts, g_strdup_printf("%s -> %s: --map='%s'", before, now,
                                                renames_text(before, now, comparison->texts)));
      }
   }
   return finish(texts);
}
