/* Experiments: what their runs cover is decided.  Beyond the largest of them, a limit is kept only if the
   curve is confirmed, and violated only if the near end of its interval is beyond it, too. */

#include "answer/judge/verdict.h"

#include <math.h>

#include "answer/grow/words.h"
#include "growth/far.h"
#include "util/caller.h"
#include "util/text.h"

/* A limit of the growth up to some size is about the range from a tenth of this size.  Where sizes leave less
   than a factor of LEAST_RANGE of it, they say nothing. */
#define LEAST_RANGE    2.0

static const char* quantity_name(Quantity quantity)
{
   static const char* const names[] = {
      [QUANTITY_TOTAL] = "its total cost", [QUANTITY_SELF] = "the cost of its own code",
      [QUANTITY_CALLS] = "the number of its calls", [QUANTITY_PROGRAM] = "the program's cost",
   };
   return names[quantity];
}

static double largest_size(const RunSubjects* subjects)
{
   return subjects->size[subjects->last];
}

/* Returns the command that makes more runs; to be freed.  No time that was measured decides the budget:
   verdicts are the same on all machines. */
static char* more_runs(const RunSubjects* subjects)
{
   GString* line = caller_line("grow --budget=10m ");
   text_append_shell_word(line, subjects->experiment->directory);
   return g_string_free(line, FALSE);
}

/* A size beyond what the runs can tell. */
static Decision too_large(const RunSubjects* subjects, double size)
{
   SizeText wanted, known;
   words_size(subjects, size, wanted);
   words_size(subjects, largest_size(subjects), known);
   g_autofree char* command = more_runs(subjects);
   return decision_open(g_strdup_printf("the runs, up to %s, tell nothing of %s; `%s` goes on", known, wanted,
                                        command));
}

static Decision too_small(const RunSubjects* subjects)
{
   SizeText known;
   return decision_open(
      g_strdup_printf("the smallest run is of %s", words_size(subjects, subjects->size[0], known)));
}

static Decision not_known(const RunSubjects* subjects, Quantity quantity)
{
   g_autofree char* command = more_runs(subjects);
   return decision_open(g_strdup_printf("how %s grows is open; `%s` makes more runs",
                                        quantity_name(quantity), command));
}

/* "confirmed", or what would do it. */
static char* certainty_text(const RunSubjects* subjects, const Curve* curve, bool is_measured)
{
   if (is_measured || curve->state == CURVE_CONFIRMED) {
      return g_strdup(is_measured ? "as measured" : "confirmed");
   }
   g_autofree char* command = more_runs(subjects);
   return g_strdup_printf("%s, not confirmed; `%s` may confirm it", curve_state_name(curve->state),
                          command);
}

/* Returns whether what is estimated up to a size is known; if not, *decision says why. */
static bool is_known_at(const RunSubjects* subjects, const Curve* curve, const Limit* limit, double size,
                        double estimated, Decision* decision)
{
   bool is_known = !isnan(estimated) && (size <= largest_size(subjects) || curve->state != CURVE_OPEN);
   if (!is_known) {
      *decision = isnan(estimated) && curve->is_known ? too_large(subjects, size)
                                                      : not_known(subjects, limit->quantity);
   }
   return is_known;
}

/*--- At a size ---*/

static char* cost_text(const RunSubjects* subjects, const Curve* curve, const Limit* limit,
                       const Estimate* cost)
{
   SizeText  size;
   ShortText value, low, high;
   bool      is_measured = limit->at <= largest_size(subjects);
   g_autofree char* certainty = certainty_text(subjects, curve, is_measured);
   words_size(subjects, limit->at, size);
   text_short_number(cost->value, value);
   char* text =
      is_measured
         ? g_strdup_printf("%s at %s is %s, %s", quantity_name(limit->quantity), size, value, certainty)
         : g_strdup_printf("%s at %s will be %s (%s to %s), %s", quantity_name(limit->quantity), size, value,
                           text_short_number(cost->low, low), text_short_number(cost->high, high), certainty);
   return text;
}

static Decision decide_cost(const RunSubjects* subjects, const RunSubject* routine, const Limit* limit)
{
   const Curve* curve = run_subjects_curve(subjects, routine, limit->quantity);
   Estimate     cost = run_subjects_at(subjects, routine, limit->quantity, limit->at);
   Decision     decision;
   if (isnan(cost.value) && limit->at < subjects->size[0]) {
      return too_small(subjects);
   }
   if (!is_known_at(subjects, curve, limit, limit->at, cost.value, &decision)) {
      return decision;
   }
   bool    is_certain = limit->at <= largest_size(subjects) || curve->state == CURVE_CONFIRMED;
   Verdict verdict = exponent_verdict(&cost, limit->number, is_certain);
   return (Decision){
      verdict == VERDICT_PASSED && cost.high > limit->number ? VERDICT_OPEN : verdict,
      cost_text(subjects, curve, limit, &cost), cost.value, cost.low, cost.high
   };
}

/*--- Growth ---*/

typedef struct {
   double   from;
   double   to;
   bool     is_measured;
   Estimate exponent;
} GrowthRange;

/* The last tenfold up to the size of the limit; without one, from the largest run to the end of what is
   forecast. */
static GrowthRange growth_range(const RunSubjects* subjects, const RunSubject* routine, const Limit* limit)
{
   const Curve* curve = run_subjects_curve(subjects, routine, limit->quantity);
   double       largest = largest_size(subjects);
   double       from = limit->at > 0 ? fmax(limit->at / FAR_TIMES, subjects->size[0]) : largest;
   double       to = limit->at > 0 ? limit->at : curve->reach.times[CURVE_FAR] * largest;
   Estimate     first = run_subjects_at(subjects, routine, limit->quantity, from);
   Estimate     last = run_subjects_at(subjects, routine, limit->quantity, to);
   return (GrowthRange){ from, to, to <= largest, exponent_between(from, to, first, last) };
}

static char* growth_text(const RunSubjects* subjects, const Curve* curve, const Limit* limit,
                         const GrowthRange* range)
{
   SizeText    from, to;
   const char* class = limit->at == 0 ? curve->class : "";
   g_autofree char* certainty = certainty_text(subjects, curve, range->is_measured);
   GString*    text = g_string_new(quantity_name(limit->quantity));
   g_string_append_printf(text, " grows as %s%sn^%.2f", class, *class == '\0' ? "" : " (as ",
                          range->exponent.value);
   if (!range->is_measured) {
      g_string_append_printf(text, ", %.2f to %.2f,", range->exponent.low, range->exponent.high);
   }
   g_string_append_printf(text, " from %s to %s%s, %s", words_size(subjects, range->from, from),
                          words_size(subjects, range->to, to), *class == '\0' ? "" : ")", certainty);
   return g_string_free(text, FALSE);
}

static Decision decide_growth(const RunSubjects* subjects, const RunSubject* routine, const Limit* limit)
{
   const Curve* curve = run_subjects_curve(subjects, routine, limit->quantity);
   GrowthRange  range = growth_range(subjects, routine, limit);
   Decision     decision;
   if (limit->at > 0 && range.to < LEAST_RANGE * range.from) {
      return too_small(subjects);
   }
   if (!is_known_at(subjects, curve, limit, range.to, range.exponent.value, &decision)) {
      return decision;
   }
   bool    is_certain = range.is_measured || curve->state == CURVE_CONFIRMED;
   double  most = exponent_allowed(limit, range.from, range.to) + SAME_EXPONENT;
   Verdict verdict = exponent_verdict(&range.exponent, most, is_certain);
   return (Decision){ verdict, growth_text(subjects, curve, limit, &range), range.exponent.value,
                      range.exponent.low, range.exponent.high };
}

Decision size_verdict(const RunSubjects* subjects, const RunSubject* routine, const Limit* limit)
{
   return limit->kind == LIMIT_AT ? decide_cost(subjects, routine, limit)
                                  : decide_growth(subjects, routine, limit);
}
