#include "answer/grow/culprit.h"

#include <math.h>
#include <string.h>

#include "model/names.h"
#include "model/own.h"
#include "subject/limits.h"

/* The weight of a routine of whose growth nothing is known: rather one of which something is known. */
#define OPEN_WEIGHT     0.5

/* A routine is called too often if its calls grow faster than the size to this power, and a call costs the
   same if it grows slower than that one. */
#define TOO_OFTEN       1.3
#define SAME_CALL       0.3

/* A caller is called less often if the power of its calls is so much less. */
#define LESS_OFTEN      0.25

/* A loop calls a routine at each step if the power of its calls is so much above that of the loop's calls. */
#define STEP_POWER      0.75

/* The loop is named, and not the heaviest routine that it calls at each step, if all others that it calls so
   cost together at least this part of what the heaviest costs. */
#define AS_MUCH_TOGETHER  0.5

/* Callers are looked for so far: a circle of them has no end. */
#define MOST_STEPS      16

/* A place is named instead of the culprit if it costs so many times as much itself: it has other callers. */
#define FOR_OTHERS      1.1

/* Two routines are tied if one costs so much of what the other does, and both so much of all. */
#define TIED            0.75
#define LEAST_TIED      0.25

static const SizeGrowth* routine_at(const GrowthFacts* facts, guint index)
{
   return &g_array_index(facts->routines, SizeGrowth, index);
}

/*------------------------------------------------------------------*/
/*--- The heaviest one                                           ---*/
/*------------------------------------------------------------------*/

/* Returns by how much the cost of the routine's own code grows, as a part of the cost of all. */
static double own_growth(const GrowthFacts* facts, const SizeGrowth* routine)
{
   return routine->far_self_share - routine->series->self[facts->last] / facts->program.at[CURVE_FAR].value;
}

/* Returns the same with what libraries do for the routine; of a routine of a library, what it does not do for
   its caller. */
static double work_growth(const GrowthFacts* facts, const SizeGrowth* routine)
{
   bool   is_own = routine->series->is_own;
   double growth = own_growth(facts, routine) * (is_own ? 1 : 1 - routine->series->caller_part);
   for (guint i = 0; i < facts->routines->len && is_own; i++) {
      const SizeGrowth* other = routine_at(facts, i);
      if (!other->series->is_own && growth_works_for(other, routine)) {
         growth += own_growth(facts, other) * other->series->caller_part;
      }
   }
   return growth;
}

/* Whether the routine is known not to grow faster than the size, with all that it calls. */
static bool is_harmless(const SizeGrowth* routine)
{
   return routine->total.is_known && routine->total.state != CURVE_OPEN
          && routine->total.exponent <= HARMLESS_POWER;
}

static double weight_of(const GrowthFacts* facts, const SizeGrowth* routine)
{
   return work_growth(facts, routine) * (routine->total.state == CURVE_OPEN ? OPEN_WEIGHT : 1)
          * (routine->series->is_own ? 1 : GROW_LIBRARY_WEIGHT);
}

typedef double (*Weigh)(const GrowthFacts*, const SizeGrowth*);

/* Returns the heaviest routine, or NULL: start-up may cost more, but does not grow. */
static const SizeGrowth* heaviest_by(const GrowthFacts* facts, Weigh weigh, bool is_harmful)
{
   const SizeGrowth* heaviest = NULL;
   double            most = SHARE_MATTERS;
   for (guint i = 0; i < facts->routines->len; i++) {
      const SizeGrowth* routine = routine_at(facts, i);
      double            weight = is_harmful && is_harmless(routine) ? 0 : weigh(facts, routine);
      heaviest = weight > most ? routine : heaviest;
      most = fmax(weight, most);
   }
   return heaviest;
}

/* Returns the routine that makes most of the difference, or NULL.  If the program's cost grows faster than
   the size, no routine explains that which is known not to, but rather any other. */
static const SizeGrowth* find_heaviest(const GrowthFacts* facts)
{
   bool is_harmful = growth_factor(facts) > pow(facts->reach.times[CURVE_FAR], HARMLESS_POWER);
   const SizeGrowth* heaviest = heaviest_by(facts, weight_of, is_harmful);
   if (heaviest == NULL && is_harmful) {
      heaviest = heaviest_by(facts, work_growth, true);
   }
   return heaviest != NULL ? heaviest : heaviest_by(facts, weight_of, false);
}

/*------------------------------------------------------------------*/
/*--- Who is to blame for it                                     ---*/
/*------------------------------------------------------------------*/

const SizeGrowth* growth_caller(const GrowthFacts* facts, const SizeGrowth* routine)
{
   for (guint i = 0; i < facts->routines->len; i++) {
      if (growth_works_for(routine, routine_at(facts, i))) {
         return routine_at(facts, i);
      }
   }
   return NULL;
}

/* Whether its own recursion is what multiplies the cost. */
static bool multiplies_itself(const GrowthFacts* facts, const SizeGrowth* routine)
{
   return facts->reach.step > 0 && routine->series->is_recursive;
}

/* Whether nothing is wrong with the routine but that it is called so often. */
static bool is_called_too_often(const GrowthFacts* facts, const SizeGrowth* routine)
{
   return !multiplies_itself(facts, routine) && routine->calls.is_known && routine->total.is_known
          && routine->calls.exponent > TOO_OFTEN
          && routine->total.exponent - routine->calls.exponent < SAME_CALL;
}

/* Returns the nearest routine that leads to this one and is called less often, or calls itself so often.
   NULL: it is not known. */
static const SizeGrowth* who_calls_often(const GrowthFacts* facts, const SizeGrowth* routine)
{
   const SizeGrowth* caller = routine;
   for (unsigned step = 0; step < MOST_STEPS && caller != NULL; step++) {
      caller = growth_caller(facts, caller);
      bool is_less_often = caller != NULL && caller->calls.is_known
                           && caller->calls.exponent < routine->calls.exponent - LESS_OFTEN;
      if (is_less_often || (caller != NULL && multiplies_itself(facts, caller))) {
         return caller;
      }
   }
   return NULL;
}

static const SizeGrowth* go_up(const GrowthFacts* facts, const SizeGrowth* routine)
{
   const SizeGrowth* caller = is_called_too_often(facts, routine) ? who_calls_often(facts, routine) : NULL;
   return caller == NULL ? routine : go_up(facts, caller);
}

/* Whether each call costs more at larger sizes.  Where it does not, whoever calls so often is to blame. */
static bool costs_more_each(const SizeGrowth* routine)
{
   return routine->calls.is_known && routine->total.is_known
          && routine->total.exponent - routine->calls.exponent >= SAME_CALL;
}

/* Whether the first says more than the second: it is nearer to what grows, or else, it costs less. */
static bool says_more(const SizeGrowth* routine, const SizeGrowth* other)
{
   bool grows = costs_more_each(routine);
   if (grows != costs_more_each(other)) {
      return grows;
   }
   bool is_called_as_often = fabs(routine->calls.measured - other->calls.measured) < 0.5;
   return grows && !is_called_as_often ? routine->calls.measured > other->calls.measured
                                       : routine->far_share < other->far_share;
}

static const SizeGrowth* with_name(const GrowthFacts* facts, const SizeGrowth* routine)
{
   const SizeGrowth* found = routine;
   for (guint i = 0; i < facts->routines->len && own_is_nameless(routine->series->name); i++) {
      const SizeGrowth* other = routine_at(facts, i);
      bool costs_as_much = other->far_share >= PART_NEARLY_ALL * routine->far_share
                           && other->far_share <= routine->far_share / PART_NEARLY_ALL;
      bool is_named = !other->series->is_start_up && !own_is_nameless(other->series->name);
      found = costs_as_much && is_named && (found == routine || says_more(other, found)) ? other : found;
   }
   return found;
}

/* Whether the routine is called at each step of a loop that grows, and each call grows, too. */
static bool is_step_of_loop(const SizeGrowth* routine, const SizeGrowth* loop)
{
   return routine->calls.is_known && loop->calls.is_known && routine->total.is_known
          && routine->total.exponent > TOO_OFTEN
          && routine->calls.exponent > loop->calls.exponent + STEP_POWER;
}

/* Returns the routine whose loop calls this one and others that cost as much, so that it costs much more than
   this one alone; else this one.  What nobody calls, as main, has too many loops. */
static const SizeGrowth* with_siblings(const GrowthFacts* facts, const SizeGrowth* routine)
{
   const SizeGrowth* loop = growth_caller(facts, routine);
   bool is_loop = loop != NULL && growth_caller(facts, loop) != NULL
                  && is_step_of_loop(routine, loop) && routine->series->caller_part >= PART_MOSTLY;
   double shared = 0;
   for (guint i = 0; i < facts->routines->len && is_loop; i++) {
      const SizeGrowth* other = routine_at(facts, i);
      bool is_step = other != routine && growth_works_for(other, loop) && is_step_of_loop(other, loop);
      shared += is_step ? other->far_share : 0;
   }
   return shared >= AS_MUCH_TOGETHER * routine->far_share ? loop : routine;
}

/*------------------------------------------------------------------*/
/*--- Where its cost is                                          ---*/
/*------------------------------------------------------------------*/

/* Returns the part of a routine's work that it does for the culprit, through others or not. */
static double part_for(const GrowthFacts* facts, const SizeGrowth* routine, const SizeGrowth* culprit)
{
   double part = 1;
   for (unsigned step = 0; step < MOST_STEPS && routine != NULL && routine != culprit; step++) {
      part *= routine->series->caller_part;
      routine = growth_caller(facts, routine);
   }
   return routine == culprit ? part : 0;
}

/* Whether a routine is within another one, by their names, as a closure is: it is the other's own code. */
static bool is_within(const RoutineSeries* routine, const RoutineSeries* other)
{
   char* inner = name_shorten(routine->name, routine->mangled, SENTENCE_NAME);
   char* outer = name_shorten(other->name, other->mangled, SENTENCE_NAME);
   bool  is = g_str_has_prefix(inner, outer) && g_str_has_prefix(inner + strlen(outer), "::");
   g_free(outer);
   g_free(inner);
   return is;
}

/* A routine that does not grow is no place of one that does. */
static bool may_be_place(const SizeGrowth* routine, const SizeGrowth* culprit)
{
   return routine != culprit && !own_is_nameless(routine->series->name)
          && !is_within(routine->series, culprit->series)
          && (is_harmless(culprit) || !is_harmless(routine));
}

/* Returns the routine whose own code does most of it. */
static GrowthPlace place_of_own(const GrowthFacts* facts, const SizeGrowth* culprit)
{
   GrowthPlace place = { NULL, 0 };
   double      least = fmax(culprit->far_self_share, PART_MOST * culprit->far_share);
   for (guint i = 0; i < facts->routines->len; i++) {
      const SizeGrowth* routine = routine_at(facts, i);
      double            share = routine->far_self_share * part_for(facts, routine, culprit);
      if (share > fmax(least, place.share) && may_be_place(routine, culprit)) {
         place = (GrowthPlace){ routine, fmin(share, culprit->far_share) };
      }
   }
   return place;
}

/* Returns the routine of a library that does most of it with what it calls, as a sort: one whose only caller,
   nearly, the culprit is. */
static GrowthPlace place_of_library(const GrowthFacts* facts, const SizeGrowth* culprit)
{
   GrowthPlace place = { NULL, 0 };
   double      least = fmax(culprit->far_self_share, PART_MOST * culprit->far_share);
   for (guint i = 0; i < facts->routines->len; i++) {
      const SizeGrowth* routine = routine_at(facts, i);
      bool is_for_culprit = !routine->series->is_own && growth_works_for(routine, culprit)
                            && routine->series->caller_part >= PART_MOSTLY
                            && !own_is_collector(routine->series->name);
      if (is_for_culprit && routine->far_share > fmax(least, place.share)
          && may_be_place(routine, culprit)) {
         place = (GrowthPlace){ routine, fmin(routine->far_share, culprit->far_share) };
      }
   }
   return place;
}

GrowthPlace growth_place(const GrowthFacts* facts, const SizeGrowth* culprit)
{
   GrowthPlace place = place_of_own(facts, culprit);
   return place.routine != NULL ? place : place_of_library(facts, culprit);
}

/* Returns the place instead of the culprit if much of what it costs is not the culprit's doing.  A collector
   cleans up for all. */
static const SizeGrowth* or_place(const GrowthFacts* facts, const SizeGrowth* culprit)
{
   GrowthPlace place = place_of_own(facts, culprit);
   bool is_for_others = place.routine != NULL && !place.routine->series->is_own
                        && !own_is_collector(place.routine->series->name)
                        && place.share >= PART_MOST * place.routine->far_self_share
                        && place.routine->far_self_share >= FOR_OTHERS * culprit->far_share;
   return is_for_others ? place.routine : culprit;
}

const SizeGrowth* growth_culprit(const GrowthFacts* facts)
{
   const SizeGrowth* heaviest = find_heaviest(facts);
   if (heaviest == NULL) {
      return NULL;
   }
   const SizeGrowth* caller = go_up(facts, with_name(facts, heaviest));
   return or_place(facts, with_siblings(facts, with_name(facts, caller)));
}

/*------------------------------------------------------------------*/
/*--- What belongs to it                                         ---*/
/*------------------------------------------------------------------*/

/* Whether another routine does work for this one, through others or not. */
static bool leads_to(const GrowthFacts* facts, const SizeGrowth* caller, const SizeGrowth* routine)
{
   return routine != caller && part_for(facts, routine, caller) > 0;
}

const SizeGrowth* growth_tied(const GrowthFacts* facts, const SizeGrowth* culprit)
{
   const SizeGrowth* tied = NULL;
   for (guint i = 0; i < facts->routines->len; i++) {
      const SizeGrowth* routine = routine_at(facts, i);
      bool is_as_heavy = routine->far_self_share >= TIED * culprit->far_share
                         && routine->far_self_share <= culprit->far_self_share / TIED
                         && fabs(routine->total.exponent - culprit->total.exponent) <= LESS_OFTEN;
      if (is_as_heavy && routine != culprit && !own_is_nameless(routine->series->name)
          && !leads_to(facts, culprit, routine) && !leads_to(facts, routine, culprit)) {
         tied = tied == NULL || routine->far_self_share > tied->far_self_share ? routine : tied;
      }
   }
   return tied != NULL && tied->far_self_share >= LEAST_TIED ? tied : NULL;
}

const SizeGrowth* growth_common_caller(const GrowthFacts* facts, const SizeGrowth* routine,
                                       const SizeGrowth* other)
{
   const SizeGrowth* caller = routine;
   for (unsigned step = 0; step < MOST_STEPS && caller != NULL; step++) {
      caller = growth_caller(facts, caller);
      if (caller != NULL && leads_to(facts, caller, other)) {
         return growth_caller(facts, caller) == NULL ? NULL : caller;
      }
   }
   return NULL;
}
