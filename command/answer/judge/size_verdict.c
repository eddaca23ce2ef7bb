#include "answer/judge/size_verdict.h"

#include <math.h>

#include "answer/grow/words.h"
#include "answer/judge/exponents.h"
#include "growth/at_size.h"
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

static double largest_size(const GrowthFacts* facts)
{
   return facts->size[facts->last];
}

/* Returns the command that makes more runs; to be freed.  No time that was measured decides the budget:
   verdicts are the same on all machines. */
static char* more_runs(const GrowthFacts* facts)
{
   GString* line = caller_line("grow --budget=10m ");
   text_append_shell_word(line, facts->experiment->directory);
   return g_string_free(line, FALSE);
}

static Decision open_decision(char* found)
{
   return (Decision){ VERDICT_OPEN, found, NAN, NAN, NAN };
}

/* A size beyond what the runs can tell. */
static Decision too_large(const GrowthFacts* facts, double size)
{
   SizeText wanted, known;
   words_size(facts, size, wanted);
   words_size(facts, largest_size(facts), known);
   char*    command = more_runs(facts);
   Decision decision = open_decision(g_strdup_printf("the runs, up to %s, tell nothing of %s; `%s` goes on",
                                                     known, wanted, command));
   g_free(command);
   return decision;
}

static Decision too_small(const GrowthFacts* facts)
{
   SizeText known;
   return open_decision(
      g_strdup_printf("the smallest run is of %s", words_size(facts, facts->size[0], known)));
}

static Decision not_known(const GrowthFacts* facts, Quantity quantity)
{
   char*    command = more_runs(facts);
   Decision decision = open_decision(g_strdup_printf("how %s grows is open; `%s` makes more runs",
                                                     quantity_name(quantity), command));
   g_free(command);
   return decision;
}

/* "confirmed", or what would do it. */
static char* certainty_text(const GrowthFacts* facts, const QuantityCurve* of, bool is_measured)
{
   if (is_measured || of->curve.state == CURVE_CONFIRMED) {
      return g_strdup(is_measured ? "as measured" : "confirmed");
   }
   char* command = more_runs(facts);
   char* text = g_strdup_printf("%s, not confirmed; `%s` may confirm it",
                                curve_state_name(of->curve.state), command);
   g_free(command);
   return text;
}

/*------------------------------------------------------------------*/
/*--- At a size                                                  ---*/
/*------------------------------------------------------------------*/

static char* cost_text(const GrowthFacts* facts, const QuantityCurve* of, const Limit* limit,
                       const Estimate* cost)
{
   SizeText  size;
   ShortText value, low, high;
   bool      is_measured = limit->at <= largest_size(facts);
   char*     certainty = certainty_text(facts, of, is_measured);
   words_size(facts, limit->at, size);
   text_short_number(cost->value, value);
   char* text =
      is_measured
         ? g_strdup_printf("%s at %s is %s, %s", quantity_name(limit->quantity), size, value, certainty)
         : g_strdup_printf("%s at %s will be %s (%s to %s), %s", quantity_name(limit->quantity), size, value,
                           text_short_number(cost->low, low), text_short_number(cost->high, high), certainty);
   g_free(certainty);
   return text;
}

static Decision decide_cost(const GrowthFacts* facts, const QuantityCurve* of, const Limit* limit)
{
   const Runs runs = growth_facts_runs(facts, of->values);
   Estimate   cost = at_size(&of->curve, &runs, limit->at);
   if (isnan(cost.value)) {
      return limit->at < facts->size[0]   ? too_small(facts)
           : !of->curve.is_known     ? not_known(facts, limit->quantity)
                                          : too_large(facts, limit->at);
   }
   bool is_measured = limit->at <= largest_size(facts);
   if (!is_measured && of->curve.state == CURVE_OPEN) {
      return not_known(facts, limit->quantity);
   }
   bool     is_certain = is_measured || of->curve.state == CURVE_CONFIRMED;
   Verdict  verdict = exponent_verdict(&cost, limit->number, is_certain);
   Decision decision = {
      verdict == VERDICT_PASSED && cost.high > limit->number ? VERDICT_OPEN : verdict,
      cost_text(facts, of, limit, &cost), cost.value, cost.low, cost.high
   };
   return decision;
}

/*------------------------------------------------------------------*/
/*--- Growth                                                     ---*/
/*------------------------------------------------------------------*/

typedef struct {
   double   from;
   double   to;
   bool     is_measured;
   Estimate exponent;
} GrowthRange;

static double between(const GrowthRange* range, double first, double last)
{
   return exponent_between(range->from, range->to, first, last);
}

/* The last tenfold up to the size of the limit; without one, from the largest run to the end of what is
   forecast. */
static GrowthRange growth_range(const GrowthFacts* facts, const QuantityCurve* of, const Limit* limit)
{
   const Runs  runs = growth_facts_runs(facts, of->values);
   double      largest = largest_size(facts);
   double      from = limit->at > 0 ? fmax(limit->at / FAR_TIMES, facts->size[0]) : largest;
   double      to = limit->at > 0 ? limit->at : of->curve.reach.times[CURVE_FAR] * largest;
   GrowthRange range = { from, to, to <= largest, { NAN, NAN, NAN } };
   Estimate    first = at_size(&of->curve, &runs, range.from);
   Estimate    last = at_size(&of->curve, &runs, range.to);
   range.exponent = (Estimate){
      between(&range, first.value, last.value), between(&range, first.high, last.low),
      between(&range, first.low, last.high)
   };
   return range;
}

static char* growth_text(const GrowthFacts* facts, const QuantityCurve* of, const Limit* limit,
                         const GrowthRange* range)
{
   SizeText    from, to;
   const char* class = limit->at == 0 ? of->curve.class : "";
   char*       certainty = certainty_text(facts, of, range->is_measured);
   GString*    text = g_string_new(quantity_name(limit->quantity));
   g_string_append_printf(text, " grows as %s%sn^%.2f", class, *class == '\0' ? "" : " (as ",
                          range->exponent.value);
   if (!range->is_measured) {
      g_string_append_printf(text, ", %.2f to %.2f,", range->exponent.low, range->exponent.high);
   }
   g_string_append_printf(text, " from %s to %s%s, %s", words_size(facts, range->from, from),
                          words_size(facts, range->to, to), *class == '\0' ? "" : ")", certainty);
   g_free(certainty);
   return g_string_free(text, FALSE);
}

static Decision decide_growth(const GrowthFacts* facts, const QuantityCurve* of, const Limit* limit)
{
   GrowthRange range = growth_range(facts, of, limit);
   if (limit->at > 0 && range.to < LEAST_RANGE * range.from) {
      return too_small(facts);
   }
   if (isnan(range.exponent.value)) {
      return !of->curve.is_known ? not_known(facts, limit->quantity) : too_large(facts, range.to);
   }
   if (!range.is_measured && of->curve.state == CURVE_OPEN) {
      return not_known(facts, limit->quantity);
   }
   bool    is_certain = range.is_measured || of->curve.state == CURVE_CONFIRMED;
   double  most = exponent_allowed(limit, range.from, range.to) + SAME_EXPONENT;
   Verdict verdict = exponent_verdict(&range.exponent, most, is_certain);
   return (Decision){ verdict, growth_text(facts, of, limit, &range), range.exponent.value,
                      range.exponent.low, range.exponent.high };
}

Decision size_verdict(const GrowthFacts* facts, const QuantityCurve* of, const Limit* limit)
{
   return limit->kind == LIMIT_AT ? decide_cost(facts, of, limit) : decide_growth(facts, of, limit);
}
