/* A routine's points, gathered in bins of similar rms. */

#include "growth/bins.h"

#include <assert.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

/* The narrower the range, the finer the bins. */
#define BINS_PER_DOUBLING         4
#define BINS_PER_DOUBLING_BELOW  16   /* largest / smallest input: twice as many; below 16 / 4, four times */

/* The number of cells and of blocks are off by up to one without any reason in the algorithm (an array that
   is not aligned, a branch taken or not): their standard deviations. */
#define SLACK_OF_N     0.5
#define SLACK_OF_COST  0.5

/* The most points for which a mean over a bin is computed exactly. With more, a function's mean over a bin is
   its value at the mean n. */
#define POINTS_TO_AVERAGE  1000

/* Points of a bin of which the spread is taken. */
#define NEIGHBOURS  32

/* More is not chance, but inputs of several kinds. */
#define LARGEST_SPREAD  0.3

static unsigned bins_per_doubling(const Bins* bins)
{
   if (bins->points_count == 0) {
      return BINS_PER_DOUBLING;
   }
   double range = bins->points[bins->points_count - 1].rms / fmax(1, bins->points[0].rms);
   return range >= BINS_PER_DOUBLING_BELOW        ? BINS_PER_DOUBLING
        : 4 * range >= BINS_PER_DOUBLING_BELOW    ? 2 * BINS_PER_DOUBLING
        : 4 * BINS_PER_DOUBLING;
}

/* Behind the bin that an rms is in. Bin 0 is rms 0; a bin's first rms is the least one r with
   log2(r + 1) >= bin / bins per doubling. */
static double end_of_bin(uint32_t rms, unsigned per_doubling)
{
   return exp2((floor(log2(rms + 1.0) * per_doubling) + 1) / per_doubling) - 1;
}

static void find_bins(Bins* bins)
{
   unsigned per_doubling = bins_per_doubling(bins);
   double   end = 0;
   bins->count = 0;
   for (size_t i = 0; i < bins->points_count; i++) {
      uint32_t rms = bins->points[i].rms;
      assert(i == 0 || rms > bins->points[i - 1].rms);
      if (i == 0 || rms >= end) {
         assert(bins->count < FIT_BINS);
         bins->begin[bins->count++] = i;
         end = end_of_bin(rms, per_doubling);
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
      binned->function[class][i] = growth_function(class, rms);
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
   set_extreme(&bins->cases[GROWTH_WORST], i, points[worst].rms, at_least_1(points[worst].max));
   set_extreme(&bins->cases[GROWTH_BEST], i, points[best].rms, at_least_1(points[best].min));
}

static void fill_mean(Bins* bins, size_t i)
{
   BinnedCase* mean = &bins->cases[GROWTH_MEAN];
   double      calls = 0, cost = 0, sums[BIN_FUNCTIONS] = { 0 };
   for (size_t k = bins->begin[i]; k < bins->begin[i + 1]; k++) {
      const Point* point = &bins->points[k];
      double       weight = (double)at_least_1(point->calls);
      calls += weight;
      cost += (double)point->sum;
      for (unsigned class = BIN_FIRST_FUNCTION; class < BIN_FUNCTIONS; class++) {
         sums[class] += weight * growth_function(class, point->rms);
      }
   }
   for (unsigned class = BIN_FIRST_FUNCTION; class < BIN_FUNCTIONS; class++) {
      mean->function[class][i] = sums[class] / calls;
   }
   set_bin(mean, i, mean->function[GROWTH_N][i], fmax(cost / calls, 1));
   bins->calls[i] = calls;
}

/*--- Extremes of few calls ---*/

/* How far the largest of some normal numbers is above their mean, in standard deviations (Blom). */
static double expected_extreme(double calls)
{
   return gsl_cdf_ugaussian_Pinv((calls - 0.375) / (calls + 0.25));
}

/* The standard deviation of log cost for one rms, from the range of the costs of the point in each bin that
   has most calls. */
static double spread_of_calls(const Bins* bins)
{
   double ranges = 0, expected = 0;
   for (size_t i = 0; i < bins->count; i++) {
      const Point* most = &bins->points[bins->begin[i]];
      for (size_t k = bins->begin[i] + 1; k < bins->begin[i + 1]; k++) {
         most = bins->points[k].calls > most->calls ? &bins->points[k] : most;
      }
      if (most->calls > 1) {
         ranges += log((double)at_least_1(most->max) / (double)at_least_1(most->min));
         expected += 2 * expected_extreme((double)most->calls);
      }
   }
   return expected > 0 ? ranges / expected : 0;
}

/* Returns how fast the logarithm of the mean cost grows with that of n, from the bin before to the one
   behind. */
static double slope_at(const Bins* bins, size_t i)
{
   const FitData* mean = &bins->cases[GROWTH_MEAN].data;
   size_t before = i > 0 ? i - 1 : 0;
   size_t behind = i + 1 < bins->count ? i + 1 : i;
   double of_cost = mean->log_cost[behind] - mean->log_cost[before];
   return of_cost / log((mean->n[behind] + 1) / (mean->n[before] + 1));
}

/* The standard deviation of log cost from one rms to the next, but for growth, from some neighbours in each
   bin. */
static double spread_of_points(const Bins* bins)
{
   double squares = 0, count = 0;
   for (size_t i = 0; i < bins->count && bins->count > 1; i++) {
      size_t end = bins->begin[i + 1];
      double slope = slope_at(bins, i);
      end = end - bins->begin[i] > NEIGHBOURS ? bins->begin[i] + NEIGHBOURS : end;
      for (size_t k = bins->begin[i] + 1; k < end; k++) {
         const Point* point = &bins->points[k];
         double growth = slope * log((point->rms + 1.0) / (point[-1].rms + 1.0));
         double difference = log((double)at_least_1(point->max) / (double)at_least_1(point[-1].max)) - growth;
         squares += difference * difference / 2;
         count++;
      }
   }
   return count > 0 ? sqrt(squares / count) : 0;
}

/* If costs vary by chance, the worst of a thousand calls is worse than the worst of ten: where there are many
   small inputs and few large ones, worst and best costs do not grow as the mean does. So the extremes of bins
   with few calls may be off, by what more calls would have been expected to add. */
static void loosen_extremes(Bins* bins)
{
   double spread = fmin(fmax(spread_of_calls(bins), spread_of_points(bins)), LARGEST_SPREAD);
   double most = 0;
   for (size_t i = 0; i < bins->count; i++) {
      most = fmax(most, bins->calls[i]);
   }
   for (size_t i = 0; i < bins->count && spread > 0; i++) {
      double missed = spread * (expected_extreme(most) - expected_extreme(bins->calls[i]));
      bins->cases[GROWTH_WORST].data.slack[i] += missed * missed;
      bins->cases[GROWTH_BEST].data.slack[i] += missed * missed;
   }
}

static bool is_same(const Bins* bins)
{
   for (size_t i = 0; i < bins->count; i++) {
      double worst = bins->cases[GROWTH_WORST].data.cost[i];
      double best = bins->cases[GROWTH_BEST].data.cost[i];
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
      bins->cases[which].data.bins = bins->count;
   }
   for (size_t i = 0; i < bins->count; i++) {
      fill_extremes(bins, i);
      fill_mean(bins, i);
   }
   bins->same = is_same(bins);
   if (!bins->same) {
      loosen_extremes(bins);
   }
}

static double mean_over_points(const Bins* bins, size_t i, double (*function)(double, double),
                               double parameter)
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
   assert(bins->count > 0);
   bool average = which == GROWTH_MEAN && bins->points_count <= POINTS_TO_AVERAGE;
   for (size_t i = 0; i < bins->count; i++) {
      column[i] = average ? mean_over_points(bins, i, function, parameter)
                          : function(bins->cases[which].data.n[i], parameter);
   }
}
