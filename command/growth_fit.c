/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Fits one model to the costs of some bins.

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

#include "growth_fit.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_statistics_double.h>

#define PRODUCT    16
#define STEPS      40
#define HALVINGS   8
#define CONVERGED  2e-3   /* change of the misfit */
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

double fit_weight(const FitData* data, const Fit* fit, size_t i, double residual)
{
   double variance = fit->scale * fit->scale + data->slack[i];
   return weight_of(residual, variance) * FIT_FREEDOM / (FIT_FREEDOM + 1);
}

/*------------------------------------------------------------------*/
/*--- Weighted least squares                                     ---*/
/*------------------------------------------------------------------*/

static bool solve_line(size_t bins, const double* column, const double* weight, const double* response,
                       double* coefficient)
{
   double covariance[3], misfit;
   return gsl_fit_wlinear(column, 1, weight, 1, response, 1, bins, &coefficient[0], &coefficient[1],
                          &covariance[0], &covariance[1], &covariance[2], &misfit) == GSL_SUCCESS;
}

/* Fills the rows of the matrix: a bin's columns times the root of its weight. */
static void fill_matrix(size_t bins, const double* const* columns, unsigned terms, const double* weight,
                        gsl_matrix* matrix)
{
   for (size_t i = 0; i < bins; i++) {
      double root = sqrt(weight[i]);
      gsl_matrix_set(matrix, i, 0, root);
      for (unsigned k = 1; k < terms; k++) {
         gsl_matrix_set(matrix, i, k, root * columns[k - 1][i]);
      }
   }
}

/* Makes the largest number of each column 1, lest rounding decide. */
static void scale_columns(gsl_matrix* matrix, double* length)
{
   for (size_t k = 0; k < matrix->size2; k++) {
      double largest = 0;
      for (size_t i = 0; i < matrix->size1; i++) {
         largest = fmax(largest, fabs(gsl_matrix_get(matrix, i, k)));
      }
      length[k] = largest > 0 ? largest : 1;
      for (size_t i = 0; i < matrix->size1; i++) {
         gsl_matrix_set(matrix, i, k, gsl_matrix_get(matrix, i, k) / length[k]);
      }
   }
}

/* By QR decomposition: the terms of a model are nearly parallel on a short range. */
static bool solve_plane(size_t bins, const double* const* columns, unsigned terms, const double* weight,
                        const double* response, double* coefficient)
{
   double cells[FIT_BINS * FIT_TERMS], right[FIT_BINS], rest[FIT_BINS], tau[FIT_TERMS], length[FIT_TERMS];
   gsl_matrix_view matrix = gsl_matrix_view_array(cells, bins, terms);
   gsl_vector_view right_view = gsl_vector_view_array(right, bins);
   gsl_vector_view rest_view = gsl_vector_view_array(rest, bins);
   gsl_vector_view tau_view = gsl_vector_view_array(tau, terms);
   gsl_vector_view solution = gsl_vector_view_array(coefficient, terms);

   fill_matrix(bins, columns, terms, weight, &matrix.matrix);
   scale_columns(&matrix.matrix, length);
   for (size_t i = 0; i < bins; i++) {
      right[i] = sqrt(weight[i]) * response[i];
   }
   if (gsl_linalg_QR_decomp(&matrix.matrix, &tau_view.vector) != GSL_SUCCESS
       || gsl_linalg_QR_lssolve(&matrix.matrix, &tau_view.vector, &right_view.vector, &solution.vector,
                                &rest_view.vector) != GSL_SUCCESS) {
      return false;
   }
   for (unsigned k = 0; k < terms; k++) {
      coefficient[k] /= length[k];
   }
   return true;
}

static bool solve(size_t bins, const double* const* columns, unsigned terms, const double* weight,
                  const double* response, double* coefficient)
{
   bool solved = terms == 2 ? solve_line(bins, columns[0], weight, response, coefficient)
                            : solve_plane(bins, columns, terms, weight, response, coefficient);
   for (unsigned k = 0; k < terms; k++) {
      solved = solved && isfinite(coefficient[k]);
   }
   return solved;
}

/*------------------------------------------------------------------*/
/*--- The iteration                                              ---*/
/*------------------------------------------------------------------*/

/* False if the model is not positive everywhere. */
static bool compute_residuals(const FitData* data, const double* const* columns, unsigned terms, State* state)
{
   for (size_t i = 0; i < data->bins; i++) {
      double cost = state->coefficient[0];
      for (unsigned k = 1; k < terms; k++) {
         cost += state->coefficient[k] * columns[k - 1][i];
      }
      if (!(cost > 0) || !isfinite(cost)) {
         return false;
      }
      state->cost[i] = cost;
      state->residual[i] = data->log_cost[i] - log(cost);
   }
   return true;
}

/* One step towards the scale that makes the residuals likeliest. */
static void improve_variance(const FitData* data, State* state)
{
   double above = 0, below = 0;
   for (size_t i = 0; i < data->bins; i++) {
      double variance = state->variance + data->slack[i];
      double square = state->residual[i] * state->residual[i];
      above += (FIT_FREEDOM + 1) / (FIT_FREEDOM + square / variance) * square / (variance * variance);
      below += 1 / variance;
   }
   state->variance = fmax(state->variance * above / below, FIT_LEAST_SCALE * FIT_LEAST_SCALE);
}

static void compute_misfit(const FitData* data, State* state)
{
   /* Logarithms of products, as far as these cannot leave the range of numbers. */
   double misfit = 0, ratios = 1, variances = 1;
   for (size_t i = 0; i < data->bins; i++) {
      double variance = state->variance + data->slack[i];
      double square = state->residual[i] * state->residual[i];
      ratios *= 1 + square / (FIT_FREEDOM * variance);
      variances *= variance;
      if (i % PRODUCT == PRODUCT - 1) {
         misfit += (FIT_FREEDOM + 1) * log(ratios) + log(variances);
         ratios = variances = 1;
      }
   }
   state->misfit = misfit + (FIT_FREEDOM + 1) * log(ratios) + log(variances);
}

/* A first scale: every residual counts. */
static void begin_variance(const FitData* data, State* state)
{
   double sum = 0;
   for (size_t i = 0; i < data->bins; i++) {
      sum += state->residual[i] * state->residual[i];
   }
   state->variance = fmax(sum / (double)data->bins, FIT_LEAST_SCALE * FIT_LEAST_SCALE);
   for (int i = 0; i < 5; i++) {
      improve_variance(data, state);
   }
   compute_misfit(data, state);
}

/* The coefficients that one step of weighted least squares from `state` leads to. */
static bool next_coefficients(const FitData* data, const double* const* columns, unsigned terms,
                              const State* state, double* coefficient)
{
   double weight[FIT_BINS], response[FIT_BINS];
   for (size_t i = 0; i < data->bins; i++) {
      double variance = state->variance + data->slack[i];
      double cost = state->cost[i];
      weight[i] = weight_of(state->residual[i], variance) / (variance * cost * cost);
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
         new->variance = old->variance;
         improve_variance(data, new);
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
      improve_variance(data, state);
      double before = i == 0 ? INFINITY : state->misfit;
      compute_misfit(data, state);
      if (fabs(before - state->misfit) < CONVERGED) {
         break;
      }
      double sum = 0, weights = 0;
      for (size_t k = 0; k < data->bins; k++) {
         double variance = state->variance + data->slack[k];
         double weight = weight_of(state->residual[k], variance) / variance;
         sum += weight * data->log_cost[k];
         weights += weight;
      }
      log_constant = sum / weights;
   }
   return true;
}

/* From where `state` is to the next minimum, unless that is too far above the limit. */
static void descend(const FitData* data, const double* const* columns, unsigned terms, double limit,
                    State* state)
{
   State other;
   State* old = state;
   State* new = &other;
   begin_variance(data, old);
   for (int i = 0; i < STEPS && step(data, columns, terms, old, new); i++) {
      double gain = old->misfit - new->misfit;
      State* swap = old;
      old = new;
      new = swap;
      if (gain < CONVERGED || gain * HOPELESS < old->misfit - limit) {
         break;
      }
   }
   if (old != state) {
      *state = *old;
   }
}

/* Where small inputs follow another rule, there is one minimum at which they are outliers, and others at
   which half of them are; so the descent begins at two places. */
static bool minimize(const FitData* data, const double* const* columns, unsigned terms, double limit,
                     State* state)
{
   State other;
   bool  found = begin_by_least_squares(data, columns, terms, 0, state)
              || begin_by_guess(data, columns, terms, state);
   if (found) {
      descend(data, columns, terms, limit, state);
   }
   if ((!found || (data->bins >= BINS_FOR_TWO && state->misfit > fit_least_misfit(data) + GOOD_MISFIT))
       && begin_by_least_squares(data, columns, terms, data->bins / 2, &other)) {
      descend(data, columns, terms, limit, &other);
      if (!found || other.misfit < state->misfit) {
         *state = other;
      }
      found = true;
   }
   return found;
}

void fit_model(const FitData* data, const double* const* columns, unsigned terms, double limit, Fit* fit)
{
   double penalty = fit_penalty(data->bins, terms);
   State  state;
   *fit = (Fit){ .terms = terms, .parameters = terms };
   if (isinf(penalty)
       || !(terms == 1 ? fit_constant(data, &state)
                       : minimize(data, columns, terms, limit - penalty, &state))) {
      return;
   }
   fit->fitted = true;
   memcpy(fit->coefficient, state.coefficient, terms * sizeof *fit->coefficient);
   fit->scale = sqrt(state.variance);
   fit->misfit = state.misfit;
   fit->criterion = state.misfit + penalty;
}

/*------------------------------------------------------------------*/
/*--- Errors of the coefficients                                 ---*/
/*------------------------------------------------------------------*/

double fit_error(const FitData* data, const double* const* columns, unsigned terms, const Fit* fit,
                 const double* direction)
{
   double weight[FIT_BINS], cells[FIT_BINS * FIT_TERMS], tau[FIT_TERMS], length[FIT_TERMS], z[FIT_TERMS];
   for (size_t i = 0; i < data->bins; i++) {
      double variance = fit->scale * fit->scale + data->slack[i];
      double cost = fit_cost(fit, columns, i);
      weight[i] = weight_of(data->log_cost[i] - log(cost), variance) / (variance * cost * cost);
   }
   gsl_matrix_view matrix = gsl_matrix_view_array(cells, data->bins, terms);
   gsl_vector_view tau_view = gsl_vector_view_array(tau, terms);
   fill_matrix(data->bins, columns, terms, weight, &matrix.matrix);
   scale_columns(&matrix.matrix, length);
   if (gsl_linalg_QR_decomp(&matrix.matrix, &tau_view.vector) != GSL_SUCCESS) {
      return INFINITY;
   }
   for (unsigned k = 0; k < terms; k++) {
      z[k] = direction[k] / length[k];
   }
   /* The covariance is (R^T R)^-1, so the variance of direction . coefficients is |R^-T direction|^2. */
   gsl_vector_view z_view = gsl_vector_view_array(z, terms);
   gsl_matrix_view triangle = gsl_matrix_submatrix(&matrix.matrix, 0, 0, terms, terms);
   gsl_blas_dtrsv(CblasUpper, CblasTrans, CblasNonUnit, &triangle.matrix, &z_view.vector);
   double freedom = fmax(1, (double)data->bins - terms);
   double error = gsl_blas_dnrm2(&z_view.vector) * sqrt((double)data->bins / freedom);
   return isfinite(error) ? error : INFINITY;
}
