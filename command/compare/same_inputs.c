/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Ratios of costs.  Points of similar input are gathered in bins, eight for each
   doubling, so that many small inputs count no more than one.  The ratio at the largest
   input is that of a line through the logarithms of the bins of the upper octave; its
   interval is that of the line.  If costs differ by an exact factor, it has no width,
   however much they scatter. */

#include "compare/same_inputs.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fit.h>
#include <math.h>
#include <string.h>

/* Points before are neighbours if the larger rms is at most so many times the smaller one; of small inputs, so
   much more. */
#define NEAR        2.0
#define NEAR_SMALL  8

/* Beyond the ends, inputs are the same up to this factor. */
#define NEAR_END    1.0625

#define BINS_PER_DOUBLING  8
#define MOST_BINS          (33 * BINS_PER_DOUBLING)

/* What may be off if a ratio is not of the same calls, and nothing else tells: as of the predictions. */
#define LEAST_HALF  0.12

/*------------------------------------------------------------------*/
/*--- Costs                                                      ---*/
/*------------------------------------------------------------------*/

/* Of one call. */
static double cost_of(const Point* point, CostKind kind)
{
   switch (kind) {
      case COST_WORST: return (double)point->max;
      case COST_MEAN:  return (double)point->sum / (double)point->calls;
      case COST_SELF:  break;
   }
   return (double)point->self_sum / (double)point->calls;
}

static bool are_near(const Point* a, const Point* b)
{
   return b->rms <= NEAR * a->rms + NEAR_SMALL;
}

/* What a call cost before: between the points a and b. */
static double cost_between(const Point* a, const Point* b, double n, CostKind kind)
{
   double from = cost_of(a, kind), to = cost_of(b, kind);
   if (a->rms == 0 || from <= 0 || to <= 0) {
      return from + (to - from) * (n - a->rms) / ((double)b->rms - a->rms);
   }
   double part = log(n / a->rms) / log((double)b->rms / a->rms);
   return from * pow(to / from, part);
}

typedef struct {
   const Point* before;    /* points, by rms */
   size_t       count;
   size_t       at;        /* the first one whose rms is not below the one asked for last */
   CostKind     kind;
} Walk;

/* What a call with this rms cost before; NAN: not known.  To be asked with ascending rms. */
static double expected(Walk* walk, uint32_t rms, bool* is_same)
{
   while (walk->at < walk->count && walk->before[walk->at].rms < rms) {
      walk->at++;
   }
   const Point* next = walk->at < walk->count ? &walk->before[walk->at] : NULL;
   const Point* last = walk->at > 0 ? &walk->before[walk->at - 1] : NULL;
   *is_same = next != NULL && next->rms == rms;
   if (*is_same) {
      return cost_of(next, walk->kind);
   }
   if (next != NULL && last != NULL) {
      return are_near(last, next) ? cost_between(last, next, rms, walk->kind) : NAN;
   }
   if (next != NULL) {
      return next->rms <= NEAR_END * rms ? cost_of(next, walk->kind) * rms / next->rms : NAN;
   }
   return rms <= NEAR_END * last->rms ? cost_of(last, walk->kind) * rms / last->rms : NAN;
}

/*------------------------------------------------------------------*/
/*--- Bins                                                       ---*/
/*------------------------------------------------------------------*/

typedef struct {
   double inputs;    /* rms, summed over calls */
   double calls;
   double now;       /* cost */
   double before;
} RatioBin;

typedef struct {
   RatioBin bins[MOST_BINS];
   bool     is_exact;   /* all calls of both have a counterpart with the same input */
} RatioBins;

static size_t bin_of(uint32_t rms)
{
   size_t bin = rms == 0 ? 0 : 1 + (size_t)(log2((double)rms) * BINS_PER_DOUBLING);
   return bin < MOST_BINS ? bin : MOST_BINS - 1;
}

static void fill_bins(RatioBins* bins, const SideRoutine* before, const SideRoutine* now, CostKind kind,
                      SameInputs* result)
{
   Walk walk = { .before = before->points, .count = before->point_count, .kind = kind };
   memset(bins, 0, sizeof *bins);
   bins->is_exact = before->point_count == now->point_count;
   for (size_t i = 0; i < now->point_count; i++) {
      const Point* point = &now->points[i];
      bool   is_same;
      double cost = expected(&walk, point->rms, &is_same);
      bins->is_exact &= is_same && walk.before[walk.at].calls == point->calls;
      if (!isnan(cost)) {
         RatioBin* bin = &bins->bins[bin_of(point->rms)];
         double    calls = kind == COST_WORST ? 1 : (double)point->calls;
         bin->inputs += calls * point->rms;
         bin->calls += calls;
         bin->now += calls * cost_of(point, kind);
         bin->before += calls * cost;
         result->largest = point->rms;
         result->has_common = true;
      }
   }
   for (size_t i = 0; i < MOST_BINS; i++) {
      result->now += bins->bins[i].now;
      result->before += bins->bins[i].before;
   }
}

/* 0 against 0 is the same.  Costs count from half a block on, so that no logarithm is infinite. */
static double log_ratio(const RatioBin* bin)
{
   return bin->now == bin->before ? 0 : log(fmax(0.5, bin->now) / fmax(0.5, bin->before));
}

/*------------------------------------------------------------------*/
/*--- Factors                                                    ---*/
/*------------------------------------------------------------------*/

static Factor factor_around(double log_value, double half, bool is_exact)
{
   return (Factor){ true, is_exact, exp(log_value), exp(log_value - half), exp(log_value + half) };
}

/* Of all calls.  The bins' ratios scatter around it, each with the weight of its cost. */
static Factor factor_of_all(const RatioBins* bins, const SameInputs* sums)
{
   const RatioBin all = { .now = sums->now, .before = sums->before };
   double value = log_ratio(&all), variance = 0, squares = 0;
   if (bins->is_exact) {
      return factor_around(value, 0, true);
   }
   for (size_t i = 0; i < MOST_BINS && sums->before > 0; i++) {
      double weight = bins->bins[i].before / sums->before;
      double distance = log_ratio(&bins->bins[i]) - value;
      variance += weight * distance * distance;
      squares += weight * weight;
   }
   return factor_around(value, 2 * sqrt(variance * squares), false);
}

/* A line through the points, at the last one, which is at x = 0. */
static Factor factor_of_line(const double* x, const double* y, size_t count, bool is_exact)
{
   double constant, slope, cov00, cov01, cov11, squares;
   gsl_fit_linear(x, 1, y, 1, count, &constant, &slope, &cov00, &cov01, &cov11, &squares);
   double quantile = gsl_cdf_tdist_Pinv(0.975, (double)count - 2);
   return factor_around(constant, quantile * sqrt(fmax(0, cov00)), is_exact && squares < 1e-9);
}

static Factor factor_at_largest(const RatioBins* bins, const SameInputs* sums)
{
   double x[MOST_BINS], y[MOST_BINS], last = 0;
   size_t count = 0;
   for (size_t i = MOST_BINS; i-- > 0;) {
      const RatioBin* bin = &bins->bins[i];
      double          n = bin->calls > 0 ? fmax(1, bin->inputs / bin->calls) : 0;
      if (bin->calls > 0 && 2 * n >= sums->largest) {
         last = count == 0 ? log(n) : last;
         x[count] = log(n) - last;
         y[count++] = log_ratio(bin);
      }
   }
   if (count >= 3) {
      return factor_of_line(x, y, count, bins->is_exact);
   }
   if (bins->is_exact) {
      return factor_around(y[0], 0, true);
   }
   double other = count == 2 ? fabs(y[1] - y[0]) : LEAST_HALF;
   return factor_around(y[0], fmax(other, y[0] == 0 ? 0 : LEAST_HALF), false);
}

SameInputs same_inputs(const SideRoutine* before, const SideRoutine* now, CostKind kind)
{
   SameInputs result = { 0 };
   RatioBins  bins;
   fill_bins(&bins, before, now, kind, &result);
   if (result.has_common) {
      result.all = factor_of_all(&bins, &result);
      result.at_largest = factor_at_largest(&bins, &result);
   }
   return result;
}

/*------------------------------------------------------------------*/
/*--- Equal points and calls                                     ---*/
/*------------------------------------------------------------------*/

static bool are_equal(const Point* a, const Point* b)
{
   return a->rms == b->rms && a->calls == b->calls && a->min == b->min && a->max == b->max && a->sum == b->sum
          && a->squares == b->squares && a->real_sum == b->real_sum && a->self_sum == b->self_sum;
}

bool same_points(const SideRoutine* before, const SideRoutine* now)
{
   bool same = before->point_count == now->point_count;
   for (size_t i = 0; i < now->point_count && same; i++) {
      same = are_equal(&before->points[i], &now->points[i]);
   }
   return same;
}

/* Walks through the calls of both at once. */
bool same_calls(const SideRoutine* before, const SideRoutine* now, double part)
{
   if (before->totals.calls != now->totals.calls) {
      return false;
   }
   double   distance = 0;
   uint64_t used_before = 0, used_now = 0;
   for (size_t i = 0, k = 0; i < before->point_count && k < now->point_count;) {
      const Point* a = &before->points[i];
      const Point* b = &now->points[k];
      uint64_t left_before = a->calls - used_before, left_now = b->calls - used_now;
      uint64_t calls = left_before < left_now ? left_before : left_now;
      distance += (double)calls * fabs(cost_of(a, COST_MEAN) - cost_of(b, COST_MEAN));
      used_before = left_before == calls ? 0 : used_before + calls;
      used_now = left_now == calls ? 0 : used_now + calls;
      i += left_before == calls;
      k += left_now == calls;
   }
   return distance <= part * (double)before->totals.sum;
}
