/* The models of growth, and how they are fitted to a section.  What the rules
   compare are criteria of fits to the same section. */

#include "growth/models.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_min.h>
#include <gsl/gsl_roots.h>
#include <gsl/gsl_statistics_double.h>

#include "util/memory.h"

#define LEAST_BINS_FOR_POWER_LAW  5

/* The term that a class is named after makes up at least this part of the cost at the largest input. */
#define LEAST_SHARE  0.5

/* A class from n^1.5 on may not rest on the last inputs alone: its term is at least this part already before
   the last bin of eight. */
#define LEAST_SHARE_BEFORE  0.25
#define BINS_FOR_ONE_LAST   8

/* A lower term that is taken away is less likely than one that is added, which costs of several parts have.
   Not for n log n: where an element takes K cells, a sort is n log(n/K). */
#define PENALTY_NEGATIVE  4.0

/* e^(rate (largest n - smallest n)) */
#define LEAST_EXP_GROWTH    3.0
#define LARGEST_EXP_GROWTH  66.0

/* The least slope of log cost against log n, in the last third of the bins, for an exponential. */
#define LEAST_EXP_SLOPE  2.0

/* The constant of an exponential takes away at most this part of it, a quarter up the range. The difference
   of two large numbers would fit any curve that is bent upwards. */
#define LARGEST_CANCELLATION  0.25
#define CANCELLATION_FROM     0.25   /* of the range */

/* The margin by which an exponential's misfit must be less than that of the free power law. */
#define MARGIN_EXP  10.0

#define LEAST_EXPONENT    0.05
#define LEAST_HALF_INTERVAL  0.001

/* A model whose criterion is worse by so much than that of another is not chosen, nor worth an exact number.
   */
#define OUT_OF_REACH  30.0

#define GRID            8
#define WORTH_ENDING   20.0    /* above the least misfit so far: what is above is left unfinished */
#define LOWER_MINIMUM   0.1    /* worth a second descent */
#define BRENT          30      /* steps */
#define PRECISION  1e-4
#define PRECISION_OF_INTERVAL  1e-3

/*--- Sections ---*/

void section_set(Section* section, const Bins* bins, GrowthCase which, size_t first, size_t count)
{
   const BinnedCase* binned = &bins->cases[which];
   assert(first + count <= bins->count);
   section->bins = bins;
   section->which = which;
   section->first = first;
   section->has_power = false;
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

/*--- Models with a parameter in the exponent ---*/

/* constant + factor * function(n, parameter), the best coefficients for each parameter: a curve over the
   parameter, whose minimum is looked for.  From one parameter to a near one the coefficients hardly change
   but for the unit of the factor, so that each fit begins where the one before has ended. */
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

static double value_of(const Profile* profile)
{
   return profile->fit.fitted ? profile->fit.misfit + profile->offset : UNFITTED;
}

static void set_parameter(Profile* profile, double parameter)
{
   section_apply(profile->section, profile->function, parameter, profile->column);
}

/* From nowhere, and not to the end if that will clearly be above `limit`. */
static double profile_begin(Profile* profile, double parameter, double limit)
{
   const FitData* data = &profile->section->data;
   const double*  columns[] = { profile->column };
   set_parameter(profile, parameter);
   fit_model(data, columns, 2, limit + fit_penalty(data->bins, 2), &profile->fit);
   return value_of(profile);
}

/* From the fit of a parameter that is near. */
static double profile_misfit(double parameter, void* context)
{
   Profile*       profile = context;
   const FitData* data = &profile->section->data;
   const double*  columns[] = { profile->column };
   double         before = profile->column[data->bins - 1];
   set_parameter(profile, parameter);
   profile->fit.coefficient[1] *= before / profile->column[data->bins - 1];
   fit_model_again(data, columns, 2, &profile->fit);
   return value_of(profile);
}

/* A parameter, and the misfit there. */
typedef struct {
   double parameter;
   double misfit;
} Place;

/* From `middle`, where the profile is, to the least misfit between the others. */
static Place descend_profile(Profile* profile, Place left, Place middle, Place right)
{
   gsl_function        function = { profile_misfit, profile };
   gsl_min_fminimizer* minimizer = memory_checked(gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent));
   double              best = middle.parameter;
   if (gsl_min_fminimizer_set_with_values(minimizer, &function, middle.parameter, middle.misfit,
                                          left.parameter, left.misfit,
                                          right.parameter, right.misfit) == GSL_SUCCESS) {
      for (int i = 0; i < BRENT; i++) {
         if (gsl_min_fminimizer_iterate(minimizer) != GSL_SUCCESS
             || gsl_min_test_interval(gsl_min_fminimizer_x_lower(minimizer),
                                      gsl_min_fminimizer_x_upper(minimizer), 0, PRECISION) == GSL_SUCCESS) {
            break;
         }
      }
      best = gsl_min_fminimizer_x_minimum(minimizer);
   }
   gsl_min_fminimizer_free(minimizer);
   return (Place){ best, profile_misfit(best, profile) };
}

/* The parameter between low and high with the least misfit; the profile's fit is left there. */
static double profile_minimum(Profile* profile, double low, double high)
{
   assert(!(low <= 0 || low >= high));
   double  ratio = pow(high / low, 1.0 / (GRID - 1));
   Place   places[GRID], best = { low, INFINITY };
   int     at = 0;
   Profile fitted = *profile;
   for (int i = 0; i < GRID; i++) {
      places[i].parameter = low * pow(ratio, i);
      places[i].misfit = profile_begin(profile, places[i].parameter, best.misfit + WORTH_ENDING);
      if (places[i].misfit < best.misfit) {
         at = i;
         best = places[i];
         fitted = *profile;
      }
   }
   *profile = fitted;
   if (at == 0 || at == GRID - 1) {
      return best.parameter;
   }
   /* The descent stays in the minimum of the coefficients that it began in; there may be a lower one by
      now. */
   best = descend_profile(profile, places[at - 1], best, places[at + 1]);
   fitted = *profile;
   double misfit = profile_begin(&fitted, best.parameter, best.misfit);
   if (misfit < best.misfit) {
      *profile = fitted;
      if (misfit < best.misfit - LOWER_MINIMUM) {
         best.misfit = misfit;
         best = descend_profile(profile, places[at - 1], best, places[at + 1]);
      }
   }
   return best.parameter;
}

/* The parameter between `inside`, where the profile is, and `outside` where the misfit is `limit`, or
   `outside` if it is less there.  `near`: roughly how far away. */
static double profile_crossing(Profile* profile, double inside, double outside, double limit, double near)
{
   double step = outside < inside ? -near : near;
   double last = inside, next = inside;
   profile->offset = -limit;
   do {
      last = next;
      next = fabs(outside - last) <= fabs(step) ? outside : last + step;
      step *= 2;
   } while (profile_misfit(next, profile) < 0 && next != outside);

   double crossing = next;
   if (value_of(profile) > 0) {
      gsl_function function = { profile_misfit, profile };
      gsl_root_fsolver* solver = memory_checked(gsl_root_fsolver_alloc(gsl_root_fsolver_brent));
      if (gsl_root_fsolver_set(solver, &function, fmin(last, next), fmax(last, next)) == GSL_SUCCESS) {
         for (int i = 0; i < BRENT; i++) {
            if (gsl_root_fsolver_iterate(solver) != GSL_SUCCESS
                || gsl_root_test_interval(gsl_root_fsolver_x_lower(solver), gsl_root_fsolver_x_upper(solver),
                                          0, PRECISION_OF_INTERVAL) == GSL_SUCCESS) {
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

/*--- The power law ---*/

/* Returns how far the misfit may exceed its minimum within the interval of 95 %: the likelihood ratio that is
   Student's t for normal errors. */
static double interval_height(size_t bins)
{
   double freedom = fmax(1, (double)bins - 3);
   double t = gsl_cdf_tdist_Pinv(0.975, freedom);
   return (double)bins * log1p(t * t / freedom);
}

/* The profile of the section at its best exponent; found once for each section. */
static Profile best_power(Section* section)
{
   Profile profile = { .section = section, .function = power };
   if (!section->has_power) {
      section->has_power = true;
      section->exponent = profile_minimum(&profile, LEAST_EXPONENT, GROWTH_LARGEST_EXPONENT);
      section->power = profile.fit;
   } else {
      set_parameter(&profile, section->exponent);
      profile.fit = section->power;
   }
   return profile;
}

bool models_exponent_is_above(Section* section, double exponent)
{
   if (section->data.bins < LEAST_BINS_FOR_POWER_LAW) {
      return false;
   }
   Profile profile = best_power(section);
   double  limit = profile.fit.misfit + interval_height(section->data.bins);
   return profile.fit.fitted && section->exponent > exponent && profile_misfit(exponent, &profile) >= limit;
}

/* About how far from the best exponent its interval ends: as that of a line through the logarithms. */
static double guess_half_interval(const Section* section)
{
   const FitData* data = &section->data;
   double logs[FIT_BINS];
   for (size_t i = 0; i < data->bins; i++) {
      logs[i] = log(fmax(data->n[i], 1));
   }
   double spread = gsl_stats_variance(logs, 1, data->bins);
   return fmax(LEAST_HALF_INTERVAL, 2 * section->power.scale / sqrt((double)data->bins * spread));
}

void models_fit_power_law(Section* section, GrowthPowerLaw* law)
{
   *law = (GrowthPowerLaw){ .fitted = false };
   if (section->data.bins < LEAST_BINS_FOR_POWER_LAW) {
      return;
   }
   Profile profile = best_power(section), other = profile;
   Fit     fit = profile.fit;
   if (!fit.fitted) {
      return;
   }
   double limit = fit.misfit + interval_height(section->data.bins);
   double near = guess_half_interval(section);
   law->fitted = true;
   law->constant = fit.coefficient[0];
   law->factor = fit.coefficient[1];
   law->exponent = section->exponent;
   law->exponent_low = profile_crossing(&profile, law->exponent, LEAST_EXPONENT, limit, near);
   law->exponent_high = profile_crossing(&other, law->exponent, GROWTH_LARGEST_EXPONENT, limit, near);
   law->scatter = fit.scale;
   law->criterion = fit.misfit + fit_penalty(section->data.bins, 3);
}

/*--- All models of a section ---*/

/* Returns the part of a bin's cost that is due to the term in the last column. */
static double share_of_last_term(const Fit* fit, const double* const* columns, size_t i)
{
   return fit->coefficient[fit->terms - 1] * columns[fit->terms - 2][i] / fit_cost(fit, columns, i);
}

static bool has_share(const Section* section, const Fit* fit, const double* const* columns)
{
   size_t last = section->data.bins - 1;
   size_t steps = section->data.bins / BINS_FOR_ONE_LAST;
   size_t before = last - (steps > 1 ? steps : 1);
   return share_of_last_term(fit, columns, last) >= LEAST_SHARE
      && share_of_last_term(fit, columns, before) >= LEAST_SHARE_BEFORE;
}

/* A class may be named after a term only if it grows, and matters. */
static bool is_sound(const Section* section, GrowthClass class, GrowthClass lower, const Fit* fit)
{
   size_t        last = section->data.bins - 1;
   const double* alone[] = { section->function[class] };
   const double* with_lower[] = { section->function[lower], section->function[class] };
   if (fit->terms == 2) {
      return fit->coefficient[1] > 0 && (class <= GROWTH_N_LOG_N || has_share(section, fit, alone));
   }
   if (!has_share(section, fit, with_lower)) {
      return false;
   }
   for (size_t i = 0; i < last; i++) {
      if (fit_cost(fit, with_lower, i) > fit_cost(fit, with_lower, i + 1)) {
         return false;
      }
   }
   return true;
}

static double exponential(double n, double rate)
{
   return exp(rate * n);
}

/* Powers above 3 are no class, and closer to n^3 than to an exponential.  The classes that are powers of n
   themselves fit no better than the best one, which takes long to find. */
static bool beats_power_law(Section* section, const Models* models, const Fit* fit)
{
   static const GrowthClass powers[] = { GROWTH_N, GROWTH_N_1_5, GROWTH_N_2, GROWTH_N_3 };
   for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
      const Fit* of_class = &models->fits[powers[i]];
      if (of_class->fitted && of_class->terms == 2 && fit->misfit >= of_class->misfit - MARGIN_EXP) {
         return false;
      }
   }
   Profile profile = best_power(section);
   return !profile.fit.fitted || fit->misfit < profile.fit.misfit - MARGIN_EXP;
}

static void fit_exponential(Section* section, Models* models)
{
   Profile profile = { .section = section, .function = exponential };
   double  smallest = section->data.n[0];
   double  span = section->data.n[section->data.bins - 1] - smallest;
   double  rate = profile_minimum(&profile, LEAST_EXP_GROWTH / span, LARGEST_EXP_GROWTH / span);
   Fit*    fit = &models->fits[GROWTH_EXP];
   *fit = profile.fit;
   fit->parameters = 3;
   fit->criterion = fit->misfit + fit_penalty(section->data.bins, 3);
   const double* columns[] = { profile.column };
   double quarter = smallest + CANCELLATION_FROM * span;
   fit->fitted = fit->fitted && isfinite(fit->criterion) && fit->coefficient[1] > 0
      && has_share(section, fit, columns)
      && fit->coefficient[0]
         > -LARGEST_CANCELLATION * fit->coefficient[1] * exponential(quarter, rate);
   models->rate = rate;
   memcpy(models->column, profile.column, sizeof models->column);
   fit->fitted = fit->fitted && beats_power_law(section, models, fit);
}

static void fit_class(const Section* section, GrowthClass class, double limit, Models* models)
{
   const double* columns[] = { section->function[class] };
   Fit*          fit = &models->fits[class];
   fit_model(&section->data, columns, 2, limit, fit);
   fit->fitted = fit->fitted && is_sound(section, class, GROWTH_CONSTANT, fit);
}

/* Fits the class with a lower term, and keeps this fit if it is better. */
static void fit_class_with_lower(const Section* section, GrowthClass class, GrowthClass lower, double limit,
                                 Models* models)
{
   const double* columns[] = { section->function[lower], section->function[class] };
   Fit fit;
   fit_model(&section->data, columns, 3, limit, &fit);
   fit.criterion += fit.coefficient[1] < 0 && class != GROWTH_N_LOG_N ? PENALTY_NEGATIVE : 0;
   if (fit.fitted && is_sound(section, class, lower, &fit)
       && (!models->fits[class].fitted || fit.criterion < models->fits[class].criterion)) {
      models->fits[class] = fit;
      models->lower[class] = lower;
   }
}

double models_best_criterion(const Models* models)
{
   double best = INFINITY;
   for (GrowthClass class = 0; class < GROWTH_MODELS; class++) {
      if (models->fits[class].fitted) {
         best = fmin(best, models->fits[class].criterion);
      }
   }
   return best;
}

/* False if no model of that many parameters, however well it fits, can be chosen instead of those already
   fitted. */
static bool can_win(const Section* section, const Models* models, unsigned parameters)
{
   double criterion = fit_least_misfit(&section->data) + fit_penalty(section->data.bins, parameters);
   return criterion < models_best_criterion(models);
}

/* Returns the criterion above which a model need not be fitted to the end. */
static double limit_of(const Models* models, bool all)
{
   return all ? INFINITY : models_best_criterion(models) + OUT_OF_REACH;
}

void models_fit_polynomials(const Section* section, bool all, Models* models)
{
   memset(models->fits, 0, sizeof models->fits);
   memset(models->lower, 0, sizeof models->lower);
   fit_model(&section->data, NULL, 1, INFINITY, &models->fits[GROWTH_CONSTANT]);
   for (GrowthClass class = GROWTH_N; class <= GROWTH_N_3; class++) {
      if (all || can_win(section, models, 2)) {
         fit_class(section, class, limit_of(models, all), models);
      }
   }
   for (GrowthClass class = GROWTH_N_LOG_N; class <= GROWTH_N_3; class++) {
      if (all || can_win(section, models, 3)) {
         fit_class_with_lower(section, class, GROWTH_N, limit_of(models, all), models);
      }
      if (class > GROWTH_N_2 && (all || can_win(section, models, 3))) {
         fit_class_with_lower(section, class, GROWTH_N_2, limit_of(models, all), models);
      }
   }
}

/* An exponential grows faster than any power where it ends. */
static bool may_be_exponential(const FitData* data)
{
   size_t last = data->bins - 1, before = 2 * last / 3;
   double of_cost = fmax(data->log_cost[last], data->log_cost[last - 1]) - data->log_cost[before];
   return of_cost >= LEAST_EXP_SLOPE * log(data->n[last] / fmax(1, data->n[before]));
}

void models_fit_exponential(Section* section, bool all, Models* models)
{
   if ((all || can_win(section, models, 3)) && may_be_exponential(&section->data)) {
      fit_exponential(section, models);
   }
}

void models_fit(Section* section, bool all, Models* models)
{
   models_fit_polynomials(section, all, models);
   models_fit_exponential(section, all, models);
}

unsigned models_columns(const Section* section, const Models* models, GrowthClass class,
                        const double** columns)
{
   if (models->fits[class].terms == 3) {
      columns[0] = section->function[models->lower[class]];
      columns[1] = section->function[class];
      return 2;
   }
   columns[0] = class == GROWTH_EXP ? models->column : section->function[class];
   return models->fits[class].terms - 1;
}

double models_residual(const Section* section, const Models* models, GrowthClass class, size_t i)
{
   const double* columns[FIT_TERMS];
   models_columns(section, models, class, columns);
   return section->data.log_cost[i] - log(fit_cost(&models->fits[class], columns, i));
}
