/* Fits one model to the costs of some bins.

   With r the residual of log cost, and v its variance (scale^2 + slack), what is
   minimised is

      misfit = sum of (FREEDOM + 1) ln(1 + r^2 / (FREEDOM v)) + ln v.

   Setting its derivatives to 0 gives weighted least squares with the weights
   w / v, w = (FREEDOM + 1) / (FREEDOM + r^2 / v), and an equation for the scale;
   both are solved in turn until nothing changes (the EM algorithm of Lange,
   Little and Taylor, 1989).  The model is linear for the cost, not for its
   logarithm: a step solves the linear problem for the working response
   cost' + cost' r, where cost' is the model's cost (Gauss and Newton).

   Invariant: the model's cost of every bin is positive; a step that would break
   this, or make the misfit larger, is halved. */

#include "growth/fit.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

#define PRODUCT    16
#define STEPS      40
#define HALVINGS   8
#define CONVERGED  2e-3   /* change of the misfit */
#define CONVERGED_AGAIN  1e-3   /* where little is left to gain */
#define HOPELESS    4     /* times a step's gain that would not reach the limit */

#define DOUBTFUL_WEIGHT  0.001
#define GOOD_MISFIT      1.0     /* above the least possible: no second attempt */
#define BINS_FOR_TWO     8       /* fewer have no room for two rules */

/* One state of the iteration. */
typedef struct {
   double coefficient[FIT_TERMS];
   double variance;              /* scale^2 */
   double misfit;
   double cost[FIT_BINS];        /* the model's */
   double residual[FIT_BINS];
   double precision[FIT_BINS];   /* 1 / v */
} State;

double fit_penalty(size_t bins, unsigned parameters)
{
   double m = (double)bins;
   double left = m - parameters - 1;
   return left > 0 ? m * parameters * log(m) / left : INFINITY;
}

double fit_least_misfit(const FitData* data)
{
   double misfit = 0;
   for (size_t i = 0; i < data->bins; i++) {
      misfit += log(FIT_LEAST_SCALE * FIT_LEAST_SCALE + data->slack[i]);
   }
   return misfit;
}

double fit_cost(const Fit* fit, const double* const* columns, size_t i)
{
   double cost = fit->coefficient[0];
   for (unsigned k = 1; k < fit->terms; k++) {
      cost += fit->coefficient[k] * columns[k - 1][i];
   }
   return cost;
}

static double weight_of(double residual, double variance)
{
   return (FIT_FREEDOM + 1) / (FIT_FREEDOM + residual * residual / variance);
}

/*--- Weighted least squares ---*/

/* A column around its weighted mean, so that nothing cancels. */
typedef struct {
   const double* weight;
   const double* column;
   double        weights;                /* their sum */
   double        mean;
   double        square;
   double        distance[FIT_BINS];     /* from the mean, by weight */
} Centred;

/* Here and in solve_line is where the time goes: gsl_fit_wlinear, which also computes what is not needed,
   takes three times as long. */
static void centre(size_t bins, const double* column, const double* weight, Centred* centred)
{
   double weights = 0, mean = 0, square = 0;
   for (size_t i = 0; i < bins; i++) {
      weights += weight[i];
      mean += weight[i] * column[i];
   }
   mean /= weights;
   for (size_t i = 0; i < bins; i++) {
      double distance = column[i] - mean;
      centred->distance[i] = weight[i] * distance;
      square += centred->distance[i] * distance;
   }
   centred->weight = weight;
   centred->column = column;
   centred->weights = weights;
   centred->mean = mean;
   centred->square = square;
}

static bool solve_line(size_t bins, const Centred* centred, const double* response, double* coefficient)
{
   double mean = 0, product = 0;
   for (size_t i = 0; i < bins; i++) {
      mean += centred->weight[i] * (response[i] - response[0]);   /* exactly 0 if all are the same */
   }
   mean = response[0] + mean / centred->weights;
   for (size_t i = 0; i < bins; i++) {
      product += centred->distance[i] * (response[i] - mean);
   }
   coefficient[1] = product / centred->square;
   coefficient[0] = mean - coefficient[1] * centred->mean;
   return isfinite(coefficient[0]) && isfinite(coefficient[1]);
}

/* Subtracts the best straight line in the column from the response. */
static bool take_line_away(size_t bins, const Centred* centred, const double* response, double* rest)
{
   double line[2];
   if (!solve_line(bins, centred, response, line)) {
      return false;
   }
   for (size_t i = 0; i < bins; i++) {
      rest[i] = response[i] - (line[0] + line[1] * centred->column[i]);
   }
   return true;
}

/* The last coefficient is that of what a line in the first column leaves of the response, by what it leaves
   of the last column (Frisch and Waugh, 1933): orthogonal, as a QR decomposition is, for the terms of a model
   are nearly parallel on a short range, and the matrix is too small for a general one to be quick. */
static bool solve_plane(size_t bins, const Centred* first, const double* last, const double* response,
                        double* coefficient)
{
   double of_last[FIT_BINS], of_response[FIT_BINS], rest[FIT_BINS];
   if (!take_line_away(bins, first, last, of_last) || !take_line_away(bins, first, response, of_response)) {
      return false;
   }
   double product = 0, square = 0;
   for (size_t i = 0; i < bins; i++) {
      product += first->weight[i] * of_last[i] * of_response[i];
      square += first->weight[i] * of_last[i] * of_last[i];
   }
   coefficient[2] = product / square;
   for (size_t i = 0; i < bins; i++) {
      rest[i] = response[i] - coefficient[2] * last[i];
   }
   return solve_line(bins, first, rest, coefficient);
}

static bool solve(size_t bins, const double* const* columns, unsigned terms, const double* weight,
                  const double* response, double* coefficient)
{
   Centred first;
   centre(bins, columns[0], weight, &first);
   bool solved = terms == 2 ? solve_line(bins, &first, response, coefficient)
                            : solve_plane(bins, &first, columns[1], response, coefficient);
   for (unsigned k = 0; k < terms; k++) {
      solved = solved && isfinite(coefficient[k]);
   }
   return solved;
}

/*--- The iteration ---*/

/* False if the model is not positive everywhere. */
static bool compute_residuals(const FitData* data, const double* const* columns, unsigned terms, State* state)
{
   for (size_t i = 0; i < data->bins; i++) {
      state->cost[i] = state->coefficient[0];
   }
   for (unsigned k = 1; k < terms; k++) {
      const double* column = columns[k - 1];
      double        coefficient = state->coefficient[k];
      for (size_t i = 0; i < data->bins; i++) {
         state->cost[i] += coefficient * column[i];
      }
   }
   for (size_t i = 0; i < data->bins; i++) {
      double cost = state->cost[i];
      if (!(cost > 0) || !isfinite(cost)) {
         return false;
      }
      state->residual[i] = data->log_cost[i] - log(cost);
   }
   return true;
}

static void set_variance(const FitData* data, double variance, State* state)
{
   state->variance = variance;
   for (size_t i = 0; i < data->bins; i++) {
      state->precision[i] = 1 / (variance + data->slack[i]);
   }
}

/* One step from the scale of `old` towards that which makes the residuals likeliest. */
static void improve_variance(const FitData* data, const State* old, State* state)
{
   double above = 0, below = 0, parts[FIT_BINS];
   for (size_t i = 0; i < data->bins; i++) {
      double precision = old->precision[i];
      double square = state->residual[i] * state->residual[i] * precision;
      parts[i] = (FIT_FREEDOM + 1) / (FIT_FREEDOM + square) * square * precision;
   }
   for (size_t i = 0; i < data->bins; i++) {
      above += parts[i];
      below += old->precision[i];
   }
   set_variance(data, fmax(old->variance * above / below, FIT_LEAST_SCALE * FIT_LEAST_SCALE), state);
}

static void compute_misfit(const FitData* data, State* state)
{
   /* Logarithms of products, as far as these cannot leave the range of numbers. */
   double misfit = 0, ratios = 1, precisions = 1, ratio[FIT_BINS];
   for (size_t i = 0; i < data->bins; i++) {
      ratio[i] = 1 + state->residual[i] * state->residual[i] * state->precision[i] / FIT_FREEDOM;
   }
   for (size_t i = 0; i < data->bins; i++) {
      ratios *= ratio[i];
      precisions *= state->precision[i];
      if (i % PRODUCT == PRODUCT - 1) {
         misfit += (FIT_FREEDOM + 1) * log(ratios) - log(precisions);
         ratios = precisions = 1;
      }
   }
   state->misfit = misfit + (FIT_FREEDOM + 1) * log(ratios) - log(precisions);
}

/* A first scale: every residual counts. */
static void begin_variance(const FitData* data, State* state)
{
   double sum = 0;
   for (size_t i = 0; i < data->bins; i++) {
      sum += state->residual[i] * state->residual[i];
   }
   set_variance(data, fmax(sum / (double)data->bins, FIT_LEAST_SCALE * FIT_LEAST_SCALE), state);
   for (int i = 0; i < 5; i++) {
      improve_variance(data, state, state);
   }
   compute_misfit(data, state);
}

/* The coefficients that one step of weighted least squares from `state` leads to. */
static bool next_coefficients(const FitData* data, const double* const* columns, unsigned terms,
                              const State* state, double* coefficient)
{
   double weight[FIT_BINS], response[FIT_BINS];
   for (size_t i = 0; i < data->bins; i++) {
      double cost = state->cost[i], precision = state->precision[i];
      double square = state->residual[i] * state->residual[i] * precision;
      weight[i] = (FIT_FREEDOM + 1) * precision / ((FIT_FREEDOM + square) * (cost * cost));
      response[i] = cost + cost * state->residual[i];
   }
   return solve(data->bins, columns, terms, weight, response, coefficient);
}

/* From `old` to `new`, whose misfit is not larger; false if there is no such step. */
static bool step(const FitData* data, const double* const* columns, unsigned terms, const State* old,
                 State* new)
{
   double target[FIT_TERMS];
   if (!next_coefficients(data, columns, terms, old, target)) {
      return false;
   }
   double part = 1;
   for (int i = 0; i < HALVINGS; i++, part /= 2) {
      for (unsigned k = 0; k < terms; k++) {
         new->coefficient[k] = old->coefficient[k] + part * (target[k] - old->coefficient[k]);
      }
      if (compute_residuals(data, columns, terms, new)) {
         improve_variance(data, old, new);
         compute_misfit(data, new);
         if (new->misfit <= old->misfit || new->misfit - old->misfit < CONVERGED) {
            return new->misfit <= old->misfit;
         }
      }
   }
   return false;
}

static double middle(double a, double b, double c)
{
   return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

/* Least squares of the relative errors, to costs from which single outliers are removed: each is the median
   of itself and its neighbours. The first `doubtful` bins hardly count. */
static bool begin_by_least_squares(const FitData* data, const double* const* columns, unsigned terms,
                                   size_t doubtful, State* state)
{
   double weight[FIT_BINS], smooth[FIT_BINS];
   size_t last = data->bins - 1;
   for (size_t i = 0; i <= last; i++) {
      double cost = data->cost[i];
      smooth[i] = i == 0 || i == last ? cost : middle(data->cost[i - 1], cost, data->cost[i + 1]);
      weight[i] = (i < doubtful ? DOUBTFUL_WEIGHT : 1) / (smooth[i] * smooth[i]);
   }
   return solve(data->bins, columns, terms, weight, smooth, state->coefficient)
      && compute_residuals(data, columns, terms, state);
}

/* A model that is positive in any case: half the least cost, and as much of the last column as fits the last
   bin. */
static bool begin_by_guess(const FitData* data, const double* const* columns, unsigned terms, State* state)
{
   double least = data->cost[0];
   for (size_t i = 1; i < data->bins; i++) {
      least = fmin(least, data->cost[i]);
   }
   size_t last = data->bins - 1;
   memset(state->coefficient, 0, sizeof state->coefficient);
   state->coefficient[0] = least / 2;
   state->coefficient[terms - 1] = fmax(0, data->cost[last] - least / 2) / columns[terms - 2][last];
   return compute_residuals(data, columns, terms, state);
}


static double median_log_cost(const FitData* data)
{
   double sorted[FIT_BINS];
   memcpy(sorted, data->log_cost, data->bins * sizeof *sorted);
   return gsl_stats_median(sorted, 1, data->bins);
}

/* The median of the logarithms to begin with, then their weighted mean. */
static bool fit_constant(const FitData* data, State* state)
{
   double log_constant = median_log_cost(data);
   for (int i = 0; i < STEPS; i++) {
      state->coefficient[0] = exp(log_constant);
      if (!compute_residuals(data, NULL, 1, state)) {
         return false;
      }
      if (i == 0) {
         begin_variance(data, state);
      }
      improve_variance(data, state, state);
      double before = i == 0 ? INFINITY : state->misfit;
      compute_misfit(data, state);
      if (fabs(before - state->misfit) < CONVERGED) {
         break;
      }
      double sum = 0, weights = 0;
      for (size_t k = 0; k < data->bins; k++) {
         double precision = state->precision[k];
         double weight = weight_of(state->residual[k], 1 / precision) * precision;
         sum += weight * data->log_cost[k];
         weights += weight;
      }
      log_constant = sum / weights;
   }
   return true;
}

/* From where `state` is to the next minimum, unless that is too far above the limit. */
static void descend(const FitData* data, const double* const* columns, unsigned terms, double limit,
                    double converged, State* state)
{
   State other;
   State* old = state;
   State* new = &other;
   for (int i = 0; i < STEPS && step(data, columns, terms, old, new); i++) {
      double gain = old->misfit - new->misfit;
      assert(gain >= 0);
      State* swap = old;
      old = new;
      new = swap;
      if (gain < converged || gain * HOPELESS < old->misfit - limit) {
         break;
      }
   }
   if (old != state) {
      *state = *old;
   }
}

/* Minimizes from two starting points: if small inputs follow another rule, there is one minimum at which they
   are outliers, and others at which half of them are. */
static bool minimize(const FitData* data, const double* const* columns, unsigned terms, double limit,
                     State* state)
{
   State other;
   bool  found = begin_by_least_squares(data, columns, terms, 0, state)
              || begin_by_guess(data, columns, terms, state);
   if (found) {
      begin_variance(data, state);
      descend(data, columns, terms, limit, CONVERGED, state);
   }
   if ((!found || (data->bins >= BINS_FOR_TWO && state->misfit > fit_least_misfit(data) + GOOD_MISFIT))
       && begin_by_least_squares(data, columns, terms, data->bins / 2, &other)) {
      begin_variance(data, &other);
      descend(data, columns, terms, limit, CONVERGED, &other);
      if (!found || other.misfit < state->misfit) {
         *state = other;
      }
      found = true;
   }
   return found;
}

static void set_fit(const State* state, double penalty, Fit* fit)
{
   assert(state->variance > 0 && isfinite(penalty));
   fit->fitted = true;
   memcpy(fit->coefficient, state->coefficient, fit->terms * sizeof *fit->coefficient);
   fit->scale = sqrt(state->variance);
   fit->misfit = state->misfit;
   fit->criterion = state->misfit + penalty;
}

void fit_model(const FitData* data, const double* const* columns, unsigned terms, double limit, Fit* fit)
{
   assert(data->bins <= FIT_BINS && terms >= 1 && terms <= FIT_TERMS);
   double penalty = fit_penalty(data->bins, terms);
   State  state;
   *fit = (Fit){ .terms = terms, .parameters = terms };
   if (isinf(penalty)
       || !(terms == 1 ? fit_constant(data, &state)
                       : minimize(data, columns, terms, limit - penalty, &state))) {
      return;
   }
   set_fit(&state, penalty, fit);
}

void fit_model_again(const FitData* data, const double* const* columns, unsigned terms, Fit* fit)
{
   State state;
   memcpy(state.coefficient, fit->coefficient, sizeof state.coefficient);
   if (!fit->fitted || !compute_residuals(data, columns, terms, &state)) {
      fit_model(data, columns, terms, INFINITY, fit);
      return;
   }
   set_variance(data, fit->scale * fit->scale, &state);
   compute_misfit(data, &state);
   descend(data, columns, terms, INFINITY, CONVERGED_AGAIN, &state);
   set_fit(&state, fit_penalty(data->bins, terms), fit);
}
