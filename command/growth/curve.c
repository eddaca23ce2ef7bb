/* A curve names and judges what forecast.c says of the cost at larger sizes.  docs/growth.md,
   "Experiments", has the reasons.  It takes these steps:

   1. All runs together forecast the cost at some multiples of the largest size, each with an interval.
   2. The exponent is that of the forecast between the largest size and ten times it.  If the leading term
      of the best law grows nearly so, it gives the name, as "n log n"; else a power does, as "n^1.3".
   3. The check: the runs of at most about half the largest size predict the largest one.  If they miss
      it, and no law of all runs explains that, intervals reach to what the smaller runs say.
   4. A curve is confirmed if the check came true, the interval at ten times is narrow, and the largest sizes
      show the exponent; open if that interval is wide; likely between.

   Where each step of the size multiplies the cost, the forecast is for some steps more and not for ten times
   the size, and the name is the multiplier, as "2^n".

   Example: costs of 1,000 + 30 n + n^2 / 10 at n = 100, 200, 400, ...  6,400 and 10,000.  The law is
   found as it is, and says 1,003,001,000 at 100,000, which is 97.4 times the 10,301,000 of the largest
   run.  So the exponent is log10(97.4) = 1.99, near enough to the 2 of the leading term: "n^2".  The runs
   up to 3,200 predict 10,301,000, which is what was measured: confirmed. */

#include "growth/curve.h"
#include "growth/far.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The constants below, but for the usual reach and those of steps, were chosen with the seen cases of
   perf/grow/; the unseen ones check them. */
const Reach curve_usual_reach = { .times = { 2, 5, FAR_TIMES } };

#define CHECK_DISTANCE    1.9    /* from the largest size that predicts to the largest one, if it can be */
#define CHECK_TOLERANCE   0.1    /* of what was predicted, on a log scale, as large as that is at 10 times */
#define EXPLAINED         0.05   /* error of the best law from which on a miss of the largest run counts */
#define SEEN_DISTANCE     1.5    /* between the largest sizes, to show an exponent */
#define SEEN_TOLERANCE    0.25   /* of the exponent, from what they show */
#define PLANE_ERROR_SHARE 2.0    /* of the best law's error: half of the interval, on a log scale */
#define LEAST_EXPONENT    0.005  /* that two digits show */
#define FLAT              0.06   /* exponents that are as good as 0 */
#define LEAST_STEP        1.2    /* a smaller multiplier of one unit of the size is not named: */
#define USUAL_STEP        2.0    /* rather so many units that they multiply by this */
#define STEPS_PREDICTED   2      /* from the largest size that predicts to the largest one, if it can be */
#define LEAST_MULTIPLIER  1.35
#define CONFIRMED_STEP    0.1    /* how far the logarithm of a multiplier may be off, as a part of it */
#define OPEN_STEP         0.5
#define SAME_BASE         0.02   /* of multipliers that are the same, of their logarithms */

static Reach reach_of(const Forecast* forecast)
{
   Reach reach = curve_usual_reach;
   if (forecast->multiplies && forecast->laws > 0) {
      double from = forecast->largest;
      double rate = law_rate(&forecast->law[forecast->best].law, from, from + 1);
      reach.step = rate >= log(LEAST_STEP) ? 1 : round(log(USUAL_STEP) / rate);
      for (unsigned i = 0; i < CURVE_TIMES_COUNT; i++) {
         reach.times[i] = 1 + (i + 1) * reach.step / forecast->largest;
      }
   }
   return reach;
}

Reach curve_reach(const Runs* runs)
{
   Forecast forecast;
   forecast_make(&forecast, runs, true);
   return reach_of(&forecast);
}

static const char* term_name(Term term)
{
   static const char* const names[] = {
      [TERM_CONSTANT] = "constant", [TERM_LOG] = "log n", [TERM_ROOT] = "n^0.5", [TERM_N] = "n",
      [TERM_N_LOG_N] = "n log n", [TERM_N_1_5] = "n^1.5", [TERM_N_2] = "n^2", [TERM_N_2_LOG_N] = "n^2 log n",
      [TERM_N_3] = "n^3", [TERM_POWER] = "n^", [TERM_EXPONENTIAL] = "e^n", [TERM_BENT] = "e^n",
   };
   return names[term];
}

const char* curve_state_name(CurveState state)
{
   static const char* const names[] = { "confirmed", "likely", "open" };
   return names[state];
}

/*--- How it grows ---*/

/* Returns the term that is most of the law at this size. */
static Term leading_term(const Law* law, double size)
{
   Term   leading = law->term[0];
   double most = -INFINITY;
   for (unsigned i = 0; i < law->terms; i++) {
      double part = law->coefficient[i] * term_at(law->term[i], law->exponent, size);
      leading = part > most ? law->term[i] : leading;
      most = fmax(part, most);
   }
   return leading;
}

static double own_exponent(Term term, double from, double to)
{
   return log(term_at(term, 0, to) / term_at(term, 0, from)) / log(to / from);
}

static bool has_name(Term term, double exponent, double from, double to)
{
   double own = own_exponent(term, from, to);
   return term < TERM_POWER && fabs(own - exponent) <= SAME_CLASS;
}

static void name_term(Curve* curve, Term term)
{
   curve->term = term;
   snprintf(curve->class, sizeof curve->class, "%s", term_name(term));
}

/* Names the power of n that has this exponent, as closely as matters: "n^2", or "n^1.3" if it has no usual
   name. */
static void name_power(Curve* curve)
{
   static const Term powers[] = { TERM_ROOT, TERM_N, TERM_N_1_5, TERM_N_2, TERM_N_3 };
   curve->term = TERM_POWER;
   snprintf(curve->class, sizeof curve->class, "n^%.1f", curve->exponent);
   for (unsigned i = 0; i < sizeof powers / sizeof *powers; i++) {
      if (fabs(log2(term_at(powers[i], 0, 2)) - curve->exponent) < SAME_EXPONENT) {
         name_term(curve, powers[i]);
      }
   }
}

/* Returns how many digits the base of an exponential needs, so that it is told from 1. */
static int base_digits(double base)
{
   return 2 + (int)fmax(0, floor(-log10(fabs(base - 1))));
}

/* Names what a unit of the size multiplies by. */
static void name_base(Curve* curve, double rate)
{
   double base = exp(rate);
   curve->term = TERM_EXPONENTIAL;
   if (rate > 0) {
      snprintf(curve->class, sizeof curve->class, base < 100 ? "%.*g^n" : "%.*f^n",
               base < 100 ? base_digits(base) : 0, base);
   } else {
      snprintf(curve->class, sizeof curve->class, "exp");   /* the next step is not known */
   }
}

/* Between two sizes, a law of several terms grows as neither of them alone; then the class is the power of
   the size that is like it there. */
static void name_class(Curve* curve, const Law* law, double from, double to)
{
   Term       leading = leading_term(law, to);
   curve->named = curve->exponent;
   if (leading >= TERM_EXPONENTIAL && law->exponent > 0) {
      name_base(curve, law_rate(law, from, from + fmax(curve->reach.step, 1)));
   } else if (fabs(curve->exponent) < FLAT && leading != TERM_LOG) {
      name_term(curve, TERM_CONSTANT);
   } else if (has_name(leading, curve->exponent, from, to)) {
      name_term(curve, leading);
      curve->named = own_exponent(leading, from, to);
   } else {
      name_power(curve);
   }
}

/*--- The law in words ---*/

static size_t add_term(const Law* law, unsigned i, bool is_first, char* text, size_t room)
{
   double      coefficient = law->coefficient[i];
   const char* sign = coefficient < 0 ? (is_first ? "-" : " - ") : is_first ? "" : " + ";
   double      size = fabs(coefficient);
   Term        term = law->term[i];
   bool        is_flat = term == TERM_POWER && fabs(law->exponent) < LEAST_EXPONENT;
   int length = term == TERM_CONSTANT || is_flat ? snprintf(text, room, "%s%.3g", sign, size)
              : term == TERM_POWER    ? snprintf(text, room, "%s%.3g n^%.2f", sign, size, law->exponent)
              : term == TERM_EXPONENTIAL
                 ? snprintf(text, room, "%s%.3g %.3g^n", sign, size, exp(law->exponent))
              : term == TERM_BENT
                 ? snprintf(text, room, "%s%.3g n^%.2f %.3g^n", sign, size, law->bend, exp(law->exponent))
              : snprintf(text, room, "%s%.3g %s", sign, size, term_name(term));
   return length < 0 ? 0 : (size_t)length < room ? (size_t)length : room - 1;
}

/* Writes the law with its coefficients. */
static void write_law(const Law* law, CurveText text)
{
   size_t used = 0;
   text[0] = '\0';
   for (unsigned i = 0; i < law->terms; i++) {
      if (law->coefficient[i] != 0) {
         used += add_term(law, i, used == 0, text + used, sizeof(CurveText) - used);
      }
   }
}


/*--- Whether it has come true ---*/

double curve_miss(const Curve* curve)
{
   double miss = curve->is_checked ? log(fmax(curve->measured, 1) / curve->predicted.value) : 0;
   return fabs(miss) <= CHECK_TOLERANCE ? 0 : miss;
}

/* If the largest run missed what the smaller ones predicted, and no law of all runs explains it, it may be
   the beginning of something, or nothing but a step: the interval reaches from what all runs forecast to what
   the smaller ones do. */
static void widen(Curve* curve, const Forecast* all, const Forecast* before)
{
   bool is_explained = all->multiplies || all->law[all->best].error <= EXPLAINED * all->grown;
   for (unsigned i = 0; i < CURVE_TIMES_COUNT && curve_miss(curve) != 0 && !is_explained; i++) {
      double value = forecast_at(before, curve->reach.times[i] * all->largest).value;
      curve->at[i].low = fmin(curve->at[i].low, value);
      curve->at[i].high = fmax(curve->at[i].high, value);
      assert(curve->at[i].low <= curve->at[i].high);
   }
}

/* Predicts the largest run from those of at most half its size, if there are enough, or else from all that
   are smaller. */
static void check(Curve* curve, const Runs* runs, const Forecast* all)
{
   double   largest = runs->size[runs->count - 1];
   double   step = fmax(curve->reach.step, 1);
   unsigned count = 0, least = FORECAST_LEAST_SIZES;
   for (unsigned i = 0; i < runs->count && runs->size[i] < largest; i++) {
      bool is_far = all->multiplies ? runs->size[i] + STEPS_PREDICTED * step <= largest
                                    : runs->size[i] * CHECK_DISTANCE <= largest;
      if (i < least || is_far) {
         count = i + 1;
      }
   }
   const Runs before = { .size = runs->size, .value = runs->value, .count = count };
   Forecast   forecast;
   forecast_make(&forecast, &before, all->multiplies);
   assert(count == 0 || runs->size[count - 1] < largest);
   curve->is_checked = forecast.laws > 0;
   if (curve->is_checked) {
      curve->predicted = forecast_at(&forecast, largest);
      curve->checked_from = runs->size[count - 1];
      widen(curve, all, &forecast);
   }
}

/* How far a multiplier may be off is measured beside its own logarithm, if it is one. */
static CurveState state_of_steps(const Curve* curve)
{
   Estimate next = curve->at[0];
   double   multiplier = fmax(next.value / fmax(curve->measured, 1), LEAST_MULTIPLIER);
   double   off = log(next.high / next.low) / 2 / log(multiplier);
   double   miss = log(curve->predicted.value / fmax(curve->measured, 1));
   bool     has_come_true = curve->is_checked && fabs(miss) <= CHECK_TOLERANCE;
   return !(off <= OPEN_STEP) ? CURVE_OPEN
          : has_come_true && off <= CONFIRMED_STEP ? CURVE_CONFIRMED : CURVE_LIKELY;
}

/* Finds the exponents that the largest sizes show. */
static void find_seen(Curve* curve, const Runs* runs, const Law* best)
{
   unsigned last = runs->count - 1, from = last;
   double   constant = best->term[0] == TERM_CONSTANT ? fmax(best->coefficient[0], 0) : 0;
   while (from > 0 && runs->size[from] * SEEN_DISTANCE > runs->size[last]) {
      from--;
   }
   double distance = log(runs->size[last] / runs->size[from]);
   double low = fmax(runs->value[from], 1), high = fmax(runs->value[last], 1);
   curve->seen[0] = log(high / low) / distance;
   curve->seen[1] = log(fmax(high - constant, 1) / fmax(low - constant, 1)) / distance;
}

/* Whether the largest sizes show what is forecast of larger ones: it is no faster than what grows there, and
   no slower than all. */
static bool is_seen(const Curve* curve)
{
   return isnan(curve->seen[0])
          || (curve->exponent >= curve->seen[0] - SEEN_TOLERANCE
              && curve->exponent <= fmax(curve->seen[0], curve->seen[1]) + SEEN_TOLERANCE);
}

static CurveState state_of(const Curve* curve)
{
   if (curve->reach.step > 0) {
      return state_of_steps(curve);
   }
   double width = curve->at[CURVE_FAR].high / curve->at[CURVE_FAR].low;
   if (!(width <= OPEN_FORECAST)) {
      return CURVE_OPEN;
   }
   bool has_come_true = curve->is_checked
      && fabs(log(curve->predicted.value / fmax(curve->measured, 1))) * curve->magnify <= CHECK_TOLERANCE;
   return has_come_true && is_seen(curve) && width <= WIDE_FORECAST ? CURVE_CONFIRMED : CURVE_LIKELY;
}

/* A routine that smaller runs do not call begins where it is called first. */
static Runs without_zeros(const Runs* runs)
{
   unsigned zeros = 0;
   while (zeros < runs->count && runs->value[zeros] == 0) {
      zeros++;
   }
   Runs called = *runs;
   called.size += zeros;
   called.value += zeros;
   called.count -= zeros;
   return called;
}

void curve_make(Curve* curve, const Runs* all_runs, const Reach* reach)
{
   Runs const runs = without_zeros(all_runs);
   Forecast   forecast;
   forecast_make(&forecast, &runs, reach == NULL || reach->step > 0);
   *curve = (Curve){
      .state = CURVE_OPEN, .reach = reach != NULL ? *reach : reach_of(&forecast), .exponent = NAN,
      .named = NAN, .seen = { NAN, NAN }, .magnify = 1,
   };
   curve->is_known = forecast.laws > 0;
   if (!curve->is_known) {
      return;
   }
   double           from = forecast.largest, to = curve->reach.times[CURVE_FAR] * from;
   const JudgedLaw* best = &forecast.law[forecast.best];
   for (unsigned i = 0; i < CURVE_TIMES_COUNT; i++) {
      curve->at[i] = forecast_at(&forecast, curve->reach.times[i] * from);
      assert(!(curve->at[i].low > curve->at[i].value || curve->at[i].value > curve->at[i].high));
   }
   curve->magnify = forecast_magnify(&forecast, curve->at[CURVE_FAR].value);
   curve->measured = runs.value[runs.count - 1];
   curve->exponent = forecast_exponent(&forecast, from, to);
   curve->break_size = best->is_local ? runs.size[best->from] : 0;
   name_class(curve, &best->law, from, to);
   write_law(&best->law, curve->law);
   check(curve, &runs, &forecast);
   find_seen(curve, &runs, &best->law);
   curve->state = state_of(curve);
}

void curve_name_sum(Curve* sum)
{
   sum->magnify = 1;
   sum->seen[0] = sum->seen[1] = NAN;
   sum->exponent = log(sum->at[CURVE_FAR].value / fmax(sum->measured, 1)) / log(sum->reach.times[CURVE_FAR]);
   if (fabs(sum->exponent) < FLAT) {
      name_term(sum, TERM_CONSTANT);
   } else if (sum->reach.step > 0) {
      name_base(sum, log(sum->at[0].value / fmax(sum->measured, 1)) / sum->reach.step);
   } else {
      name_power(sum);
   }
   sum->state = state_of(sum);
}

static Estimate without(Estimate sum, double rest)
{
   return (Estimate){ fmax(sum.value - rest, 1), fmax(sum.low - rest, 1), fmax(sum.high - rest, 1) };
}

void curve_follow_sum(Curve* curve, const Curve* sum, double rest)
{
   Curve followed = *curve;
   for (unsigned i = 0; i < CURVE_TIMES_COUNT; i++) {
      followed.at[i] = without(sum->at[i], rest);
   }
   followed.predicted = without(sum->predicted, rest);
   followed.checked_from = sum->checked_from;
   followed.is_checked = sum->is_checked;
   curve_name_sum(&followed);
   followed.state = followed.state > sum->state ? followed.state : sum->state;
   double tolerance = curve->reach.step > 0 ? SAME_BASE * curve->exponent : SAME_CLASS;
   bool   still_fits = fabs(followed.exponent - curve->named) <= tolerance;
   if (still_fits) {
      memcpy(followed.class, curve->class, sizeof followed.class);
      followed.term = curve->term;
   } else {
      followed.law[0] = '\0';
      followed.break_size = 0;
   }
   *curve = followed;
}

/*--- Two sizes ---*/

static unsigned largest_run(const PlaneRuns* runs)
{
   unsigned largest = 0;
   for (unsigned i = 1; i < runs->count; i++) {
      if (runs->a[i] * runs->b[i] >= runs->a[largest] * runs->b[largest]) {
         largest = i;
      }
   }
   return largest;
}

static Estimate estimate_of(const Plane* plane, double a, double b)
{
   double value = plane_at(&plane->law, a, b);
   double half = plane->spread + PLANE_ERROR_SHARE * plane->error;
   assert(plane->is_known && !(half < 0));
   return (Estimate){ value, value * exp(-half), value * exp(half) };
}

/* Predicts the largest run from all others. */
static void check_of_two(Curve* curve, const PlaneRuns* runs, unsigned largest)
{
   double a[runs->count], b[runs->count], value[runs->count];
   Plane  plane;
   PlaneRuns others = { a, b, value, 0 };
   for (unsigned i = 0; i < runs->count; i++) {
      if (i != largest) {
         a[others.count] = runs->a[i];
         b[others.count] = runs->b[i];
         value[others.count++] = runs->value[i];
      }
   }
   plane_make(&plane, &others);
   curve->is_checked = plane.is_known;
   curve->checked_from = NAN;
   if (plane.is_known) {
      curve->predicted = estimate_of(&plane, runs->a[largest], runs->b[largest]);
   }
}

void curve_make_of_two(Curve* curve, const PlaneRuns* runs, const char* const names[2])
{
   Plane plane;
   plane_make(&plane, runs);
   *curve = (Curve){
      .state = CURVE_OPEN, .reach = curve_usual_reach, .exponent = NAN, .named = NAN,
      .term = TERM_POWER, .seen = { NAN, NAN }, .magnify = 1, .is_known = plane.is_known,
   };
   if (!plane.is_known) {
      return;
   }
   unsigned largest = largest_run(runs);
   double   a = runs->a[largest], b = runs->b[largest], times = curve->reach.times[CURVE_FAR];
   for (unsigned i = 0; i < CURVE_TIMES_COUNT; i++) {
      curve->at[i] = estimate_of(&plane, curve->reach.times[i] * a, curve->reach.times[i] * b);
   }
   curve->measured = runs->value[largest];
   plane_class(&plane.law, names, times * a, times * b, curve->class);
   plane_write_law(&plane.law, names, curve->law);
   check_of_two(curve, runs, largest);
   curve->state = state_of(curve);
}
