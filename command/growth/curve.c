/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "growth/curve.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The constants below, but for curve_times, were chosen with the seen cases of perf/grow/; the unseen ones
   check them. */
const double curve_times[] = { 2, 5, 10 };

#define CHECK_DISTANCE    1.9    /* from the largest size that predicts to the largest one, if it can be */
#define CHECK_TOLERANCE   0.1    /* of what was predicted, on a log scale, as large as that is at 10 times */
#define EXPLAINED         0.05   /* error of the best law from which on a miss of the largest run counts */
#define CONFIRMED_WIDTH   2.5    /* of the interval at the farthest size: high by low */
#define OPEN_WIDTH        4.0
#define NAME_TOLERANCE    0.15   /* of the exponent of a class, to be called by its name */
#define PLANE_ERROR_SHARE 2.0    /* of the best law's error: half of the interval, on a log scale */
#define SAME_EXPONENT     0.05
#define LEAST_EXPONENT    0.005  /* that two digits show */
#define FLAT              0.06   /* exponents that are as good as 0 */

static const char* term_name(Term term)
{
   static const char* const names[] = {
      [TERM_CONSTANT] = "constant", [TERM_LOG] = "log n", [TERM_ROOT] = "n^0.5", [TERM_N] = "n",
      [TERM_N_LOG_N] = "n log n", [TERM_N_1_5] = "n^1.5", [TERM_N_2] = "n^2", [TERM_N_2_LOG_N] = "n^2 log n",
      [TERM_N_3] = "n^3", [TERM_POWER] = "n^", [TERM_EXPONENTIAL] = "e^n",
   };
   return names[term];
}

const char* curve_state_name(CurveState state)
{
   static const char* const names[] = { "confirmed", "likely", "open" };
   return names[state];
}

/*------------------------------------------------------------------*/
/*--- How it grows                                               ---*/
/*------------------------------------------------------------------*/

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

static bool has_name(Term term, double exponent, double from, double to)
{
   double own = log(term_at(term, 0, to) / term_at(term, 0, from)) / log(to / from);
   return term != TERM_POWER && term != TERM_EXPONENTIAL && fabs(own - exponent) <= NAME_TOLERANCE;
}

/* Returns the power of n that has this exponent, but for a trifle; "n^1.3" if it is none that has a name. */
static void name_power(Curve* curve)
{
   static const Term powers[] = { TERM_ROOT, TERM_N, TERM_N_1_5, TERM_N_2, TERM_N_3 };
   snprintf(curve->class, sizeof curve->class, "n^%.1f", curve->exponent);
   for (unsigned i = 0; i < sizeof powers / sizeof *powers; i++) {
      if (fabs(log2(term_at(powers[i], 0, 2)) - curve->exponent) < SAME_EXPONENT) {
         snprintf(curve->class, sizeof curve->class, "%s", term_name(powers[i]));
      }
   }
}

/* Returns how many digits the base of an exponential needs, so that it is told from 1. */
static int base_digits(double base)
{
   return 2 + (int)fmax(0, floor(-log10(fabs(base - 1))));
}

/* Between two sizes, a law of several terms grows as neither of them alone; then the class is the power of
   the size that is like it there. */
static void name_class(Curve* curve, const Law* law, double from, double to)
{
   Term       leading = leading_term(law, to);
   if (leading == TERM_EXPONENTIAL && law->exponent > 0) {
      snprintf(curve->class, sizeof curve->class, "%.*g^n", base_digits(exp(law->exponent)),
               exp(law->exponent));
   } else if (fabs(curve->exponent) < FLAT) {
      snprintf(curve->class, sizeof curve->class, "%s", term_name(TERM_CONSTANT));
   } else if (has_name(leading, curve->exponent, from, to)) {
      snprintf(curve->class, sizeof curve->class, "%s", term_name(leading));
   } else {
      name_power(curve);
   }
}

/*------------------------------------------------------------------*/
/*--- The law in words                                           ---*/
/*------------------------------------------------------------------*/

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


/*------------------------------------------------------------------*/
/*--- Whether it has come true                                   ---*/
/*------------------------------------------------------------------*/

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
   bool is_explained = all->law[all->best].error <= EXPLAINED * all->grown;
   for (unsigned i = 0; i < CURVE_TIMES_COUNT && curve_miss(curve) != 0 && !is_explained; i++) {
      double value = forecast_at(before, curve_times[i] * all->largest).value;
      curve->at[i].low = fmin(curve->at[i].low, value);
      curve->at[i].high = fmax(curve->at[i].high, value);
   }
}

/* Predicts the largest run from those of at most half its size, if there are enough, or else from all that
   are smaller. */
static void check(Curve* curve, const Runs* runs, const Forecast* all)
{
   double   largest = runs->size[runs->count - 1];
   unsigned count = 0;
   for (unsigned i = 0; i < runs->count && runs->size[i] < largest; i++) {
      if (i < FORECAST_LEAST_SIZES || runs->size[i] * CHECK_DISTANCE <= largest) {
         count = i + 1;
      }
   }
   const Runs before = { runs->size, runs->value, count };
   Forecast   forecast;
   forecast_make(&forecast, &before);
   curve->is_checked = forecast.laws > 0;
   if (curve->is_checked) {
      curve->predicted = forecast_at(&forecast, largest);
      curve->checked_from = runs->size[count - 1];
      widen(curve, all, &forecast);
   }
}

static CurveState state_of(const Curve* curve)
{
   double width = curve->at[CURVE_FAR].high / curve->at[CURVE_FAR].low;
   if (!(width <= OPEN_WIDTH)) {
      return CURVE_OPEN;
   }
   bool has_come_true = curve->is_checked
      && fabs(log(curve->predicted.value / fmax(curve->measured, 1))) * curve->magnify <= CHECK_TOLERANCE;
   return has_come_true && width <= CONFIRMED_WIDTH ? CURVE_CONFIRMED : CURVE_LIKELY;
}

/* A routine that smaller runs do not call begins where it is called first. */
static Runs without_zeros(const Runs* runs)
{
   unsigned zeros = 0;
   while (zeros < runs->count && runs->value[zeros] == 0) {
      zeros++;
   }
   return (Runs){ runs->size + zeros, runs->value + zeros, runs->count - zeros };
}

void curve_make(Curve* curve, const Runs* all_runs)
{
   Runs const runs = without_zeros(all_runs);
   Forecast   forecast;
   forecast_make(&forecast, &runs);
   *curve = (Curve){ .state = CURVE_OPEN, .exponent = NAN, .magnify = 1 };
   curve->is_known = forecast.laws > 0;
   if (!curve->is_known) {
      return;
   }
   double           from = forecast.largest, to = curve_times[CURVE_FAR] * from;
   const JudgedLaw* best = &forecast.law[forecast.best];
   for (unsigned i = 0; i < CURVE_TIMES_COUNT; i++) {
      curve->at[i] = forecast_at(&forecast, curve_times[i] * from);
   }
   curve->magnify = forecast_magnify(&forecast, curve->at[CURVE_FAR].value);
   curve->measured = runs.value[runs.count - 1];
   curve->exponent = forecast_exponent(&forecast, from, to);
   curve->break_size = best->is_local ? runs.size[best->from] : 0;
   name_class(curve, &best->law, from, to);
   write_law(&best->law, curve->law);
   check(curve, &runs, &forecast);
   curve->state = state_of(curve);
}

void curve_name_sum(Curve* sum)
{
   sum->magnify = 1;
   sum->exponent = log(sum->at[CURVE_FAR].value / fmax(sum->measured, 1)) / log(curve_times[CURVE_FAR]);
   if (fabs(sum->exponent) < FLAT) {
      snprintf(sum->class, sizeof sum->class, "%s", term_name(TERM_CONSTANT));
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
   bool still_fits = fabs(followed.exponent - curve->exponent) <= NAME_TOLERANCE;
   if (still_fits) {
      memcpy(followed.class, curve->class, sizeof followed.class);
   } else {
      followed.law[0] = '\0';
      followed.break_size = 0;
   }
   *curve = followed;
}

/*------------------------------------------------------------------*/
/*--- Two sizes                                                  ---*/
/*------------------------------------------------------------------*/

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
   *curve = (Curve){ .state = CURVE_OPEN, .exponent = NAN, .magnify = 1, .is_known = plane.is_known };
   if (!plane.is_known) {
      return;
   }
   unsigned largest = largest_run(runs);
   double   a = runs->a[largest], b = runs->b[largest];
   for (unsigned i = 0; i < CURVE_TIMES_COUNT; i++) {
      curve->at[i] = estimate_of(&plane, curve_times[i] * a, curve_times[i] * b);
   }
   curve->measured = runs->value[largest];
   plane_class(&plane.law, names, curve_times[CURVE_FAR] * a, curve_times[CURVE_FAR] * b, curve->class);
   plane_write_law(&plane.law, names, curve->law);
   check_of_two(curve, runs, largest);
   curve->state = state_of(curve);
}
