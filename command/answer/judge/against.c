/* Only what is worse violates a limit, and only if it is beyond that.  What is as it was keeps all limits,
   also if how it grows is not known. */

#include "answer/judge/against.h"

#include <math.h>

#include "subject/subject.h"
#include "answer/compare/notes.h"
#include "answer/compare/size_words.h"
#include "util/text.h"

/* The most characters of the compiler's options of a side. */
#define MOST_OPTIONS  60

static Decision decision(Verdict verdict, char* found, double value)
{
   return (Decision){ verdict, found, value, value, value };
}

/*--- A routine ---*/

static const Pair* pair_of(size_t index, const Reference* reference)
{
   const Comparison* comparison = reference->comparison;
   uint32_t          pair = comparison->pair_of[1][index];
   return pair == NO_PAIR ? NULL : &comparison->pairs[pair];
}

/* True if the curves of experiments say that larger runs cost more than the limit allows. */
static bool exceeds_beyond(const Pair* pair, double limit)
{
   return pair->sizes != NULL && pair->sizes->beyond.known && pair->sizes->beyond.low > limit;
}

/* "all its calls cost 1.02 times as much as in the baseline at 10,000 lines, and 2.9 times at ten times
   that (confirmed)". */
static char* factor_text(const Comparison* comparison, const Pair* pair, double factor)
{
   ShortText   beyond;
   TimesText   times;
   const char* which = comparison->is_same_work ? "all its calls cost" : "calls with the same input cost";
   GString*    text = g_string_new(NULL);
   g_string_append_printf(text, "%s %s as in the baseline", which, text_times_as_much(factor, times));
   if (comparison->sizes != NULL) {
      g_string_append_printf(text, " at %s", comparison->sizes->words);
   }
   if (pair->sizes != NULL && pair->sizes->beyond.known && pair->sizes->state != CURVE_OPEN) {
      g_string_append_printf(text, ", and %s times at ten times that (%s)",
                             text_times(pair->sizes->beyond.value, beyond),
                             curve_state_name(pair->sizes->state));
   }
   return g_string_free(text, FALSE);
}

static Decision answer_factor(const Reference* reference, const Pair* pair, double limit)
{
   const Comparison* comparison = reference->comparison;
   double            factor = pair_factor(comparison, pair);
   if (pair->state == STATE_UNKNOWN || isnan(factor)) {
      return decision(VERDICT_OPEN,
                      g_strdup("it was called with other inputs, and no law says what one costs"), NAN);
   }
   bool    is_kept = factor <= limit && !exceeds_beyond(pair, limit);
   Verdict verdict = is_kept                      ? VERDICT_PASSED
                     : pair->state == STATE_WORSE ? verdict_on_more(reference, VERDICT_VIOLATED)
                     : pair->state == STATE_MAYBE ? VERDICT_MAYBE : VERDICT_PASSED;
   return decision(verdict, factor_text(comparison, pair, factor), factor);
}

/* Decides by the size of the run, at which a routine of an experiment has one cost. */
static Decision answer_class_of_sizes(const Pair* pair)
{
   const SizePair* sizes = pair->sizes;
   bool    is_worse = pair->state == STATE_WORSE || pair->state == STATE_MAYBE;
   bool    is_faster = is_worse && sizes->class_change > 0;
   bool    is_open = pair->state == STATE_WORSE && sizes->state == CURVE_OPEN;
   Verdict verdict = is_faster && sizes->state == CURVE_CONFIRMED ? VERDICT_VIOLATED
                     : is_faster                                  ? VERDICT_MAYBE
                     : is_open                                    ? VERDICT_OPEN : VERDICT_PASSED;
   return decision(verdict, verdict == VERDICT_PASSED
                            ? g_strdup("its cost does not grow faster with the size than in the baseline")
                            : g_strdup_printf("its cost grows with the size as %s (%s); in the baseline: %s",
                                              size_words_class(sizes, 1), curve_state_name(sizes->state),
                                              size_words_class(sizes, 0)), NAN);
}

static Decision answer_class(const Pair* pair, GrowthCase which)
{
   const CasePair* one = &pair->cases[which];
   GrowthText      before, now;
   if (pair->sizes != NULL && pair->state != STATE_UNKNOWN) {
      return answer_class_of_sizes(pair);
   }
   if (pair->state == STATE_UNKNOWN) {
      return decision(VERDICT_OPEN, g_strdup("it was called with other inputs"), NAN);
   }
   bool    is_faster = pair->state == STATE_WORSE && one->class_change > 0;
   bool    is_open = pair->state == STATE_WORSE && !(range_has_class(&one->before)
                                                     && range_has_class(&one->now));
   Verdict verdict = is_faster ? VERDICT_VIOLATED : is_open ? VERDICT_OPEN : VERDICT_PASSED;
   return decision(verdict, verdict == VERDICT_PASSED
                            ? g_strdup_printf("its %s cost does not grow faster than in the baseline",
                                              growth_case_name(which))
                            : g_strdup_printf("its %s cost grows as %s; in the baseline: %s",
                                              growth_case_name(which), range_text(&one->now, now),
                                              range_text(&one->before, before)), NAN);
}

static Decision answer_limit(const Reference* reference, const Pair* pair, const Limit* limit)
{
   switch (limit->kind) {
      case LIMIT_WORST_BASELINE: return answer_class(pair, GROWTH_WORST);
      case LIMIT_MEAN_BASELINE:  return answer_class(pair, GROWTH_MEAN);
      default:                   return answer_factor(reference, pair, limit->number);
   }
}

Decision against_report(const Limit* limit, size_t index, const Reference* reference)
{
   const Pair* pair = pair_of(index, reference);
   return pair == NULL || pair->before == NULL
          ? decision(VERDICT_PASSED, g_strdup("it is not in the baseline"), NAN)
          : answer_limit(reference, pair, limit);
}

const Named* against_origin(size_t index, const Reference* reference)
{
   const Pair* pair = reference->comparison == NULL ? NULL : pair_of(index, reference);
   return pair == NULL || pair->blame.root == NO_PAIR
          ? NULL : pair_routine(&reference->comparison->pairs[pair->blame.root]);
}

/*--- The program ---*/

/* Adds why the program may cost more. */
static void add_reason(GString* text, const Reference* reference)
{
   const Comparison* comparison = reference->comparison;
   if (comparison != NULL && comparison->total.state == TOTAL_ENVIRONMENT) {
      g_string_append(text, ", though its code is the same: the environment, or a file or library that it"
                            " uses, is another");
   } else if (reference_is_other_build(reference)) {
      g_string_append(text, ", and was compiled otherwise");
      if (comparison != NULL && comparison->builds[0] != NULL) {
         g_string_append(text, " (");
         notes_add_builds(text, comparison, MOST_OPTIONS);
         g_string_append_c(text, ')');
      }
   }
}

static Decision answer_total(const Reference* reference, double before, double now, double factor,
                             Verdict if_more, double limit)
{
   ShortText from, to;
   TimesText times;
   Verdict   verdict = factor <= limit ? VERDICT_PASSED : verdict_on_more(reference, if_more);
   GString*  found = g_string_new(NULL);
   g_string_printf(found, "the program costs %s as in the baseline (%s -> %s)",
                   text_times_as_much(factor, times), text_short_number(before, from),
                   text_short_number(now, to));
   if (verdict != VERDICT_PASSED) {
      add_reason(found, reference);
   }
   return decision(verdict, g_string_free(found, FALSE), factor);
}

/* Decides by what the program costs in runs, and will cost in larger ones. */
static Decision answer_total_of_sizes(const Reference* reference, double limit)
{
   const Comparison* comparison = reference->comparison;
   const SizePair* program = &comparison->sizes->program;
   double   factor = comparison->total.factor;
   GString* text = g_string_new(NULL);
   bool     is_beyond = comparison->sizes->source != COSTS_FORECAST && program->beyond.known
                        && program->beyond.low > limit && program->state != CURVE_OPEN;
   bool     is_open = program->state == CURVE_OPEN && !comparison->sizes->is_settled
                      && !comparison->is_same_program;
   Verdict  verdict = factor > limit ? verdict_on_more(reference, VERDICT_VIOLATED)
                      : is_beyond    ? (program->state == CURVE_CONFIRMED ? VERDICT_VIOLATED : VERDICT_MAYBE)
                      : is_open      ? VERDICT_OPEN : VERDICT_PASSED;
   size_words_add_total(text, comparison);
   if (verdict != VERDICT_PASSED) {
      add_reason(text, reference);
   }
   return decision(verdict, g_string_free(text, FALSE), factor);
}

static Decision answer_total_of_report(const Reference* reference, double limit)
{
   const Comparison* comparison = reference->comparison;
   const Total*      total = &comparison->total;
   switch (total->state) {
      case TOTAL_OTHER_END:
         return decision(VERDICT_VIOLATED, g_strdup_printf("the program ended otherwise: %s", total->why),
                         NAN);
      case TOTAL_OTHER_WORK:
         return decision(VERDICT_OPEN, g_strdup_printf("the runs did other work: %s", total->why), NAN);
      case TOTAL_SAME:
      case TOTAL_ENVIRONMENT:
      case TOTAL_WORSE:
      case TOTAL_BETTER:
         break;
   }
   if (isnan(total->factor)) {
      return decision(VERDICT_OPEN, g_strdup("the program's cost is not known"), NAN);
   }
   return comparison->sizes != NULL
          ? answer_total_of_sizes(reference, limit)
          : answer_total(reference, total->cost[0], total->cost[1], total->factor, VERDICT_VIOLATED, limit);
}

Decision against_total(const Subjects* subjects, const Limit* limit, const Reference* reference)
{
   if (reference->other_measure != NULL) {
      return decision(VERDICT_OPEN, g_strdup_printf("the baseline cannot be compared: %s",
                                                    reference->other_measure), NAN);
   }
   if (reference->comparison != NULL) {
      return answer_total_of_report(reference, limit->number);
   }
   if (reference->other_end != NULL) {
      return decision(VERDICT_VIOLATED,
                      g_strdup_printf("the program ended otherwise: %s", reference->other_end), NAN);
   }
   if (reference->other_work != NULL) {
      return decision(VERDICT_OPEN,
                      g_strdup_printf("the runs did other work: %s", reference->other_work), NAN);
   }
   double before = reference->baseline->total, now = (double)subjects->whole;
   if (before == 0) {
      return decision(VERDICT_OPEN, g_strdup("the baseline has no total"), NAN);
   }
   return answer_total(reference, before, now, now / before,
                       reference->other_environment == NULL ? VERDICT_VIOLATED : VERDICT_MAYBE,
                       limit->number);
}
