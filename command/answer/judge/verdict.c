/* Decides limits: those against a baseline are in against.c. */

#include "answer/judge/verdict.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

#include "subject/limits.h"
#include "util/text.h"

const char* const verdict_names[] = {
   [VERDICT_VIOLATED] = "violated", [VERDICT_MAYBE] = "maybe", [VERDICT_OPEN] = "open",
   [VERDICT_IGNORED] = "ignored", [VERDICT_PASSED] = "passed",
};

const char* const verdict_titles[] = {
   [VERDICT_VIOLATED] = "violated", [VERDICT_MAYBE] = "may be violated", [VERDICT_OPEN] = "open",
   [VERDICT_IGNORED] = "ignored", [VERDICT_PASSED] = "kept",
};

const char* const level_names[] = {
   [LEVEL_NONE] = "none", [LEVEL_WARNING] = "warning", [LEVEL_ERROR] = "error"
};

Level level_of_verdict(Verdict verdict, OpenPolicy open)
{
   switch (verdict) {
      case VERDICT_VIOLATED: return LEVEL_ERROR;
      case VERDICT_MAYBE:    return LEVEL_WARNING;
      case VERDICT_OPEN:
         return open == OPEN_FAIL ? LEVEL_ERROR : open == OPEN_WARN ? LEVEL_WARNING : LEVEL_NONE;
      case VERDICT_IGNORED:
      case VERDICT_PASSED:
         break;
   }
   return LEVEL_NONE;
}

Decision decision_of(Verdict verdict, char* found, double value)
{
   return (Decision){ verdict, found, value, value, value };
}

Decision decision_open(char* found)
{
   return decision_of(VERDICT_OPEN, found, NAN);
}

/* At most so much is wanted. */
static Verdict at_most(double low, double high, double limit)
{
   assert(!(low > high));
   return low > limit ? VERDICT_VIOLATED : high > limit ? VERDICT_MAYBE : VERDICT_PASSED;
}

static Decision answer_class(Subjects* subjects, size_t index, const Limit* limit)
{
   GrowthCase       which = limit->kind == LIMIT_WORST ? GROWTH_WORST : GROWTH_MEAN;
   const ClassRange* now = subjects_case(subjects, index, which);
   bool             is_fixed = subject_has_fixed_input(&subjects->list[index]);
   Verdict verdict = limit->class == GROWTH_EXP || is_fixed           ? VERDICT_PASSED
                   : !range_has_class(now)                            ? VERDICT_OPEN
                   : class_exceeds(subjects, index, which, limit->class) ? VERDICT_VIOLATED
                   : now->fastest > limit->class                      ? VERDICT_MAYBE
                                                                      : VERDICT_PASSED;
   return decision_of(verdict, class_text(subjects, index, which, verdict <= VERDICT_MAYBE), NAN);
}

static Decision answer_no_input(void)
{
   return decision_open(g_strdup("its input was not measured"));
}

/* Decides by the exponents of the power law. */
static Verdict power_verdict(Subjects* subjects, size_t index, double most)
{
   const ClassRange* now = subjects_case(subjects, index, GROWTH_WORST);
   if (!range_has_class(now)) {
      return VERDICT_OPEN;
   }
   if (now->class == GROWTH_CONSTANT) {
      return VERDICT_PASSED;
   }
   const GrowthPowerLaw* law = subjects_law(subjects, index, GROWTH_WORST);
   return !law->fitted                                       ? VERDICT_OPEN
        : law->exponent_low > most + SAME_EXPONENT      ? VERDICT_VIOLATED
        : law->exponent_high <= most + SAME_EXPONENT    ? VERDICT_PASSED
                                                             : VERDICT_MAYBE;
}

/* The class decides if there are more points than sizes that a program declares. */
static Decision answer_growth(Subjects* subjects, size_t index, const Limit* limit)
{
   const Named* routine = &subjects->named[index];
   Decision     decision;
   if (routine->subject->has_no_input) {
      return answer_no_input();
   }
   if (sizes_decide(routine, limit, &decision)) {
      return decision;
   }
   if (isnan(limit->exponent)) {
      const Limit worst = { .kind = LIMIT_WORST, .class = limit->class };
      return answer_class(subjects, index, &worst);
   }
   return decision_of(power_verdict(subjects, index, limit->exponent),
                      class_text(subjects, index, GROWTH_WORST, true), NAN);
}

static Decision answer_share_now(const Subjects* subjects, size_t index, const Limit* limit)
{
   double    share = subjects_share(subjects, &subjects->list[index]);
   ShortText part;
   return decision_of(at_most(share, share, limit->number),
                      g_strdup_printf("it has %s of the cost", text_percent_tenths(share, part)), share);
}

static Decision answer_projected_share(Subjects* subjects, size_t index, const Limit* limit)
{
   const Subjects* far = subjects_far(subjects, limit->at);
   const Subject*  subject = &far->list[index];
   GroupedText     limit_text;
   ShortText       part, low, high;
   if (subject_is_unknown(subject)) {
      return decision_open(g_strdup_printf("its growth was not looked for: %s other routines cost more",
                                           text_grouped_number(MOST_FITTED, limit_text)));
   }
   if (!subjects_projection(far, subject).known) {
      return decision_open(class_text(subjects, index, GROWTH_MEAN, false));
   }
   const Share share = subjects_far_share(far, subject);
   return (Decision){
      at_most(share.low, share.high, limit->number),
      g_strdup_printf("it has %s of the cost if inputs are %g times as large (%s to %s)",
                      text_percent_tenths(share.value, part), limit->at, text_percent(share.low, low),
                      text_percent(share.high, high)),
      share.value, share.low, share.high
   };
}

static Decision answer_cost(Subjects* subjects, size_t index, const Limit* limit)
{
   GrowthPrediction cost = subjects_predict(subjects, index, (uint32_t)limit->at);
   if (!cost.known) {
      return decision_open(class_text(subjects, index, GROWTH_MEAN, false));
   }
   GroupedText n;
   return (Decision){
      at_most(cost.low, cost.high, limit->number),
      g_strdup_printf("a call with an input of %s costs %.3g (%.3g to %.3g)",
                      text_grouped_number((uint64_t)limit->at, n), cost.cost, cost.low, cost.high),
      cost.cost, cost.low, cost.high
   };
}

static Decision answer_points(const Named* routine, const Limit* limit)
{
   if (routine->subject->has_no_input) {
      return answer_no_input();
   }
   double points = (double)routine->subject->points;
   return decision_of(points < limit->number ? VERDICT_VIOLATED : VERDICT_PASSED,
                      g_strdup_printf("it was called with %" PRIu32 " different input%s",
                                      routine->subject->points, routine->subject->points == 1 ? "" : "s"),
                      points);
}

static Decision answer_range(const Named* routine, const Limit* limit)
{
   if (routine->subject->has_no_input) {
      return answer_no_input();
   }
   double      range = routine->subject->largest / fmax(1.0, routine->subject->smallest);
   GroupedText smallest, largest;
   return decision_of(range < limit->number ? VERDICT_VIOLATED : VERDICT_PASSED,
                      g_strdup_printf("its inputs are %s to %s, a factor of %.3g",
                                      text_grouped_number(routine->subject->smallest, smallest),
                                      text_grouped_number(routine->subject->largest, largest), range), range);
}

Decision verdict_of(Subjects* subjects, size_t index, const Limit* limit, const Reference* reference)
{
   const Named* routine = &subjects->named[index];
   switch (limit->kind) {
      case LIMIT_WORST:
      case LIMIT_MEAN:
         return answer_class(subjects, index, limit);
      case LIMIT_GROWS:
         return answer_growth(subjects, index, limit);
      case LIMIT_SHARE:
         return limit->at == 1 ? answer_share_now(subjects, index, limit)
                               : answer_projected_share(subjects, index, limit);
      case LIMIT_COST:   return answer_cost(subjects, index, limit);
      case LIMIT_POINTS: return answer_points(routine, limit);
      case LIMIT_RANGE:  return answer_range(routine, limit);
      case LIMIT_WORST_BASELINE:
      case LIMIT_MEAN_BASELINE:
      case LIMIT_FACTOR:
         break;
      case LIMIT_GROWTH:
      case LIMIT_AT:
      case LIMIT_TOTAL:
         g_assert_not_reached();   /* they are about experiments, and about the program */
   }
   return against_baseline(subjects, index, limit, reference);
}
