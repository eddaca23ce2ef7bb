/* Limits of a growth that is known as an exponent between two sizes. */

#include "answer/judge/verdict.h"

#include <assert.h>
#include <math.h>

double exponent_limit_at(const Limit* limit, double size)
{
   return limit->is_log                     ? log2(fmax(size, 2))
        : !isnan(limit->exponent)           ? pow(size, limit->exponent)
        : limit->class == GROWTH_CONSTANT   ? 1
                                            : growth_function(limit->class, size);
}

double exponent_allowed(const Limit* limit, double from, double to)
{
   if (!isnan(limit->exponent)) {
      return limit->exponent;
   }
   if (limit->class == GROWTH_EXP) {
      return INFINITY;
   }
   return log(exponent_limit_at(limit, to) / exponent_limit_at(limit, from)) / log(to / from);
}

/* How far back the last steps go; by how much each must be faster than the limit to have outgrown it; how
   many runs must be before them; and how much more than these the largest one must have. */
#define LAST_STEPS    8.0
#define FASTER        0.2
#define LEAST_BEFORE  2
#define OUTGROWN      2.0

/* Steps between sizes are at least so long: shorter ones say little. */
#define LEAST_STEP    1.9

static unsigned run_before(const Runs* runs, double times)
{
   unsigned from = runs->count - 1;
   while (from > 0 && runs->size[from] * times > runs->size[runs->count - 1]) {
      from--;
   }
   return from;
}

unsigned exponent_outgrown_from(const Runs* runs)
{
   return run_before(runs, LAST_STEPS);
}

double exponent_lately(const Runs* runs)
{
   unsigned last = runs->count - 1, from = exponent_outgrown_from(runs);
   return log(fmax(runs->value[last], 1) / fmax(runs->value[from], 1))
          / log(runs->size[last] / runs->size[from]);
}

/* The cost for a unit of the limit. */
static double unit_cost(const Runs* runs, const Limit* limit, unsigned run)
{
   return runs->value[run] / exponent_limit_at(limit, runs->size[run]);
}

/* Whether each step from a run on has grown faster than the limit by this exponent. */
static bool is_faster_from(const Runs* runs, const Limit* limit, unsigned from, double by)
{
   bool is_faster = true;
   for (unsigned before, i = runs->count - 1; i > from && is_faster; i = before) {
      before = i - 1;
      if (i < runs->count - 1 && runs->size[from] * LEAST_STEP > runs->size[i]) {
         break;
      }
      while (before > from && runs->size[before] * LEAST_STEP > runs->size[i]) {
         before--;
      }
      double times = unit_cost(runs, limit, i) / unit_cost(runs, limit, before);
      is_faster = log(times) > by * log(runs->size[i] / runs->size[before]);
   }
   return is_faster;
}

bool exponent_rises(const Runs* runs, const Limit* limit, double times)
{
   return is_faster_from(runs, limit, run_before(runs, times), 0);
}

bool exponent_rises_long(const Runs* runs, const Limit* limit, double times)
{
   unsigned from = run_before(runs, times);
   bool     rises = true;
   for (unsigned i = from + 1; i < runs->count && rises; i++) {
      double now = unit_cost(runs, limit, i);
      rises = now >= unit_cost(runs, limit, i - 1)
              && (i < from + 2 || now > unit_cost(runs, limit, i - 2));
   }
   return rises || exponent_rises(runs, limit, times);
}

/* The middle one of the cost for a unit at this run and the two before it. */
static double middle_cost(const Runs* runs, const Limit* limit, unsigned run)
{
   double a = unit_cost(runs, limit, run), b = unit_cost(runs, limit, run < 1 ? 0 : run - 1);
   double c = unit_cost(runs, limit, run < 2 ? 0 : run - 2);
   return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

double exponent_rise(const Runs* runs, const Limit* limit, double times)
{
   return middle_cost(runs, limit, runs->count - 1) / middle_cost(runs, limit, run_before(runs, times));
}

bool exponent_is_outgrown(const Runs* runs, const Limit* limit)
{
   unsigned from = runs->count < 2 ? 0 : exponent_outgrown_from(runs);
   double   most = 0;
   for (unsigned i = 0; i <= from && i < runs->count; i++) {
      most = fmax(most, unit_cost(runs, limit, i));
   }
   return from >= LEAST_BEFORE && is_faster_from(runs, limit, from, FASTER)
          && unit_cost(runs, limit, runs->count - 1) > OUTGROWN * most;
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
