/* Limits of a growth that is known as an exponent between two sizes. */

#include "answer/judge/verdict.h"

#include <assert.h>
#include <math.h>

double exponent_limit_at(const Limit* limit, double size)
{
   return isnan(limit->exponent) ? growth_function(limit->class, size) : pow(size, limit->exponent);
}

double exponent_allowed(const Limit* limit, double from, double to)
{
   if (!isnan(limit->exponent)) {
      return limit->exponent;
   }
   switch (limit->class) {
      case GROWTH_CONSTANT: return 0;
      case GROWTH_EXP:      return INFINITY;
      default:
         return log(exponent_limit_at(limit, to) / exponent_limit_at(limit, from)) / log(to / from);
   }
}

static double between(double factor, double first, double last)
{
   bool is_known = !isnan(first) && !isnan(last);   /* fmax would take 1 instead */
   return is_known ? log(fmax(last, 1) / fmax(first, 1)) / log(factor) : NAN;
}

Estimate exponent_between(double from, double to, Estimate first, Estimate last)
{
   double factor = to / from;
   return (Estimate){ between(factor, first.value, last.value), between(factor, first.high, last.low),
                      between(factor, first.low, last.high) };
}

Verdict exponent_verdict(const Estimate* estimate, double most, bool is_certain)
{
   assert(!(estimate->low > estimate->value) && !(estimate->value > estimate->high));
   return estimate->low > most && is_certain ? VERDICT_VIOLATED
        : estimate->value > most             ? VERDICT_MAYBE
        : is_certain                         ? VERDICT_PASSED
                                             : VERDICT_OPEN;
}
