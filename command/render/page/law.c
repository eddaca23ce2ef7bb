/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Cases, laws and predictions are rows. */

#include "render/page/law.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/page/values.h"
#include "util/memory.h"

const char section_law_columns[] =
   "\"case\":\"growth slowest fastest shown range fit power predictions candidates\",\n"
   "\"fit\":\"model constant factor lower lowerClass rate from scatter explained criterion probability\",\n"
   "\"power\":\"constant factor exponent low high scatter\",\n"
   "\"prediction\":\"n cost low high\"";

/* Routines that cost this much now, or with larger inputs, have candidates, for which all models must be
   fitted, and predictions for a curve; so do at most so many of them, those that are first in the ranking.
   Others have the last prediction only. */
#define LARGE_SHARE    0.01
#define MOST_IN_DEPTH  1000

/* If there are many routines, those that cost less have their classes only. */
#define SMALL_SHARE  0.0001

/* Predictions are for inputs so many times as large as the largest. */
static const double prediction_times[] = { 1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8, 10 };
#define PREDICTIONS  (sizeof prediction_times / sizeof *prediction_times)

static void print_fit(FILE* out, const GrowthFit* fit, bool is_candidate)
{
   double numbers[] = { fit->model, fit->constant, fit->factor, fit->lower, fit->lower_class, fit->rate,
                        fit->from, fit->scatter, fit->explained, fit->criterion, fit->probability };
   putc('[', out);
   value_numbers(out, numbers, sizeof numbers / sizeof *numbers - (is_candidate ? 0 : 2));
   putc(']', out);
}

static void print_power_law(FILE* out, const GrowthPowerLaw* law)
{
   double numbers[] = { law->constant, law->factor, law->exponent, law->exponent_low, law->exponent_high,
                        law->scatter };
   putc('[', out);
   value_numbers(out, numbers, sizeof numbers / sizeof *numbers);
   putc(']', out);
}

static void print_predictions(FILE* out, const RoutineFacts* row, GrowthCase which, bool is_large)
{
   bool   has_class = routine_has_class(routine_case(row, which));
   size_t printed = 0;
   putc('[', out);
   for (size_t i = is_large ? 0 : PREDICTIONS - 1; i < PREDICTIONS && has_class; i++) {
      double           n = prediction_times[i] * fmax(1, row->largest);
      GrowthPrediction prediction = routine_predict(row, which, n);
      double           numbers[] = { n, prediction.cost, prediction.low, prediction.high };
      value_separate(out, printed++);
      putc('[', out);
      value_numbers(out, numbers, sizeof numbers / sizeof *numbers);
      putc(']', out);
   }
   putc(']', out);
}

static void print_candidates(FILE* out, const GrowthFit* fits)
{
   size_t printed = 0;
   putc('[', out);
   for (int model = 0; model < GROWTH_MODELS; model++) {
      if (fits[model].fitted) {
         value_separate(out, printed++);
         print_fit(out, &fits[model], true);
      }
   }
   putc(']', out);
}

/* Returns the larger of the routine's shares of the cost, now and with larger inputs. */
static double largest_share(const Subject* subject, const RoutineFacts* row)
{
   double share = ranking_share(row->routine->totals.real_sum, subject->ranking.total);
   return fmax(share, ranking_projected_share(&subject->ranking, row).value);
}

/* How much of a routine is in the page. */
typedef enum { DEPTH_CLASSES, DEPTH_LAWS, DEPTH_ALL } Depth;

static Depth depth_of(const Subject* subject, const RoutineFacts* row)
{
   size_t rank = (size_t)(row - subject->ranking.rows);
   double share = largest_share(subject, row);
   bool   is_many = subject->ranking.count > SECTION_ROUTINES_WITH_LAWS;
   return share >= LARGE_SHARE && rank < MOST_IN_DEPTH ? DEPTH_ALL
        : is_many && (rank >= SECTION_ROUTINES_WITH_LAWS || share < SMALL_SHARE) ? DEPTH_CLASSES : DEPTH_LAWS;
}

static void print_case(FILE* out, const Subject* subject, SharedTexts* shared, const RoutineFacts* row,
                       GrowthCase which, Depth depth)
{
   const GrowthRecord* record = routine_record(row, which);
   const ClassRange*   found = routine_case(row, which);
   GrowthText          text;
   fprintf(out, "[%d,%d,%d,%d,", found->class, found->slowest, found->fastest, routine_class(row, which));
   value_shared(out, shared, growth_range_name(found->class, found->slowest, found->fastest, text));
   if (depth >= DEPTH_LAWS) {
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
      print_predictions(out, row, which, depth == DEPTH_ALL);
   }
   if (depth == DEPTH_ALL) {
      putc(',', out);
      print_candidates(out, growth_fits_recorded(subject->analysis, which, record));
   }
   putc(']', out);
}

/* If all calls with the same input cost the same, the three cases are one, which is printed once. */
void law_print(FILE* out, const Subject* subject, SharedTexts* shared, const RoutineFacts* row,
               const Point* points, size_t count)
{
   Depth  depth = depth_of(subject, row);
   char*  texts[GROWTH_CASES];
   if (depth == DEPTH_ALL) {
      growth_set_points(subject->analysis, points, count);
   }
   for (GrowthCase which = GROWTH_WORST; which < GROWTH_CASES; which++) {
      size_t size;
      FILE*  text = memory_stream(&texts[which], &size);
      print_case(text, subject, shared, row, which, depth);
      memory_stream_end(text, &texts[which]);
   }
   bool is_one = strcmp(texts[GROWTH_WORST], texts[GROWTH_MEAN]) == 0
                 && strcmp(texts[GROWTH_MEAN], texts[GROWTH_BEST]) == 0;
   putc('[', out);
   for (GrowthCase which = GROWTH_WORST; which < GROWTH_CASES; which++) {
      if (which == GROWTH_WORST || !is_one) {
         value_separate(out, which);
         fputs(texts[which], out);
      }
      free(texts[which]);
   }
   putc(']', out);
}
