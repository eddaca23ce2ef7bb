/* Only what is worse violates a limit, and only if it is beyond that.  What is as it was keeps all limits,
   also if how it grows is not known. */

#include "answer/judge/verdict.h"

#include <math.h>

#include "answer/compare/words.h"
#include "subject/subject.h"
#include "util/text.h"

/* From -O2 to -O0, programs in C, C++ and Rust cost 1.06 to 3.9 times as many blocks.  If more may have
   changed than how it was compiled, a program that costs so many times as much is not the compiler's
   doing. */
#define BUILD_MOST  10

/* Returns the verdict on a cost that is more than in the baseline: a compiler that made other code may have
   done that, or, as far as a file tells, another environment.  Then nothing is violated for it alone. */
static Verdict verdict_on_more(const Reference* reference)
{
   const Comparison* comparison = reference->comparison;
   bool is_too_much = comparison->total.factor > BUILD_MOST && !comparison->is_only_build;
   bool is_by_build = comparison->is_other_build && !is_too_much;
   bool is_by_environment = reference->baseline != NULL && reference->other_environment != NULL;
   return is_by_build || is_by_environment ? VERDICT_MAYBE : VERDICT_VIOLATED;
}

/* Returns the verdict on a class that is faster: nobody but the compiler did that if nothing else changed. */
static Verdict verdict_on_class(const Comparison* comparison)
{
   return comparison->is_only_build ? VERDICT_MAYBE : VERDICT_VIOLATED;
}

/* Returns what to add to a sentence about a routine that may cost more. */
static const char* build_text(const Comparison* comparison)
{
   return comparison->is_other_build ? "; the program was compiled otherwise" : "";
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
static char* factor_text(const Comparison* comparison, const Pair* pair, double factor, bool is_worse)
{
   ShortText   beyond;
   TimesText   times;
   const char* which = pair->is_by_total        ? "all its calls cost"
                       : pair->same_inputs.known ? "calls with the same input cost"
                                                 : "by laws, calls with the same input cost";
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
   g_string_append(text, is_worse ? build_text(comparison) : "");
   return g_string_free(text, FALSE);
}

static Decision answer_factor(const Reference* reference, const Pair* pair, double limit)
{
   const Comparison* comparison = reference->comparison;
   const Factor      factor = pair_factor(pair);
   if (pair->state == STATE_UNKNOWN || isnan(factor.value)) {
      return decision_open(g_strdup("it was called with other inputs, and no law says what one costs"));
   }
   bool    is_kept = factor.value <= limit && !exceeds_beyond(pair, limit);
   Verdict verdict = is_kept                      ? VERDICT_PASSED
                     : pair->state == STATE_WORSE ? verdict_on_more(reference)
                     : pair->state == STATE_MAYBE ? VERDICT_MAYBE : VERDICT_PASSED;
   return (Decision){
      verdict, factor_text(comparison, pair, factor.value, verdict != VERDICT_PASSED), factor.value,
      factor.low, factor.high
   };
}

/* Decides by the size of the run, at which a routine of an experiment has one cost. */
static Decision answer_class_of_sizes(const Comparison* comparison, const Pair* pair)
{
   const SizePair* sizes = pair->sizes;
   bool    is_worse = pair->state == STATE_WORSE || pair->state == STATE_MAYBE;
   bool    is_faster = is_worse && sizes->class_change > 0;
   bool    is_open = pair->state == STATE_WORSE && sizes->state == CURVE_OPEN;
   Verdict verdict = is_faster && sizes->state == CURVE_CONFIRMED ? verdict_on_class(comparison)
                     : is_faster                                  ? VERDICT_MAYBE
                     : is_open                                    ? VERDICT_OPEN : VERDICT_PASSED;
   if (verdict == VERDICT_PASSED) {
      return decision_of(
         verdict, g_strdup("its cost does not grow faster with the size than in the baseline"), NAN);
   }
   char* found = g_strdup_printf("its cost grows with the size as %s (%s); in the baseline: %s%s",
                                 words_class_of_sizes(sizes, 1), curve_state_name(sizes->state),
                                 words_class_of_sizes(sizes, 0), build_text(comparison));
   return decision_of(verdict, found, NAN);
}

static Decision answer_class(Subjects* subjects, size_t index, const Comparison* comparison,
                             const Pair* pair, GrowthCase which)
{
   const CasePair* one = &pair->cases[which];
   GrowthText      before;
   if (pair->sizes != NULL && pair->state != STATE_UNKNOWN) {
      return answer_class_of_sizes(comparison, pair);
   }
   if (pair->state == STATE_UNKNOWN) {
      return decision_open(g_strdup("it was called with other inputs"));
   }
   bool    is_faster = pair->state == STATE_WORSE && one->class_change > 0;
   bool    is_open = pair->state == STATE_WORSE && !(range_has_class(&one->before)
                                                     && range_has_class(&one->now));
   Verdict verdict = is_faster ? verdict_on_class(comparison) : is_open ? VERDICT_OPEN : VERDICT_PASSED;
   if (verdict == VERDICT_PASSED) {
      return decision_of(verdict, g_strdup_printf("its %s cost does not grow faster than in the baseline",
                                                  growth_case_name(which)), NAN);
   }
   g_autofree char* now = class_text(subjects, index, which, is_faster);
   return decision_of(verdict, g_strdup_printf("%s; in the baseline: %s%s", now,
                                               range_text(&one->before, before),
                                               is_faster ? build_text(comparison) : ""), NAN);
}

static Decision answer_limit(Subjects* subjects, size_t index, const Reference* reference, const Limit* limit)
{
   const Comparison* comparison = reference->comparison;
   const Pair*       pair = pair_of(index, reference);
   if (pair == NULL || pair->before == NULL) {
      return decision_of(VERDICT_PASSED, g_strdup("it is not in the baseline"), NAN);
   }
   switch (limit->kind) {
      case LIMIT_WORST_BASELINE: return answer_class(subjects, index, comparison, pair, GROWTH_WORST);
      case LIMIT_MEAN_BASELINE:  return answer_class(subjects, index, comparison, pair, GROWTH_MEAN);
      default:                   return answer_factor(reference, pair, limit->number);
   }
}

/* If the runs did other work, what is not worse may still be. */
Decision against_baseline(Subjects* subjects, size_t index, const Limit* limit, const Reference* reference)
{
   if (reference->other_measure != NULL) {
      return decision_open(g_strdup_printf("the baseline cannot be compared: %s", reference->other_measure));
   }
   const char* other_work = reference->comparison->total.why;
   Decision    found = answer_limit(subjects, index, reference, limit);
   if (found.verdict == VERDICT_PASSED && other_work != NULL) {
      g_free(found.found);
      found = decision_open(g_strdup_printf("the runs cannot be compared: %s", other_work));
   }
   return found;
}

const Named* against_origin(size_t index, const Reference* reference)
{
   const Pair* pair = pair_of(index, reference);
   return pair == NULL || pair->blame.root == NO_PAIR
          ? NULL : pair_routine(&reference->comparison->pairs[pair->blame.root]);
}

/*--- The program ---*/

/* Decides by what the program costs in runs, and will cost in larger ones. */
static Verdict verdict_on_total(const Reference* reference, double limit)
{
   const Comparison* comparison = reference->comparison;
   const Sizes*      sizes = comparison->sizes;
   const SizePair*   program = sizes == NULL ? NULL : &sizes->program;
   if (comparison->total.factor > limit) {
      bool is_environment = comparison->total.state == TOTAL_ENVIRONMENT;   /* the program is as it was */
      bool is_by_class = comparison->is_other_build && comparison->total.culprit != NO_PAIR;
      return is_environment ? VERDICT_MAYBE
             : is_by_class  ? verdict_on_class(comparison)
                            : verdict_on_more(reference);
   }
   if (sizes == NULL) {
      return VERDICT_PASSED;
   }
   if (program->state == CURVE_OPEN) {
      return sizes->is_settled || comparison->is_same_program ? VERDICT_PASSED : VERDICT_OPEN;
   }
   bool is_beyond = sizes->source != COSTS_FORECAST && program->beyond.known && program->beyond.low > limit;
   return !is_beyond                          ? VERDICT_PASSED
        : program->state == CURVE_CONFIRMED ? verdict_on_class(comparison) : VERDICT_MAYBE;
}

static Decision answer_total(const Reference* reference, double limit)
{
   const Total* total = &reference->comparison->total;
   Verdict      verdict = verdict_on_total(reference, limit);
   GString*     found = g_string_new(NULL);
   words_add_total(found, reference->comparison, " as in the baseline");
   if (verdict != VERDICT_PASSED) {
      words_add_cause(found, reference->comparison);
   }
   return decision_of(verdict, g_string_free(found, FALSE), total->factor);
}

Decision against_total(const Limit* limit, const Reference* reference)
{
   const Total* total = &reference->comparison->total;
   if (reference->other_measure != NULL) {
      return decision_open(g_strdup_printf("the baseline cannot be compared: %s", reference->other_measure));
   }
   switch (total->state) {
      case TOTAL_OTHER_END:
         return decision_of(VERDICT_VIOLATED, g_strdup_printf("the program ended otherwise: %s", total->why),
                            NAN);
      case TOTAL_OTHER_WORK:
         return decision_open(g_strdup_printf("the runs did other work: %s", total->why));
      case TOTAL_SAME:
      case TOTAL_ENVIRONMENT:
      case TOTAL_WORSE:
      case TOTAL_BETTER:
         break;
   }
   if (isnan(total->factor)) {
      return decision_open(g_strdup("the program's cost is not known"));
   }
   return answer_total(reference, limit->number);
}
