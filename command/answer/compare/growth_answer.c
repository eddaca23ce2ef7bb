/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "answer/compare/growth_answer.h"

#include <math.h>

#include "answer/grow/words.h"
#include "util/text.h"

/* A routine is named in the headline if its own code adds or saves at least this part of the program's
   cost. */
#define LEAST_ADDED  0.02

/* Takes the text over. */
static void set_own_text(Answer* object, const char* name, char* text)
{
   tree_set_text(object, name, text);
   g_free(text);
}

/*------------------------------------------------------------------*/
/*--- The first sentence                                         ---*/
/*------------------------------------------------------------------*/

/* The routine that changed the program's cost most; NULL: none did. */
static const GrowthPair* find_culprit(const GrowthComparison* comparison)
{
   GrowthChange wanted = comparison->program.change;
   for (guint i = 0; i < comparison->routines->len; i++) {
      const GrowthPair* pair = &g_array_index(comparison->routines, GrowthPair, i);
      bool is_of_it = wanted == GROWTH_WORSE ? pair->added > 0 : wanted == GROWTH_BETTER && pair->added < 0;
      if (is_of_it && fabs(pair->added) >= LEAST_ADDED) {
         return pair;
      }
   }
   return NULL;
}

static void add_culprit(GString* text, const GrowthPair* pair)
{
   const Curve* before = &pair->side[0].curve;
   const Curve* now = &pair->side[1].curve;
   const char*  state = curve_state_name(pair->state);
   ShortText    times;
   if (pair->has_other_class) {
      g_string_append_printf(text, "`%s` went from %s to %s (%s): ", pair->name, before->class, now->class,
                             state);
   } else if (pair->change == GROWTH_NEW && now->is_known) {
      g_string_append_printf(text, "`%s` is new, and grows as %s (%s): ", pair->name, now->class, state);
   } else if (pair->change == GROWTH_NEW || pair->change == GROWTH_GONE) {
      g_string_append_printf(text, "`%s` is %s: ", pair->name, growth_change_names[pair->change]);
   } else {
      g_string_append_printf(text, "`%s` costs %s times as much (how it grows is %s%s%s): ", pair->name,
                             text_times(pair->times, times),
                             now->is_known && pair->state != CURVE_OPEN ? now->class : "open",
                             pair->state == CURVE_OPEN ? "" : ", ", pair->state == CURVE_OPEN ? "" : state);
   }
}

static char* headline(const GrowthComparison* comparison)
{
   const GrowthPair* program = &comparison->program;
   const GrowthPair* culprit = find_culprit(comparison);
   GString*  text = g_string_new(NULL);
   SizeText  size;
   ShortText times, far;
   if (culprit != NULL) {
      add_culprit(text, culprit);
   } else if (program->change == GROWTH_SAME) {
      g_string_append(text, "Nothing has changed: ");
   }
   g_string_append_printf(text, "at %s the program costs %s times as much, at ten times that ",
                          words_size(comparison->facts[1], comparison->size, size),
                          text_times(program->times, times));
   if (isnan(program->far_times.value)) {
      g_string_append(text, "it is open.");
   } else {
      g_string_append_printf(text, "%s times (%s).", text_times(program->far_times.value, far),
                             curve_state_name(program->state));
   }
   text->str[0] = g_ascii_toupper(text->str[0]);
   return g_string_free(text, FALSE);
}

/*------------------------------------------------------------------*/
/*--- Routines                                                   ---*/
/*------------------------------------------------------------------*/

static Answer* side_value(const GrowthSide* side)
{
   if (!side->is_there) {
      return NULL;
   }
   Answer* value = tree_object();
   tree_set_text(value, "state", curve_state_name(side->curve.state));
   tree_set_text(value, "class", side->curve.is_known ? side->curve.class : NULL);
   tree_set_number(value, "exponent", side->curve.is_known ? side->curve.exponent : NAN);
   tree_set_number(value, "cost", side->near.value);
   tree_set(value, "far_cost", tree_interval(side->far.value, side->far.low, side->far.high));
   return value;
}

static const char* class_of(const GrowthSide* side)
{
   return side->is_there && side->curve.is_known && side->curve.state != CURVE_OPEN ? side->curve.class
                                                                                    : "open";
}

/* "n -> n^2", "n", "open". */
static char* growth_text(const GrowthPair* pair)
{
   const GrowthSide* before = &pair->side[0];
   const GrowthSide* now = &pair->side[1];
   return pair->has_other_class || (before->is_there && now->is_there && pair->state == CURVE_OPEN
                                    && before->curve.state != now->curve.state)
          ? g_strdup_printf("%s -> %s", class_of(before), class_of(now))
          : g_strdup(class_of(now->is_there ? now : before));
}

static Answer* pair_value(const GrowthPair* pair)
{
   Answer* value = tree_object();
   if (pair->name != NULL) {
      tree_set_text(value, "name", pair->name);
      tree_set_text(value, "object", pair->object);
      tree_set_number(value, "added", pair->added);
   }
   tree_set_text(value, "change", growth_change_names[pair->change]);
   tree_set_text(value, "state", curve_state_name(pair->state));
   set_own_text(value, "growth", growth_text(pair));
   tree_set_number(value, "times", pair->times);
   tree_set(value, "far_times",
            tree_interval(pair->far_times.value, pair->far_times.low, pair->far_times.high));
   tree_set(value, "before", side_value(&pair->side[0]));
   tree_set(value, "now", side_value(&pair->side[1]));
   return value;
}

/*------------------------------------------------------------------*/
/*--- All                                                        ---*/
/*------------------------------------------------------------------*/

static Answer* experiment_value(const GrowthFacts* facts)
{
   Answer* value = tree_object();
   tree_set_text(value, "directory", facts->experiment->directory);
   tree_set_count(value, "runs", facts->series->run_count);
   set_own_text(value, "range", words_range(facts));
   return value;
}

Answer* answer_growth_comparison(const GrowthComparison* comparison)
{
   const GrowthFacts* now = comparison->facts[1];
   Answer*  answer = tree_object();
   Answer*  routines = tree_list();
   SizeText size;
   set_own_text(answer, "headline", headline(comparison));
   tree_set(answer, "before", experiment_value(comparison->facts[0]));
   tree_set(answer, "now", experiment_value(now));
   tree_set_text(answer, "parameter", now->experiment->parameters[0]);
   tree_set_text(answer, "unit", now->experiment->unit);
   tree_set_text(answer, "metric", now->series->unit);
   tree_set_number(answer, "size", comparison->size);
   tree_set_text(answer, "size_words", words_size(now, comparison->size, size));
   tree_set(answer, "program", pair_value(&comparison->program));
   for (guint i = 0; i < comparison->routines->len; i++) {
      tree_append(routines, pair_value(&g_array_index(comparison->routines, GrowthPair, i)));
   }
   tree_set(answer, "routines", routines);
   return answer;
}
