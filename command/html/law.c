/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A case is [class, slowest, fastest, fit, power law, predictions, candidates];
   page/data.ts names the columns of each. */

#include "html/law.h"

#include <math.h>

#include "html/values.h"

/* Routines that cost this much now, or with larger inputs, have candidates, for which all models must be
   fitted, and predictions for a curve.  Others have the last prediction only. */
#define LARGE_SHARE  0.01

/* If there are more routines than this, those that cost less than the share have their classes only. */
#define MANY_ROUTINES  10000
#define SMALL_SHARE    0.0001

/* Predictions are for inputs so many times as large as the largest. */
static const double prediction_times[] = { 1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8, 10 };
#define PREDICTIONS  (sizeof prediction_times / sizeof *prediction_times)

static void print_numbers(FILE* out, const double* numbers, size_t count)
{
   for (size_t i = 0; i < count; i++) {
      putc(',', out);
      value_number(out, numbers[i]);
   }
}

static void print_fit(FILE* out, const GrowthFit* fit, bool is_candidate)
{
   double numbers[] = { fit->constant, fit->factor, fit->lower, fit->lower_class, fit->rate, fit->from,
                        fit->scatter, fit->explained };
   fprintf(out, "[%d", fit->model);
   print_numbers(out, numbers, sizeof numbers / sizeof *numbers);
   if (is_candidate) {
      double more[] = { fit->criterion, fit->probability };
      print_numbers(out, more, 2);
   }
   putc(']', out);
}

static void print_power_law(FILE* out, const GrowthPowerLaw* law)
{
   double numbers[] = { law->factor, law->exponent, law->exponent_low, law->exponent_high, law->scatter };
   putc('[', out);
   value_number(out, law->constant);
   print_numbers(out, numbers, sizeof numbers / sizeof *numbers);
   putc(']', out);
}

static void print_predictions(FILE* out, const GrowthRecord* record, double largest, bool is_large)
{
   size_t printed = 0;
   putc('[', out);
   for (size_t i = is_large ? 0 : PREDICTIONS - 1; i < PREDICTIONS && record->class < GROWTH_MODELS; i++) {
      double           n = prediction_times[i] * fmax(1, largest);
      GrowthPrediction prediction = predictor_at(&record->predictor, n);
      double           numbers[] = { prediction.cost, prediction.low, prediction.high };
      value_separate(out, printed++);
      putc('[', out);
      value_number(out, n);
      print_numbers(out, numbers, 3);
      putc(']', out);
   }
   putc(']', out);
}

static void print_candidates(FILE* out, GrowthAnalysis* analysis, GrowthCase which)
{
   const GrowthFit* fits = growth_fits(analysis, which);
   size_t           printed = 0;
   putc('[', out);
   for (int model = 0; model < GROWTH_MODELS; model++) {
      if (fits[model].fitted) {
         value_separate(out, printed++);
         print_fit(out, &fits[model], true);
      }
   }
   putc(']', out);
}

/* Of the cost, now or with larger inputs. */
static double largest_share(const Subject* subject, const RankedRoutine* row)
{
   double share = ranking_share(row->routine->totals.real_sum, subject->ranking.total);
   return fmax(share, ranking_projected_share(&subject->ranking, row).value);
}

static void print_case(FILE* out, const Subject* subject, const RankedRoutine* row, GrowthCase which)
{
   const GrowthRecord* record = ranking_growth(row, which);
   double              share = largest_share(subject, row);
   bool                in_depth = share >= LARGE_SHARE;
   fprintf(out, "[%d,%d,%d", record->class, record->slowest, record->fastest);
   if (share < SMALL_SHARE && subject->ranking.count > MANY_ROUTINES) {
      putc(']', out);
      return;
   }
   putc(',', out);
   if (record->fit.fitted) {
      print_fit(out, &record->fit, false);
   } else {
      putc('0', out);
   }
   putc(',', out);
   if (record->power_law.fitted) {
      print_power_law(out, &record->power_law);
   } else {
      putc('0', out);
   }
   putc(',', out);
   print_predictions(out, record, row->largest, in_depth);
   if (in_depth) {
      growth_recall(subject->analysis, which, record);
      putc(',', out);
      print_candidates(out, subject->analysis, which);
   }
   putc(']', out);
}

void law_print(FILE* out, const Subject* subject, const RankedRoutine* row, const Point* points, size_t count)
{
   if (largest_share(subject, row) >= LARGE_SHARE) {
      growth_set_points(subject->analysis, points, count);
   }
   putc('[', out);
   for (GrowthCase which = GROWTH_WORST; which < GROWTH_CASES; which++) {
      value_separate(out, which);
      print_case(out, subject, row, which);
   }
   putc(']', out);
}
