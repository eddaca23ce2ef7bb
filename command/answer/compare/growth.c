/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "answer/compare/growth.h"

#include <math.h>
#include <string.h>

#include "growth/at_size.h"

#define FAR_TIMES  10.0

/* Exponents that differ by less are no other class. */
#define CLASS_DISTANCE  0.15

const char* const growth_change_names[] = {
   [GROWTH_WORSE] = "worse", [GROWTH_BETTER] = "better", [GROWTH_NEW] = "new", [GROWTH_GONE] = "gone",
   [GROWTH_OPEN] = "open", [GROWTH_SAME] = "same",
};

/*------------------------------------------------------------------*/
/*--- Whether they can be compared                               ---*/
/*------------------------------------------------------------------*/

static double least(const GrowthFacts* facts)
{
   return facts->size[0];
}

static double largest(const GrowthFacts* facts)
{
   return facts->size[facts->last];
}

static bool refuse(Problem* problem, const GrowthFacts* before, const GrowthFacts* now, const char* what,
                   const char* of_before, const char* of_now)
{
   problem_set(problem, now->experiment->directory, 0, "cannot be compared with %s: %s %s there, and %s here",
               before->experiment->directory, what, of_before, of_now);
   return false;
}

static bool has_enough(const GrowthFacts* facts, Problem* problem)
{
   if (facts->experiment->parameter_count > 1) {
      problem_set(problem, facts->experiment->directory, 0,
                  "has two sizes, %s and %s: experiments of one are compared",
                  facts->experiment->parameters[0], facts->experiment->parameters[1]);
   } else if (!facts->program.is_known) {
      problem_set(problem, facts->experiment->directory, 0,
                  "has runs of %u sizes that count, and %u sizes are needed", facts->sizes,
                  growth_facts_least_sizes(facts));
   } else {
      return true;
   }
   return false;
}

static bool can_compare(const GrowthFacts* before, const GrowthFacts* now, Problem* problem)
{
   const Experiment* a = before->experiment;
   const Experiment* b = now->experiment;
   if (!has_enough(before, problem) || !has_enough(now, problem)) {
      return false;
   }
   if (strcmp(a->unit, b->unit) != 0) {
      return refuse(problem, before, now, "sizes are of the unit", a->unit, b->unit);
   }
   if (strcmp(a->parameters[0], b->parameters[0]) != 0) {
      return refuse(problem, before, now, "the size is called", a->parameters[0], b->parameters[0]);
   }
   if (g_strcmp0(before->series->unit, now->series->unit) != 0) {
      return refuse(problem, before, now, "costs are of the metric", before->series->unit, now->series->unit);
   }
   if (fmin(largest(before), largest(now)) < fmax(least(before), least(now))) {
      problem_set(problem, b->directory, 0, "has no size in common with %s", a->directory);
      return false;
   }
   return true;
}

/*------------------------------------------------------------------*/
/*--- Pairs                                                      ---*/
/*------------------------------------------------------------------*/

static Estimate estimate(const GrowthFacts* facts, const Curve* curve, const double* values, double size)
{
   const Runs runs = growth_facts_runs(facts, values);
   return at_size(curve, &runs, size);
}

static GrowthSide side_of(const GrowthComparison* comparison, int side, const RoutineSeries* series)
{
   const GrowthFacts*  facts = comparison->facts[side];
   const SizeGrowth growth = growth_facts_routine(facts, series);
   double const        size = comparison->size;
   return (GrowthSide){
      .is_there = true, .curve = growth.total, .near = estimate(facts, &growth.total, series->total, size),
      .far = estimate(facts, &growth.total, series->total, FAR_TIMES * size),
      .own_near = estimate(facts, &growth.self, series->self, size).value,
      .own_far = estimate(facts, &growth.self, series->self, FAR_TIMES * size).value,
   };
}

static Estimate ratio(const Estimate* now, const Estimate* before)
{
   return (Estimate){ now->value / before->value, now->low / before->high, now->high / before->low };
}

/* 1: worse, -1: better, 0: neither, as far as is known. */
static int direction(const GrowthPair* pair, double threshold)
{
   return pair->has_other_class ? (pair->side[1].curve.exponent > pair->side[0].curve.exponent ? 1 : -1)
          : pair->far_times.low > threshold      ? 1
          : pair->far_times.high < 1 / threshold ? -1
          : pair->times > threshold              ? 1
          : pair->times < 1 / threshold          ? -1
                                                 : 0;
}

static void judge(GrowthPair* pair, double threshold)
{
   const GrowthSide* before = &pair->side[0];
   const GrowthSide* now = &pair->side[1];
   if (!before->is_there || !now->is_there) {
      pair->change = now->is_there ? GROWTH_NEW : GROWTH_GONE;
      pair->state = now->is_there ? now->curve.state : before->curve.state;
      pair->times = NAN;
      pair->far_times = (Estimate){ NAN, NAN, NAN };
      return;
   }
   pair->times = now->near.value / before->near.value;
   pair->far_times = ratio(&now->far, &before->far);
   pair->state = MAX(before->curve.state, now->curve.state);
   pair->has_other_class = before->curve.is_known && now->curve.is_known && pair->state != CURVE_OPEN
      && strcmp(before->curve.class, now->curve.class) != 0
      && fabs(before->curve.exponent - now->curve.exponent) > CLASS_DISTANCE;
   int way = direction(pair, threshold);
   pair->change = way > 0                       ? GROWTH_WORSE
                : way < 0                       ? GROWTH_BETTER
                : pair->state == CURVE_OPEN     ? GROWTH_OPEN
                                                : GROWTH_SAME;
}

/* Takes what is not known of larger sizes as it is at the common one. */
static void set_added(const GrowthComparison* comparison, GrowthPair* pair)
{
   const GrowthSide* before = &pair->side[0];
   const GrowthSide* now = &pair->side[1];
   bool   is_far = !isnan(before->own_far) && !isnan(now->own_far);
   double added = is_far ? now->own_far - before->own_far : now->own_near - before->own_near;
   pair->added = added / fmax(comparison->program.side[1].far.value, 1);
}

static GrowthSide program_side(const GrowthComparison* comparison, int side)
{
   const GrowthFacts* facts = comparison->facts[side];
   return (GrowthSide){
      .is_there = true, .curve = facts->program,
      .near = estimate(facts, &facts->program, facts->series->cost, comparison->size),
      .far = estimate(facts, &facts->program, facts->series->cost, FAR_TIMES * comparison->size),
   };
}

/*------------------------------------------------------------------*/
/*--- Which routine is which                                     ---*/
/*------------------------------------------------------------------*/

/* Joins the canonical names of a routine and its object.  The program itself is the same object, whatever it
   is called. */
static char* key_of(const GrowthComparison* comparison, int side, const RoutineSeries* series,
                    Renames* renames, const char** name, const char** object)
{
   const char* application = comparison->facts[side]->series->application;
   bool        is_program = g_strcmp0(series->image, application) == 0;
   *name = compare_name(series->name, comparison->texts);
   *name = side == 0 ? renames_apply(renames, *name, comparison->texts) : *name;
   *object = is_program ? "" : compare_object(series->image, comparison->texts);
   return g_strconcat(*name, "\n", *object, NULL);
}

/* Finds the costliest routine of each name. */
static GHashTable* index_by_key(const GrowthComparison* comparison, int side, Renames* renames)
{
   const GrowthFacts* facts = comparison->facts[side];
   GHashTable*        found = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   for (guint i = 0; i < facts->series->routines->len; i++) {
      RoutineSeries* series = &g_array_index(facts->series->routines, RoutineSeries, i);
      const char *name, *object;
      char*          key = key_of(comparison, side, series, renames, &name, &object);
      RoutineSeries* other = g_hash_table_lookup(found, key);
      if (other == NULL || other->total[facts->last] < series->total[facts->last]) {
         g_hash_table_replace(found, key, series);
      } else {
         g_free(key);
      }
   }
   return found;
}

typedef struct {
   GrowthComparison* comparison;
   Renames*          renames;
   double            threshold;
   GHashTable*       series[2];   /* by key */
   GHashTable*       done;        /* keys */
} Pairing;

static void add_pair(Pairing* pairing, int side, const RoutineSeries* series)
{
   GrowthPair pair = { .name = NULL };
   char*      key = key_of(pairing->comparison, side, series, pairing->renames, &pair.name, &pair.object);
   if (!g_hash_table_add(pairing->done, key)) {
      return;
   }
   for (int i = 0; i < 2; i++) {
      const RoutineSeries* found = g_hash_table_lookup(pairing->series[i], key);
      if (found != NULL) {
         pair.side[i] = side_of(pairing->comparison, i, found);
      }
   }
   judge(&pair, pairing->threshold);
   set_added(pairing->comparison, &pair);
   g_array_append_val(pairing->comparison->routines, pair);
}

static gint by_added(gconstpointer left, gconstpointer right)
{
   double a = fabs(((const GrowthPair*)left)->added);
   double b = fabs(((const GrowthPair*)right)->added);
   return a != b ? (a < b) - (a > b)
                 : strcmp(((const GrowthPair*)left)->name, ((const GrowthPair*)right)->name);
}

/* A routine is looked at if it matters in one of the experiments. */
static void pair_routines(GrowthComparison* comparison, Renames* renames, double threshold)
{
   Pairing pairing = { .comparison = comparison, .renames = renames, .threshold = threshold };
   pairing.done = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   for (int side = 0; side < 2; side++) {
      pairing.series[side] = index_by_key(comparison, side, renames);
   }
   for (int side = 0; side < 2; side++) {
      const GArray* routines = comparison->facts[side]->routines;
      for (guint i = 0; i < routines->len; i++) {
         add_pair(&pairing, side, g_array_index(routines, SizeGrowth, i).series);
      }
   }
   g_hash_table_unref(pairing.series[0]);
   g_hash_table_unref(pairing.series[1]);
   g_hash_table_unref(pairing.done);
   g_array_sort(comparison->routines, by_added);
}

/*------------------------------------------------------------------*/
/*--- All                                                        ---*/
/*------------------------------------------------------------------*/

GrowthComparison* growth_compare(const GrowthFacts* before, const GrowthFacts* now, Renames* renames,
                                 double threshold, Problem* problem)
{
   if (!can_compare(before, now, problem)) {
      return NULL;
   }
   GrowthComparison* comparison = g_new0(GrowthComparison, 1);
   comparison->facts[0] = before;
   comparison->facts[1] = now;
   comparison->size = fmin(largest(before), largest(now));
   comparison->texts = g_string_chunk_new(4096);
   comparison->routines = g_array_new(FALSE, FALSE, sizeof(GrowthPair));
   for (int side = 0; side < 2; side++) {
      comparison->program.side[side] = program_side(comparison, side);
   }
   judge(&comparison->program, threshold);
   pair_routines(comparison, renames, threshold);
   return comparison;
}

void growth_comparison_free(GrowthComparison* comparison)
{
   g_array_unref(comparison->routines);
   g_string_chunk_free(comparison->texts);
   g_free(comparison);
}
