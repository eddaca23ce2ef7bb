/* Ratios of costs.  Points of similar input are gathered in bins, eight for each
   doubling, so that many small inputs count no more than one.  If all calls are the same
   ones, the ratio at the largest input is that of the last bin.  If not, it is that of a
   line through the logarithms of the bins of the upper octave; its interval is that of
   the line.  If costs differ by an exact factor, it has no width, however much they
   scatter. */

#include "answer/compare/same_inputs.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fit.h>
#include <math.h>

/* Points before are neighbours if the larger rms is at most so many times the smaller one; of small
   inputs, so much more. */
#define NEAR        2.0
#define NEAR_SMALL  8

/* Beyond the ends, inputs are the same up to this factor. */
#define NEAR_END    1.0625

/* A line through fewer bins says nothing of its error. */
#define LEAST_LINE  4

/* Logarithms of ratios that differ by less are equal. */
#define AGREE  1e-3

#define BINS_PER_DOUBLING  8
#define MOST_BINS          (33 * BINS_PER_DOUBLING)

/*--- Costs ---*/

/* Returns the cost of one call. */
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

/* Returns what a call cost before: between the points a and b. */
static double cost_between(const Point* a, const Point* b, double n, CostKind kind)
{
   assert(a->rms < n && n < b->rms);
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

/* Returns what a call with this rms cost before; NAN: not known.  To be asked with ascending rms. */
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

/*--- Bins ---*/

typedef struct {
   double inputs;    /* rms, summed over calls */
   double calls;
   double now;       /* cost */
   double before;
} RatioBin;

/* The bins that have calls, by ascending inputs. */
typedef struct {
   RatioBin bins[MOST_BINS];
   size_t   count;
   size_t   last;       /* which one the last of them is, of all that there may be */
   bool     is_exact;   /* all calls of both have a counterpart with the same input */
} RatioBins;

/* The bin of an input, which is asked for by ascending inputs. */
static RatioBin* bin_of(RatioBins* bins, uint32_t rms)
{
   size_t bin = rms == 0 ? 0 : 1 + (size_t)(log2((double)rms) * BINS_PER_DOUBLING);
   bin = bin < MOST_BINS ? bin : MOST_BINS - 1;
   assert(bins->count == 0 || bins->last <= bin);
   if (bins->count == 0 || bins->last != bin) {
      bins->bins[bins->count++] = (RatioBin){ 0 };
      bins->last = bin;
   }
   return &bins->bins[bins->count - 1];
}

/* If only a few inputs are known before, only the same calls are compared, and a cost of 0 is not known. */
static void fill_bins(RatioBins* bins, const Named* before, const Named* now, CostKind kind,
                      SameInputs* result)
{
   Walk walk = { .before = before->points, .count = before->subject->points, .kind = kind };
   bool   are_all = before->known == CALLS_KNOWN;
   size_t matched = 0;
   for (size_t i = 0; i < now->subject->points; i++) {
      const Point* point = &now->points[i];
      bool   is_same;
      double cost = expected(&walk, point->rms, &is_same);
      bool   are_same_calls = is_same && walk.before[walk.at].calls == point->calls;
      matched += are_same_calls;
      if (are_all ? !isnan(cost) : are_same_calls && cost > 0) {
         RatioBin* bin = bin_of(bins, point->rms);
         double    calls = kind == COST_WORST ? 1 : (double)point->calls;
         bin->inputs += calls * point->rms;
         bin->calls += calls;
         bin->now += calls * cost_of(point, kind);
         bin->before += calls * cost;
         result->largest = point->rms;
         result->has_common = true;
      }
   }
   bins->is_exact = matched == before->subject->points && (!are_all || matched == now->subject->points);
}

/* Goes through the calls of both at once: each run of calls that are of one point before and of one now. */
typedef struct {
   const Named* before;
   const Named* now;
   size_t   i, k;                       /* points */
   uint64_t used_before, used_now;      /* calls of these */
} CallWalk;

/* How many calls the points i and k share from here on; 0 at the end. */
static uint64_t shared_calls(const CallWalk* walk)
{
   if (walk->i >= walk->before->subject->points || walk->k >= walk->now->subject->points) {
      return 0;
   }
   uint64_t left_before = walk->before->points[walk->i].calls - walk->used_before;
   uint64_t left_now = walk->now->points[walk->k].calls - walk->used_now;
   assert(left_before > 0 && left_now > 0);
   return left_before < left_now ? left_before : left_now;
}

static void skip_calls(CallWalk* walk, uint64_t calls)
{
   walk->used_before += calls;
   walk->used_now += calls;
   if (walk->used_before == walk->before->points[walk->i].calls) {
      walk->used_before = 0;
      walk->i++;
   }
   if (walk->used_now == walk->now->points[walk->k].calls) {
      walk->used_now = 0;
      walk->k++;
   }
}

static void fill_bins_by_order(RatioBins* bins, const Named* before, const Named* now,
                               CostKind kind, SameInputs* result)
{
   CallWalk walk = { .before = before, .now = now };
   uint64_t calls;
   bins->is_exact = true;
   for (; (calls = shared_calls(&walk)) > 0; skip_calls(&walk, calls)) {
      const Point* to = &now->points[walk.k];
      RatioBin*    bin = bin_of(bins, to->rms);
      double       weight = kind == COST_WORST ? 1 : (double)calls;
      bin->inputs += weight * to->rms;
      bin->calls += weight;
      bin->now += weight * cost_of(to, kind);
      bin->before += weight * cost_of(&before->points[walk.i], kind);
      result->largest = to->rms;
      result->has_common = true;
   }
}

/* Whether inputs are not known, and there were more or fewer calls: then nobody knows which are the same. */
static bool have_no_common_calls(const Named* before, const Named* now)
{
   return before->subject->has_no_input && now->subject->has_no_input
          && before->totals.calls != now->totals.calls;
}

static void add_up_bins(const RatioBins* bins, SameInputs* result)
{
   for (size_t i = 0; i < bins->count; i++) {
      result->now += bins->bins[i].now;
      result->before += bins->bins[i].before;
   }
}

/* 0 against 0 is the same.  Costs count from half a block on, so that no logarithm is infinite. */
static double log_ratio(const RatioBin* bin)
{
   return bin->now == bin->before ? 0 : log(fmax(0.5, bin->now) / fmax(0.5, bin->before));
}

/*--- Factors ---*/

static Factor factor_around(double log_value, double half, bool is_exact)
{
   assert(!(half < 0));
   return (Factor){ true, is_exact, exp(log_value), exp(log_value - half), exp(log_value + half) };
}

/* Returns the factor of all calls.  The bins' ratios scatter around it, each with the weight of its cost. */
static Factor factor_of_all(const RatioBins* bins, const SameInputs* sums)
{
   const RatioBin all = { .now = sums->now, .before = sums->before };
   double value = log_ratio(&all), variance = 0, squares = 0;
   if (bins->is_exact) {
      return factor_around(value, 0, true);
   }
   for (size_t i = 0; i < bins->count && sums->before > 0; i++) {
      double weight = bins->bins[i].before / sums->before;
      double distance = log_ratio(&bins->bins[i]) - value;
      variance += weight * distance * distance;
      squares += weight * weight;
   }
   return factor_around(value, 2 * sqrt(variance * squares), false);
}

/* A line through the points, at the last one, which is at x = 0. */
static Factor factor_of_line(const double* x, const double* y, size_t count)
{
   double constant, slope, cov00, cov01, cov11, squares;
   gsl_fit_linear(x, 1, y, 1, count, &constant, &slope, &cov00, &cov01, &cov11, &squares);
   double quantile = gsl_cdf_tdist_Pinv(0.975, (double)count - 2);
   return factor_around(constant, quantile * sqrt(fmax(0, cov00)), false);
}

/* Returns the factor of the largest inputs, which is known of the same calls.  It is as certain as the one
   before it agrees. */
static Factor factor_of_last(const double* y, size_t count)
{
   double other = count >= 2 ? y[1] : y[0];
   bool   agree = fabs(other - y[0]) < AGREE;
   return (Factor){ true, agree, exp(y[0]), exp(fmin(y[0], other)), exp(fmax(y[0], other)) };
}

static Factor factor_at_largest(const RatioBins* bins, const SameInputs* sums)
{
   double x[MOST_BINS], y[MOST_BINS], last = 0;
   size_t count = 0;
   for (size_t i = bins->count; i-- > 0;) {
      const RatioBin* bin = &bins->bins[i];
      double          n = fmax(1, bin->inputs / bin->calls);
      if (2 * n >= sums->largest) {
         last = count == 0 ? log(n) : last;
         x[count] = log(n) - last;
         y[count++] = log_ratio(bin);
      }
   }
   if (bins->is_exact) {
      return factor_of_last(y, count);
   }
   if (count >= LEAST_LINE) {
      return factor_of_line(x, y, count);
   }
   double other = count >= 2 ? fabs(y[1] - y[0]) : LEAST_HALF;
   return factor_around(y[0], fmax(other, y[0] == 0 ? 0 : LEAST_HALF), false);
}

SameInputs same_inputs(const Named* before, const Named* now, CostKind kind, bool by_order)
{
   SameInputs result = { 0 };
   RatioBins  bins;   /* most have few, and the rest is not worth clearing */
   if (have_no_common_calls(before, now)) {
      return result;
   }
   bins.count = 0;
   if (by_order) {
      fill_bins_by_order(&bins, before, now, kind, &result);
   } else {
      fill_bins(&bins, before, now, kind, &result);
   }
   add_up_bins(&bins, &result);
   if (result.has_common) {
      result.all = factor_of_all(&bins, &result);
      result.at_largest = factor_at_largest(&bins, &result);
   }
   return result;
}

/*--- Equal points and calls ---*/

static bool are_equal(const Point* a, const Point* b)
{
   return a->rms == b->rms && a->calls == b->calls && a->min == b->min && a->max == b->max && a->sum == b->sum
          && a->squares == b->squares && a->real_sum == b->real_sum && a->self_sum == b->self_sum;
}

bool same_points(const Named* before, const Named* now)
{
   bool same = before->subject->points == now->subject->points;
   for (size_t i = 0; i < now->subject->points && same; i++) {
      same = are_equal(&before->points[i], &now->points[i]);
   }
   return same;
}
