/* Classes with the exponents of the power law, by which a class is beyond another one.  The exponents are
   looked for only if the classes alone would say so. */

#include "answer/judge/verdict.h"

#include <inttypes.h>
#include <math.h>

#include "subject/subject.h"
#include "util/text.h"

/* No power law is looked for below: a limit of a constant is this power. */
#define LEAST_POWER  0.1

/* Any exponent fits a constant, with a factor of 0, and none fits an exponential.  `high` is 0 then. */
static Interval exponents_now(Subjects* subjects, size_t index, GrowthCase which)
{
   const ClassRange* growth = subjects_case(subjects, index, which);
   if (growth->class == GROWTH_CONSTANT || growth->slowest >= GROWTH_EXP) {
      return (Interval){ 0, 0 };
   }
   const GrowthPowerLaw* law = subjects_law(subjects, index, which);
   return law->fitted ? (Interval){ law->exponent_low, law->exponent_high } : (Interval){ 0, 0 };
}

bool class_exceeds(Subjects* subjects, size_t index, GrowthCase which, GrowthClass limit)
{
   const ClassRange* now = subjects_case(subjects, index, which);
   if (!range_has_class(now) || now->slowest <= limit) {
      return false;
   }
   const Interval exponents = exponents_now(subjects, index, which);
   return exponents.high == 0 || exponents.low > fmax(growth_exponent(limit), LEAST_POWER);
}

static char* unknown_text(const Named* routine, GrowthClass class, const char* name)
{
   GroupedText smallest, largest;
   const char* plural = routine->subject->points == 1 ? "" : "s";
   const char* from = text_grouped_number(routine->subject->smallest, smallest);
   const char* to = text_grouped_number(routine->subject->largest, largest);
   if (subject_has_fixed_input(routine->subject)) {
      return g_strdup_printf("its %s cost has nothing to grow with: all its calls have about the same input, "
                             "%s to %s", name, from, to);
   }
   if (routine->subject->has_no_input) {
      return g_strdup_printf("how its %s cost grows is open: its input was not measured", name);
   }
   if (class == GROWTH_TOO_FEW_POINTS && routine->subject->points < GROWTH_LEAST_POINTS) {
      return g_strdup_printf("how its %s cost grows is open: it was called with %" PRIu32 " different "
                             "input%s, and %d are needed", name, routine->subject->points, plural,
                             GROWTH_LEAST_POINTS);
   }
   if (class == GROWTH_TOO_FEW_POINTS || class == GROWTH_RANGE_TOO_NARROW) {
      return g_strdup_printf("how its %s cost grows is open: its %" PRIu32 " different inputs, %s to %s, "
                             "are too close together", name, routine->subject->points, from, to);
   }
   return g_strdup_printf("how its %s cost grows is open: it follows no trend", name);
}

char* class_text(Subjects* subjects, size_t index, GrowthCase which, bool with_exponents)
{
   const ClassRange* now = subjects_case(subjects, index, which);
   const char*      name = growth_case_name(which);
   GrowthText       text;
   if (!range_has_class(now)) {
      return unknown_text(&subjects->named[index], now->class, name);
   }
   const char* class = range_text(now, text);
   Interval    exponents = { 0, 0 };
   if (with_exponents) {
      exponents = exponents_now(subjects, index, which);
   }
   return exponents.high > 0
          ? g_strdup_printf("its %s cost likely grows as %s (as n^c, c is %.2f to %.2f)", name, class,
                            exponents.low, exponents.high)
          : g_strdup_printf("its %s cost likely grows as %s", name, class);
}
