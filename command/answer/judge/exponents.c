#include "answer/judge/exponents.h"

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

double exponent_between(double from, double to, double value_from, double value_to)
{
   bool is_known = !isnan(value_from) && !isnan(value_to);   /* fmax would take 1 instead */
   return is_known ? log(fmax(value_to, 1) / fmax(value_from, 1)) / log(to / from) : NAN;
}

Verdict exponent_verdict(const Estimate* estimate, double most, bool is_certain)
{
   return estimate->low > most && is_certain ? VERDICT_VIOLATED
        : estimate->value > most             ? VERDICT_MAYBE
        : is_certain                         ? VERDICT_PASSED
                                             : VERDICT_OPEN;
}
