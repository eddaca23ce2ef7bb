/* A law of given terms is linear in its coefficients: each run is a row, its terms divided by what was
   measured, and coefficients bring all rows nearest to 1 (QR decomposition).  So errors are relative, and
   small runs count as large ones do.  Of a single power or exponential, a line is fitted to the logarithms;
   beside other terms, exponents are tried, ever closer to the best one.

   Example: runs of n = 100, 200, ... 800 that cost 1000 + n^2.  "constant + n^2" is found with coefficients
   1000 and 1.  "constant + n" is -40,430 + 501 n, negative at n = 10, and yet a law, because it is positive
   and rises from n = 100 on: it is judged by what it forecasts (forecast.c).  A single power is
   1.29 n^1.96. */

#include "growth/law.h"
#include "growth/far.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include <gsl/gsl_fit.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_multifit.h>

#include "util/memory.h"

#define CHECKED_STEPS  24    /* at which a law must not fall, up to FAR_TIMES the last size */
#define SINGULAR       1e-12

/* An exponent beside other terms: how many are tried, evenly by their logarithms, how often between the
   neighbours of the best one; and the least and the most that what grows does from the first size on. */
#define TRIED_EXPONENTS  16
#define TRIED_TIMES      9
#define LEAST_GROWN      2.0
#define MOST_GROWN       1e30

double runs_log_value(const Runs* runs, unsigned run)
{
   assert(run < runs->count);
   return log(fmax(runs->value[run], 1));
}

double term_at(Term term, double exponent, double n)
{
   switch (term) {
      case TERM_CONSTANT:    return 1;
      case TERM_LOG:         return log2(n);
      case TERM_ROOT:        return sqrt(n);
      case TERM_N:           return n;
      case TERM_N_LOG_N:     return n * log2(n);
      case TERM_N_1_5:       return n * sqrt(n);
      case TERM_N_2:         return n * n;
      case TERM_N_2_LOG_N:   return n * n * log2(n);
      case TERM_N_3:         return n * n * n;
      case TERM_POWER:       return pow(n, exponent);
      case TERM_EXPONENTIAL:
      case TERM_BENT:        return exp(exponent * n);
   }
   return NAN;
}

/* The value may be below 1, or negative. */
static double sum_at(const Law* law, double size)
{
   double value = 0;
   for (unsigned i = 0; i < law->terms; i++) {
      value += law->coefficient[i] * term_at(law->term[i], law->exponent, size);
   }
   return law->term[0] == TERM_BENT ? value * pow(size, law->bend) : value;
}

double law_at(const Law* law, double size)
{
   return fmax(sum_at(law, size), 1);
}

double law_rate(const Law* law, double from, double to)
{
   return law->exponent + law->bend * log(to / from) / (to - from);
}

static bool falls_or_is_negative(const Law* law, double first, double last)
{
   double before = sum_at(law, first);
   double step = pow(FAR_TIMES * last / first, 1.0 / CHECKED_STEPS);
   bool   wrong = before <= 0;
   for (unsigned i = 1; i <= CHECKED_STEPS && !wrong; i++) {
      double value = sum_at(law, first * pow(step, i));
      wrong = !(value >= before * (1 - 1e-9));
      before = value;
   }
   return wrong;
}

/* Fits log value = log coefficient + exponent * log size, or of an exponential, * size. */
static bool fit_exponent(Law* law, const Runs* runs, unsigned from, unsigned to)
{
   double   x[to - from], y[to - from], constant, slope, c00, c01, c11, sum;
   for (unsigned i = from; i < to; i++) {
      x[i - from] = law->term[0] == TERM_POWER ? log(runs->size[i]) : runs->size[i];
      y[i - from] = runs_log_value(runs, i);
   }
   gsl_fit_linear(x, 1, y, 1, to - from, &constant, &slope, &c00, &c01, &c11, &sum);
   law->exponent = slope;
   law->coefficient[0] = exp(constant);
   return isfinite(slope) && isfinite(law->coefficient[0]) && law->coefficient[0] > 0;
}

/* Whether the law grows from the last size on, as far beyond as it was fitted before. */
static bool grows_as_far_again(const Law* law, double first, double last)
{
   return law->exponent + law->bend / last > 0 && law->exponent + law->bend / (2 * last - first) > 0;
}

/* Fits log value = log coefficient + bend * log size + exponent * size. */
static bool fit_bent(Law* law, const Runs* runs, unsigned from, unsigned to)
{
   unsigned const rows = to - from;
   double   cells[3 * rows], y[rows], found[3], variances[9], sum;
   for (unsigned i = 0; i < rows; i++) {
      double size = runs->size[from + i];
      memcpy(cells + 3 * i, (double[]){ 1, log(size), size }, 3 * sizeof *cells);
      y[i] = runs_log_value(runs, from + i);
   }
   gsl_matrix_view cell_view = gsl_matrix_view_array(cells, rows, 3);
   gsl_matrix_view variance_view = gsl_matrix_view_array(variances, 3, 3);
   gsl_vector_view y_view = gsl_vector_view_array(y, rows);
   gsl_vector_view found_view = gsl_vector_view_array(found, 3);
   gsl_multifit_linear_workspace* space = memory_checked(gsl_multifit_linear_alloc(rows, 3));
   gsl_multifit_linear(&cell_view.matrix, &y_view.vector, &found_view.vector, &variance_view.matrix, &sum,
                       space);
   bool is_right = gsl_multifit_linear_rank(SINGULAR, space) == 3;
   gsl_multifit_linear_free(space);
   law->coefficient[0] = exp(found[0]);
   law->bend = found[1];
   law->exponent = found[2];
   return is_right && isfinite(law->coefficient[0]) && law->coefficient[0] > 0
          && grows_as_far_again(law, runs->size[from], runs->size[to - 1]);
}

bool law_solve(double* cells, unsigned rows, unsigned terms, double* coefficient)
{
   double scale[terms], tau[terms], right[rows], left[rows];
   for (unsigned t = 0; t < terms; t++) {
      scale[t] = 0;
      for (unsigned i = 0; i < rows; i++) {
         scale[t] = fmax(scale[t], fabs(cells[i * terms + t]));
      }
      for (unsigned i = 0; i < rows; i++) {
         cells[i * terms + t] /= scale[t];
      }
   }
   for (unsigned i = 0; i < rows; i++) {
      right[i] = 1;
   }
   gsl_matrix_view columns = gsl_matrix_view_array(cells, rows, terms);
   gsl_vector_view taus = gsl_vector_view_array(tau, terms);
   gsl_vector_view ones = gsl_vector_view_array(right, rows);
   gsl_vector_view solution = gsl_vector_view_array(coefficient, terms);
   gsl_vector_view residual = gsl_vector_view_array(left, rows);
   gsl_linalg_QR_decomp(&columns.matrix, &taus.vector);
   for (unsigned t = 0; t < terms; t++) {
      if (!(fabs(gsl_matrix_get(&columns.matrix, t, t)) > SINGULAR)) {
         return false;
      }
   }
   gsl_linalg_QR_lssolve(&columns.matrix, &taus.vector, &ones.vector, &solution.vector, &residual.vector);
   for (unsigned t = 0; t < terms; t++) {
      coefficient[t] /= scale[t];
   }
   return true;
}

static bool fit_terms(Law* law, const Runs* runs, unsigned from, unsigned to)
{
   unsigned const rows = to - from;
   double cells[rows * law->terms];
   for (unsigned i = 0; i < rows; i++) {
      for (unsigned t = 0; t < law->terms; t++) {
         double value = fmax(runs->value[from + i], 1);
         cells[i * law->terms + t] = term_at(law->term[t], law->exponent, runs->size[from + i]) / value;
      }
   }
   if (!law_solve(cells, rows, law->terms, law->coefficient)) {
      return false;
   }
   bool is_right = true;
   for (unsigned t = 0; t < law->terms; t++) {
      bool may_be_negative = t == 0 && law->terms == 2;
      is_right = is_right && (law->coefficient[t] > 0 || (may_be_negative && isfinite(law->coefficient[t])));
   }
   return is_right;
}

/* Fits the law with an exponent; returns the sum of squares of relative errors. */
static double fit_with(Law* law, double exponent, const Runs* runs, unsigned from, unsigned to)
{
   double sum = 0;
   law->exponent = exponent;
   if (!fit_terms(law, runs, from, to)) {
      return INFINITY;
   }
   for (unsigned i = from; i < to; i++) {
      double error = sum_at(law, runs->size[i]) / fmax(runs->value[i], 1) - 1;
      sum += error * error;
   }
   return sum;
}

/* Finds the exponent of the last term. */
static bool fit_with_exponent(Law* law, const Runs* runs, unsigned from, unsigned to)
{
   bool   is_power = law->term[law->terms - 1] == TERM_POWER;
   double first = runs->size[from], last = runs->size[to - 1];
   double unit = is_power ? log(last / first) : last - first;
   double low = log(log(LEAST_GROWN) / unit), high = log(log(MOST_GROWN) / unit);
   double best = low;
   for (unsigned time = 0; time < TRIED_TIMES; time++) {
      double step = (high - low) / (TRIED_EXPONENTS - 1), least = INFINITY;
      for (unsigned i = 0; i < TRIED_EXPONENTS; i++) {
         double found = fit_with(law, exp(low + i * step), runs, from, to);
         best = found < least ? low + i * step : best;
         least = fmin(found, least);
      }
      low = best - step;
      high = best + step;
   }
   return isfinite(fit_with(law, exp(best), runs, from, to));
}

bool law_fit(Law* law, const Runs* runs, unsigned from, unsigned to)
{
   assert(from <= to && to <= runs->count && law->terms >= 1 && law->terms <= LAW_TERMS);
   if (to - from < law->terms) {
      return false;
   }
   Term last = law->term[law->terms - 1];
   bool has_exponent = last >= TERM_POWER;
   if (has_exponent && (to - from < 3 || runs->size[to - 1] <= runs->size[from])) {
      return false;
   }
   if (last == TERM_BENT) {
      return runs->size[from] > 0 && fit_bent(law, runs, from, to);
   }
   if (has_exponent) {
      return law->terms == 1 ? fit_exponent(law, runs, from, to) : fit_with_exponent(law, runs, from, to);
   }
   return fit_terms(law, runs, from, to) && !falls_or_is_negative(law, runs->size[from], runs->size[to - 1]);
}
