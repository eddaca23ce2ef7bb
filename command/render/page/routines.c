/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Routines, in the order of the report, so that contexts can refer to them by
   their index. */

#include "render/page/sections.h"

#include <glib.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answer/case_words.h"
#include "model/readable.h"
#include "render/page/values.h"
#include "util/memory.h"
#include "util/packed.h"

/* The text in the place of a class. */
#define FIXED_INPUT  "fixed input"

/* If there are more points than this, the plots of routines with a small share get few bins. */
#define MANY_POINTS  200000
#define SMALL_SHARE  0.001

const char section_routine_columns[] =
   "\"routine\":\"name object mangled calls cost self pointCount smallest largest section own cases "
   "projection unit notKnown points outlook isBound why callee cause\",\n"
   "\"projection\":\"known factor low high share shareLow shareHigh\"";

/* From a routine's index to its row; NULL: it has none. */
static const RoutineFacts** rows_by_routine(const Subject* subject)
{
   uint32_t count = report_routine_count(subject->report);
   const RoutineFacts** rows = memory_checked(calloc((size_t)count + 1, sizeof *rows));
   for (size_t i = 0; i < subject->ranking.count; i++) {
      const RoutineFacts* row = &subject->ranking.rows[i];
      rows[report_routine_index(subject->report, row->routine)] = row;
   }
   return rows;
}

/*------------------------------------------------------------------*/
/*--- Laws: cases, laws and predictions are rows                 ---*/
/*------------------------------------------------------------------*/

const char section_law_columns[] =
   "\"case\":\"growth slowest fastest shown level text fit power predictions candidates\",\n"
   "\"fit\":\"model constant factor lower lowerClass rate from scatter explained criterion probability\",\n"
   "\"power\":\"constant factor exponent low high scatter\",\n"
   "\"prediction\":\"n cost low high\"";

/* Routines that cost this much now, or with larger inputs, have candidates, for which all models must be
   fitted, and predictions for a curve; so do at most so many of them, those that are first in the ranking.
   Others have the last prediction only.  Sentences are about as many routines. */
#define LARGE_SHARE    0.01
#define MOST_IN_DEPTH  1000

/* If there are many routines, those that cost less have their classes only. */
#define LEAST_LAW_SHARE  0.0001

/* Predictions are for inputs so many times as large as the largest. */
static const double prediction_times[] = { 1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8, 10 };
#define PREDICTIONS  (sizeof prediction_times / sizeof *prediction_times)

static void print_fit(FILE* out, const GrowthFit* fit, bool is_candidate)
{
   double numbers[] = { fit->model, fit->constant, fit->factor, fit->lower, fit->lower_class, fit->rate,
                        fit->from, fit->scatter, fit->explained, fit->criterion, fit->probability };
   value_numbers(out, numbers, sizeof numbers / sizeof *numbers - (is_candidate ? 0 : 2));
}

static void print_power_law(FILE* out, const GrowthPowerLaw* law)
{
   double numbers[] = { law->constant, law->factor, law->exponent, law->exponent_low, law->exponent_high,
                        law->scatter };
   value_numbers(out, numbers, sizeof numbers / sizeof *numbers);
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
      value_numbers(out, numbers, sizeof numbers / sizeof *numbers);
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
   bool   is_rest = is_many && (rank >= SECTION_ROUTINES_WITH_LAWS || share < LEAST_LAW_SHARE);
   return share >= LARGE_SHARE && rank < MOST_IN_DEPTH ? DEPTH_ALL : is_rest ? DEPTH_CLASSES : DEPTH_LAWS;
}

static void print_case(FILE* out, const Subject* subject, SharedTexts* shared, const RoutineFacts* row,
                       GrowthCase which, Depth depth)
{
   const GrowthRecord* record = routine_record(row, which);
   const ClassRange*   found = routine_case(row, which);
   bool                is_fixed = has_fixed_input(row);
   GrowthText          text;
   fprintf(out, "[%d,%d,%d,%d,%d,", found->class, found->slowest, found->fastest,
           is_fixed ? GROWTH_CONSTANT : routine_class(row, which), case_level(row, which));
   value_shared(out, shared, is_fixed ? FIXED_INPUT : case_text(found, text));
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
static void print_cases(FILE* out, const Subject* subject, SharedTexts* shared, const RoutineFacts* row,
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

/* Too few inputs for a law, and yet what is to be known: one case stands for all. */
static void print_fixed_input(FILE* out, SharedTexts* shared, const RoutineFacts* row)
{
   fprintf(out, "[[%d,%d,%d,%d,%d,", GROWTH_CONSTANT, GROWTH_CONSTANT, GROWTH_CONSTANT, GROWTH_CONSTANT,
           case_level(row, GROWTH_MEAN));
   value_shared(out, shared, FIXED_INPUT);
   fputs("]]", out);
}

/*------------------------------------------------------------------*/
/*--- A routine                                                  ---*/
/*------------------------------------------------------------------*/

static void print_projection(FILE* out, const Subject* subject, const RoutineFacts* row)
{
   GrowthProjection projection = ranking_projection(&subject->ranking, row);
   Share            share = ranking_projected_share(&subject->ranking, row);
   const double numbers[] = {
      projection.known, projection.factor, projection.low, projection.high, share.value, share.low, share.high
   };
   value_numbers(out, numbers, sizeof numbers / sizeof *numbers);
}

void section_routine_index(FILE* out, const Report* report, const Routine* routine)
{
   fprintf(out, "%" PRId64, routine == NULL ? -1 : (int64_t)report_routine_index(report, routine));
}

/* Why no class is likely, and what to do about it. */
static void print_not_known(FILE* out, SharedTexts* shared, const RoutineFacts* facts)
{
   const char* reason = answer_not_known(facts);
   char*       fixed = answer_fixed_input(facts);
   char*       text = fixed != NULL  ? g_strconcat("the input is ", fixed, NULL)
                    : reason != NULL ? g_strconcat(reason, ": ", answer_advice(facts), NULL) : NULL;
   value_shared(out, shared, text);
   g_free(fixed);
   g_free(text);
}

/* Returns the routine that introduces an inherited growth, or the nearest one to it that is known. */
static const Routine* cause_of(const Origin* origin)
{
   return origin == NULL || origin->kind != ORIGIN_INHERITED ? NULL
        : origin->root != NULL ? origin->root : origin->callee;
}

/* Whether there are sentences about the routine: they are a third of what the page has of it. */
static bool is_told(const Subject* subject, const RoutineFacts* facts)
{
   size_t rank = (size_t)(facts - subject->ranking.rows);
   return facts->growth != NULL && rank < MOST_IN_DEPTH;
}

static void print_outlook(FILE* out, const Subject* subject, const RoutineFacts* facts)
{
   char* outlook = is_told(subject, facts) ? answer_outlook(subject, facts) : NULL;
   putc(',', out);
   value_text(out, outlook);
   g_free(outlook);
}

/* Prints why its cost grows faster than its input, the routine that this names, and who causes it.  Most
   routines have nothing of that. */
static void print_end(FILE* out, const Subject* subject, const RoutineFacts* facts)
{
   const Routine* callee = NULL;
   char*          why = is_told(subject, facts) ? answer_why(subject, facts->routine, &callee) : NULL;
   const Routine* cause = cause_of(routine_origin(facts));
   if (facts->routine->cost_is_bound || why != NULL || cause != NULL) {
      fprintf(out, ",%d,", facts->routine->cost_is_bound);
      value_text(out, why);
      putc(',', out);
      section_routine_index(out, subject->report, callee);
      putc(',', out);
      section_routine_index(out, subject->report, cause);
   }
   g_free(why);
}

/* Prints its name as its language writes it, and its symbol, if that is another one. */
static void print_names(FILE* out, SharedTexts* shared, const Routine* routine)
{
   char*       readable = name_readable(routine->name);
   const char* name = readable != NULL ? readable : routine->name;
   const char* symbol = routine->mangled != NULL ? routine->mangled : routine->name;
   value_text(out, name);
   putc(',', out);
   value_shared(out, shared, routine->image);
   putc(',', out);
   value_text(out, strcmp(symbol, name) != 0 ? symbol : NULL);
   g_free(readable);
}

static void print_routine(FILE* out, const Subject* subject, SharedTexts* shared, const RoutineFacts* row)
{
   const Routine* routine = row->routine;
   const Totals*  totals = &routine->totals;
   size_t         count;
   const Point*   points = report_routine_points(subject->report, routine, &count);
   bool is_small = report_point_count(subject->report) > MANY_POINTS
                   && ranking_share(totals->real_sum, subject->ranking.total) < SMALL_SHARE;

   putc('[', out);
   print_names(out, shared, routine);
   fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%d,%d,",
           totals->calls, totals->real_sum, totals->self_sum, row->points, row->smallest, row->largest,
           row->section, row->is_own);
   if (row->growth != NULL) {
      print_cases(out, subject, shared, row, points, count);
   } else if (has_fixed_input(row)) {
      print_fixed_input(out, shared, row);
   } else {
      putc('0', out);
   }
   putc(',', out);
   print_projection(out, subject, row);
   putc(',', out);
   value_shared(out, shared, answer_input_unit(subject, routine));
   putc(',', out);
   print_not_known(out, shared, row);
   putc(',', out);
   section_points(out, points, count, is_small ? SMALL_PLOT_POINTS : PLOT_POINTS);
   print_outlook(out, subject, row);
   print_end(out, subject, row);
   putc(']', out);
}

/* Each routine as a difference to that before. */
static void print_order(FILE* out, const Subject* subject)
{
   uint32_t before = 0;
   for (size_t i = 0; i < subject->ranking.count; i++) {
      uint32_t index = report_routine_index(subject->report, subject->ranking.rows[i].routine);
      packed_print(out, packed_difference(index, before));
      before = index;
   }
}

void section_routines(FILE* out, const Subject* subject)
{
   const RoutineFacts** rows = rows_by_routine(subject);
   SharedTexts*          shared = shared_texts_new();
   uint32_t              count = report_routine_count(subject->report);
   fputs("\"sections\":[", out);
   for (Section section = 0; section < SECTIONS; section++) {
      value_separate(out, section);
      value_text(out, section_title(section, header_has_input(report_header(subject->report))));
   }
   fputs("],\n\"routines\":[\n", out);
   for (uint32_t i = 0; i < count; i++) {
      fputs(i == 0 ? "" : ",\n", out);
      if (rows[i] == NULL) {
         putc('0', out);
      } else {
         print_routine(out, subject, shared, rows[i]);
      }
   }
   fputs("],\n\"order\":\"", out);
   print_order(out, subject);
   fputs("\",\n\"texts\":", out);
   value_shared_texts(out, shared);
   shared_texts_free(shared);
   free(rows);
}
