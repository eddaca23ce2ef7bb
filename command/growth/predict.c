/* Predicts the cost of calls with larger inputs.

   Two estimates of the logarithm of the cost are weighted by their precision.  One
   is the mean of all laws, weighted by how well they fit.  The other one is what a
   reader would draw by hand: the mean of two straight lines.  Where one law fits
   closely, it decides; the more the costs scatter, or the laws disagree, the more
   the lines have to say.  They have nothing to say of what is steep beyond doubt.
   The constants were chosen on one half of the 29 programs of docs/growth.md. */

#include "growth/predict.h"

#include <assert.h>
#include <math.h>

/* A difference of criteria of 2 TEMPER is a factor of e in the weight.  Neighbouring bins err together, so
   the bins are fewer independent witnesses than the criterion takes them for. */
#define TEMPER  3.0

/* Lighter laws are left out. */
#define LEAST_WEIGHT  0.02

/* The error that a law makes beyond the points, per scatter of the points around it and e-fold of n. */
#define ERROR_OF_LAW   4.0
#define ERROR_AT_ONCE  0.3    /* where the points end, as if at this logarithm */

/* The error of a line, per e-fold of n; what the lines disagree by is added to it. */
#define ERROR_OF_LINE          0.25
#define ERROR_OF_LINE_AT_ONCE  0.05

/* Beyond this factor, the lines have their full say; up to the largest n, they have none. */
#define FULL_SAY  2.0

/* Half the interval, of the logarithm, beside LEAST_HALF: what part of the growth of the logarithm, which
   matters for exponentials; per standard error of the estimate; and at most, without doubt. */
#define HALF_BY_GROWTH  0.02
#define HALF_BY_ERROR   2.2
#define USUAL_HALF      0.54

/* There is doubt if the lines have a say and disagree, and if the costs scatter: what is added, by how much
   each exceeds what is normal, and at most. */
#define NORMAL_DISAGREEMENT  0.1
#define DOUBT_BY_LINES      40.0
#define NORMAL_SCATTER       0.25
#define DOUBT_BY_SCATTER    40.0
#define LARGEST_DOUBT        2.5

/* Returns the penalty of a law before its fit is looked at: growth is hardly ever faster than n log n, and
   what is constant seldom stays so. */
static double price_of(GrowthClass class)
{
   static const double prices[] = {
      [GROWTH_CONSTANT] = 4, [GROWTH_N] = 0, [GROWTH_N_LOG_N] = 3, [GROWTH_N_1_5] = 3, [GROWTH_N_2] = 5,
      [GROWTH_N_2_LOG_N] = 6, [GROWTH_N_3] = 9, [GROWTH_EXP] = 9,
   };
   return prices[class];
}

/*--- Laws and lines ---*/

/* -2 log of the weight, but for a constant. */
static double burden(const GrowthFit* fit)
{
   return fit->criterion / TEMPER + price_of(fit->model);
}

static void set_laws(Predictor* predictor, const GrowthFit* fits)
{
   double least = INFINITY, sum = 0;
   for (GrowthClass class = 0; class < GROWTH_MODELS; class++) {
      least = fits[class].fitted ? fmin(least, burden(&fits[class])) : least;
   }
   for (GrowthClass class = 0; class < GROWTH_MODELS; class++) {
      double weight = exp((least - burden(&fits[class])) / 2);
      if (fits[class].fitted && weight >= LEAST_WEIGHT) {
         GrowthFit* law = &predictor->laws[predictor->count++];
         *law = fits[class];
         law->probability = weight;
         sum += weight;
      }
   }
   for (unsigned i = 0; i < predictor->count; i++) {
      GrowthFit* law = &predictor->laws[i];
      law->probability /= sum;
      assert(!(law->probability <= 0 || law->probability > 1));
      predictor->scatter += law->probability * law->scatter;
   }
}

/* One line goes through 0, with the slope of the upper half of the largest n.  The other one goes through the
   means of the lower and of the upper half of the bins; it does not fall. */
static void set_lines(Predictor* predictor, const FitData* data)
{
   size_t half = data->bins / 2;
   double n = 0, cost = 0, lower_n = 0, lower_cost = 0, upper_n = 0, upper_cost = 0;
   predictor->largest = fmax(1, data->n[data->bins - 1]);
   for (size_t i = 0; i < data->bins; i++) {
      if (2 * data->n[i] >= predictor->largest) {
         n += data->n[i];
         cost += data->cost[i];
      }
   }
   predictor->cost_of_cell = cost / fmax(n, 1);
   for (size_t i = 0; i < half; i++) {
      size_t upper = data->bins - half + i;
      lower_n += data->n[i] / (double)half;
      lower_cost += data->cost[i] / (double)half;
      upper_n += data->n[upper] / (double)half;
      upper_cost += data->cost[upper] / (double)half;
   }
   predictor->n = upper_n;
   predictor->cost = upper_cost;
   predictor->slope = fmax(0, (upper_cost - lower_cost) / (upper_n - lower_n));
}

/*--- Estimates ---*/

/* An estimate of the logarithm of the cost. */
typedef struct {
   double value;
   double variance;
   double difference;   /* of the two lines */
} LogCost;

static double square(double x)
{
   return x * x;
}

/* Returns by how much the scatter exceeds that of an exact law. */
static double excess_of(const Predictor* predictor)
{
   return fmax(0, predictor->scatter - FIT_LEAST_SCALE);
}

/* A law that says a cost below 1 says nothing here.  `distance` is ln(n / largest). */
static LogCost estimate_by_laws(const Predictor* predictor, double n, double distance)
{
   double weights = 0, sum = 0, squares = 0;
   for (unsigned i = 0; i < predictor->count; i++) {
      double cost = growth_cost(&predictor->laws[i], n), weight = predictor->laws[i].probability;
      if (cost >= 1) {
         double log_cost = log(cost);
         weights += weight;
         sum += weight * log_cost;
         squares += weight * square(log_cost);
      }
   }
   if (weights == 0) {
      return (LogCost){ .value = 0, .variance = square(distance) };
   }
   double mean = sum / weights;
   double between = fmax(0, squares / weights - square(mean));
   double beyond = ERROR_OF_LAW * excess_of(predictor) * (ERROR_AT_ONCE + distance);
   return (LogCost){ .value = mean, .variance = between + square(beyond) };
}

static LogCost estimate_by_lines(const Predictor* predictor, double n, double distance)
{
   double through_0 = log(fmax(1, predictor->cost_of_cell * n));
   double halves = predictor->cost + predictor->slope * (n - predictor->n);
   double through_halves = halves >= 1 ? log(halves) : through_0;
   double error = ERROR_OF_LINE * distance + ERROR_OF_LINE_AT_ONCE;
   return (LogCost){
      .value = (through_0 + through_halves) / 2,
      .variance = square(error) + square(through_0 - through_halves),
      .difference = through_0 - through_halves,
   };
}

/* How much wider the interval is than usual; `say` is the lines' part of the estimate. */
static double doubt_of(const Predictor* predictor, const LogCost* lines, double say)
{
   double disagreement = fmax(0, say * fabs(lines->difference) - NORMAL_DISAGREEMENT);
   double scatter = fmax(0, excess_of(predictor) - NORMAL_SCATTER);
   return fmin(LARGEST_DOUBT, DOUBT_BY_LINES * disagreement + DOUBT_BY_SCATTER * scatter);
}

/* Half the interval of the logarithm. */
static double half_interval(const Predictor* predictor, const LogCost* laws, const LogCost* lines,
                            double say)
{
   double variance = predictor->is_steep ? laws->variance
                   : laws->variance * lines->variance / (laws->variance + lines->variance);
   double growth = fmax(0, laws->value - predictor->log_cost);
   double usual = fmin(USUAL_HALF, sqrt(square(LEAST_HALF) + square(HALF_BY_ERROR) * variance));
   double half = hypot(usual, HALF_BY_GROWTH * growth) + doubt_of(predictor, lines, say);
   return fmax(half, predictor->least_half);
}

void predictor_set(Predictor* predictor, const FitData* data, const GrowthFit* fits, bool is_steep)
{
   *predictor = (Predictor){ .is_steep = is_steep };
   set_laws(predictor, fits);
   if (predictor->count > 0) {
      set_lines(predictor, data);
      predictor->log_cost = estimate_by_laws(predictor, predictor->largest, 0).value;
   }
}

void predictor_set_known(Predictor* predictor, GrowthClass class, double n, double low, double high)
{
   bool   is_power = class > GROWTH_CONSTANT && class < GROWTH_EXP && n > 0;
   double cost = sqrt(low * high);
   *predictor = (Predictor){
      .count = 1, .is_steep = true, .largest = n, .log_cost = log(cost), .least_half = log(high / low) / 2,
      .laws = { { .fitted = true, .model = is_power ? class : GROWTH_CONSTANT, .probability = 1,
                  .constant = is_power ? 0 : cost,
                  .factor = is_power ? cost / growth_function(class, n) : 0 } },
   };
}

GrowthPrediction predictor_at(const Predictor* predictor, double n)
{
   if (predictor->count == 0) {
      return (GrowthPrediction){ .known = false };
   }
   double   distance = log(fmax(1, n / predictor->largest));
   LogCost laws = estimate_by_laws(predictor, n, distance);
   LogCost lines = estimate_by_lines(predictor, n, distance);
   if (!isfinite(laws.value) || !isfinite(laws.variance)) {
      return (GrowthPrediction){ .known = true, .cost = INFINITY, .low = exp(lines.value), .high = INFINITY };
   }
   double say = predictor->is_steep ? 0
              : laws.variance / (laws.variance + lines.variance) * fmin(1, distance / log(FULL_SAY));
   assert(!(say < 0 || say > 1));
   double value = (1 - say) * laws.value + say * lines.value;
   double half = half_interval(predictor, &laws, &lines, say);
   assert(!(half <= 0));
   double cost = exp(value);
   return (GrowthPrediction){ true, cost, fmax(fmin(1, cost), exp(value - half)), exp(value + half) };
}
