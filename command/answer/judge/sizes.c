/* How a cost grows of which each size has one exact value: of a region of a complexity test, say, whose sizes
   the program declares.  It is judged as an experiment of aprof grow is, by the same curve.  Besides, costs
   that have outgrown the limit at the largest sizes violate it, whatever law they follow. */

#include "answer/judge/verdict.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "growth/bend.h"
#include "util/text.h"

/* The most sizes that are named. */
#define NAMED_SIZES  8

/* A curve that is only likely violates a limit if all its interval is so much beyond. */
#define FAR_BEYOND    0.25

/* How far back it must have risen with each step, and how far, with each two, if it is not far beyond. */
#define RISING        16.0
#define RISING_LONG   64.0

/* A limit may not be kept if it is passed by little, as that of a constant by log n, and the cost for a unit
   of it has become so many times as large. */
#define RISEN         1.1

/* How many times as large as the largest size, the last of those that may settle what is open. */
#define LARGER_TIMES  8
#define LARGER_SIZES  5

/*--- What is found ---*/

static char* law_text(const Curve* curve, const Estimate* exponent, double from, double to)
{
   GroupedText first, last;
   return g_strdup_printf("its cost grows as %s (as n^%.2f from %s to %s)", curve->class, exponent->value,
                          text_grouped_number((uint64_t)from, first),
                          text_grouped_number((uint64_t)to, last));
}

char* sizes_lately(const Runs* runs)
{
   unsigned    last = runs->count - 1, from = exponent_outgrown_from(runs);
   GroupedText first, largest;
   return g_strdup_printf("as n^%.2f from %s to %s, the largest sizes", exponent_lately(runs),
                          text_grouped_number((uint64_t)runs->size[from], first),
                          text_grouped_number((uint64_t)runs->size[last], largest));
}

static char* measured_text(const Runs* runs)
{
   g_autofree char* lately = sizes_lately(runs);
   return g_strdup_printf("its cost grows %s", lately);
}

static char* bend_text(const Bend* bend, const Limit* limit)
{
   GroupedText from;
   char        power[32];
   snprintf(power, sizeof power, "n^%g", limit->exponent);
   return g_strdup_printf(
      bend->is_told ? "its cost grows as %s from %s on, %.2g times as fast as before"
                    : "its cost grows as %s before %s, and then %.2g times as fast",
      isnan(limit->exponent) ? growth_class_name(limit->class) : power,
      text_grouped_number((uint64_t)bend->from, from), bend->steeper);
}

/* The first, the last, and some between them. */
static void append_costs(GString* text, const Runs* runs)
{
   unsigned named = MIN(runs->count, NAMED_SIZES);
   g_string_append(text, "; costs by size: ");
   for (unsigned i = 0; i < named; i++) {
      unsigned    at = named == 1 ? 0 : i * (runs->count - 1) / (named - 1);
      GroupedText size, cost;
      g_string_append_printf(text, "%s%s: %s", i == 0 ? "" : ", ",
                             text_grouped_number((uint64_t)runs->size[at], size),
                             text_grouped_number((uint64_t)runs->value[at], cost));
   }
}

static void append_larger(GString* text, const Runs* runs)
{
   double size = runs->size[runs->count - 1] * LARGER_TIMES;
   g_string_append(text, "; larger sizes may tell, as ");
   for (unsigned i = 0; i < LARGER_SIZES; i++) {
      g_string_append_printf(text, "%s%.0f", i == 0 ? "" : ", ", size / exp2(LARGER_SIZES - 1 - i));
   }
}

/*--- The verdict ---*/

/* Whether a curve that is beyond the limit is so for certain.  Costs that do not rise with each step depend
   on their data, and what has risen for long with each step need not be far beyond. */
static bool is_beyond(const Curve* curve, const Runs* runs, const Limit* limit, const Estimate* exponent,
                      double most)
{
   bool is_confirmed = curve->state == CURVE_CONFIRMED;
   bool is_far = exponent->low > most + (is_confirmed ? 0 : FAR_BEYOND) && curve->state != CURVE_OPEN;
   return curve->reach.step > 0 ? is_far
          : (is_far && exponent_rises(runs, limit, RISING))
            || (is_confirmed && exponent_rises_long(runs, limit, RISING_LONG));
}

/* Returns the verdict on what is above the limit, but by less than is told apart.  What has become dearer may
   go on so; and a constant does not rise at all. */
static Verdict verdict_near(const Curve* curve, const Runs* runs, const Limit* limit)
{
   bool is_constant = isnan(limit->exponent) && !limit->is_log && limit->class == GROWTH_CONSTANT;
   bool rises = curve->state == CURVE_CONFIRMED && exponent_rises_long(runs, limit, RISING_LONG);
   return exponent_rise(runs, limit, RISING_LONG) <= RISEN ? VERDICT_PASSED
          : is_constant && rises ? VERDICT_VIOLATED : VERDICT_MAYBE;
}

static Decision decide_by_law(const Curve* curve, const Runs* runs, const Limit* limit)
{
   bool is_outgrown = exponent_is_outgrown(runs, limit);
   if (!curve->is_known) {
      return is_outgrown ? decision_of(VERDICT_VIOLATED, measured_text(runs), NAN)
                         : decision_open(g_strdup("how its cost grows is open"));
   }
   double         from = runs->size[runs->count - 1], to = curve->reach.times[CURVE_FAR] * from;
   const Estimate now = { curve->measured, curve->measured, curve->measured };
   const Estimate exponent = exponent_between(from, to, now, curve->at[CURVE_FAR]);
   double  most = exponent_allowed(limit, from, to) + SAME_EXPONENT;
   Verdict verdict = exponent_verdict(&exponent, most, curve->state == CURVE_CONFIRMED);
   if (verdict == VERDICT_PASSED && exponent.value > most - SAME_EXPONENT) {
      verdict = verdict_near(curve, runs, limit);
   } else if (verdict == VERDICT_VIOLATED || verdict == VERDICT_MAYBE) {
      verdict = is_beyond(curve, runs, limit, &exponent, most) ? VERDICT_VIOLATED : VERDICT_MAYBE;
   }
   bool    is_measured = is_outgrown && verdict != VERDICT_VIOLATED;
   return (Decision){
      is_outgrown ? VERDICT_VIOLATED : verdict,
      is_measured ? measured_text(runs)
                  : curve->state == CURVE_OPEN ? g_strdup("how its cost grows is open")
                                               : law_text(curve, &exponent, from, to),
      exponent.value, exponent.low, exponent.high
   };
}

/* Costs of two straight pieces have no smooth law, and none may be looked for. */
static bool decide_bend(const Runs* runs, const Limit* limit, Decision* decision)
{
   Bend   bend;
   double units[FORECAST_MOST_SIZES];
   for (unsigned i = 0; i < runs->count; i++) {
      units[i] = exponent_limit_at(limit, runs->size[i]);
   }
   if (!bend_find(&bend, runs, units)) {
      return false;
   }
   *decision = decision_of(bend.is_told ? VERDICT_PASSED : VERDICT_OPEN, bend_text(&bend, limit), NAN);
   return true;
}

void sizes_add_costs(Decision* decision, const Runs* runs)
{
   GString* found = g_string_new(decision->found);
   g_free(decision->found);
   append_costs(found, runs);
   if (decision->verdict == VERDICT_MAYBE || decision->verdict == VERDICT_OPEN) {
      append_larger(found, runs);
   }
   decision->found = g_string_free(found, FALSE);
}

Decision sizes_verdict(const Curve* curve, const Runs* runs, const Limit* limit)
{
   assert(runs->count <= FORECAST_MOST_SIZES);
   Decision decision = decide_by_law(curve, runs, limit), bent;
   if (decision.verdict != VERDICT_PASSED && decide_bend(runs, limit, &bent)) {
      g_free(decision.found);
      decision = bent;
   }
   return decision;
}

bool sizes_decide(const Named* routine, const Limit* limit, Decision* decision)
{
   double   size[FORECAST_MOST_SIZES], value[FORECAST_MOST_SIZES];
   unsigned count = 0;
   uint32_t points = routine->subject->points;
   if (points > FORECAST_MOST_SIZES) {
      return false;
   }
   for (uint32_t i = 0; i < points; i++) {
      if (routine->points[i].rms > 0) {
         assert(count == 0 || size[count - 1] < routine->points[i].rms);
         size[count] = routine->points[i].rms;
         value[count++] = (double)routine->points[i].max;
      }
   }
   if (count == 0) {
      return false;
   }
   const Runs runs = { .size = size, .value = value, .count = count };
   Curve      curve;
   curve_make(&curve, &runs, NULL);
   *decision = sizes_verdict(&curve, &runs, limit);
   sizes_add_costs(decision, &runs);
   return true;
}
