/* growth.h on points whose law is known exactly: then so are class and parameters. And on points that say
   nothing, or that no routine has. Prints what is wrong; exit status 1 if anything is. */
// build: $(with_model)
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "growth/growth.h"
#include "checks.h"

#define LARGEST 4000

static Point           points[LARGEST];
static size_t          count;
static GrowthAnalysis* analysis;

/*------------------------------------------------------------------*/
/*--- Making points                                              ---*/
/*------------------------------------------------------------------*/

static void begin(void)
{
   count = 0;
}

static void add_calls(uint32_t rms, uint64_t calls, uint64_t best, uint64_t sum, uint64_t worst)
{
   points[count++] = (Point){ .rms = rms, .calls = calls, .min = best, .sum = sum, .max = worst };
}

static void add(uint32_t rms, uint64_t cost)
{
   add_calls(rms, 1, cost, cost, cost);
}

static void end(void)
{
   growth_set_points(analysis, points, count);
}

/*------------------------------------------------------------------*/
/*--- Expectations                                               ---*/
/*------------------------------------------------------------------*/

static void expect_class(const char* what, GrowthCase which, GrowthClass class)
{
   const Growth* growth = growth_of(analysis, which);
   check(growth->class == class, "%s, %s: %s instead of %s", what, growth_case_name(which),
         growth_class_name(growth->class), growth_class_name(class));
   check((growth->fit != NULL) == (class < GROWTH_MODELS), "%s: a fit belongs to a model", what);
}

static void expect_classes(const char* what, GrowthClass class)
{
   for (GrowthCase which = 0; which < GROWTH_CASES; which++) {
      expect_class(what, which, class);
   }
}

/* All three cases, with these parameters, and no error. */
static void expect_law(const char* what, GrowthClass class, double constant, double lower, double factor)
{
   for (GrowthCase which = 0; which < GROWTH_CASES; which++) {
      expect_class(what, which, class);
      const GrowthFit* fit = growth_of(analysis, which)->fit;
      if (fit == NULL || fit->model != class) {
         continue;
      }
      check(near(fit->constant, constant, 1e-4), "%s: constant %.10g, not %.10g", what, fit->constant, constant);
      check(near(fit->lower, lower, 1e-6), "%s: lower %.10g, not %.10g", what, fit->lower, lower);
      check(near(fit->factor, factor, 1e-6), "%s: factor %.10g, not %.10g", what, fit->factor, factor);
      check(class == GROWTH_CONSTANT || fit->explained > 0.99, "%s: explained %g", what, fit->explained);
      check(fit->scatter < 0.021, "%s: scatter %g", what, fit->scatter);
      check(fit->from == 0, "%s: from %g", what, fit->from);

      double sum = 0;
      for (unsigned i = 0; i < GROWTH_MODELS; i++) {
         sum += growth_fits(analysis, which)[i].probability;
      }
      check(near(sum, 1, 1e-9), "%s: the probabilities add up to %g", what, sum);
      check(growth_of(analysis, which)->class == class, "%s: another class once all models are fitted", what);
   }
}

/*------------------------------------------------------------------*/
/*--- Exact laws                                                 ---*/
/*------------------------------------------------------------------*/

static void exact_constant(void)
{
   begin();
   for (uint32_t n = 1; n < 5000; n *= 2) {
      add_calls(n, 3, 17, 51, 17);
   }
   end();
   expect_law("17", GROWTH_CONSTANT, 17, 0, 0);
}

static void exact_line(void)
{
   begin();
   for (uint32_t n = 5; n < 900; n += 1) {
      add(n, 7 + 3 * n);
   }
   end();
   expect_law("7 + 3 n", GROWTH_N, 7, 0, 3);

   begin();
   for (uint32_t n = 10; n < 1000; n *= 2) {
      add(n, 3 * n - 20);
   }
   end();
   expect_law("3 n - 20", GROWTH_N, -20, 0, 3);

   begin();
   add(10, 110);
   add(20, 210);
   add(40, 410);
   add(80, 810);
   add(160, 1610);
   end();
   expect_law("10 + 10 n, of five points", GROWTH_N, 10, 0, 10);
}

static void exact_n_log_n(void)
{
   begin();
   for (uint64_t k = 3; k < 32; k++) {
      add((uint32_t)1 << k, 100 + 5 * (k << k));
   }
   end();
   expect_law("100 + 5 n log n", GROWTH_N_LOG_N, 100, 0, 5);

   begin();
   for (uint64_t k = 3; k < 20; k++) {
      add((uint32_t)1 << k, 100 + (8ull << k) + 5 * (k << k));
   }
   end();
   expect_law("100 + 8 n + 5 n log n", GROWTH_N_LOG_N, 100, 8, 5);
}

static void exact_n_1_5(void)
{
   begin();
   for (uint32_t m = 4; m < 200; m++) {
      add(m * m, 40 + 2ull * m * m * m);
   }
   end();
   expect_law("40 + 2 n^1.5", GROWTH_N_1_5, 40, 0, 2);
}

static void exact_squares(void)
{
   begin();
   for (uint64_t n = 4; n < 600; n++) {
      add_calls((uint32_t)n, n, 9 + n * n, n * (9 + n * n), 9 + n * n);
   }
   end();
   expect_law("9 + n^2", GROWTH_N_2, 9, 0, 1);

   begin();
   for (uint64_t n = 10; n < 200; n *= 2) {
      add((uint32_t)n, 100 + 7 * n * n);
   }
   end();
   expect_law("100 + 7 n^2, of five points", GROWTH_N_2, 100, 0, 7);

   begin();
   for (uint64_t n = 10; n < 3000; n = n * 5 / 4) {
      add((uint32_t)n, 200 + 90 * n + 2 * n * n);
   }
   end();
   expect_law("200 + 90 n + 2 n^2", GROWTH_N_2, 200, 90, 2);

   begin();
   for (uint64_t k = 2; k < 16; k++) {
      add((uint32_t)1 << k, 30 + 4 * (k << (2 * k)));
   }
   end();
   expect_law("30 + 4 n^2 log n", GROWTH_N_2_LOG_N, 30, 0, 4);

   begin();
   for (uint64_t n = 5; n < 800; n = n * 5 / 4) {
      add((uint32_t)n, 60 + 7 * n * n * n);
   }
   end();
   expect_law("60 + 7 n^3", GROWTH_N_3, 60, 0, 7);
}

static void exact_exponential(void)
{
   begin();
   for (uint32_t n = 2; n < 36; n++) {
      add(n, 11 + 3 * ((uint64_t)1 << n));
   }
   end();
   for (GrowthCase which = 0; which < GROWTH_CASES; which++) {
      expect_class("11 + 3 * 2^n", which, GROWTH_EXP);
      const GrowthFit* fit = growth_of(analysis, which)->fit;
      check(fit != NULL && near(fit->rate, log(2), 1e-4), "2^n: rate %g", fit == NULL ? 0 : fit->rate);
      check(fit != NULL && near(fit->factor, 3, 1e-2), "2^n: factor %g", fit == NULL ? 0 : fit->factor);
      check(fit != NULL && near(growth_cost(fit, 30), 3.0 * (1 << 30), 1e-2), "2^n: cost of 30");
   }

   begin();
   for (uint32_t n = 12; n < 25; n++) {
      add(n, (uint64_t)1 << n);
   }
   end();
   expect_classes("2^n from 12 to 24", GROWTH_EXP);
}

static void exact_power_law(void)
{
   begin();
   for (uint32_t m = 4; m < 200; m += 3) {
      add(m * m, 400 + 6ull * m * m * m);
   }
   end();
   const GrowthPowerLaw* law = growth_power_law(analysis, GROWTH_WORST);
   check(law->fitted && near(law->exponent, 1.5, 1e-4), "power law: exponent %g", law->exponent);
   check(near(law->constant, 400, 1e-2) && near(law->factor, 6, 1e-2), "power law: %g + %g n^c", law->constant,
         law->factor);
   check(law->exponent_low < 1.5 && law->exponent_low > 1.4 && law->exponent_high > 1.5 && law->exponent_high < 1.6,
         "power law: interval from %g to %g", law->exponent_low, law->exponent_high);

   begin();
   for (uint64_t n = 3; n < 2000; n = n * 4 / 3) {
      add((uint32_t)n, 5 * n * n * n * n);
   }
   end();
   law = growth_power_law(analysis, GROWTH_BEST);
   check(near(law->exponent, 4, 1e-2), "n^4: exponent %g", law->exponent);
   expect_classes("n^4: the nearest class", GROWTH_N_3);
}

/*------------------------------------------------------------------*/
/*--- Projections                                                ---*/
/*------------------------------------------------------------------*/

static void expect_projection(const char* what, GrowthCase which, double times, double factor, double precision)
{
   GrowthProjection projection = growth_project(analysis, which, times);
   check(projection.known, "%s: no projection", what);
   check(near(projection.factor, factor, precision), "%s, %s: times %g instead of %g", what, growth_case_name(which),
         projection.factor, factor);
   check(projection.low <= projection.factor && projection.factor <= projection.high, "%s: %g is not in %g to %g",
         what, projection.factor, projection.low, projection.high);
   check(projection.low > 0.8 * factor && projection.high < 1.25 * factor, "%s: %g to %g is a wide interval", what,
         projection.low, projection.high);
}

static void projections(void)
{
   begin();
   for (uint64_t n = 10; n < 3000; n = n * 5 / 4) {
      add((uint32_t)n, 3 * n * n);
   }
   end();
   expect_projection("3 n^2", GROWTH_MEAN, 10, 100, 0.01);
   expect_projection("3 n^2", GROWTH_WORST, 100, 10000, 0.01);

   /* 10 calls of 100 cells, and 1 each of others: (10 * 1500 + ...) / (10 * 600 + ...) */
   double now = 0, then = 0;
   begin();
   for (uint64_t n = 50; n < 3000; n += 50) {
      uint64_t calls = n == 100 ? 10 : 1, cost = 500 + n;
      add_calls((uint32_t)n, calls, cost, calls * cost, cost);
      now += (double)calls * (500.0 + (double)n);
      then += (double)calls * (500.0 + 10 * (double)n);
   }
   end();
   expect_projection("500 + n", GROWTH_MEAN, 10, then / now, 1e-3);

   begin();
   add(10, 100);
   add(100, 1000);
   end();
   GrowthProjection unknown = growth_project(analysis, GROWTH_MEAN, 10);
   check(!unknown.known && unknown.factor == 10 && unknown.low == 1 && isinf(unknown.high), "two points: unknown");
}

/* What the points show beyond doubt, and what they allow. */
static void expect_range(const char* what, GrowthCase which, GrowthClass slowest, GrowthClass fastest)
{
   const Growth* growth = growth_of(analysis, which);
   GrowthText    text, expected;
   check(growth->slowest == slowest && growth->fastest == fastest, "%s, %s: %s instead of %s", what,
         growth_case_name(which), growth_range_name(growth->class, growth->slowest, growth->fastest, text),
         growth_range_name(growth->class, slowest, fastest, expected));
}

static void expect_prediction(const char* what, double n, double cost)
{
   GrowthPrediction prediction = growth_predict(analysis, GROWTH_MEAN, n);
   check(prediction.known && near(prediction.cost, cost, 0.01), "%s: %g predicted for %g instead of %g", what,
         prediction.cost, n, cost);
   check(prediction.low < cost && cost < prediction.high && prediction.high < 2 * prediction.low,
         "%s: %g to %g predicted for %g", what, prediction.low, prediction.high, n);
}

static void predictions(void)
{
   begin();
   for (uint64_t n = 10; n < 3000; n = n * 5 / 4) {
      add((uint32_t)n, 200 + 90 * n + 2 * n * n);
   }
   end();
   expect_prediction("200 + 90 n + 2 n^2", 5000, 200 + 90 * 5e3 + 2 * 25e6);
   expect_prediction("200 + 90 n + 2 n^2", 30000, 200 + 90 * 3e4 + 2 * 9e8);
   expect_prediction("200 + 90 n + 2 n^2", 100, 200 + 9000 + 20000);

   /* Each second call costs 30 % more.  Straight lines have no say, or else ten times the input would be
      predicted to cost twenty times as much. */
   begin();
   for (uint64_t n = 10, i = 0; n < 400; n = n * 4 / 3 + 1, i++) {
      add((uint32_t)(100 * n), n * n * (i % 2 == 0 ? 10 : 13));
   }
   end();
   expect_classes("n^2 and 30 %", GROWTH_N_2);
   GrowthPrediction scattered = growth_predict(analysis, GROWTH_MEAN, 400000);
   check(scattered.low < 16e6 * 11.5 && 16e6 * 11.5 < scattered.high, "n^2 and 30 %%: %g to %g predicted",
         scattered.low, scattered.high);

   begin();
   for (uint32_t n = 5; n < 900; n++) {
      add(n, 7000 + 3 * n);
   }
   end();
   expect_prediction("7000 + 3 n", 9000, 7000 + 27000);

   begin();
   add(10, 100);
   end();
   check(!growth_predict(analysis, GROWTH_MEAN, 20).known, "one point: predicted");
}

/* A merge sort of elements that take K cells: K cells and fewer are one element. */
static void sort_of_large_elements(void)
{
   begin();
   for (double n = 200; n < 20000; n *= 1.25) {
      add((uint32_t)n, (uint64_t)(2.7 * n * (log2(n) - 6.3) + 50));
   }
   end();
   expect_classes("a sort of large elements", GROWTH_N_LOG_N);
   expect_range("a sort of large elements", GROWTH_MEAN, GROWTH_N_LOG_N, GROWTH_N_LOG_N);
   expect_prediction("a sort of large elements", 150000, 2.7 * 150000 * (log2(150000) - 6.3) + 50);
}

/*------------------------------------------------------------------*/
/*--- What says nothing                                          ---*/
/*------------------------------------------------------------------*/

static void nothing_to_say(void)
{
   begin();
   end();
   expect_classes("no point", GROWTH_TOO_FEW_POINTS);

   begin();
   add(0, 1);
   end();
   expect_classes("one point", GROWTH_TOO_FEW_POINTS);

   begin();
   for (uint32_t n = 1; n <= 1000; n *= 10) {
      add(n, n);
   }
   end();
   expect_classes("four points", GROWTH_TOO_FEW_POINTS);

   begin();
   for (uint32_t n = 100; n < 399; n++) {
      add(n, n * n);
   }
   end();
   expect_classes("100 to 398", GROWTH_RANGE_TOO_NARROW);

   begin();
   for (uint32_t n = 1000; n < 1100; n++) {
      add(n, 5);
      add(n + 100000, 5);
   }
   for (size_t i = 0; i < count; i++) {
      points[i].rms = (uint32_t)(i < 100 ? 1000 + i : 100000 + i);
   }
   end();
   expect_classes("two heaps of inputs", GROWTH_TOO_FEW_POINTS);

   begin();
   for (uint32_t n = 1; n < 100000; n *= 2) {
      add(n, n % 3 == 1 ? 10 : 100000);
   }
   end();
   expect_classes("now 10, now 100,000", GROWTH_NO_TREND);

   begin();
   for (uint32_t n = 1; n < 100000; n *= 2) {
      add(n, 100000 / n + 5);
   }
   end();
   expect_classes("less for more", GROWTH_NO_TREND);
}

/*------------------------------------------------------------------*/
/*--- What is hard to read                                       ---*/
/*------------------------------------------------------------------*/

static void outliers(void)
{
   begin();
   for (uint32_t n = 10; n < 5000; n = n * 5 / 4) {
      add(n, 30 + 4 * n);
   }
   points[0].max = points[0].sum = points[0].min = 50000;   /* the first call: something was set up */
   points[count - 1].max = points[count - 1].sum = points[count - 1].min *= 3;
   end();
   expect_classes("a line, its ends outliers", GROWTH_N);
   const GrowthFit* fit = growth_of(analysis, GROWTH_WORST)->fit;
   check(fit != NULL && near(fit->factor, 4, 0.02), "a line with outliers: factor %g", fit == NULL ? 0 : fit->factor);
}

/* The first call also does something else. The others decide. */
static void one_outlier(double factor, const char* what)
{
   begin();
   for (uint64_t k = 0, n = 40; n < 4000; n = n * 13 / 12, k++) {
      add((uint32_t)n, (uint64_t)((60 + 3 * n + n * n / 2) * (k % 2 == 0 ? 1.02 : 0.98)));
   }
   points[0].max = points[0].sum = points[0].min = (uint64_t)((double)points[0].sum * factor);
   end();
   for (GrowthCase which = 0; which < GROWTH_CASES; which++) {
      expect_class(what, which, GROWTH_N_2);
      check(growth_of(analysis, which)->slowest == GROWTH_N_2, "%s: in doubt", what);
   }
}

/* Many small inputs, and four large ones of another kind. */
static void group_apart(void)
{
   begin();
   for (uint32_t n = 40; n < 400; n += 6) {
      add(n, 30 + n / 8);
   }
   for (uint32_t n = 9000; n < 18000; n += 2300) {
      add(n, 12 * n + n * n / 400);
   }
   end();
   for (GrowthCase which = 0; which < GROWTH_CASES; which++) {
      GrowthClass slowest = growth_of(analysis, which)->slowest;
      check(slowest < GROWTH_N_1_5 || slowest >= GROWTH_MODELS, "a group apart is said to show %s",
            growth_class_name(slowest));
   }
}

/* Costs as n, and three inputs far from all others, which cost more and more for each cell: what they project is
   more than n can give. */
static void projected_by_few(void)
{
   double n = 20;
   begin();
   for (int i = 0; i < 30; i++, n *= 1.15) {
      add((uint32_t)n, (uint64_t)n);
   }
   double from = n;
   n *= 27;
   for (int i = 0; i < 3; i++, n *= 1.3) {
      add((uint32_t)n, (uint64_t)(n * sqrt(n / from)));
   }
   end();
   GrowthProjection projection = growth_project(analysis, GROWTH_MEAN, 10);
   check(growth_of(analysis, GROWTH_MEAN)->fastest == GROWTH_N, "a few far inputs are no n");
   check(!projection.known, "a few far inputs project %g times the cost", projection.factor);
}

/* Costs of which the last one alone is more than linear. */
static void steep_end(void)
{
   begin();
   for (uint32_t n = 10; n < 3000; n = n * 3 / 2) {
      add(n, 5 * n);
   }
   points[count - 1].max = points[count - 1].sum = points[count - 1].min *= 30;
   end();
   check(growth_of(analysis, GROWTH_MEAN)->slowest <= GROWTH_N_LOG_N, "one steep end is said to show %s",
         growth_class_name(growth_of(analysis, GROWTH_MEAN)->slowest));
}

/* From 100 to 300 cells, costs grow 27-fold: that may be n^3, or a line that begins at 95. */
static void steep_on_a_narrow_range(void)
{
   begin();
   for (uint64_t n = 100; n <= 300; n += 5) {
      add((uint32_t)n, n * n * n / 100);
   }
   end();
   expect_classes("n^3 from 100 to 300", GROWTH_RANGE_TOO_NARROW);
   const Growth* growth = growth_of(analysis, GROWTH_MEAN);
   check(growth->slowest <= GROWTH_N && growth->fastest == GROWTH_N_3, "n^3 from 100 to 300: %s to %s",
         growth_class_name(growth->slowest), growth_class_name(growth->fastest));
   check(!growth_predict(analysis, GROWTH_MEAN, 1000).known, "n^3 from 100 to 300: predicted");
}

/* A thousand small inputs that cost the same do not hide that large ones are quadratic. */
static void many_small_inputs(void)
{
   begin();
   for (uint64_t n = 1; n <= 60; n++) {
      add_calls((uint32_t)n, 1000, 10 + n * n, 1000 * (10 + n * n), 10 + n * n);
   }
   for (uint64_t n = 80; n < 3000; n = n * 4 / 3) {
      add((uint32_t)n, 10 + n * n);
   }
   end();
   expect_classes("many small inputs", GROWTH_N_2);
}

static void small_inputs_apart(void)
{
   begin();
   for (uint64_t n = 2; n < 40; n++) {
      add((uint32_t)n, 20 + 30 * n);
   }
   for (uint64_t k = 0, n = 40; n < 60000; n = n * 5 / 4, k++) {
      add((uint32_t)n, (uint64_t)(2 * (double)n * log2((double)n)));
   }
   end();
   expect_classes("a line to 40, n log n above", GROWTH_N_LOG_N);
   const GrowthFit* fit = growth_of(analysis, GROWTH_WORST)->fit;
   check(fit != NULL && fit->from > 30 && fit->from < 80, "small inputs end at %g", fit == NULL ? 0 : fit->from);
}

static void cases_apart(void)
{
   begin();
   for (uint64_t n = 5; n < 3000; n = n * 5 / 4) {
      uint64_t best = 10 + 2 * n, worst = 10 + n * n, mean = 10 + 3 * n;
      add_calls((uint32_t)n, 1000, best, 1000 * mean, worst);
   }
   end();
   expect_class("cases apart", GROWTH_WORST, GROWTH_N_2);
   expect_class("cases apart", GROWTH_MEAN, GROWTH_N);
   expect_class("cases apart", GROWTH_BEST, GROWTH_N);
}

/*------------------------------------------------------------------*/
/*--- Limits                                                     ---*/
/*------------------------------------------------------------------*/

static void limits(void)
{
   begin();
   for (uint64_t n = 1; n <= UINT32_MAX; n = 2 * n + 1) {
      add((uint32_t)n, n);
   }
   end();
   expect_classes("n up to 2^32 - 1", GROWTH_N);

   begin();
   for (uint64_t n = 1; n <= UINT32_MAX; n = 2 * n + 1) {
      add_calls((uint32_t)n, UINT64_MAX, 1, UINT64_MAX, UINT64_MAX);
   }
   end();
   expect_class("saturated sums", GROWTH_WORST, GROWTH_CONSTANT);
   expect_class("saturated sums", GROWTH_BEST, GROWTH_CONSTANT);

   begin();
   for (uint32_t n = 0; n < 40; n++) {
      add(n, 3 + 2 * n);
   }
   end();
   expect_classes("from rms 0", GROWTH_N);

   begin();
   for (uint32_t n = 0; n < 40; n++) {
      add_calls(n, 0, 0, 0, 0);
   }
   end();
   expect_classes("no calls and no cost, which no report has", GROWTH_CONSTANT);
}

/* Calls are of two kinds, both linear, and the larger the input, the more of them are of the expensive one.
   The mean looks quadratic, but cannot outgrow the worst cost. */
static void mean_below_worst(void)
{
   begin();
   for (double n = 8; n < 4000; n *= 1.25) {
      uint64_t rms = (uint64_t)n, calls = 1000, expensive = rms / 4;
      add_calls((uint32_t)rms, calls, 2 * rms, 2 * rms * (calls - expensive) + 20 * rms * expensive, 20 * rms);
   }
   end();
   expect_classes("a mixture of two lines", GROWTH_N);
   expect_range("a mixture of two lines", GROWTH_WORST, GROWTH_N, GROWTH_N);

   /* The other way round: the cheap kind dies out, so that the best cost seems to grow faster than the
      mean. */
   begin();
   for (double n = 8; n < 4000; n *= 1.25) {
      uint64_t rms = (uint64_t)n;
      add_calls((uint32_t)rms, 1000, rms + rms * rms / 1000, 1000 * 20 * rms, 20 * rms);
   }
   end();
   expect_class("a best cost that catches up", GROWTH_WORST, GROWTH_N);
   expect_class("a best cost that catches up", GROWTH_MEAN, GROWTH_N);
   check(growth_of(analysis, GROWTH_BEST)->class <= GROWTH_N, "a best cost that catches up: best is %s",
         growth_class_name(growth_of(analysis, GROWTH_BEST)->class));
}

int main(void)
{
   analysis = growth_new();
   exact_constant();
   exact_line();
   exact_n_log_n();
   exact_n_1_5();
   exact_squares();
   exact_exponential();
   exact_power_law();
   projections();
   predictions();
   sort_of_large_elements();
   nothing_to_say();
   outliers();
   one_outlier(4, "an expensive first call");
   one_outlier(0.2, "a cheap first call");
   group_apart();
   projected_by_few();
   steep_end();
   steep_on_a_narrow_range();
   many_small_inputs();
   small_inputs_apart();
   cases_apart();
   mean_below_worst();
   limits();
   growth_free(analysis);
   return end_checks();
}
