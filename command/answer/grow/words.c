/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "answer/grow/words.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "answer/grow/settled.h"
#include "experiment/again.h"
#include "model/names.h"
#include "util/text.h"

/* The program's cost is called the same if it changes less than this at CURVE_TIMES the size. */
#define SAME_COST       1.05

/* Nothing is said of a smaller part of the cost that is open. */
#define LEAST_OPEN      0.01

/* A routine is not named first if its own cost grows by less of what all will cost. */
#define LEAST_HEAVIEST  0.05

/* The weight of a routine of whose growth nothing is known. */
#define OPEN_WEIGHT     0.5

/* Names that are longer are shortened in sentences. */
#define LONGEST_NAME    60

/* The first sentence says how much is open, if it is more. */
#define MUCH_OPEN       0.1

/* Minutes that are proposed for larger sizes. */
#define LONGER_BUDGET   10

/* A callee is not mentioned if it costs less of all. */
#define LEAST_CALLED    0.02

static void add_number(const Experiment* experiment, unsigned parameter, double size, SizeText text)
{
   GroupedText room;
   const char* number = text_grouped_number((uint64_t)size, room);
   size_t      used = strlen(text);
   g_snprintf(text + used, sizeof(SizeText) - used, "%s%s = %s", used == 0 ? "" : ", ",
              experiment->parameters[parameter], number);
}

const char* words_size(const GrowthFacts* facts, double size, SizeText text)
{
   GroupedText room;
   text[0] = '\0';
   if (strcmp(facts->experiment->unit, "number") == 0) {
      add_number(facts->experiment, 0, size, text);
   } else {
      g_snprintf(text, sizeof(SizeText), "%s %s", text_grouped_number((uint64_t)size, room),
                 facts->experiment->unit);
   }
   return text;
}

static const char* largest_text(const GrowthFacts* facts, SizeText text)
{
   words_size(facts, facts->size[facts->last], text);
   if (facts->other_size != NULL) {
      add_number(facts->experiment, 1, facts->other_size[facts->last], text);
   }
   return text;
}

static void add_range(GString* text, const Experiment* experiment, unsigned parameter, const double* sizes,
                      guint runs)
{
   GroupedText rooms[2];
   double      least = INFINITY, most = 0;
   for (guint run = 0; run < runs; run++) {
      least = fmin(least, sizes[run]);
      most = fmax(most, sizes[run]);
   }
   bool is_number = strcmp(experiment->unit, "number") == 0;
   g_string_append_printf(text, "%s%s%s%s to %s%s%s", text->len == 0 ? "" : ", ",
                          is_number ? experiment->parameters[parameter] : "", is_number ? " = " : "",
                          text_grouped_number((uint64_t)least, rooms[0]),
                          text_grouped_number((uint64_t)most, rooms[1]),
                          is_number ? "" : " ", is_number ? "" : experiment->unit);
}

char* words_range(const GrowthFacts* facts)
{
   GString* text = g_string_new(NULL);
   add_range(text, facts->experiment, 0, facts->size, facts->series->run_count);
   if (facts->other_size != NULL) {
      add_range(text, facts->experiment, 1, facts->other_size, facts->series->run_count);
   }
   return g_string_free(text, FALSE);
}

/*------------------------------------------------------------------*/
/*--- The first sentence                                         ---*/
/*------------------------------------------------------------------*/

static void add_state(GString* text, const GrowthFacts* facts, const Curve* curve)
{
   SizeText size;
   switch (curve->state) {
      case CURVE_CONFIRMED:
         g_string_append_printf(text, "%s, confirmed up to %s", curve->class, largest_text(facts, size));
         break;
      case CURVE_LIKELY:
         g_string_append_printf(text, "likely %s", curve->class);
         break;
      case CURVE_OPEN:
         g_string_append(text, "how it grows is open");
         break;
   }
}

/* Returns by how much the cost of the routine's own code grows, as a part of the cost of all. */
static double own_growth(const GrowthFacts* facts, const SizeGrowth* routine)
{
   return routine->far_self_share - routine->series->self[facts->last] / facts->program.at[CURVE_FAR].value;
}

/* Returns the same with what libraries do for the routine; 0 for a routine of a library whose work counts for
   its caller. */
static double work_growth(const GrowthFacts* facts, const SizeGrowth* routine)
{
   double growth = routine->series->caller == NULL ? own_growth(facts, routine) : 0;
   for (guint i = 0; i < facts->routines->len; i++) {
      const SizeGrowth* other = &g_array_index(facts->routines, SizeGrowth, i);
      if (other->series->caller == routine->series->name
          && other->series->caller_image == routine->series->image) {
         growth += own_growth(facts, other);
      }
   }
   return growth;
}

/* Returns the routine that makes most of the difference, or NULL: start-up may cost more, but does not grow.
   One whose growth is open counts half: rather one of which something is known. */
static const SizeGrowth* find_heaviest(const GrowthFacts* facts)
{
   const SizeGrowth* heaviest = NULL;
   double            most = LEAST_HEAVIEST;
   for (guint i = 0; i < facts->routines->len; i++) {
      const SizeGrowth* routine = &g_array_index(facts->routines, SizeGrowth, i);
      double            growth = work_growth(facts, routine);
      growth *= routine->total.state == CURVE_OPEN ? OPEN_WEIGHT : 1;
      heaviest = growth > most ? routine : heaviest;
      most = fmax(growth, most);
   }
   return heaviest;
}

/* `begin` stands before the name, and `grows` between it and what it will cost. */
static void add_routine(GString* text, const GrowthFacts* facts, const SizeGrowth* routine, const char* begin,
                        const char* grows)
{
   bool  calls_much = routine->far_share > routine->far_self_share + LEAST_CALLED;
   char* name = name_shorten(routine->series->name, routine->series->mangled, LONGEST_NAME);
   g_string_append_printf(text, "; %s`%s`%s %swill be %.0f %% of that (", begin, name,
                          calls_much ? ", with what it calls," : "", grows,
                          100 * fmin(routine->far_share, 1));
   add_state(text, facts, &routine->total);
   g_string_append_c(text, ')');
   g_free(name);
}

static void add_cost(GString* text, const GrowthFacts* facts)
{
   const SizeGrowth* heaviest = find_heaviest(facts);
   double            factor = facts->program.at[CURVE_FAR].value / growth_facts_cost(facts);
   ShortText         number;
   if (factor < 1 / SAME_COST) {
      g_string_append_printf(text, "less time: %s times as long as now", text_times(factor, number));
   } else if (factor < SAME_COST) {
      g_string_append(text, "as long as now");
   } else {
      g_string_append_printf(text, "%s times as long", text_times(factor, number));
   }
   if (heaviest != NULL) {
      bool is_larger = factor >= SAME_COST;
      add_routine(text, facts, heaviest, is_larger ? "" : "but ", is_larger ? "" : "grows, and ");
   } else if (factor >= SAME_COST) {
      g_string_append(text, "; no routine's own code is much of that");
   }
}

static char* not_known(const GrowthFacts* facts)
{
   guint const runs = facts->series->run_count;
   return g_strdup_printf("Not known yet: at least %u sizes are needed, and the %u run%s that count%s ha%s "
                          "%u.",
                          growth_facts_least_sizes(facts), runs, runs == 1 ? "" : "s", runs == 1 ? "s" : "",
                          runs == 1 ? "s" : "ve", facts->sizes);
}

char* words_headline(const GrowthFacts* facts)
{
   if (!facts->program.is_known) {
      return not_known(facts);
   }
   GString* text = g_string_new(NULL);
   g_string_printf(text, "At %.0f times %s it takes ", curve_times[CURVE_FAR],
                   facts->other_size == NULL ? "the size" : "both sizes");
   add_cost(text, facts);
   if (facts->open_share >= MUCH_OPEN) {
      g_string_append_printf(text, ". But how %.0f %% of the cost grows is open", 100 * facts->open_share);
   }
   g_string_append_c(text, '.');
   return g_string_free(text, FALSE);
}

/*------------------------------------------------------------------*/
/*--- Of a routine                                               ---*/
/*------------------------------------------------------------------*/

static bool is_constant(const Curve* curve)
{
   return strcmp(curve->class, "constant") == 0;
}

static void add_calls(GString* text, const Curve* calls)
{
   ShortText number;
   if (!is_constant(calls)) {
      g_string_append_printf(text, "called %s times", calls->class);
   } else if (calls->measured < 1.5) {
      g_string_append(text, "called once");
   } else {
      g_string_append_printf(text, "always called %s times",
                             text_short_number(round(calls->measured), number));
   }
}

char* words_why(const GrowthFacts* facts, const SizeGrowth* routine)
{
   SizeText  size;
   GString*  text = g_string_new(NULL);
   ShortText number;
   if (routine->calls.state == CURVE_OPEN) {
      g_string_append(text, "how often it is called is open");
   } else {
      add_calls(text, &routine->calls);
   }
   if (routine->has_calls && routine->per_call.state != CURVE_OPEN) {
      if (is_constant(&routine->per_call)) {
         g_string_append_printf(text, ", %s a call", text_short_number(routine->per_call.measured, number));
      } else {
         g_string_append_printf(text, "; a call costs %s", routine->per_call.class);
      }
   }
   if (routine->series->caller != NULL) {
      char* caller = name_shorten(routine->series->caller, NULL, LONGEST_NAME);
      g_string_append_printf(text, "; most of it for %s", caller);
      g_free(caller);
   }
   if (routine->total.break_size > 0) {
      g_string_append_printf(text, "; this law holds from %s on",
                             words_size(facts, routine->total.break_size, size));
   }
   return g_string_free(text, FALSE);
}

char* words_check(const GrowthFacts* facts, const Curve* curve)
{
   if (!curve->is_checked) {
      return NULL;
   }
   SizeText  size, from;
   ShortText predicted, measured;
   text_short_number(curve->predicted.value, predicted);
   text_short_number(curve->measured, measured);
   largest_text(facts, size);
   if (isnan(curve->checked_from)) {
      return g_strdup_printf("the other runs predicted %s for %s; it was %s", predicted, size, measured);
   }
   return g_strdup_printf("the runs up to %s predicted %s for %s; it was %s",
                          words_size(facts, curve->checked_from, from), predicted, size, measured);
}

/*------------------------------------------------------------------*/
/*--- What now                                                   ---*/
/*------------------------------------------------------------------*/

char* words_open(const GrowthFacts* facts)
{
   if (!facts->program.is_known) {
      return g_strdup("More sizes tell.");
   }
   if (facts->open_share < LEAST_OPEN) {
      return NULL;
   }
   SizeText size;
   return g_strdup_printf("%.0f %% of the cost is of routines whose growth is open. Larger sizes than %s "
                          "tell.",
                          100 * facts->open_share, largest_text(facts, size));
}

/* A list of sizes stays as it is, so there must be another experiment.  A single size was too large to begin
   with. */
static char* new_experiment(const GrowthFacts* facts)
{
   const Settings* settings = facts->experiment->settings;
   if (settings->way == INPUT_OF_FILES || facts->other_size != NULL) {
      return NULL;
   }
   char* budget = g_strdup_printf("%um", LONGER_BUDGET);
   char* sizes = g_strdup_printf("%.0f..", fmax(facts->sizes > 1 ? facts->size[0] : facts->size[0] / 10, 1));
   char* command = again_command(settings, &(Changes){ .budget = budget, .sizes = sizes });
   g_free(sizes);
   g_free(budget);
   return command;
}

char* words_next(const GrowthFacts* facts)
{
   if (facts->program.is_known && facts->open_share < LEAST_OPEN) {
      return NULL;
   }
   if (facts->experiment->settings->is_fixed) {
      return new_experiment(facts);
   }
   GString* text = g_string_new("aprof grow");
   bool     needs_time = strcmp(experiment_end_name(facts->experiment, facts), "budget") == 0;
   if (facts->program.is_known || needs_time) {
      g_string_append_printf(text, " --budget=%um", LONGER_BUDGET);
   } else {
      g_string_append_printf(text, " --runs=%u", 2 * growth_facts_least_sizes(facts));
   }
   g_string_append_c(text, ' ');
   text_append_shell_word(text, facts->experiment->directory);
   return g_string_free(text, FALSE);
}
