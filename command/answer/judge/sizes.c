/* How a routine grows whose inputs are sizes that the program declares: a region of a complexity test, say.
   Then each size has one exact cost, as in an experiment of `aprof grow`, and the same law tells how it
   grows.  Where that leaves it open, the class of the costs decides, as for other routines. */

#include "answer/judge/verdict.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "growth/bend.h"
#include "growth/curve.h"
#include "util/text.h"

/* The most sizes that are named. */
#define NAMED_SIZES  8

typedef struct {
   double size[FORECAST_MOST_SIZES];
   double value[FORECAST_MOST_SIZES];
   Runs   runs;
} SizeCosts;

/* No runs if there are more than a law is fitted to: then they are no sizes of a test. */
static void take_sizes(const Named* routine, SizeCosts* sizes)
{
   unsigned count = 0;
   uint32_t points = routine->subject->points;
   for (uint32_t i = 0; i < points && points <= FORECAST_MOST_SIZES; i++) {
      if (routine->points[i].rms > 0) {
         assert(count == 0 || sizes->size[count - 1] < routine->points[i].rms);
         sizes->size[count] = routine->points[i].rms;
         sizes->value[count++] = (double)routine->points[i].max;
      }
   }
   sizes->runs = (Runs){ .size = sizes->size, .value = sizes->value, .count = count };
}

static char* found_text(const Curve* curve, const Estimate* exponent, double from, double to)
{
   GroupedText first, last;
   return g_strdup_printf("its cost grows as %s (as n^%.2f from %s to %s)", curve->class, exponent->value,
                          text_grouped_number((uint64_t)from, first), text_grouped_number((uint64_t)to,
                                                                                          last));
}

Decision sizes_decide(Subjects* subjects, size_t index, const Limit* limit)
{
   SizeCosts sizes;
   Curve     curve;
   take_sizes(&subjects->named[index], &sizes);
   if (sizes.runs.count < FORECAST_LEAST_SIZES) {
      return decision_open(NULL);
   }
   curve_make(&curve, &sizes.runs, NULL);
   if (!curve.is_known || curve.state == CURVE_OPEN) {
      return decision_open(NULL);
   }
   double         from = sizes.size[sizes.runs.count - 1], to = curve.reach.times[CURVE_FAR] * from;
   const Estimate now = { curve.measured, curve.measured, curve.measured };
   const Estimate exponent = exponent_between(from, to, now, curve.at[CURVE_FAR]);
   double most = exponent_allowed(limit, from, to) + SAME_EXPONENT;
   return (Decision){
      exponent_verdict(&exponent, most, curve.state == CURVE_CONFIRMED),
      found_text(&curve, &exponent, from, to), exponent.value, exponent.low, exponent.high
   };
}

static char* bend_text(const Bend* bend, const Limit* limit)
{
   GroupedText from;
   char        power[32];
   snprintf(power, sizeof power, "n^%g", limit->exponent);
   return g_strdup_printf(
      bend->is_told ? "its cost grows as %s from %s on, %.2g times as fast as before"
                    : "its cost grows as %s before %s, and then %.2g times as fast; larger sizes tell how",
      isnan(limit->exponent) ? growth_class_name(limit->class) : power,
      text_grouped_number((uint64_t)bend->from, from), bend->steeper);
}

bool sizes_decide_bend(Subjects* subjects, size_t index, const Limit* limit, Decision* decision)
{
   SizeCosts sizes;
   Bend      bend;
   double    units[FORECAST_MOST_SIZES];
   take_sizes(&subjects->named[index], &sizes);
   for (unsigned i = 0; i < sizes.runs.count; i++) {
      units[i] = exponent_limit_at(limit, sizes.size[i]);
   }
   if (!bend_find(&bend, &sizes.runs, units)) {
      return false;
   }
   *decision = decision_of(bend.is_told ? VERDICT_PASSED : VERDICT_OPEN, bend_text(&bend, limit), NAN);
   return true;
}

/* The first, the last, and some between them. */
char* sizes_costs(const Named* routine)
{
   GString* text = g_string_new(NULL);
   uint32_t count = routine->subject->points;
   uint32_t named = MIN(count, NAMED_SIZES);
   for (uint32_t i = 0; i < named; i++) {
      uint32_t     at = named == 1 ? 0 : (uint32_t)((uint64_t)i * (count - 1) / (named - 1));
      const Point* point = &routine->points[at];
      GroupedText  size, cost;
      g_string_append_printf(text, "%s%s: %s", i == 0 ? "" : ", ", text_grouped_number(point->rms, size),
                             text_grouped_number(point->max, cost));
   }
   return g_string_free(text, FALSE);
}
