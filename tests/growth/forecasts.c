/* law.h, forecast.h, curve.h and plane.h on runs whose law is known exactly: what is expected follows from the law. Prints
   what is wrong; exit status 1 if anything is. */
// build: $(with_model)
#include <string.h>

#include "growth/curve.h"
#include "growth/forecast.h"
#include "growth/law.h"
#include "growth/plane.h"
#include "checks.h"

#define RUNS 8

static const double sizes[RUNS] = { 100, 150, 200, 300, 400, 600, 800, 1200 };

typedef double Function(double n);

static Runs runs_of(Function* function, double* values)
{
   for (unsigned i = 0; i < RUNS; i++) {
      values[i] = function(sizes[i]);
   }
   return (Runs){ .size = sizes, .value = values, .count = RUNS };
}

/*------------------------------------------------------------------*/
/*--- Laws                                                       ---*/
/*------------------------------------------------------------------*/

/* Each law, with coefficients that are chosen here, is found again from its own values. */
static void check_laws(void)
{
   static const Law laws[] = {
      { 1, { TERM_CONSTANT }, { 7000 }, 0 },
      { 1, { TERM_N }, { 3 }, 0 },
      { 1, { TERM_N_2_LOG_N }, { 0.5 }, 0 },
      { 2, { TERM_CONSTANT, TERM_LOG }, { 20, 400 }, 0 },
      { 2, { TERM_CONSTANT, TERM_N_LOG_N }, { 5000, 2 }, 0 },
      { 2, { TERM_CONSTANT, TERM_N }, { -200, 4 }, 0 },
      { 3, { TERM_CONSTANT, TERM_N, TERM_N_2 }, { 1e6, 50, 0.25 }, 0 },
      { 3, { TERM_CONSTANT, TERM_N_1_5, TERM_N_2 }, { 10, 3, 2 }, 0 },
      { 1, { TERM_POWER }, { 4 }, 1.3 },
      { 1, { TERM_POWER }, { 1e7 }, -0.5 },
      { 1, { TERM_EXPONENTIAL }, { 2 }, 0.01 },
   };
   for (unsigned k = 0; k < sizeof laws / sizeof *laws; k++) {
      const Law* law = &laws[k];
      double     values[RUNS];
      for (unsigned i = 0; i < RUNS; i++) {
         values[i] = law_at(law, sizes[i]);
      }
      Law found = { .terms = law->terms };
      memcpy(found.term, law->term, sizeof found.term);
      check(law_fit(&found, &(Runs){ .size = sizes, .value = values, .count = RUNS }, 0, RUNS), "law %u is not found", k);
      for (unsigned t = 0; t < law->terms; t++) {
         check(near(found.coefficient[t], law->coefficient[t], 1e-6), "law %u: coefficient %u is %g, not %g", k, t,
               found.coefficient[t], law->coefficient[t]);
      }
      check(near(found.exponent, law->exponent, 1e-6), "law %u: exponent %g, not %g", k, found.exponent, law->exponent);
      check(near(law_at(&found, 12000), law_at(law, 12000), 1e-4), "law %u: another value", k);
   }
}

/* 5000 - 4 n falls, so no sum of these terms that rises has its values; with fewer runs than terms, none is found. */
static void check_refusals(void)
{
   double   values[RUNS];
   unsigned i = 0;
   for (; i < RUNS; i++) {
      values[i] = 5000 - 4 * sizes[i];
   }
   Runs const runs = { .size = sizes, .value = values, .count = RUNS };
   check(!law_fit(&(Law){ 2, { TERM_CONSTANT, TERM_N }, { 0 }, 0 }, &runs, 0, RUNS), "a falling law is fitted");
   check(!law_fit(&(Law){ 3, { TERM_CONSTANT, TERM_N, TERM_N_2 }, { 0 }, 0 }, &runs, 0, 2), "two runs give three terms");
   check(!law_fit(&(Law){ 1, { TERM_POWER }, { 0 }, 0 }, &runs, 0, 2), "two runs give a power");
   check(law_at(&(Law){ 2, { TERM_CONSTANT, TERM_N }, { -500, 1 }, 0 }, 100) == 1, "a value is below 1");
}

/*------------------------------------------------------------------*/
/*--- Forecasts and curves                                       ---*/
/*------------------------------------------------------------------*/

static double constant(double n)    { return 0 * n + 5000; }
static double linear(double n)      { return 300 + 7 * n; }
static double sorting(double n)     { return 12 * n * log2(n); }
static double quadratic(double n)   { return 2 * n * n; }
static double hidden(double n)      { return 1e6 + 20 * n + 0.5 * n * n; }
static double cubic(double n)       { return 9000 + 0.01 * n * n * n; }
static double falling(double n)     { return 1e7 / n; }
static double doubling(double n)    { return exp2(n / 100); }
static double jumping(double n)     { return n < 300 ? 5 * n : 900 * n; }

/* What is known exactly: the class, and the state. The forecast and its interval must have the law's value. */
static void check_curve(const char* what, Function* function, const char* class, CurveState state)
{
   double     values[RUNS];
   Runs const runs = runs_of(function, values);
   Curve      curve;
   curve_make(&curve, &runs, NULL);
   check(curve.is_known, "%s: nothing is known", what);
   check(strcmp(curve.class, class) == 0, "%s: %s, not %s", what, curve.class, class);
   check(curve.state == state, "%s: %s, not %s", what, curve_state_name(curve.state), curve_state_name(state));
   check(curve.measured == values[RUNS - 1], "%s: %g was measured", what, curve.measured);
   for (unsigned i = 0; i < CURVE_TIMES_COUNT; i++) {
      double right = function(curve.reach.times[i] * sizes[RUNS - 1]);
      check(near(curve.at[i].value, right, 0.02), "%s: %g at %g times, not %g", what, curve.at[i].value, curve.reach.times[i],
            right);
      check(curve.at[i].low <= right && right <= curve.at[i].high, "%s: %g is not in %g to %g", what, right,
            curve.at[i].low, curve.at[i].high);
   }
}

static void check_curves(void)
{
   check_curve("constant", constant, "constant", CURVE_CONFIRMED);
   check_curve("linear", linear, "n", CURVE_CONFIRMED);
   check_curve("sorting", sorting, "n log n", CURVE_CONFIRMED);
   check_curve("quadratic", quadratic, "n^2", CURVE_CONFIRMED);
   check_curve("hidden", hidden, "n^1.6", CURVE_CONFIRMED);   /* 73.24 by 1.744 is 10^1.62 */
   check_curve("cubic", cubic, "n^3", CURVE_CONFIRMED);
   check_curve("falling", falling, "n^-1.0", CURVE_CONFIRMED);
   check_curve("doubling", doubling, "1.007^n", CURVE_CONFIRMED);   /* 2^0.01 */
}

/* The runs up to 600 predicted half of the largest; those before the jump know nothing of it. */
static void check_jump(void)
{
   double     values[RUNS];
   Runs const runs = runs_of(jumping, values);
   Curve      curve;
   curve_make(&curve, &runs, NULL);
   check(curve.break_size == 300, "the law holds from %g on", curve.break_size);
   check(strcmp(curve.class, "n") == 0, "behind the jump: %s", curve.class);
   check(near(curve.at[CURVE_FAR].value, jumping(12000), 0.02), "behind the jump: %g", curve.at[CURVE_FAR].value);
   Runs const before = { .size = sizes, .value = values, .count = 3 };
   curve_make(&curve, &before, NULL);
   check(!curve.is_known && curve.state == CURVE_OPEN, "three sizes tell something");
}

/* Several runs of the same sizes are no more sizes. What begins late is judged from there on. */
static void check_sizes(void)
{
   static const double same[] = { 10, 10, 20, 20, 20, 40 }, values[] = { 100, 100, 400, 400, 400, 1600 };
   Curve curve;
   curve_make(&curve, &(Runs){ .size = same, .value = values, .count = 6 }, NULL);
   check(!curve.is_known, "three sizes of six runs tell something");
   static const double twice[] = { 10, 20, 20, 40, 80, 160 }, squares[] = { 100, 400, 400, 1600, 6400, 25600 };
   curve_make(&curve, &(Runs){ .size = twice, .value = squares, .count = 6 }, NULL);
   check(strcmp(curve.class, "n^2") == 0 && curve.state == CURVE_CONFIRMED, "a size twice: %s", curve.class);
   static const double late[RUNS] = { 0, 0, 0, 900, 1600, 3600, 6400, 14400 };
   curve_make(&curve, &(Runs){ .size = sizes, .value = late, .count = RUNS }, NULL);
   check(strcmp(curve.class, "n^2") == 0, "late: %s", curve.class);
   check(near(curve.at[CURVE_FAR].value, 1440000, 0.02), "late: %g", curve.at[CURVE_FAR].value);
}

/* Of values that follow no law, no class is confirmed, and the interval is wide. */
static void check_scatter(void)
{
   static const double scattered[RUNS] = { 5000, 900, 40000, 1200, 30000, 700, 50000, 2000 };
   Curve curve;
   curve_make(&curve, &(Runs){ .size = sizes, .value = scattered, .count = RUNS }, NULL);
   check(curve.state == CURVE_OPEN, "scattered values: %s", curve_state_name(curve.state));
   check(curve.at[CURVE_FAR].high / curve.at[CURVE_FAR].low > 4, "scattered values have a narrow interval");
}

static void check_forecasts(void)
{
   double     values[RUNS];
   Runs const runs = runs_of(hidden, values);
   Forecast   forecast;
   forecast_make(&forecast, &runs, true);
   double weight = 0;
   for (unsigned i = 0; i < forecast.laws; i++) {
      weight += forecast.law[i].weight;
      check(forecast.law[i].error >= forecast.law[forecast.best].error, "law %u is better than the best", i);
   }
   check(near(weight, 1, 1e-9), "the weights add up to %g", weight);
   check(forecast.largest == sizes[RUNS - 1], "the largest size is %g", forecast.largest);
   Estimate close = forecast_at(&forecast, 2400), far = forecast_at(&forecast, 24000);
   check(far.high / far.low >= close.high / close.low, "what is farther is surer");
   double right = log(hidden(12000) / hidden(1200)) / log(10);
   check(near(forecast_exponent(&forecast, 1200, 12000), right, 0.01), "exponent %g, not %g",
         forecast_exponent(&forecast, 1200, 12000), right);
}

/*------------------------------------------------------------------*/
/*--- Two sizes                                                  ---*/
/*------------------------------------------------------------------*/

typedef double TwoFunction(double a, double b);

static double product(double a, double b)   { return 300 + 5 * a * b; }
static double sum(double a, double b)       { return 300 + 100 * a + 70 * b; }
static double mixed(double a, double b)     { return 2 * a * a + 9 * a * b; }
static double only_b(double a, double b)    { return 0 * a + 40 * b * log2(b); }
static double neither(double a, double b)   { return 0 * a * b + 8000; }

#define TWO_RUNS 10
static const double as[TWO_RUNS] = { 10, 20, 40, 80, 10, 10, 10, 20, 40, 80 };
static const double bs[TWO_RUNS] = { 5, 5, 5, 5, 10, 20, 40, 10, 20, 40 };

static void check_plane(TwoFunction* function, const char* class, const char* law)
{
   static const char* const names[] = { "a", "b" };
   double values[TWO_RUNS];
   for (unsigned i = 0; i < TWO_RUNS; i++) {
      values[i] = function(as[i], bs[i]);
   }
   Curve curve;
   curve_make_of_two(&curve, &(PlaneRuns){ as, bs, values, TWO_RUNS }, names);
   check(curve.is_known && strcmp(curve.class, class) == 0, "%s instead of %s", curve.class, class);
   check(strcmp(curve.law, law) == 0, "%s: law %s, not %s", class, curve.law, law);
   check(curve.state == CURVE_CONFIRMED, "%s: %s", class, curve_state_name(curve.state));
   for (unsigned i = 0; i < CURVE_TIMES_COUNT; i++) {
      double right = function(curve.reach.times[i] * 80, curve.reach.times[i] * 40);
      check(near(curve.at[i].value, right, 1e-3), "%s: %g, not %g", class, curve.at[i].value, right);
   }
   curve_make_of_two(&curve, &(PlaneRuns){ as, bs, values, PLANE_LEAST_RUNS - 1 }, names);
   check(!curve.is_known, "%s: too few runs tell something", class);
}

static void check_planes(void)
{
   check_plane(product, "a b", "300 + 5 a b");
   check_plane(sum, "a + b", "300 + 100 a + 70 b");
   check_plane(mixed, "a^2 + a b", "2 a^2 + 9 a b");
   check_plane(only_b, "b log b", "40 b log b");
   check_plane(neither, "constant", "8e+03");
}

int main(void)
{
   check_laws();
   check_refusals();
   check_curves();
   check_jump();
   check_sizes();
   check_scatter();
   check_forecasts();
   check_planes();
   return end_checks();
}
