#include "answer/grow/cause.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "answer/grow/interpreter.h"
#include "growth/classes.h"
#include "model/own.h"
#include "subject/limits.h"

/* The weight of a routine of whose growth nothing is known: rather one of which something is known. */
#define OPEN_WEIGHT     0.5

/* A routine is called too often if its calls grow faster than the size to this power, and a call costs the
   same if it grows slower than that one. */
#define TOO_OFTEN       1.3
#define SAME_CALL       0.3

/* How costs grow is seen from so large a part of the largest size on. */
#define POWER_RANGE     4

/* A routine has the loop that calls another one at each step if so many of its calls may have all of that. */
#define LOOPS           4

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

/* The program may cost so much more than its size, or n log n, tells. */
#define MOST_HARMLESS  1.1

static const RunSubject* routine_at(const RunSubjects* subjects, guint index)
{
   assert(index < subjects->routines->len);
   return g_ptr_array_index(subjects->routines, index);
}

/*--- The heaviest one ---*/

/* Returns by how much the cost of the routine's own code grows, as a part of the cost of all. */
static double own_growth(const RunSubjects* subjects, const RunSubject* routine)
{
   return routine->far_self_share - routine->self[subjects->last] / subjects->program.at[CURVE_FAR].value;
}

/* Returns the same with what libraries do for the routine; of a routine of a library, what it does not do for
   its caller. */
static double work_growth(const RunSubjects* subjects, const RunSubject* routine)
{
   bool   is_own = routine->is_own;
   double growth = own_growth(subjects, routine) * (is_own ? 1 : 1 - routine->caller_part);
   for (guint i = 0; i < subjects->routines->len && is_own; i++) {
      const RunSubject* other = routine_at(subjects, i);
      if (!other->is_own && other->caller == routine) {
         growth += own_growth(subjects, other) * other->caller_part;
      }
   }
   return growth;
}

/* Whether the routine is known not to grow faster than the size, with all that it calls. */
static bool is_harmless(const RunSubject* routine)
{
   return routine->growth->total.is_known && routine->growth->total.state != CURVE_OPEN
          && routine->growth->total.exponent <= HARMLESS_POWER;
}

static double weight_of(const RunSubjects* subjects, const RunSubject* routine)
{
   return work_growth(subjects, routine) * (routine->growth->total.state == CURVE_OPEN ? OPEN_WEIGHT : 1)
          * (routine->is_own ? 1 : GROW_LIBRARY_WEIGHT);
}

typedef double (*Weigh)(const RunSubjects*, const RunSubject*);

/* Returns the heaviest routine, or NULL: start-up may cost more, but does not grow. */
static const RunSubject* heaviest_by(const RunSubjects* subjects, Weigh weigh, bool is_harmful)
{
   const RunSubject* heaviest = NULL;
   double            most = SHARE_MATTERS;
   for (guint i = 0; i < subjects->routines->len; i++) {
      const RunSubject* routine = routine_at(subjects, i);
      double            weight = is_harmful && is_harmless(routine) ? 0 : weigh(subjects, routine);
      heaviest = weight > most ? routine : heaviest;
      most = fmax(weight, most);
   }
   return heaviest;
}

/* Returns by what n log n grows from the largest run to the farthest size. */
static double n_log_n_factor(const RunSubjects* subjects)
{
   double times = subjects->reach.times[CURVE_FAR];
   return times * (1 + log(times) / log(fmax(subjects->size[subjects->last], 2)));
}

static Harm program_harm(const RunSubjects* subjects)
{
   double factor = run_subjects_factor(subjects);
   return factor <= MOST_HARMLESS * subjects->reach.times[CURVE_FAR] ? HARM_N
        : factor <= MOST_HARMLESS * n_log_n_factor(subjects)  ? HARM_N_LOG_N : HARM_FASTER;
}

/* Whether the program costs more with the size, but no faster than n log n: then no routine is to blame of
   which it is known that it grows no faster than the size. */
static bool is_mild(const RunSubjects* subjects)
{
   return subjects->other_size == NULL && subjects->reach.step == 0
          && run_subjects_factor(subjects) >= SAME_COST && program_harm(subjects) != HARM_FASTER;
}

/* Returns the routine that makes most of the difference, or NULL.  No routine explains it of which it is
   known that it grows no faster than the size, but rather any other. */
static const RunSubject* find_heaviest(const RunSubjects* subjects)
{
   bool is_harmful = run_subjects_factor(subjects) > pow(subjects->reach.times[CURVE_FAR], HARMLESS_POWER);
   bool only_harmful = is_harmful || is_mild(subjects);
   const RunSubject* heaviest = heaviest_by(subjects, weight_of, only_harmful);
   if (heaviest == NULL && is_harmful) {
      heaviest = heaviest_by(subjects, work_growth, true);
   }
   return heaviest != NULL || is_mild(subjects) ? heaviest : heaviest_by(subjects, weight_of, false);
}

/*--- Who is to blame for it ---*/

/* Returns the power of the size with which the values grow, as the largest sizes show; NAN: it is not known,
   or no question. */
static double power_of(const RunSubjects* subjects, const double* values)
{
   guint last = subjects->last, first = last;
   while (first > 0 && subjects->size[first] > subjects->size[last] / POWER_RANGE) {
      first--;
   }
   bool is_known = subjects->other_size == NULL && subjects->reach.step == 0 && values[first] > 0
                   && subjects->size[first] > 0 && subjects->size[first] < subjects->size[last];
   return is_known ? log(values[last] / values[first]) / log(subjects->size[last] / subjects->size[first])
                   : NAN;
}

/* Returns that of the costliest call. */
static double call_power(const RunSubjects* subjects, const RunSubject* routine)
{
   return power_of(subjects, routine->largest);
}

/* Whether its own recursion is what multiplies the cost: steps do so, or one call from outside costs ever
   more. */
static bool multiplies_itself(const RunSubjects* subjects, const RunSubject* routine)
{
   return routine->is_recursive && (subjects->reach.step > 0 || call_power(subjects, routine) > SAME_CALL);
}

/* Whether nothing is wrong with the routine but that it is called so often. */
static bool is_called_too_often(const RunSubjects* subjects, const RunSubject* routine)
{
   const RunGrowth* growth = routine->growth;
   return !multiplies_itself(subjects, routine) && growth->calls.is_known && growth->total.is_known
          && growth->calls.exponent > TOO_OFTEN
          && growth->total.exponent - growth->calls.exponent < SAME_CALL;
}

/* Returns the nearest routine that leads to this one and is called less often, or calls itself so often.
   NULL: it is not known. */
static const RunSubject* who_calls_often(const RunSubjects* subjects, const RunSubject* routine)
{
   const RunSubject* caller = routine;
   for (unsigned step = 0; step < MOST_STEPS && caller != NULL; step++) {
      caller = run_subject_caller(caller);
      bool is_less_often = caller != NULL && caller->growth->calls.is_known
                           && caller->growth->calls.exponent < routine->growth->calls.exponent - LESS_OFTEN;
      if (is_less_often || (caller != NULL && multiplies_itself(subjects, caller))) {
         return caller;
      }
   }
   return NULL;
}

static const RunSubject* go_up(const RunSubjects* subjects, const RunSubject* routine)
{
   const RunSubject* caller = is_called_too_often(subjects, routine) ? who_calls_often(subjects, routine)
                                                                     : NULL;
   return caller == NULL ? routine : go_up(subjects, caller);
}

/* Whether each call costs more at larger sizes.  Where it does not, whoever calls so often is to blame. */
static bool costs_more_each(const RunSubject* routine)
{
   const RunGrowth* growth = routine->growth;
   return growth->calls.is_known && growth->total.is_known
          && growth->total.exponent - growth->calls.exponent >= SAME_CALL;
}

/* Whether the first says more than the second: it is nearer to what grows, or else, it costs less. */
static bool says_more(const RunSubject* routine, const RunSubject* other)
{
   bool grows = costs_more_each(routine);
   if (grows != costs_more_each(other)) {
      return grows;
   }
   bool is_called_as_often = fabs(routine->growth->calls.measured - other->growth->calls.measured) < 0.5;
   return grows && !is_called_as_often ? routine->growth->calls.measured > other->growth->calls.measured
                                       : routine->far_share < other->far_share;
}

static const RunSubject* with_name(const RunSubjects* subjects, const RunSubject* routine)
{
   const RunSubject* found = routine;
   for (guint i = 0; i < subjects->routines->len && own_is_nameless(routine->name); i++) {
      const RunSubject* other = routine_at(subjects, i);
      bool costs_as_much = other->far_share >= PART_NEARLY_ALL * routine->far_share
                           && other->far_share <= routine->far_share / PART_NEARLY_ALL;
      bool is_named = !other->is_start_up && !own_is_nameless(other->name);
      found = costs_as_much && is_named && (found == routine || says_more(other, found)) ? other : found;
   }
   return found;
}

/* Whether the routine is called at each step of a loop that grows, and each call grows, too. */
static bool is_step_of_loop(const RunSubject* routine, const RunSubject* loop)
{
   return routine->growth->calls.is_known && loop->growth->calls.is_known && routine->growth->total.is_known
          && routine->growth->total.exponent > TOO_OFTEN
          && routine->growth->calls.exponent > loop->growth->calls.exponent + STEP_POWER;
}

/* Returns the routine whose loop calls this one and others that cost as much, so that it costs much more than
   this one alone; else this one.  What nobody calls, as main, has too many loops. */
static const RunSubject* with_siblings(const RunSubjects* subjects, const RunSubject* routine)
{
   const RunSubject* loop = run_subject_caller(routine);
   bool is_loop = loop != NULL && run_subject_caller(loop) != NULL
                  && is_step_of_loop(routine, loop) && routine->caller_part >= PART_MOSTLY;
   double shared = 0;
   for (guint i = 0; i < subjects->routines->len && is_loop; i++) {
      const RunSubject* other = routine_at(subjects, i);
      bool is_step = other != routine && other->caller == loop && is_step_of_loop(other, loop);
      shared += is_step ? other->far_share : 0;
   }
   return shared >= AS_MUCH_TOGETHER * routine->far_share ? loop : routine;
}

/*--- Where its cost is ---*/

/* Returns the part of a routine's work that it does for the culprit, through others or not. */
static double part_for(const RunSubject* routine, const RunSubject* culprit)
{
   double part = 1;
   for (unsigned step = 0; step < MOST_STEPS && routine != NULL && routine != culprit; step++) {
      part *= routine->caller_part;
      routine = run_subject_caller(routine);
   }
   return routine == culprit ? part : 0;
}

/* A routine that does not grow is no place of one that does. */
static bool may_be_place(const RunSubject* routine, const RunSubject* culprit, double share)
{
   const Blamed place = blamed_run(routine, 0), named = blamed_run(culprit, 0);
   return routine != culprit && (is_harmless(culprit) || !is_harmless(routine))
          && blamed_is_place(&place, &named, share / culprit->far_share,
                             culprit->far_self_share / culprit->far_share);
}

/* Returns the routine whose own code does most of it. */
static Blamed place_of_own(const RunSubjects* subjects, const RunSubject* culprit)
{
   Blamed place = { .share = 0 };
   for (guint i = 0; i < subjects->routines->len; i++) {
      const RunSubject* routine = routine_at(subjects, i);
      double            share = routine->far_self_share * part_for(routine, culprit);
      if (share > place.share && may_be_place(routine, culprit, share)) {
         place = blamed_run(routine, fmin(share, culprit->far_share));
      }
   }
   return place;
}

/* Returns the routine of a library that does most of it with what it calls, as a sort: one whose only caller,
   nearly, the culprit is. */
static Blamed place_of_library(const RunSubjects* subjects, const RunSubject* culprit)
{
   Blamed place = { .share = 0 };
   for (guint i = 0; i < subjects->routines->len; i++) {
      const RunSubject* routine = routine_at(subjects, i);
      bool is_for_culprit = !routine->is_own && routine->caller == culprit
                            && routine->caller_part >= PART_MOSTLY
                            && !own_is_collector(routine->name);
      if (is_for_culprit && routine->far_share > place.share
          && may_be_place(routine, culprit, routine->far_share)) {
         place = blamed_run(routine, fmin(routine->far_share, culprit->far_share));
      }
   }
   return place;
}

/* Returns no place for an interpreter, or for code of GHC: where that spends its time says little. */
static Blamed place_of(const RunSubjects* subjects, const RunSubject* culprit)
{
   g_autofree char* runs = interpreter_runs(subjects, culprit);
   Blamed           place = { .name = NULL };
   if (runs == NULL) {
      place = place_of_own(subjects, culprit);
      place = place.name != NULL ? place : place_of_library(subjects, culprit);
   }
   return place;
}

/* Returns the place instead of the culprit if much of what it costs is not the culprit's doing.  A collector
   cleans up for all. */
static const RunSubject* or_place(const RunSubjects* subjects, const RunSubject* culprit)
{
   Blamed place = place_of_own(subjects, culprit);
   bool   is_for_others = place.name != NULL && !place.run->is_own && !own_is_nameless(place.name)
                          && !own_is_collector(place.name)
                          && place.share >= PART_MOST * place.run->far_self_share
                          && place.run->far_self_share >= FOR_OTHERS * culprit->far_share;
   return is_for_others ? place.run : culprit;
}

/*--- Whose loop calls it ---*/

/* Returns the routine that a loop calls at each step: this one, if it is called ever more often, or one that
   leads to it.  A few calls of its caller have all that these calls cost.  NULL: there is none. */
static const RunSubject* find_step(const RunSubjects* subjects, const RunSubject* routine)
{
   guint const       last = subjects->last;
   double            calls = power_of(subjects, routine->total) - call_power(subjects, routine), part = 1;
   const RunSubject* step = routine->is_own && calls >= STEP_POWER ? routine : NULL;
   for (unsigned count = 0; count < MOST_STEPS && step != NULL; count++) {
      const RunSubject* loop = run_subject_caller(step);
      part *= step->caller_part;
      if (loop == NULL || part < PART_MOST) {
         return NULL;
      }
      if (loop->largest[last] * LOOPS >= routine->total[last] * part) {
         return step;
      }
      step = loop;
   }
   return NULL;
}

/* Whether a routine that somebody calls has the loop: main has too many. */
static bool has_own_loop(const RunSubject* step)
{
   const RunSubject* loop = run_subject_caller(step);
   return loop != NULL && run_subject_caller(loop) != NULL && !own_is_nameless(loop->name);
}

/* Returns the routine with the loop; if that is main, the one that main calls there.  NULL: there is none, or
   it is this one, as in a circle of callers. */
static const RunSubject* find_loop(const RunSubjects* subjects, const RunSubject* routine)
{
   const RunSubject* step = find_step(subjects, routine);
   const RunSubject* loop = step != NULL && has_own_loop(step) ? run_subject_caller(step) : step;
   return loop == NULL || loop == routine || own_is_nameless(loop->name) ? NULL : loop;
}

/* Returns the lowest caller of this routine that has nearly all of what a step of a loop costs, if this one
   has less of that: others do as it does. */
static const RunSubject* with_all_of_step(const RunSubjects* subjects, const RunSubject* routine)
{
   const RunSubject* step = find_step(subjects, routine);
   bool grows_alike = step != NULL && has_own_loop(step) && routine->growth->total.is_known
                      && step->growth->total.exponent >= routine->growth->total.exponent - LESS_OFTEN;
   const RunSubject* found = routine;
   while (grows_alike && found != step && found->far_share < PART_MOSTLY * step->far_share) {
      found = run_subject_caller(found);
   }
   return found;
}

/* Whether the routine only hands on what grows to a library, as to strlen. */
static bool hands_on(const RunSubjects* subjects, const RunSubject* routine)
{
   const Blamed place = place_of_own(subjects, routine);
   return place.name != NULL && !place.run->is_own && strcmp(place.run->image, routine->image) != 0
          && call_power(subjects, routine) < call_power(subjects, place.run) + STEP_POWER;
}

/* Whether a loop calls the routine at each step, and much of what that costs is the helper's work. */
static bool is_step_with(const RunSubjects* subjects, const RunSubject* routine, const RunSubject* helper)
{
   return routine->is_own && find_step(subjects, routine) == routine && has_own_loop(routine)
          && (part_for(helper, routine) >= PART_MOST || routine->far_share + helper->far_share > 1);
}

/* Returns what a loop calls at each step instead of a helper that hands on its work to a library: of several,
   the costliest, if it has most of that. */
static const RunSubject* or_step(const RunSubjects* subjects, const RunSubject* culprit)
{
   const RunSubject* step = culprit;
   guint const       count = hands_on(subjects, culprit) ? subjects->routines->len : 0;
   for (guint i = 0; i < count; i++) {
      const RunSubject* routine = routine_at(subjects, i);
      bool has_most = routine->far_share >= PART_MOST * culprit->far_share;
      bool is_better = step == culprit || routine->far_share > step->far_share;
      step = has_most && is_better && is_step_with(subjects, routine, culprit) ? routine : step;
   }
   return step;
}

/* Returns the routine whose own code, with what libraries do for it, makes most of the difference.  If it
   only is called ever more often, and each call costs the same, that is the caller that does so; and if a
   loop calls several that cost as much, the routine with the loop.  If a library does the work, and does it
   for others, too, that is the library's routine; else what a loop calls for that.  NULL: no routine's own
   code makes much of the difference. */
static const RunSubject* find_culprit(const RunSubjects* subjects)
{
   const RunSubject* heaviest = find_heaviest(subjects);
   if (heaviest == NULL) {
      return NULL;
   }
   const RunSubject* caller = go_up(subjects, with_name(subjects, heaviest));
   const RunSubject* together = with_siblings(subjects, with_name(subjects, caller));
   return or_step(subjects, or_place(subjects, with_all_of_step(subjects, together)));
}

/*--- What belongs to it ---*/

/* Whether another routine does work for this one, through others or not. */
static bool leads_to(const RunSubject* caller, const RunSubject* routine)
{
   return routine != caller && part_for(routine, caller) > 0;
}

/* Returns another routine with a name that costs about as much as the culprit, and grows alike, and neither
   calls the other; NULL: there is none. */
static const RunSubject* find_tied(const RunSubjects* subjects, const RunSubject* culprit)
{
   const RunSubject* tied = NULL;
   double            exponent = culprit->growth->total.exponent;
   for (guint i = 0; i < subjects->routines->len; i++) {
      const RunSubject* routine = routine_at(subjects, i);
      bool is_as_heavy = routine->far_self_share >= TIED * culprit->far_share
                         && routine->far_self_share <= culprit->far_self_share / TIED
                         && fabs(routine->growth->total.exponent - exponent) <= LESS_OFTEN;
      if (is_as_heavy && routine != culprit && !own_is_nameless(routine->name)
          && !leads_to(culprit, routine) && !leads_to(routine, culprit)) {
         tied = tied == NULL || routine->far_self_share > tied->far_self_share ? routine : tied;
      }
   }
   return tied != NULL && tied->far_self_share >= LEAST_TIED ? tied : NULL;
}

/* Returns the nearest routine for which both do their work, unless it is main; NULL: there is none. */
static const RunSubject* find_common_caller(const RunSubject* routine, const RunSubject* other)
{
   const RunSubject* caller = routine;
   for (unsigned step = 0; step < MOST_STEPS && caller != NULL; step++) {
      caller = run_subject_caller(caller);
      if (caller != NULL && leads_to(caller, other)) {
         return run_subject_caller(caller) == NULL ? NULL : caller;
      }
   }
   return NULL;
}

/*--- Whether there is one ---*/

int growth_curve_level(const Curve* curve)
{
   GrowthClass class = curve->exponent >= ALARMING_POWER  ? GROWTH_N_2
                       : curve->term == TERM_N_LOG_N      ? GROWTH_N_LOG_N
                       : curve->exponent > HARMLESS_POWER ? GROWTH_N_1_5 : GROWTH_N;
   bool        is_open = !curve->is_known || curve->state == CURVE_OPEN || isnan(curve->exponent);
   return is_open ? -1 : growth_level(class);
}

/* An open curve does as much harm as it is seen to grow. */
static Harm harm_of(const Curve* self)
{
   return growth_curve_level(self) == growth_level(GROWTH_N_LOG_N) ? HARM_N_LOG_N
          : self->exponent <= HARMLESS_POWER                       ? HARM_N : HARM_FASTER;
}

/* Sets how fast the program grows, by itself and by the routines that matter, and whether others are faster.
   Something must be known of the program. */
static void set_harm(const RunSubjects* subjects, Cause* cause)
{
   Harm fastest = HARM_N;
   cause->harm = subjects->other_size == NULL ? program_harm(subjects) : HARM_FASTER;
   for (guint i = 0; i < subjects->routines->len; i++) {
      const RunSubject* routine = routine_at(subjects, i);
      Harm              total = routine->growth->total.is_known ? harm_of(&routine->growth->total) : HARM_N;
      if (routine->far_self_share >= SHARE_MATTERS) {
         cause->harm = MAX(cause->harm, harm_of(&routine->growth->self));
      }
      if (routine->far_share >= SHARE_MATTERS) {
         cause->harm = MAX(cause->harm, total);
      }
      cause->has_open |= routine->far_self_share >= SHARE_MATTERS
                         && routine->growth->self.state == CURVE_OPEN
                         && harm_of(&routine->growth->self) == HARM_FASTER;
      fastest = MAX(fastest, total);
   }
   cause->has_faster = fastest > cause->harm;
}

/*--- All of it ---*/

static void set_named(const RunSubjects* subjects, const RunSubject* named, Cause* cause)
{
   const RunSubject* tied = find_tied(subjects, named);
   const RunSubject* caller = tied == NULL ? find_loop(subjects, named) : find_common_caller(named, tied);
   assert(tied != named && caller != named);
   cause->kind = CAUSE_GROWS;
   cause->named = blamed_run(named, fmin(named->far_share, 1));
   if (tied != NULL) {
      cause->tied = blamed_run(tied, fmin(tied->far_share, 1));
   } else {
      cause->place = place_of(subjects, named);
      cause->place.share = fmin(cause->place.share, 1);
   }
   if (caller != NULL) {
      cause->caller = blamed_run(caller, caller->far_share);
   }
}

Cause cause_of_runs(const RunSubjects* subjects)
{
   Cause cause = { .kind = CAUSE_NOBODY, .open = subjects->open_share };
   if (subjects->program.is_known) {
      set_harm(subjects, &cause);
      bool is_harmful = cause.harm == HARM_FASTER || run_subjects_factor(subjects) < SAME_COST;
      const RunSubject* named = is_harmful ? find_culprit(subjects) : NULL;
      if (named != NULL) {
         set_named(subjects, named, &cause);
      } else if (cause.harm == HARM_FASTER && is_mild(subjects)) {
         cause.harm = program_harm(subjects);
         cause.has_faster = true;
      }
   }
   return cause;
}
