/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The comparison as a tree, and its sentences.  Routines refer to each other by their
   position in the list.

   Names in reports are input from outside: what is not printable becomes a question
   mark before it gets into a text. */

#include "answer/compare/answer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "answer/case_words.h"
#include "answer/compare/loads.h"
#include "answer/compare/names.h"
#include "util/text.h"

typedef char GrowthWords[128];

/*------------------------------------------------------------------*/
/*--- Numbers                                                    ---*/
/*------------------------------------------------------------------*/

static double distance(const CasePair* pair)
{
   return pair->at_largest.known ? fabs(log(pair->at_largest.value)) : 0;
}

/* The case that shows the change best: the one whose class changed, or whose factor is farther from 1. */
static GrowthCase words_case(const Pair* pair)
{
   const CasePair* worst = &pair->cases[GROWTH_WORST];
   const CasePair* mean = &pair->cases[GROWTH_MEAN];
   if ((worst->class_change != 0) != (mean->class_change != 0)) {
      return worst->class_change != 0 ? GROWTH_WORST : GROWTH_MEAN;
   }
   return distance(worst) > 1.05 * distance(mean) + 0.01 ? GROWTH_WORST : GROWTH_MEAN;
}

/* "n -> n^2", "n^2", "open"; with "worst " before it if the mean is another story. */
static const char* words_growth(const Pair* pair, GrowthWords text)
{
   GrowthText      before, now;
   const CasePair* shown = &pair->cases[words_case(pair)];
   const char*     from = case_text(&shown->before, before);
   const char*     to = case_text(&shown->now, now);
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

static const char* name_at(const Comparison* comparison, uint32_t index)
{
   return comparison_name_of(comparison, &comparison->pairs[index]);
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
   char* text = g_strdup_printf(what, comparison_name_of(comparison, callee));
   const char* kept = g_string_chunk_insert(comparison->texts, text);
   g_free(text);
   return kept;
}

/* Why it is so: "own code", "calls find_word more", "from find_word?", which is likely.  NULL: there is
   nothing to say. */
static const char* words_reason(const Comparison* comparison, const Pair* pair)
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

/* "count_words: n -> n^2, 2.04 times the cost at n = 3,910 (its own code)". */
static void add_change(GString* text, const Comparison* comparison, const Pair* pair)
{
   const CasePair* shown = &pair->cases[words_case(pair)];
   const char*     reason = words_reason(comparison, pair);
   GrowthWords        growth;
   GroupedText     n;
   ShortText       factor;
   g_string_append_printf(text, "%s", comparison_name_of(comparison, pair));
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

/* The first line: what got worse, or that nothing did. */
static char* words_verdict(const Comparison* comparison)
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

/* "2 worse, 1 maybe, 12 same, 240 identical": all states that occur; of worse and better, always. */
static char* words_counts(const Comparison* comparison)
{
   GString* text = g_string_new(NULL);
   for (PairState state = STATE_WORSE; state < STATES; state++) {
      bool is_said = comparison->counts[state] > 0 || state == STATE_WORSE || state == STATE_BETTER;
      if (is_said) {
         g_string_append_printf(text, "%s%u %s", text->len == 0 ? "" : ", ", comparison->counts[state],
                                state_names[state]);
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
static void add_note(Answer* notes, const Comparison* comparison, PairCause cause, const char* which)
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
   tree_append_text(notes, g_string_free(text, FALSE));
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

static void add_build(Answer* notes, const Comparison* comparison)
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

/* Answers which differences are not counted, and why: "12 of libraries, which got other arguments (cost x0.74
   to x1.40)". */
static Answer* words_notes(const Comparison* comparison)
{
   Answer* notes = tree_list();
   char    small[100];
   snprintf(small, sizeof small, "by at most %g%% of the program's cost",
            100 * comparison->options.least_part);
   add_build(notes, comparison);
   add_note(notes, comparison, CAUSE_VARIANT,
            "in variants of C library functions for another processor, or their callers");
   add_note(notes, comparison, CAUSE_LIBRARY, "of libraries, which got other arguments");
   add_note(notes, comparison, CAUSE_START_UP, "before main, where symbols and the environment matter");
   add_note(notes, comparison, CAUSE_CALLS, "with the same cost call by call, but other inputs");
   add_note(notes, comparison, CAUSE_SMALL, small);
   return notes;
}

/* Answers with the renames that are offered: "parse_old -> parse: --map=...". */
static Answer* words_renames(const Comparison* comparison)
{
   Answer*    texts = tree_list();
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = &comparison->pairs[comparison->order[i]];
      if (pair->state == STATE_NEW && pair->renamed != NO_PAIR) {
         const char* before = name_at(comparison, pair->renamed);
         const char* now = comparison_name_of(comparison, pair);
         tree_append_text(texts, g_strdup_printf("%s -> %s: --map='%s'", before, now,
                                                renames_text(before, now, comparison->texts)));
      }
   }
   return texts;
}

/*------------------------------------------------------------------*/
/*--- Rows                                                       ---*/
/*------------------------------------------------------------------*/

/* The owner of the list of routines: what its items are made of. */
typedef struct {
   const Comparison* comparison;
   uint32_t*         positions;   /* by pair */
   GHashTable*       followers;   /* by position: array of the positions of those that inherit its change */
} Rows;

static void free_rows(void* data)
{
   Rows* rows = data;
   g_free(rows->positions);
   g_hash_table_destroy(rows->followers);
   g_free(rows);
}

static const Pair* pair_at(const Comparison* comparison, size_t position)
{
   return &comparison->pairs[comparison->order[position]];
}

/*------------------------------------------------------------------*/
/*--- Routines                                                   ---*/
/*------------------------------------------------------------------*/

static Answer* factor_value(const Factor* factor)
{
   if (!factor->known) {
      return NULL;
   }
   Answer* value = tree_interval(factor->value, factor->low, factor->high);
   tree_set_flag(value, "exact", factor->is_exact);
   return value;
}

static Answer* class_value(const ClassRange* range)
{
   Answer* value = tree_object();
   tree_set_text(value, "class", growth_class_name(range->class));
   tree_set_text(value, "slowest", growth_class_name(range->slowest));
   tree_set_text(value, "fastest", growth_class_name(range->fastest));
   return value;
}

static Answer* case_value(const Pair* pair, GrowthCase which)
{
   const CasePair* one = &pair->cases[which];
   Answer* value = tree_object();
   tree_set(value, "before", pair->has_cases ? class_value(&one->before) : NULL);
   tree_set(value, "now", pair->has_cases ? class_value(&one->now) : NULL);
   tree_set_text(value, "class_change", one->class_change > 0 ? "faster" : one->class_change < 0 ? "slower"
                                                                                              : NULL);
   tree_set(value, "at_largest", factor_value(&one->at_largest));
   tree_set(value, "at_ten_times", factor_value(&one->beyond));
   return value;
}

static Answer* load_value(const SideRoutine* routine)
{
   if (routine == NULL) {
      return NULL;
   }
   Answer* value = tree_object();
   tree_set_text(value, "name", routine->facts.routine->name);
   tree_set_text(value, "object", routine->facts.routine->image);
   tree_set_count(value, "routines", routine->routines);
   tree_set_count(value, "calls", routine->totals.calls);
   tree_set_count(value, "cost", routine->totals.real_sum);
   tree_set_count(value, "self_cost", routine->totals.self_sum);
   tree_set_count(value, "points", routine->facts.points);
   tree_set_count(value, "smallest_rms", routine->facts.smallest);
   tree_set_count(value, "largest_rms", routine->facts.largest);
   tree_set_number(value, "total_rms", routine->inputs);
   return value;
}

static void set_position(Answer* to, const char* key, const Rows* rows, uint32_t index)
{
   tree_set(to, key, index == NO_PAIR ? NULL : tree_count(rows->positions[index]));
}

static Answer* blame_value(const Pair* pair, const Rows* rows)
{
   if (pair->blame.kind == BLAME_NONE) {
      return NULL;
   }
   Answer* value = tree_object();
   tree_set_text(value, "kind", blame_names[pair->blame.kind]);
   tree_set_flag(value, "certain", pair->blame.is_certain);
   set_position(value, "callee", rows, pair->blame.callee);
   set_position(value, "root", rows, pair->blame.root);
   return value;
}

/* The positions of the routines whose change comes from this one. */
static Answer* followers_value(const Rows* rows, size_t position)
{
   Answer*       value = tree_list();
   const GArray* followers = g_hash_table_lookup(rows->followers, GSIZE_TO_POINTER(position));
   for (guint i = 0; followers != NULL && i < followers->len; i++) {
      tree_append(value, tree_count(g_array_index(followers, uint32_t, i)));
   }
   return value;
}

/* The words that a table of people has for it. */
static void set_words(Answer* to, const Comparison* comparison, const Pair* pair)
{
   GrowthWords growth;
   tree_set_text(to, "case", growth_case_name(words_case(pair)));
   tree_set_text(to, "growth", words_growth(pair, growth));
   tree_set_text(to, "why", pair->cause != CAUSE_NONE ? cause_names[pair->cause]
                                                      : words_reason(comparison, pair));
}

static Answer* routine_value(const void* owner, size_t position)
{
   const Rows* rows = owner;
   const Pair* pair = pair_at(rows->comparison, position);
   Answer* value = tree_object();
   tree_set_text(value, "name", pair_routine(pair)->name);
   tree_set_text(value, "state", state_names[pair->state]);
   tree_set_text(value, "cause", pair->cause == CAUSE_NONE ? NULL : cause_names[pair->cause]);
   tree_set(value, "before", load_value(pair->before));
   tree_set(value, "now", load_value(pair->now));
   tree_set_text(value, "load", load_names[pair->load]);
   tree_set_number(value, "added_cost", pair->added);
   tree_set_number(value, "added_self_cost", pair->added_self);
   tree_set_count(value, "largest_common_rms", pair->largest);
   tree_set(value, "same_inputs", factor_value(&pair->same_inputs));
   tree_set(value, "self", factor_value(&pair->self));
   tree_set(value, "worst", case_value(pair, GROWTH_WORST));
   tree_set(value, "mean", case_value(pair, GROWTH_MEAN));
   tree_set(value, "blame", blame_value(pair, rows));
   set_position(value, "renamed", rows, pair->renamed);
   tree_set_text(value, "object", pair_routine(pair)->facts.routine->image);
   set_words(value, rows->comparison, pair);
   tree_set(value, "with_it", followers_value(rows, position));
   return value;
}

/*------------------------------------------------------------------*/
/*--- Who introduced a change                                    ---*/
/*------------------------------------------------------------------*/

/* The root of its change is known, and changed in the same direction. */
static bool follows(const Comparison* comparison, const Pair* pair)
{
   uint32_t root = pair->blame.root;
   return pair->blame.kind == BLAME_INHERITED && root != NO_PAIR && pair->state != STATE_MAYBE
          && comparison->pairs[root].state == pair->state;
}

static void add_follower(Rows* rows, uint32_t root, uint32_t position)
{
   gpointer key = GSIZE_TO_POINTER(rows->positions[root]);
   GArray*  followers = g_hash_table_lookup(rows->followers, key);
   if (followers == NULL) {
      followers = g_array_new(FALSE, FALSE, sizeof position);
      g_hash_table_insert(rows->followers, key, followers);
   }
   g_array_append_val(followers, position);
}

static Rows* make_rows(const Comparison* comparison)
{
   Rows* rows = g_new(Rows, 1);
   *rows = (Rows){
      comparison, g_new(uint32_t, comparison->count + 1),
      g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref)
   };
   for (uint32_t i = 0; i < comparison->count; i++) {
      rows->positions[comparison->order[i]] = i;
   }
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = pair_at(comparison, i);
      if (follows(comparison, pair)) {
         add_follower(rows, pair->blame.root, i);
      }
   }
   return rows;
}

static Answer* introduced_value(const Comparison* comparison)
{
   Answer* value = tree_list();
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = pair_at(comparison, i);
      if (pair_has_changed(pair) && !follows(comparison, pair)) {
         tree_append(value, tree_count(i));
      }
   }
   return value;
}

/*------------------------------------------------------------------*/
/*--- All of it                                                  ---*/
/*------------------------------------------------------------------*/

static Answer* side_value(const Comparison* comparison, int side, char** paths)
{
   const Header* header = report_header(comparison->sides[side]->report);
   Answer*       value = tree_object();
   tree_set(value, "reports", tree_texts((const char* const*)paths));
   tree_set_text(value, "program", header->application);
   tree_set_text(value, "command", header->command_line);
   tree_set_text(value, "date", header->date);
   tree_set_text(value, "build", comparison->builds[side]);
   tree_set_count(value, "total_cost", comparison->sides[side]->total);
   return value;
}

static Answer* counts_value(const Comparison* comparison)
{
   Answer* value = tree_object();
   for (PairState state = STATE_WORSE; state < STATES; state++) {
      tree_set_count(value, state_names[state], comparison->counts[state]);
   }
   return value;
}

static void set_sentence(Answer* to, const char* name, char* text)
{
   tree_set_text(to, name, text);
   g_free(text);
}

Answer* answer_diff(const Comparison* comparison, char** const paths[2])
{
   const Header* header = report_header(comparison->sides[1]->report);
   Answer*       value = tree_object();
   Rows*         rows = make_rows(comparison);
   tree_keep(value, rows, free_rows);
   tree_set(value, "before", side_value(comparison, 0, paths[0]));
   tree_set(value, "now", side_value(comparison, 1, paths[1]));
   tree_set_text(value, "metric", header->metric);
   tree_set_text(value, "unit", unit_of_cost(header->metric));
   tree_set_text(value, "input", header->input);
   tree_set_number(value, "threshold", comparison->options.threshold);
   tree_set_number(value, "least_share", comparison->options.least_part);
   tree_set_flag(value, "other_build", comparison->is_other_build);
   tree_set(value, "counts", counts_value(comparison));
   set_sentence(value, "verdict", words_verdict(comparison));
   set_sentence(value, "summary", words_counts(comparison));
   tree_set(value, "introduced", introduced_value(comparison));
   tree_set(value, "renames", words_renames(comparison));
   tree_set(value, "loads", answer_loads(comparison));
   tree_set(value, "notes", words_notes(comparison));
   tree_set(value, "routines", tree_long_list(comparison->count, routine_value, rows));
   return value;
}
