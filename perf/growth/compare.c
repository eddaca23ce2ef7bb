/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   compare SMALL LARGE: what the report of a small run predicts, and what that of a
   large run shows.  A line for each routine that both have; the first line names
   the columns, which tabs separate.

   far: the calls of the large run whose input is at least three times the largest
   of the small run.  What is predicted is what all of them cost together, with the
   small run's mean costs.

   line: through 0, by the mean of the small run's calls in the upper half of its
   largest input (what one would draw by hand).  power: the free power law.

   exponent: the slope of the logarithms of mean cost over n in the large run, from
   half the small run's largest input on; of a routine without far calls, in the
   upper three doublings. */

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "growth/growth.h"
#include "model/loader.h"
#include "util/memory.h"

#define FAR               3.0
#define BINS_PER_DOUBLING 4
#define LEAST_BINS        3
#define LARGEST_BINS      (32 * BINS_PER_DOUBLING + 1)

static Report* load(const char* path)
{
   Problem problem;
   Report* report = report_load(&path, 1, (LoadOptions){ 0 }, &problem);
   if (report == NULL) {
      problem_print(&problem, "compare");
      exit(2);
   }
   return report;
}

static double share_of(const Report* report, const Routine* routine)
{
   return (double)routine->totals.real_sum / (double)report_total_cost(report);
}

static int compare_routines(const void* left, const void* right)
{
   const Routine* a = *(const Routine* const*)left;
   const Routine* b = *(const Routine* const*)right;
   int by_name = strcmp(a->name, b->name);
   return by_name != 0 ? by_name : strcmp(a->image, b->image);
}

/* The routines that have points, sorted by name and object. */
static const Routine** sorted_routines(const Report* report, size_t* count)
{
   const Routine** sorted = memory_resize(NULL, report_routine_count(report) + 1, sizeof *sorted);
   *count = 0;
   for (uint32_t i = 0; i < report_routine_count(report); i++) {
      const Routine* routine = report_routine(report, i);
      if (routine->points > 0) {
         sorted[(*count)++] = routine;
      }
   }
   qsort(sorted, *count, sizeof *sorted, compare_routines);
   return sorted;
}

/*------------------------------------------------------------------*/
/*--- What the large run shows                                   ---*/
/*------------------------------------------------------------------*/

typedef struct {
   double calls;
   double n;
   double cost;
} Sum;

static void add_point(Sum* sum, const Point* point)
{
   sum->calls += (double)point->calls;
   sum->n += (double)point->calls * point->rms;
   sum->cost += (double)point->sum;
}

static Sum sum_from(const Point* points, size_t count, double from)
{
   Sum sum = { 0 };
   for (size_t i = 0; i < count; i++) {
      if (points[i].rms >= from) {
         add_point(&sum, &points[i]);
      }
   }
   return sum;
}

/* Of the points from this n on; NAN if there are too few bins. */
static double slope_from(const Point* points, size_t count, double from)
{
   Sum    bins[LARGEST_BINS] = { 0 };
   double m = 0, x_mean = 0, y_mean = 0, products = 0, squares = 0;
   for (size_t i = 0; i < count; i++) {
      if (points[i].rms >= from && points[i].rms > 0) {
         add_point(&bins[(size_t)(log2(points[i].rms) * BINS_PER_DOUBLING)], &points[i]);
      }
   }
   for (size_t i = 0; i < LARGEST_BINS; i++) {
      if (bins[i].calls > 0) {
         m++;
         x_mean += log(bins[i].n / bins[i].calls);
         y_mean += log(bins[i].cost / bins[i].calls);
      }
   }
   if (m < LEAST_BINS) {
      return NAN;
   }
   for (size_t i = 0; i < LARGEST_BINS; i++) {
      if (bins[i].calls > 0) {
         double x = log(bins[i].n / bins[i].calls) - x_mean / m;
         products += x * log(bins[i].cost / bins[i].calls);
         squares += x * x;
      }
   }
   return products / squares;
}

/*------------------------------------------------------------------*/
/*--- What the small run predicts                                ---*/
/*------------------------------------------------------------------*/

typedef struct {
   Sum              far;
   double           line;
   double           power;
   GrowthPrediction growth;
} Predicted;

static double line_at(const Point* small, size_t count, double n)
{
   Sum top = sum_from(small, count, small[count - 1].rms / 2.0);
   return n * top.cost / top.n;
}

/* Adds up what each call of the large run beyond the small one is predicted to cost. */
static Predicted predict(GrowthAnalysis* analysis, const Point* small, size_t small_count,
                         const Point* large, size_t large_count)
{
   double                from = FAR * fmax(1, small[small_count - 1].rms);
   Predicted             sum = { .far = sum_from(large, large_count, from), .growth.known = true };
   const GrowthPowerLaw* law = growth_power_law(analysis, GROWTH_MEAN);
   for (size_t i = 0; i < large_count; i++) {
      double n = large[i].rms, calls = (double)large[i].calls;
      if (n >= from) {
         GrowthPrediction one = growth_predict(analysis, GROWTH_MEAN, n);
         sum.line += calls * line_at(small, small_count, n);
         sum.power += law->fitted ? calls * (law->constant + law->factor * pow(n, law->exponent)) : NAN;
         sum.growth.known = sum.growth.known && one.known;
         sum.growth.cost += calls * one.cost;
         sum.growth.low += calls * one.low;
         sum.growth.high += calls * one.high;
      }
   }
   return sum;
}

/*------------------------------------------------------------------*/
/*--- Lines                                                      ---*/
/*------------------------------------------------------------------*/

typedef struct {
   Report*         small;
   Report*         large;
   GrowthAnalysis* of_small;
   GrowthAnalysis* of_large;
} Runs;

static void print_routine(const Runs* runs, const Routine* small, const Routine* large)
{
   size_t       small_count, large_count;
   const Point* small_points = report_routine_points(runs->small, small, &small_count);
   const Point* large_points = report_routine_points(runs->large, large, &large_count);
   growth_set_points(runs->of_small, small_points, small_count);
   growth_set_points(runs->of_large, large_points, large_count);
   const Growth* growth = growth_of(runs->of_small, GROWTH_MEAN);
   GrowthClass   large_class = growth_of(runs->of_large, GROWTH_MEAN)->class;
   Predicted     predicted = predict(runs->of_small, small_points, small_count, large_points, large_count);
   bool          has_far = predicted.far.calls > 0;
   double        largest = small_points[small_count - 1].rms;
   double        from = has_far ? largest / 2 : large_points[large_count - 1].rms / 8.0;
   printf("%s\t%g\t%g\t%zu\t%g\t%s\t%s\t%s\t%s\t", small->name, share_of(runs->small, small),
          share_of(runs->large, large), small_count, largest, growth_class_name(growth->class),
          growth_class_name(growth->slowest), growth_class_name(growth->fastest),
          growth_class_name(large_class));
   printf("%g\t%g\t%g\t%g\t%g\t%d\t%g\t%g\t%g\n", predicted.far.calls, predicted.far.cost,
          slope_from(large_points, large_count, from), predicted.line, predicted.power,
          predicted.growth.known, predicted.growth.cost, predicted.growth.low, predicted.growth.high);
}

int main(int count, char** arguments)
{
   if (count != 3) {
      fputs("usage: compare SMALL LARGE\n", stderr);
      return 2;
   }
   Runs runs = { load(arguments[1]), load(arguments[2]), growth_new(), growth_new() };
   size_t small_count, large_count;
   const Routine** small = sorted_routines(runs.small, &small_count);
   const Routine** large = sorted_routines(runs.large, &large_count);
   puts("routine\tsmall share\tlarge share\tpoints\tlargest\tclass\tslowest\tfastest\tlarge class\t"
        "far calls\tcost\texponent\tline\tpower\tknown\tpredicted\tlow\thigh");
   for (size_t i = 0, k = 0; i < small_count && k < large_count;) {
      int order = compare_routines(&small[i], &large[k]);
      if (order == 0) {
         print_routine(&runs, small[i], large[k]);
      }
      i += order <= 0;
      k += order >= 0;
   }
   free(small);
   free(large);
   growth_free(runs.of_small);
   growth_free(runs.of_large);
   report_free(runs.small);
   report_free(runs.large);
   return 0;
}
