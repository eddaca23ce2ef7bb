/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A routine's points, gathered in bins of similar rms. */

#include "growth_bins.h"

#include <math.h>

#define BINS_PER_DOUBLING  4

/* The number of cells and of blocks are off by up to one without any reason in the algorithm (an array that is not
   aligned, a branch taken or not): their standard deviations. */
#define SLACK_OF_N     0.5
#define SLACK_OF_COST  0.5

/* With more points a function's mean over a bin is its value at the mean n. */
#define POINTS_TO_AVERAGE  1000

double bins_function(GrowthClass class, double n)
{
   double log_n = n > 1 ? log2(n) : 0;
   switch (class) {
      case GROWTH_N:         return n;
      case GROWTH_N_LOG_N:   return n * log_n;
      case GROWTH_N_1_5:     return n * sqrt(n);
      case GROWTH_N_2:       return n * n;
      case GROWTH_N_2_LOG_N: return n * n * log_n;
      case GROWTH_N_3:       return n * n * n;
      default:               return 0;
   }
}

/* Bin 0 is rms 0; a bin's first rms is the least one r with log2(r + 1) >= bin / BINS_PER_DOUBLING. */
static unsigned bin_of(uint32_t rms)
{
   return (unsigned)(log2(rms + 1.0) * BINS_PER_DOUBLING);
}

static double end_of_bin(unsigned bin)
{
   return exp2((bin + 1.0) / BINS_PER_DOUBLING) - 1;
}

static void find_bins(Bins* bins)
{
   double end = 0;
   bins->count = 0;
   for (size_t i = 0; i < bins->points_count; i++) {
      uint32_t rms = bins->points[i].rms;
      if (i == 0 || rms >= end) {
         bins->begin[bins->count++] = i;
         end = end_of_bin(bin_of(rms));
      }
   }
   bins->begin[bins->count] = bins->points_count;
}

static void set_bin(BinnedCase* binned, size_t i, double n, double cost)
{
   double of_n = SLACK_OF_N / fmax(n, SLACK_OF_N);
   double of_cost = SLACK_OF_COST / cost;
   binned->data.n[i] = n;
   binned->data.cost[i] = cost;
   binned->data.log_cost[i] = log(cost);
   binned->data.slack[i] = of_n * of_n + of_cost * of_cost;
}

static void set_extreme(BinnedCase* binned, size_t i, uint32_t rms, uint64_t cost)
{
   set_bin(binned, i, rms, (double)cost);
   for (unsigned class = BIN_FIRST_FUNCTION; class < BIN_FUNCTIONS; class++) {
      binned->function[class][i] = bins_function(class, rms);
   }
}

/* The cost of a call is at least 1: a report that says otherwise is not worth a NaN. */
static uint64_t at_least_1(uint64_t cost)
{
   return cost > 0 ? cost : 1;
}

static void fill_extremes(Bins* bins, size_t i)
{
   const Point* points = bins->points;
   size_t worst = bins->begin[i], best = bins->begin[i];
   for (size_t k = bins->begin[i] + 1; k < bins->begin[i + 1]; k++) {
      worst = points[k].max > points[worst].max ? k : worst;
      best = points[k].min < points[best].min ? k : best;
   }
   set_extreme(&bins->of[GROWTH_WORST], i, points[worst].rms, at_least_1(points[worst].max));
   set_extreme(&bins->of[GROWTH_BEST], i, points[best].rms, at_least_1(points[best].min));
}

static void fill_mean(Bins* bins, size_t i)
{
   BinnedCase* mean = &bins->of[GROWTH_MEAN];
   double      calls = 0, cost = 0, sums[BIN_FUNCTIONS] = { 0 };
   for (size_t k = bins->begin[i]; k < bins->begin[i + 1]; k++) {
      const Point* point = &bins->points[k];
      double       weight = (double)at_least_1(point->calls);
      calls += weight;
      cost += (double)point->sum;
      for (unsigned class = BIN_FIRST_FUNCTION; class < BIN_FUNCTIONS; class++) {
         sums[class] += weight * bins_function(class, point->rms);
      }
   }
   for (unsigned class = BIN_FIRST_FUNCTION; class < BIN_FUNCTIONS; class++) {
      mean->function[class][i] = sums[class] / calls;
   }
   set_bin(mean, i, mean->function[GROWTH_N][i], fmax(cost / calls, 1));
   bins->calls[i] = calls;
}

static bool is_same(const Bins* bins)
{
   for (size_t i = 0; i < bins->count; i++) {
      double worst = bins->of[GROWTH_WORST].data.cost[i];
      double best = bins->of[GROWTH_BEST].data.cost[i];
      if (worst != best || bins->begin[i + 1] - bins->begin[i] > 1) {
         return false;
      }
   }
   return true;
}

void bins_fill(Bins* bins, const Point* points, size_t count)
{
   bins->points = points;
   bins->points_count = count;
   find_bins(bins);
   for (GrowthCase which = 0; which < GROWTH_CASES; which++) {
      bins->of[which].data.bins = bins->count;
   }
   for (size_t i = 0; i < bins->count; i++) {
      fill_extremes(bins, i);
      fill_mean(bins, i);
   }
   bins->same = is_same(bins);
}

static double mean_over_points(const Bins* bins, size_t i, double (*function)(double, double), double parameter)
{
   double sum = 0;
   for (size_t k = bins->begin[i]; k < bins->begin[i + 1]; k++) {
      const Point* point = &bins->points[k];
      sum += (double)at_least_1(point->calls) * function(point->rms, parameter);
   }
   return sum / bins->calls[i];
}

void bins_apply(const Bins* bins, GrowthCase which, double (*function)(double n, double parameter),
                double parameter, double* column)
{
   bool average = which == GROWTH_MEAN && bins->points_count <= POINTS_TO_AVERAGE;
   for (size_t i = 0; i < bins->count; i++) {
      column[i] = average ? mean_over_points(bins, i, function, parameter)
                          : function(bins->of[which].data.n[i], parameter);
   }
}
