/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   How the cost of a routine grows with its input: which models are tried, and
   which of them is believed.  docs/growth.md derives the rules and their
   constants.

   A model is fitted to a section: all bins of a case, or some next to each
   other.  What the rules compare are criteria of fits to the same section. */

#include "growth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_min.h>
#include <gsl/gsl_roots.h>

#include "growth_bins.h"
#include "growth_fit.h"
#include "memory.h"

#define LEAST_POINTS  5
#define LEAST_RANGE   4.0    /* largest input / smallest */

/* How much worse the criterion of a model of slower growth, and no more parameters, may be. */
#define MARGIN         2.0
#define MARGIN_SQUARE  10.0  /* where the other would be quadratic or worse */

/* The term that a class is named after makes up at least this part of the cost at the largest input. */
#define LEAST_SHARE  0.2

/* What scatters more than LARGEST_SCATTER has no trend unless the model explains LEAST_EXPLAINED of it. */
#define LARGEST_SCATTER  0.25
#define LEAST_EXPLAINED  0.5

/* A model is possible, for projections, if its criterion is within this of the best. */
#define POSSIBLE  6.0

/* e^(rate (largest n - smallest n)) */
#define LEAST_EXP_GROWTH    2.0
#define LARGEST_EXP_GROWTH  66.0

/* The constant of an exponential takes away at most this part of it at the smallest input. The difference of two large
   numbers would fit any curve that is bent upwards. */
#define LARGEST_CANCELLATION  0.5

#define LEAST_EXPONENT    0.05
#define LARGEST_EXPONENT  10.0

#define GRID  12

/* Some bins next to each other, of one case. */
typedef struct {
   const Bins*   bins;
   GrowthCase    which;
   size_t        first;
   FitData       data;
   const double* function[BIN_FUNCTIONS];
} Section;

/* The models that were fitted to a section. */
typedef struct {
   Fit    of[GROWTH_MODELS];
   double rate;
   double column[FIT_BINS];   /* of exp: e^(rate (n - largest n)) */
} Models;

typedef struct {
   bool           decided;
   bool           complete;       /* all models were fitted, not just those that could win */
   bool           has_power_law;
   bool           has_residuals;
   Section        section;
   Models         models;
   GrowthClass    best;           /* the model that is chosen, or would be */
   Growth         growth;
   GrowthFit      fits[GROWTH_MODELS];
   GrowthPowerLaw power_law;
   GrowthResidual residuals[FIT_BINS];
} Case;

struct GrowthAnalysis {
   Bins bins;
   Case cases[GROWTH_CASES];
};

const char* growth_class_name(GrowthClass class)
{
   static const char* const names[] = {
      [GROWTH_CONSTANT] = "constant",
      [GROWTH_N] = "n",
      [GROWTH_N_LOG_N] = "n log n",
      [GROWTH_N_1_5] = "n^1.5",
      [GROWTH_N_2] = "n^2",
      [GROWTH_N_2_LOG_N] = "n^2 log n",
      [GROWTH_N_3] = "n^3",
      [GROWTH_EXP] = "exp",
      [GROWTH_TOO_FEW_POINTS] = "too few points",
      [GROWTH_RANGE_TOO_NARROW] = "range too narrow",
      [GROWTH_NO_TREND] = "no trend",
   };
   return names[class];
}

const char* growth_case_name(GrowthCase which)
{
   static const char* const names[] = { "worst", "mean", "best" };
   return names[which];
}

/*------------------------------------------------------------------*/
/*--- Sections                                                   ---*/
/*------------------------------------------------------------------*/

static void section_set(Section* section, const Bins* bins, GrowthCase which, size_t first, size_t count)
{
   const BinnedCase* binned = &bins->of[which];
   section->bins = bins;
   section->which = which;
   section->first = first;
   section->data.bins = count;
   memcpy(section->data.n, binned->data.n + first, count * sizeof(double));
   memcpy(section->data.cost, binned->data.cost + first, count * sizeof(double));
   memcpy(section->data.log_cost, binned->data.log_cost + first, count * sizeof(double));
   memcpy(section->data.slack, binned->data.slack + first, count * sizeof(double));
   for (unsigned class = BIN_FIRST_FUNCTION; class < BIN_FUNCTIONS; class++) {
      section->function[class] = binned->function[class] + first;
   }
}

static void section_apply(const Section* section, double (*function)(double n, double parameter),
                          double parameter, double* column)
{
   double all[FIT_BINS];
   bins_apply(section->bins, section->which, function, parameter, all);
   memcpy(column, all + section->first, section->data.bins * sizeof *column);
}

static double smallest_n(const Section* section)
{
   return section->data.n[0];
}

static double largest_n(const Section* section)
{
   return section->data.n[section->data.bins - 1];
}

/*------------------------------------------------------------------*/
/*--- Models with a parameter in the exponent                    ---*/
/*------------------------------------------------------------------*/

/* constant + factor * function(n, parameter), the best coefficients for each parameter: a curve over the parameter,
   whose minimum is looked for. */
typedef struct {
   const Section* section;
   double         (*function)(double n, double parameter);
   double         offset;           /* added to what is the misfit: for a search of roots */
   double         column[FIT_BINS];
   Fit            fit;
} Profile;

static double power(double n, double exponent)
{
   return n > 0 ? pow(n, exponent) : 0;
}

#define UNFITTED  1e300   /* larger than any misfit, and still a number to compute with */

static double profile_misfit(double parameter, void* context)
{
   Profile* profile = context;
   section_apply(profile->section, profile->function, parameter, profile->column);
   const double* columns[] = { profile->column };
   fit_model(&profile->section->data, columns, 2, 0, &profile->fit);
   return (profile->fit.fitted ? profile->fit.misfit : UNFITTED) + profile->offset;
}

/* The parameter between low and high with the least misfit; the profile's fit is left there. */
static double profile_minimum(Profile* profile, double low, double high)
{
   double ratio = pow(high / low, 1.0 / (GRID - 1));
   double best = low, least = INFINITY, misfit[GRID];
   for (int i = 0; i < GRID; i++) {
      misfit[i] = profile_misfit(low * pow(ratio, i), profile);
      if (misfit[i] < least) {
         least = misfit[i];
         best = low * pow(ratio, i);
      }
   }
   double left = fmax(low, best / ratio), right = fmin(high, best * ratio);
   gsl_function function = { profile_misfit, profile };
   gsl_min_fminimizer* minimizer = gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent);
   if (gsl_min_fminimizer_set(minimizer, &function, best, left, right) == GSL_SUCCESS) {
      for (int i = 0; i < 60; i++) {
         if (gsl_min_fminimizer_iterate(minimizer) != GSL_SUCCESS
             || gsl_min_test_interval(gsl_min_fminimizer_x_lower(minimizer), gsl_min_fminimizer_x_upper(minimizer),
                                      0, 1e-8) == GSL_SUCCESS) {
            break;
         }
      }
      best = gsl_min_fminimizer_x_minimum(minimizer);
   }
   gsl_min_fminimizer_free(minimizer);
   profile_misfit(best, profile);
   return best;
}

/* The parameter between `inside` and `outside` where the misfit is `limit`, or `outside` if it is less there. */
static double profile_crossing(Profile* profile, double inside, double outside, double limit)
{
   profile->offset = -limit;
   double crossing = outside;
   if (profile_misfit(outside, profile) > 0) {
      gsl_function function = { profile_misfit, profile };
      gsl_root_fsolver* solver = gsl_root_fsolver_alloc(gsl_root_fsolver_bisection);
      if (gsl_root_fsolver_set(solver, &function, fmin(inside, outside), fmax(inside, outside)) == GSL_SUCCESS) {
         for (int i = 0; i < 30; i++) {
            if (gsl_root_fsolver_iterate(solver) != GSL_SUCCESS) {
               break;
            }
         }
         crossing = gsl_root_fsolver_root(solver);
      }
      gsl_root_fsolver_free(solver);
   }
   profile->offset = 0;
   return crossing;
}

/* What the misfit may exceed its minimum by within the interval of 95 %: the likelihood ratio that is Student's t for
   normal errors. */
static double interval_height(size_t bins)
{
   double freedom = fmax(1, (double)bins - 3);
   double t = gsl_cdf_tdist_Pinv(0.975, freedom);
   return (double)bins * log1p(t * t / freedom);
}

static void fit_power_law(const Section* section, GrowthPowerLaw* law)
{
   Profile profile = { .section = section, .function = power };
   *law = (GrowthPowerLaw){ .fitted = false };
   if (section->data.bins < LEAST_POINTS) {
      return;
   }
   double exponent = profile_minimum(&profile, LEAST_EXPONENT, LARGEST_EXPONENT);
   Fit    fit = profile.fit;
   if (!fit.fitted) {
      return;
   }
   double limit = fit.misfit + interval_height(section->data.bins);
   law->fitted = true;
   law->constant = fit.coefficient[0];
   law->factor = fit.coefficient[1];
   law->exponent = exponent;
   law->exponent_low = profile_crossing(&profile, exponent, LEAST_EXPONENT, limit);
   law->exponent_high = profile_crossing(&profile, exponent, LARGEST_EXPONENT, limit);
   law->scatter = fit.scale;
   law->criterion = fit.misfit + fit_penalty(section->data.bins, 3);
}

static double exponential(double n, double rate)
{
   return exp(rate * n);
}

static void fit_exponential(const Section* section, Models* models)
{
   Profile profile = { .section = section, .function = exponential };
   double  span = largest_n(section) - smallest_n(section);
   double  rate = profile_minimum(&profile, LEAST_EXP_GROWTH / span, LARGEST_EXP_GROWTH / span);
   Fit*    fit = &models->of[GROWTH_EXP];
   *fit = profile.fit;
   fit->parameters = 3;
   fit->criterion = fit->misfit + fit_penalty(section->data.bins, 3);
   fit->fitted = fit->fitted && isfinite(fit->criterion) && fit->coefficient[1] > 0
      && fit->coefficient[0] > -LARGEST_CANCELLATION * fit->coefficient[1] * profile.column[0];
   models->rate = rate;
   memcpy(models->column, profile.column, sizeof models->column);
}

/*------------------------------------------------------------------*/
/*--- All models of a section                                    ---*/
/*------------------------------------------------------------------*/

/* The function of the lower term that may stand beside the class's own; GROWTH_CONSTANT: none. */
static GrowthClass lower_of(GrowthClass class)
{
   switch (class) {
      case GROWTH_N_LOG_N:
      case GROWTH_N_1_5:
      case GROWTH_N_2:       return GROWTH_N;
      case GROWTH_N_2_LOG_N:
      case GROWTH_N_3:       return GROWTH_N_2;
      default:               return GROWTH_CONSTANT;
   }
}

/* A class may be named after a term only if it grows, and matters. */
static bool is_sound(const Section* section, GrowthClass class, const Fit* fit)
{
   size_t last = section->data.bins - 1;
   double term = fit->coefficient[fit->terms - 1] * section->function[class][last];
   const double* columns[] = { section->function[lower_of(class)], section->function[class] };
   if (fit->terms == 2) {
      return fit->coefficient[1] > 0;
   }
   if (term < LEAST_SHARE * fit_cost(fit, columns, last)) {
      return false;
   }
   for (size_t i = 0; i < last; i++) {
      if (fit_cost(fit, columns, i) > fit_cost(fit, columns, i + 1)) {
         return false;
      }
   }
   return true;
}

static void fit_class(const Section* section, GrowthClass class, Models* models)
{
   const double* columns[] = { section->function[class] };
   Fit*          fit = &models->of[class];
   fit_model(&section->data, columns, 2, 0, fit);
   fit->fitted = fit->fitted && is_sound(section, class, fit);
}

/* With the lower term, if that is better. */
static void fit_class_with_lower(const Section* section, GrowthClass class, Models* models)
{
   const double* columns[] = { section->function[lower_of(class)], section->function[class] };
   Fit fit;
   fit_model(&section->data, columns, 3, 0, &fit);
   if (fit.fitted && is_sound(section, class, &fit)
       && (!models->of[class].fitted || fit.criterion < models->of[class].criterion)) {
      models->of[class] = fit;
   }
}

static double best_criterion(const Models* models)
{
   double best = INFINITY;
   for (GrowthClass class = 0; class < GROWTH_MODELS; class++) {
      if (models->of[class].fitted) {
         best = fmin(best, models->of[class].criterion);
      }
   }
   return best;
}

/* False if no model of that many parameters, however well it fits, can be chosen instead of those already fitted. */
static bool can_win(const Section* section, const Models* models, unsigned parameters)
{
   return fit_least_misfit(&section->data) + fit_penalty(section->data.bins, parameters) < best_criterion(models);
}

static void fit_models(const Section* section, bool all, Models* models)
{
   memset(models->of, 0, sizeof models->of);
   fit_model(&section->data, NULL, 1, 0, &models->of[GROWTH_CONSTANT]);
   for (GrowthClass class = GROWTH_N; class <= GROWTH_N_3; class++) {
      if (all || can_win(section, models, 2)) {
         fit_class(section, class, models);
      }
   }
   if (!all && !can_win(section, models, 3)) {
      return;
   }
   for (GrowthClass class = GROWTH_N_LOG_N; class <= GROWTH_N_3; class++) {
      fit_class_with_lower(section, class, models);
   }
   fit_exponential(section, models);
}

/* The best criterion decides, but for the margin in favour of slower growth. */
static GrowthClass choose(const Models* models)
{
   GrowthClass best = GROWTH_CONSTANT;
   for (GrowthClass class = 0; class < GROWTH_MODELS; class++) {
      if (models->of[class].fitted
          && (!models->of[best].fitted || models->of[class].criterion < models->of[best].criterion)) {
         best = class;
      }
   }
   const Fit* winner = &models->of[best];
   for (GrowthClass class = 0; class < best; class++) {
      const Fit* fit = &models->of[class];
      double     margin = class < GROWTH_N_2 && best >= GROWTH_N_2 ? MARGIN_SQUARE : MARGIN;
      if (fit->fitted && fit->parameters <= winner->parameters && fit->criterion <= winner->criterion + margin) {
         return class;
      }
   }
   return best;
}

/*------------------------------------------------------------------*/
/*--- The decision                                               ---*/
/*------------------------------------------------------------------*/

static double explained(const Models* models, GrowthClass class)
{
   double ratio = models->of[class].scale / models->of[GROWTH_CONSTANT].scale;
   return 1 - ratio * ratio;
}

static bool has_trend(const Models* models, GrowthClass class)
{
   return models->of[class].scale <= LARGEST_SCATTER || explained(models, class) >= LEAST_EXPLAINED;
}

static void describe_fits(Case* it)
{
   double best = best_criterion(&it->models), sum = 0;
   for (GrowthClass class = 0; class < GROWTH_MODELS; class++) {
      const Fit* fit = &it->models.of[class];
      GrowthFit* out = &it->fits[class];
      *out = (GrowthFit){ .model = class, .fitted = fit->fitted };
      if (fit->fitted) {
         out->constant = fit->coefficient[0];
         out->lower = fit->terms == 3 ? fit->coefficient[1] : 0;
         out->factor = fit->terms > 1 ? fit->coefficient[fit->terms - 1] : 0;
         out->rate = class == GROWTH_EXP ? it->models.rate : 0;
         out->from = it->section.first > 0 ? smallest_n(&it->section) : 0;
         out->scatter = fit->scale;
         out->explained = explained(&it->models, class);
         out->criterion = fit->criterion;
         out->probability = exp((best - fit->criterion) / 2);
         sum += out->probability;
      }
   }
   for (GrowthClass class = 0; class < GROWTH_MODELS; class++) {
      it->fits[class].probability /= sum;
   }
}

static GrowthClass class_of(const Section* section, const Case* it)
{
   double range = largest_n(section) / fmax(1, smallest_n(section));
   if (section->bins->points_count < LEAST_POINTS) {
      return GROWTH_TOO_FEW_POINTS;
   }
   if (range < LEAST_RANGE) {
      return GROWTH_RANGE_TOO_NARROW;
   }
   if (section->data.bins < LEAST_POINTS) {
      return GROWTH_TOO_FEW_POINTS;
   }
   return has_trend(&it->models, it->best) ? it->best : GROWTH_NO_TREND;
}

static void decide(const Bins* bins, GrowthCase which, bool all, Case* it)
{
   section_set(&it->section, bins, which, 0, bins->count);
   it->decided = true;
   it->complete = all;
   it->growth = (Growth){ .class = GROWTH_TOO_FEW_POINTS };
   memset(it->models.of, 0, sizeof it->models.of);
   memset(it->fits, 0, sizeof it->fits);
   if (bins->points_count >= LEAST_POINTS && bins->count >= LEAST_POINTS) {
      fit_models(&it->section, all, &it->models);
      it->best = choose(&it->models);
      describe_fits(it);
   }
   if (bins->count > 0) {
      it->growth.class = class_of(&it->section, it);
   }
   it->growth.fit = it->growth.class < GROWTH_MODELS ? &it->fits[it->growth.class] : NULL;
}

/* If all cases are the same, the first stands for all. */
static Case* case_of(GrowthAnalysis* analysis, GrowthCase which, bool all)
{
   Case* it = &analysis->cases[analysis->bins.same ? 0 : which];
   if (!it->decided || (all && !it->complete)) {
      decide(&analysis->bins, which, all, it);
   }
   return it;
}

/*------------------------------------------------------------------*/
/*--- For users                                                  ---*/
/*------------------------------------------------------------------*/

GrowthAnalysis* growth_new(void)
{
   gsl_set_error_handler_off();   /* it would end the command; all results are checked */
   GrowthAnalysis* analysis = memory_resize(NULL, 1, sizeof *analysis);
   growth_set_points(analysis, NULL, 0);
   return analysis;
}

void growth_free(GrowthAnalysis* analysis)
{
   free(analysis);
}

void growth_set_points(GrowthAnalysis* analysis, const Point* points, size_t count)
{
   bins_fill(&analysis->bins, points, count);
   for (GrowthCase which = 0; which < GROWTH_CASES; which++) {
      Case* it = &analysis->cases[which];
      it->decided = it->has_power_law = it->has_residuals = false;
   }
}

const Growth* growth_of(GrowthAnalysis* analysis, GrowthCase which)
{
   return &case_of(analysis, which, false)->growth;
}

const GrowthFit* growth_fits(GrowthAnalysis* analysis, GrowthCase which)
{
   return case_of(analysis, which, true)->fits;
}

const GrowthPowerLaw* growth_power_law(GrowthAnalysis* analysis, GrowthCase which)
{
   Case* it = case_of(analysis, which, false);
   if (!it->has_power_law) {
      fit_power_law(&it->section, &it->power_law);
      it->has_power_law = true;
   }
   return &it->power_law;
}

double growth_cost(const GrowthFit* fit, double n)
{
   if (fit->model == GROWTH_EXP) {
      return fit->constant + fit->factor * exponential(n, fit->rate);
   }
   return fit->constant + fit->lower * bins_function(lower_of(fit->model), n)
      + fit->factor * bins_function(fit->model, n);
}

static void compute_residuals(const GrowthAnalysis* analysis, GrowthCase which, Case* it)
{
   const FitData* data = &analysis->bins.of[which].data;
   bool           fitted = it->fits[it->best].fitted;
   for (size_t i = 0; i < analysis->bins.count; i++) {
      GrowthResidual* residual = &it->residuals[i];
      *residual = (GrowthResidual){ .n = data->n[i], .cost = data->cost[i], .fitted = NAN, .residual = NAN };
      if (fitted && i >= it->section.first) {
         residual->fitted = growth_cost(&it->fits[it->best], data->n[i]);
         residual->residual = data->log_cost[i] - log(residual->fitted);
         residual->weight = fit_weight(data, &it->models.of[it->best], i, residual->residual);
      }
   }
}

const GrowthResidual* growth_residuals(GrowthAnalysis* analysis, GrowthCase which, size_t* count)
{
   Case* it = case_of(analysis, which, false);
   if (!it->has_residuals) {
      compute_residuals(analysis, which, it);
      it->has_residuals = true;
   }
   *count = analysis->bins.count;
   return it->residuals;
}

/*------------------------------------------------------------------*/
/*--- Projections                                                ---*/
/*------------------------------------------------------------------*/

/* The factor by which one model says the cost grows, and the standard error of its logarithm. */
typedef struct {
   double factor;
   double error;
} ModelProjection;

/* What the coefficients are multiplied with to get the cost, and then the derivative for the rate. */
static unsigned gradient(const Models* models, GrowthClass class, double n, double offset, double* direction)
{
   const Fit* fit = &models->of[class];
   direction[0] = 1;
   if (class == GROWTH_EXP) {
      double value = exponential(n - offset, models->rate);
      direction[1] = value;
      direction[2] = fit->coefficient[1] * n * value;
      return 3;
   }
   if (fit->terms == 3) {
      direction[1] = bins_function(lower_of(class), n);
   }
   if (fit->terms > 1) {
      direction[fit->terms - 1] = bins_function(class, n);
   }
   return fit->terms;
}

static double cost_along(const Fit* fit, const double* direction)
{
   double cost = 0;
   for (unsigned k = 0; k < fit->terms; k++) {
      cost += fit->coefficient[k] * direction[k];
   }
   return cost;
}

/* Sums of the gradients over the calls, now and then; of the worst and best, over the largest input alone. */
static unsigned sum_gradients(const Bins* bins, const Case* it, GrowthCase which, GrowthClass class, double times,
                              double* now, double* then)
{
   const FitData* data = &bins->of[which].data;
   unsigned       terms = 0;
   memset(now, 0, FIT_TERMS * sizeof *now);
   memset(then, 0, FIT_TERMS * sizeof *then);
   for (size_t i = which == GROWTH_MEAN ? 0 : bins->count - 1; i < bins->count; i++) {
      double small[FIT_TERMS], large[FIT_TERMS];
      terms = gradient(&it->models, class, data->n[i], 0, small);
      terms = gradient(&it->models, class, data->n[i] * times, 0, large);
      for (unsigned k = 0; k < terms; k++) {
         now[k] += bins->calls[i] * small[k];
         then[k] += bins->calls[i] * large[k];
      }
   }
   return terms;
}

static ModelProjection project(const Bins* bins, const Case* it, GrowthCase which, GrowthClass class, double times)
{
   const Fit* fit = &it->models.of[class];
   double     now[FIT_TERMS], then[FIT_TERMS], direction[FIT_TERMS], slope[FIT_BINS];
   unsigned   terms = sum_gradients(bins, it, which, class, times, now, then);
   double     cost_now = cost_along(fit, now), cost_then = cost_along(fit, then);
   for (unsigned k = 0; k < terms; k++) {
      direction[k] = then[k] / cost_then - now[k] / cost_now;
   }
   const double* columns[] = { it->section.function[class], NULL };
   if (fit->terms == 3) {
      columns[0] = it->section.function[lower_of(class)];
      columns[1] = it->section.function[class];
   }
   if (class == GROWTH_EXP) {
      for (size_t i = 0; i < it->section.data.bins; i++) {
         slope[i] = fit->coefficient[1] * it->section.data.n[i] * it->models.column[i];
      }
      columns[0] = it->models.column;
      columns[1] = slope;
   }
   return (ModelProjection){ cost_then / cost_now, fit_error(&it->section.data, columns, terms, fit, direction) };
}

GrowthProjection growth_project(GrowthAnalysis* analysis, GrowthCase which, double times)
{
   const Case* it = case_of(analysis, which, true);
   if (it->growth.fit == NULL) {
      return (GrowthProjection){ .known = false, .factor = times, .low = 1, .high = INFINITY };
   }
   double           best = best_criterion(&it->models);
   double           t = gsl_cdf_tdist_Pinv(0.975, fmax(1, (double)it->section.data.bins - 2));
   GrowthProjection projection = { .known = true, .low = INFINITY, .high = 0 };
   for (GrowthClass class = 0; class < GROWTH_MODELS; class++) {
      const Fit* fit = &it->models.of[class];
      if (fit->fitted && (class == it->growth.class || fit->criterion <= best + POSSIBLE)) {
         ModelProjection one = project(&analysis->bins, it, which, class, times);
         projection.low = fmin(projection.low, one.factor * exp(-t * one.error));
         projection.high = fmax(projection.high, one.factor * exp(t * one.error));
         if (class == it->growth.class) {
            projection.factor = one.factor;
         }
      }
   }
   projection.low = fmin(fmax(projection.low, 1), projection.factor);
   return projection;
}
