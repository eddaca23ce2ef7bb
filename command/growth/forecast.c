/* The constants below were chosen with the seen cases of perf/grow/; the unseen ones check them.

   Example: runs of n = 100, 200, ... 800 that cost 1000 + n^2.  36 laws can be fitted.  "constant + n^2"
   forecasts all later runs exactly, so its error is that of its two terms, 0.004, and its weight 0.90; the
   same from n = 200 on could not be judged by all forecasts, has 0.013, and weighs 0.10.  At n = 8,000, the
   forecast is 64.0 million; the interval, 59.5 to 68.9 million, is that of laws which were exact so far. */

#include "growth/forecast.h"
#include "growth/far.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "growth/steps.h"

#define FIRST_JUDGED     3      /* sizes that a law is fitted to, at least, to forecast the others */
#define JUDGED           5      /* last sizes up to which it is fitted */
#define EARLIER          0.5    /* weight of the fit to one size less */
#define LEAST_DISTANCE   0.1    /* between sizes, on a log scale */
#define LOCAL_ERROR      0.1    /* what a law that could not be judged by all forecasts pays at most */
#define UNJUDGED         3.0    /* error of a law that could not be judged at all */
#define TERM_ERROR       0.002  /* what each term of a law costs */
#define SHARPNESS        0.3    /* laws with so much more than the least error count 1/e */
#define LEAST_SHARPNESS  0.004
#define STEEPNESS        2.0    /* a law counts 1/e if its exponent is larger by 1/STEEPNESS */
#define LEAST_GROWN      1e-4  /* of the value: less is as good as nothing */
#define STEEP_ERROR      0.1    /* of a power that no program has, at most */
#define REFUTED          1.1   /* a law below a run that was ended by this factor is none */
#define LOCAL_SIZES      3      /* that a law from some size on is fitted to, at least */

/* A law before it is fitted. */
typedef struct {
   unsigned terms;
   Term     term[LAW_TERMS];
} Shape;

static const Shape shapes[] = {
   { 1, { TERM_CONSTANT } },
   { 2, { TERM_CONSTANT, TERM_LOG } },
   { 2, { TERM_CONSTANT, TERM_ROOT } },
   { 2, { TERM_CONSTANT, TERM_N } },
   { 2, { TERM_CONSTANT, TERM_N_LOG_N } },
   { 2, { TERM_CONSTANT, TERM_N_1_5 } },
   { 2, { TERM_CONSTANT, TERM_N_2 } },
   { 2, { TERM_CONSTANT, TERM_N_2_LOG_N } },
   { 2, { TERM_CONSTANT, TERM_N_3 } },
   { 1, { TERM_N } },
   { 1, { TERM_N_LOG_N } },
   { 1, { TERM_N_1_5 } },
   { 1, { TERM_N_2 } },
   { 1, { TERM_N_2_LOG_N } },
   { 1, { TERM_N_3 } },
   { 3, { TERM_CONSTANT, TERM_LOG, TERM_N } },
   { 3, { TERM_CONSTANT, TERM_ROOT, TERM_N } },
   { 3, { TERM_CONSTANT, TERM_N, TERM_N_LOG_N } },
   { 3, { TERM_CONSTANT, TERM_N, TERM_N_1_5 } },
   { 3, { TERM_CONSTANT, TERM_N, TERM_N_2 } },
   { 3, { TERM_CONSTANT, TERM_N, TERM_N_2_LOG_N } },
   { 3, { TERM_CONSTANT, TERM_N, TERM_N_3 } },
   { 3, { TERM_CONSTANT, TERM_N_LOG_N, TERM_N_2 } },
   { 3, { TERM_CONSTANT, TERM_N_1_5, TERM_N_2 } },
   { 1, { TERM_POWER } },
};

/* Laws that may hold from some size on. */
static const Shape local_shapes[] = {
   { 2, { TERM_CONSTANT, TERM_N } },
   { 2, { TERM_CONSTANT, TERM_N_LOG_N } },
   { 2, { TERM_CONSTANT, TERM_N_2 } },
};

/* A law of so many last sizes, wherever these are. */
typedef struct {
   Shape    shape;
   unsigned sizes;
} LastShape;

static const LastShape last_shapes[] = {
   { { 2, { TERM_CONSTANT, TERM_N } }, 2 },
   { { 2, { TERM_CONSTANT, TERM_N } }, 3 },
   { { 2, { TERM_CONSTANT, TERM_N } }, 4 },
   { { 1, { TERM_CONSTANT } }, 2 },
   { { 1, { TERM_POWER } }, 4 },
};

/* Laws of a number that each step of the size multiplies. */
static const Shape exponentials[] = {
   { 1, { TERM_EXPONENTIAL } },
   { 2, { TERM_CONSTANT, TERM_EXPONENTIAL } },
   { 3, { TERM_CONSTANT, TERM_N, TERM_EXPONENTIAL } },
   { 1, { TERM_BENT } },
};

static const LastShape last_exponentials[] = {
   { { 1, { TERM_BENT } }, 3 },
   { { 1, { TERM_BENT } }, 4 },
   { { 2, { TERM_CONSTANT, TERM_EXPONENTIAL } }, 3 },
   { { 2, { TERM_CONSTANT, TERM_EXPONENTIAL } }, 4 },
};

#define COUNT(array)  (sizeof (array) / sizeof *(array))

/* A law to judge: fitted to the runs from `from` on, or to the last `last` runs. */
typedef struct {
   const Shape* shape;
   unsigned     from;
   unsigned     last;   /* 0: from `from` on */
} Candidate;

static bool fit(Law* law, const Candidate* candidate, const Runs* runs, unsigned to)
{
   if (candidate->last > to || (candidate->from > 0 && candidate->from + LOCAL_SIZES > to)) {
      return false;
   }
   *law = (Law){ .terms = candidate->shape->terms };
   memcpy(law->term, candidate->shape->term, sizeof law->term);
   return law_fit(law, runs, candidate->last > 0 ? to - candidate->last : candidate->from, to);
}

/* The errors of a law's forecasts so far. */
typedef struct {
   double squares;
   double weight;
} Errors;

/* The law was fitted to the runs before `to`. */
static void add_forecasts(const Law* law, const Runs* runs, unsigned to, double weight, Errors* errors)
{
   for (unsigned i = to; i < runs->count; i++) {
      double distance = fmax(log(runs->size[i] / runs->size[to - 1]), LEAST_DISTANCE);
      double error = (log(law_at(law, runs->size[i])) - runs_log_value(runs, i)) / distance;
      errors->squares += weight * error * error;
      errors->weight += weight;
   }
}

/* Returns the error of the candidate's forecasts from all beginnings of the runs. */
static double judge(const Candidate* candidate, const Runs* runs, double grown)
{
   Errors   errors = { 0, 0 };
   double   all = 0, weight = 1;
   unsigned least = runs->count > JUDGED + FIRST_JUDGED ? runs->count - JUDGED : FIRST_JUDGED;
   for (unsigned to = runs->count - 1; to >= least; to--) {
      Law law;
      all += weight * (runs->count - to);
      if (fit(&law, candidate, runs, to)) {
         add_forecasts(&law, runs, to, weight, &errors);
      }
      weight *= EARLIER;
   }
   if (errors.weight == 0) {
      return UNJUDGED;
   }
   double unjudged = LOCAL_ERROR * (1 - errors.weight / all), terms = TERM_ERROR * candidate->shape->terms;
   return sqrt(errors.squares / errors.weight) + grown * (unjudged + terms);
}

/* Whether a run that was ended shows that the law is none. */
static bool is_refuted(const Law* law, const Runs* runs)
{
   return runs->ended_size > 0 && law_at(law, runs->ended_size) * REFUTED < runs->ended_value;
}

/* Whether the law is a power that no program has, and costs do not follow it: between inputs of nearly one
   size, anything may look so. */
static bool is_too_steep(const JudgedLaw* judged)
{
   return judged->law.term[0] == TERM_POWER && fabs(judged->law.exponent) > STEPS_NO_POWER
          && judged->error > STEEP_ERROR;
}

static void try(Forecast* forecast, const Candidate* candidate, const Runs* runs)
{
   JudgedLaw* judged = &forecast->law[forecast->laws];
   if (forecast->laws < FORECAST_LAWS && fit(&judged->law, candidate, runs, runs->count)
       && !is_refuted(&judged->law, runs)) {
      judged->from = candidate->last > 0 ? runs->count - candidate->last : candidate->from;
      judged->is_local = candidate->last > 0 || candidate->from > 0;
      judged->error = judge(candidate, runs, forecast->grown);
      if (!is_too_steep(judged)) {
         bool is_better = judged->error < forecast->law[forecast->best].error;
         forecast->best = is_better ? forecast->laws : forecast->best;
         forecast->laws++;
      }
   }
}

static void try_shapes(Forecast* forecast, const Shape* of_all, unsigned count, const Runs* runs)
{
   for (unsigned i = 0; i < count; i++) {
      try(forecast, &(Candidate){ &of_all[i], 0, 0 }, runs);
   }
}

static void try_last_shapes(Forecast* forecast, const LastShape* last, unsigned count, const Runs* runs)
{
   for (unsigned i = 0; i < count; i++) {
      try(forecast, &(Candidate){ &last[i].shape, 0, last[i].sizes }, runs);
   }
}

static void try_all(Forecast* forecast, const Runs* runs)
{
   if (forecast->multiplies) {
      try_shapes(forecast, exponentials, COUNT(exponentials), runs);
      try_last_shapes(forecast, last_exponentials, COUNT(last_exponentials), runs);
      return;
   }
   try_shapes(forecast, shapes, COUNT(shapes), runs);
   for (unsigned i = 0; i < COUNT(local_shapes); i++) {
      for (unsigned from = 1; from + LOCAL_SIZES <= runs->count; from++) {
         try(forecast, &(Candidate){ &local_shapes[i], from, 0 }, runs);
      }
   }
   try_last_shapes(forecast, last_shapes, COUNT(last_shapes), runs);
}

/* Returns by how much the law's exponent is above 1, up to 10 times the largest size; of exponentials, which
   all are steep, 0. */
static double steepness(const Forecast* forecast, const Law* law)
{
   if (forecast->multiplies) {
      return 0;
   }
   double times = law_at(law, FAR_TIMES * forecast->largest) / law_at(law, forecast->largest);
   return fmax(log(times) / log(FAR_TIMES) - 1, 0);
}

/* Sets the weights of all laws.  Where several are as good as each other, because values scatter, steep ones
   are less likely. */
static void weigh(Forecast* forecast)
{
   double least = forecast->law[forecast->best].error;
   double scale = fmax(SHARPNESS * least, LEAST_SHARPNESS * forecast->grown);
   double sum = 0;
   for (unsigned i = 0; i < forecast->laws; i++) {
      forecast->law[i].weight = exp(-(forecast->law[i].error - least) / scale
                                    - STEEPNESS * steepness(forecast, &forecast->law[i].law));
      sum += forecast->law[i].weight;
   }
   for (unsigned i = 0; i < forecast->laws; i++) {
      forecast->law[i].weight /= sum;
      assert(!(forecast->law[i].weight < 0 || forecast->law[i].weight > 1));
   }
}

/* Finds how much of the values is start-up, which all runs have. */
static void find_grown(Forecast* forecast, const Runs* runs)
{
   double least = INFINITY, most = 1;
   for (unsigned i = 0; i < runs->count; i++) {
      least = fmin(least, runs->value[i]);
      most = fmax(most, runs->value[i]);
   }
   forecast->least = least;
   forecast->grown = fmax((most - least) / most, LEAST_GROWN);
}

/* Several runs of one size say no more of what is larger than one of them. */
static bool has_enough_sizes(const Runs* runs)
{
   unsigned sizes = runs->count > 0;
   for (unsigned i = 1; i < runs->count; i++) {
      assert(runs->size[i] >= runs->size[i - 1]);
      sizes += runs->size[i] > runs->size[i - 1];
   }
   return sizes >= FORECAST_LEAST_SIZES;
}

void forecast_make(Forecast* forecast, const Runs* runs, bool may_multiply)
{
   forecast->laws = 0;
   forecast->best = 0;
   forecast->multiplies = false;
   forecast->law[0].error = INFINITY;
   if (has_enough_sizes(runs)) {
      unsigned left_out = runs->count > FORECAST_MOST_SIZES ? runs->count - FORECAST_MOST_SIZES : 0;
      Runs last = *runs;
      last.size += left_out;
      last.value += left_out;
      last.count -= left_out;
      forecast->largest = runs->size[runs->count - 1];
      forecast->multiplies = may_multiply && steps_multiply(&last);
      forecast->ended_size = runs->ended_size;
      forecast->ended_value = runs->ended_value;
      find_grown(forecast, &last);
      try_all(forecast, &last);
      weigh(forecast);
   }
}

/*--- What they say ---*/

#define SPREAD_SHARE   1.0    /* of how far the laws differ, and */
#define ERROR_SHARE    3.0    /* of the best law's error: half of the interval, on a log scale; */
#define MOST_HALF      20.0   /* half of it, at most: more tells no more */
#define LEAST_ERROR    0.02   /* that, for each e times the size, of laws that are exact so far, too */

typedef struct {
   double log_value;
   double weight;
} Say;

static int by_value(const void* left, const void* right)
{
   double l = ((const Say*)left)->log_value, r = ((const Say*)right)->log_value;
   return (l > r) - (l < r);
}

/* Returns where the weights of the sorted sayings reach this part of all. */
static double quantile(const Say* says, unsigned count, double part)
{
   double   sum = 0;
   unsigned i = 0;
   for (; i < count - 1; i++) {
      sum += says[i].weight;
      if (sum >= part) {
         break;
      }
   }
   return says[i].log_value;
}

static void say_all(const Forecast* forecast, double size, Say* says)
{
   for (unsigned i = 0; i < forecast->laws; i++) {
      says[i] = (Say){ log(law_at(&forecast->law[i].law, size)), forecast->law[i].weight };
   }
   qsort(says, forecast->laws, sizeof *says, by_value);
}

/* The weighted standard deviation. */
static double spread_of(const Say* says, unsigned count)
{
   double mean = 0, square = 0;
   for (unsigned i = 0; i < count; i++) {
      mean += says[i].weight * says[i].log_value;
   }
   for (unsigned i = 0; i < count; i++) {
      square += says[i].weight * (says[i].log_value - mean) * (says[i].log_value - mean);
   }
   return sqrt(square);
}

double forecast_magnify(const Forecast* forecast, double value)
{
   double grown = (value - forecast->least) / fmax(value, 1);
   return fmax(grown / forecast->grown, 1);
}

Estimate forecast_at(const Forecast* forecast, double size)
{
   assert(forecast->laws > 0 && forecast->best < forecast->laws);
   Say says[FORECAST_LAWS];
   say_all(forecast, size, says);
   double middle = quantile(says, forecast->laws, 0.5);
   double distance = log(fmax(size / forecast->largest, 1));
   double error = forecast->law[forecast->best].error * distance * forecast_magnify(forecast, exp(middle));
   double half = SPREAD_SHARE * spread_of(says, forecast->laws) + ERROR_SHARE * error
               + LEAST_ERROR * distance;
   half = fmin(half, MOST_HALF);
   assert(!(half < 0));
   double least = forecast->ended_size > 0 && size >= forecast->ended_size ? forecast->ended_value : 0;
   return (Estimate){
      fmax(exp(middle), least), fmax(exp(middle - half), least), fmax(exp(middle + half), least)
   };
}

double forecast_exponent(const Forecast* forecast, double from, double to)
{
   return log(forecast_at(forecast, to).value / forecast_at(forecast, from).value) / log(to / from);
}
