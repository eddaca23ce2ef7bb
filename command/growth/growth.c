/* How the cost of a routine grows with its input: which of the models is
   believed.  docs/growth.md derives the rules and their constants.

   Invariant: a decision is made once, with the models that could win.  Fitting
   the others, for display, does not change it. */

#include "growth/growth.h"

#include <glib.h>
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "growth/choose.h"
#include "growth/models.h"

#define LEAST_RANGE   4.0    /* largest input / smallest */
#define INNER_RANGE   2.0    /* the same without the first bin, or the last: no single one makes a range */

/* An exponential that is exact to LARGEST_EXP_SCATTER shows on a narrower range. */
#define LEAST_EXP_RANGE      1.5
#define LARGEST_EXP_SCATTER  0.1

/* Costs that scatter more than LARGEST_SCATTER have no trend unless the model explains LEAST_EXPLAINED. */
#define LARGEST_SCATTER  0.25
#define LEAST_EXPLAINED  0.5

/* Small inputs may follow a rule of their own. They are set apart if no model fits all bins to
   REGIME_SCATTER, and the criterion of two fits is better by MARGIN_REGIME than that of one. */
#define REGIME_SCATTER     0.05
#define MARGIN_REGIME      10.0
#define LEAST_SMALL_BINS   4
#define LEAST_LARGE_BINS   8
#define LEAST_LARGE_RANGE  8.0
#define REGIME_PLACES      12    /* at most so many are tried */
#define REGIME_PARAMETERS  2     /* where the rule changes, and a second scale of errors */
#define LARGEST_RATIO      1.4   /* of neighbouring residuals' differences to themselves, squared */
#define LARGEST_RESIDUAL   3.0   /* in scales; outliers are no structure */

/* A law that projects more than so many times what its class can give hangs on one far point: this is
   open. */
#define BEYOND_CLASS  2.0

/* A class above n log n is possible if its criterion is not worse by more than this than that of the class
   that is named. */
#define AS_GOOD  2.0

typedef struct {
   bool           complete;       /* all models were fitted, not just those that could win */
   bool           has_power_law;
   Section        section;
   Models         models;
   GrowthFit      fits[GROWTH_MODELS];
   GrowthClass    best;           /* the model that is chosen, or would be */
   Growth         growth;
   GrowthClass    slowest;        /* that the points show beyond doubt */
   GrowthClass    fastest;        /* that they allow */
   Predictor      predictor;
   GrowthPowerLaw power_law;
} Case;

struct GrowthAnalysis {
   Bins bins;
   bool agreed;               /* all cases are decided, and do not contradict each other */
   Case cases[GROWTH_CASES];
};

/*--- The decision ---*/

static double explained(const Models* models, GrowthClass class)
{
   double ratio = models->fits[class].scale / models->fits[GROWTH_CONSTANT].scale;
   return 1 - ratio * ratio;
}

static bool has_trend(const Models* models, GrowthClass class)
{
   return models->fits[class].scale <= LARGEST_SCATTER || explained(models, class) >= LEAST_EXPLAINED;
}

/* The bins from `first` on follow one model, those before it a line: the criterion of both, or infinity if it
   cannot be below the limit. */
static double regime_criterion(const Section* all, size_t first, double limit, Section* large, Models* models)
{
   Section small;
   Fit     line;
   section_set(&small, all->bins, all->which, 0, first);
   section_set(large, all->bins, all->which, first, all->data.bins - first);
   const double* columns[] = { small.function[GROWTH_N] };
   fit_model(&small.data, columns, 2, INFINITY, &line);
   if (!line.fitted || line.misfit + fit_least_misfit(&large->data)
                       + fit_penalty(all->data.bins, line.parameters + 1 + REGIME_PARAMETERS) >= limit) {
      return INFINITY;
   }
   models_fit_polynomials(large, false, models);
   GrowthClass class = choose_class(large, models);
   const Fit*  fit = &models->fits[class];
   if (!fit->fitted) {
      return INFINITY;
   }
   return line.misfit + fit->misfit
      + fit_penalty(all->data.bins, line.parameters + fit->parameters + REGIME_PARAMETERS);
}

/* Residuals of neighbours that go together: the model misses something that is not chance. Von Neumann's
   ratio is 2 for independent ones. */
static bool has_structure(const Case* chosen, const Section* all)
{
   const Fit* fit = &chosen->models.fits[chosen->best];
   double     squares = 0, differences = 0, before = 0;
   for (size_t i = 0; i < all->data.bins; i++) {
      double residual = models_residual(all, &chosen->models, chosen->best, i);
      residual = fmax(-LARGEST_RESIDUAL * fit->scale, fmin(LARGEST_RESIDUAL * fit->scale, residual));
      squares += residual * residual;
      differences += i > 0 ? (residual - before) * (residual - before) : 0;
      before = residual;
   }
   return differences < LARGEST_RATIO * squares;
}

/* The section that small inputs are left out of, if they follow a rule of their own, or else all of it. */
static void set_small_inputs_apart(Case* chosen)
{
   Section all = chosen->section, large;
   Models  models;
   double  best = chosen->models.fits[chosen->best].criterion - MARGIN_REGIME;
   size_t  best_first = 0, step = 1 + all.data.bins / REGIME_PLACES;
   for (size_t first = LEAST_SMALL_BINS; first + LEAST_LARGE_BINS <= all.data.bins; first += step) {
      if (all.data.n[all.data.bins - 1] < LEAST_LARGE_RANGE * all.data.n[first]) {
         break;
      }
      double criterion = regime_criterion(&all, first, best, &large, &models);
      if (criterion < best) {
         best = criterion;
         best_first = first;
      }
   }
   if (best_first > 0) {
      section_set(&chosen->section, all.bins, all.which, best_first, all.data.bins - best_first);
      models_fit(&chosen->section, false, &chosen->models);
      chosen->best = choose_class(&chosen->section, &chosen->models);
   }
}

/* Replaces a class that is quadratic or worse by the one without the last bin, if the last bin alone makes it
   so and all bins fit that class: one expensive call at the end of the range is no trend. */
static void confirm_square(Case* chosen)
{
   const Section* all = &chosen->section;
   Section        without_last;
   Models         models;
   if (all->data.bins <= GROWTH_LEAST_POINTS) {
      return;
   }
   section_set(&without_last, all->bins, all->which, all->first, all->data.bins - 1);
   models_fit_polynomials(&without_last, false, &models);
   if (choose_best(&models) >= GROWTH_N_2) {
      return;
   }
   models_fit_exponential(&without_last, false, &models);
   GrowthClass class = choose_best(&models);
   if (class < GROWTH_N_2 && chosen->models.fits[class].fitted) {
      chosen->best = class;
   }
}

/* Sets the slowest and the fastest class that remain possible. A class faster than n log n must hold whatever
   is left out; otherwise, the best slower one remains possible. A faster class that is as good remains
   possible if the costs end so. */
static void set_range(Case* chosen)
{
   const Models* models = &chosen->models;
   GrowthClass   slower = choose_best_below(models, GROWTH_N_1_5, UINT_MAX);
   chosen->slowest = chosen->fastest = chosen->best;
   if (chosen->best >= GROWTH_N_1_5) {
      if (models->fits[slower].fitted && slower > GROWTH_CONSTANT
          && !confirm_steep(&chosen->section, models, chosen->best)) {
         chosen->slowest = slower;
      }
   } else if (confirm_steep_end(&chosen->section.data)) {
      for (GrowthClass class = GROWTH_N_1_5; class < GROWTH_MODELS; class++) {
         if (models->fits[class].fitted
             && models->fits[class].criterion <= models->fits[chosen->best].criterion + AS_GOOD) {
            chosen->fastest = class;
         }
      }
   }
}

static void describe_fits(Case* chosen)
{
   double best = models_best_criterion(&chosen->models), sum = 0;
   for (GrowthClass class = 0; class < GROWTH_MODELS; class++) {
      const Fit* fit = &chosen->models.fits[class];
      GrowthFit* out = &chosen->fits[class];
      *out = (GrowthFit){ .model = class, .fitted = fit->fitted };
      if (fit->fitted) {
         out->constant = fit->coefficient[0];
         out->lower_class = chosen->models.lower[class];
         out->lower = fit->terms == 3 ? fit->coefficient[1] : 0;
         out->factor = fit->terms > 1 ? fit->coefficient[fit->terms - 1] : 0;
         out->rate = class == GROWTH_EXP ? chosen->models.rate : 0;
         out->from = chosen->section.first > 0 ? chosen->section.data.n[0] : 0;
         out->scatter = fit->scale;
         out->explained = explained(&chosen->models, class);
         out->criterion = fit->criterion;
         out->probability = exp((best - fit->criterion) / 2);
         sum += out->probability;
      }
   }
   for (GrowthClass class = 0; class < GROWTH_MODELS; class++) {
      chosen->fits[class].probability /= sum;
      assert(!(chosen->fits[class].probability < 0 || chosen->fits[class].probability > 1));
   }
}

static double range_of(const FitData* data, size_t first, size_t last)
{
   return data->n[last] / fmax(1, data->n[first]);
}

static GrowthClass class_of(const Section* section, const Case* chosen)
{
   const FitData* data = &section->bins->cases[section->which].data;
   double range = range_of(data, 0, data->bins - 1);
   if (section->bins->points_count < GROWTH_LEAST_POINTS) {
      return GROWTH_TOO_FEW_POINTS;
   }
   bool fitted = section->data.bins >= GROWTH_LEAST_POINTS;
   bool is_exponential = fitted && chosen->best == GROWTH_EXP && range >= LEAST_EXP_RANGE
      && chosen->models.fits[GROWTH_EXP].scale <= LARGEST_EXP_SCATTER;
   if (range < LEAST_RANGE && !is_exponential) {
      return GROWTH_RANGE_TOO_NARROW;
   }
   if (!fitted) {
      return GROWTH_TOO_FEW_POINTS;
   }
   if (!is_exponential && (range_of(data, 1, data->bins - 1) < INNER_RANGE
                           || range_of(data, 0, data->bins - 2) < INNER_RANGE)) {
      return GROWTH_RANGE_TOO_NARROW;
   }
   return has_trend(&chosen->models, chosen->best) ? chosen->best : GROWTH_NO_TREND;
}

/* On a narrow range, nothing is shown beyond doubt; but what looks steep there may be so. */
static void set_class(Case* chosen, GrowthClass class)
{
   bool is_model = class < GROWTH_MODELS;
   bool may_be_steep = class == GROWTH_RANGE_TOO_NARROW && chosen->fastest >= GROWTH_N_1_5
      && has_trend(&chosen->models, chosen->best);
   chosen->growth.class = class;
   chosen->growth.slowest = is_model ? MIN(chosen->slowest, class)
                          : may_be_steep ? MIN(chosen->slowest, GROWTH_N) : class;
   chosen->growth.fastest = is_model ? MAX(chosen->fastest, class)
                          : may_be_steep ? chosen->fastest : class;
   chosen->growth.fit = is_model ? &chosen->fits[class] : NULL;
   assert(!is_model || (chosen->growth.slowest <= class && class <= chosen->growth.fastest));
}

/* No model is fitted to the bins from `first` on. */
static void begin_fits(const Bins* bins, GrowthCase which, size_t first, Case* chosen)
{
   section_set(&chosen->section, bins, which, first, bins->count - first);
   chosen->complete = false;
   memset(chosen->models.fits, 0, sizeof chosen->models.fits);
   memset(chosen->fits, 0, sizeof chosen->fits);
}

static void decide(const Bins* bins, GrowthCase which, Case* chosen)
{
   begin_fits(bins, which, 0, chosen);
   chosen->best = chosen->slowest = chosen->fastest = GROWTH_CONSTANT;
   chosen->predictor.count = 0;
   if (bins->points_count >= GROWTH_LEAST_POINTS && bins->count >= GROWTH_LEAST_POINTS) {
      models_fit(&chosen->section, false, &chosen->models);
      chosen->best = choose_class(&chosen->section, &chosen->models);
      if (chosen->models.fits[chosen->best].scale > REGIME_SCATTER
          && has_structure(chosen, &chosen->section)) {
         set_small_inputs_apart(chosen);
      }
      if (chosen->best >= GROWTH_N_2) {
         confirm_square(chosen);
      }
      set_range(chosen);
      describe_fits(chosen);
      predictor_set(&chosen->predictor, &chosen->section.data, chosen->fits,
                    chosen->slowest >= GROWTH_N_1_5);
   }
   set_class(chosen, bins->count > 0 ? class_of(&chosen->section, chosen) : GROWTH_TOO_FEW_POINTS);
}

/* Fits the models, too, that could not win. The decision stays. */
static void complete(Case* chosen)
{
   chosen->complete = true;
   const Bins* bins = chosen->section.bins;
   assert(chosen->section.first + chosen->section.data.bins <= bins->count);
   if (bins->points_count >= GROWTH_LEAST_POINTS && bins->count >= GROWTH_LEAST_POINTS) {
      models_fit(&chosen->section, true, &chosen->models);
      describe_fits(chosen);
   }
}

static bool has_class(const Case* chosen)
{
   return chosen->growth.class < GROWTH_MODELS;
}

/* Returns by how much the criterion of a class exceeds that of the best. */
static double regret(const Case* chosen, GrowthClass class)
{
   const Fit* fit = &chosen->models.fits[class];
   return fit->fitted ? fit->criterion - chosen->models.fits[chosen->best].criterion : INFINITY;
}

/* Up to n log n, there are no ranges. */
static void set_common(Case* chosen, GrowthClass class)
{
   assert(class < GROWTH_MODELS && chosen->models.fits[class].fitted);
   chosen->best = class;
   chosen->slowest = class < GROWTH_N_1_5 ? class : chosen->slowest;
   set_class(chosen, class_of(&chosen->section, chosen));
}

/* No cost is above the worst one, so it cannot grow faster: if it seems to, both get the class that explains
   the two of them best, and a square needs its margin here, too.  False if there was nothing to do. */
static bool agree(Case* upper, Case* lower)
{
   if (!has_class(upper) || !has_class(lower) || lower->best <= upper->best) {
      return false;
   }
   GrowthClass common = GROWTH_MODELS;
   double      least = INFINITY;
   for (GrowthClass class = upper->best; class <= lower->best; class++) {
      double both = regret(upper, class) + regret(lower, class);
      both += class >= GROWTH_N_2 && upper->best < GROWTH_N_2 ? CHOOSE_MARGIN_SQUARE : 0;
      if (both < least) {
         least = both;
         common = class;
      }
   }
   if (common == GROWTH_MODELS) {
      return false;
   }
   set_common(upper, common);
   set_common(lower, common);
   return true;
}

static void decide_all(GrowthAnalysis* analysis)
{
   Case* worst = &analysis->cases[GROWTH_WORST];
   Case* mean = &analysis->cases[GROWTH_MEAN];
   Case* best = &analysis->cases[GROWTH_BEST];
   analysis->agreed = true;
   decide(&analysis->bins, GROWTH_WORST, worst);
   if (!analysis->bins.same) {
      decide(&analysis->bins, GROWTH_MEAN, mean);
      decide(&analysis->bins, GROWTH_BEST, best);
      agree(worst, mean);
      if (agree(mean, best)) {
         agree(worst, mean);
      }
   }
}

/* If all cases are the same, the first stands for all. */
static Case* case_of(GrowthAnalysis* analysis, GrowthCase which, bool all)
{
   Case* chosen = &analysis->cases[analysis->bins.same ? 0 : which];
   if (!analysis->agreed) {
      decide_all(analysis);
   }
   if (all && !chosen->complete) {
      complete(chosen);
   }
   return chosen;
}

/*--- For users ---*/

GrowthAnalysis* growth_new(void)
{
   gsl_set_error_handler_off();   /* it would end the command; all results are checked */
   GrowthAnalysis* analysis = g_new(GrowthAnalysis, 1);
   growth_set_points(analysis, NULL, 0);
   return analysis;
}

void growth_free(GrowthAnalysis* analysis)
{
   g_free(analysis);
}

void growth_set_points(GrowthAnalysis* analysis, const Point* points, size_t count)
{
   bins_fill(&analysis->bins, points, count);
   analysis->agreed = false;
   for (GrowthCase which = 0; which < GROWTH_CASES; which++) {
      Case* chosen = &analysis->cases[which];
      chosen->complete = chosen->has_power_law = false;
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
   Case* chosen = case_of(analysis, which, false);
   if (!chosen->has_power_law) {
      models_fit_power_law(&chosen->section, &chosen->power_law);
      chosen->has_power_law = true;
   }
   return &chosen->power_law;
}

GrowthRecord growth_record(GrowthAnalysis* analysis, GrowthCase which, bool with_power_law)
{
   const Case*  chosen = case_of(analysis, which, false);
   GrowthRecord record = {
      .first_bin = chosen->section.first, .predictor = chosen->predictor, .has_power_law = with_power_law,
   };
   if (chosen->growth.fit != NULL) {
      record.fit = *chosen->growth.fit;
   }
   if (with_power_law) {
      record.power_law = *growth_power_law(analysis, which);
   }
   return record;
}

/* A decision needs more than a record has, so none is made of it: until it is asked for, it is open. */
const GrowthFit* growth_fits_recorded(GrowthAnalysis* analysis, GrowthCase which, const GrowthRecord* record)
{
   const Bins* bins = &analysis->bins;
   Case*       chosen = &analysis->cases[bins->same ? 0 : which];
   if (!analysis->agreed && !chosen->complete) {
      begin_fits(bins, which, record->first_bin, chosen);
   }
   if (!chosen->complete) {
      complete(chosen);
   }
   return chosen->fits;
}

GrowthPrediction growth_predict(GrowthAnalysis* analysis, GrowthCase which, double rms)
{
   const Case* chosen = case_of(analysis, which, false);
   return has_class(chosen) ? predictor_at(&chosen->predictor, rms) : (GrowthPrediction){ .known = false };
}

/* Adds what a bin's calls cost. */
static void add_prediction(const Case* chosen, double n, double calls, GrowthPrediction* sum)
{
   GrowthPrediction one = predictor_at(&chosen->predictor, n);
   sum->cost += calls * one.cost;
   sum->low += calls * one.low;
   sum->high += calls * one.high;
}

/* The most that a class can give; a logarithm of what is larger may give as much again. */
static double largest_factor(GrowthClass class, double times)
{
   double log_factor = class == GROWTH_N_LOG_N || class == GROWTH_N_2_LOG_N ? 2 : 1;
   return class >= GROWTH_EXP ? INFINITY : BEYOND_CLASS * log_factor * pow(times, growth_exponent(class));
}

/* Projects the largest input for worst and best, and all calls for the mean. Only calls that the laws were
   fitted to count: below them, a law may say anything, even that they cost less than nothing, and most calls
   may be there. */
GrowthProjection growth_project(GrowthAnalysis* analysis, GrowthCase which, double times)
{
   const Case* chosen = case_of(analysis, which, false);
   if (!has_class(chosen)) {
      return (GrowthProjection){ .known = false, .factor = times, .low = 1, .high = INFINITY };
   }
   const FitData*   data = &chosen->section.data;
   GrowthPrediction now = { .known = true }, then = now;
   for (size_t i = which == GROWTH_MEAN ? 0 : data->bins - 1; i < data->bins; i++) {
      double calls = analysis->bins.calls[chosen->section.first + i];
      add_prediction(chosen, data->n[i], calls, &now);
      add_prediction(chosen, times * data->n[i], calls, &then);
   }
   double factor = then.cost / now.cost;
   assert(!(then.low > then.cost || then.cost > then.high));
   if (factor > largest_factor(MAX(chosen->growth.class, chosen->growth.fastest), times)) {
      return (GrowthProjection){ .known = false, .factor = times, .low = 1, .high = INFINITY };
   }
   return (GrowthProjection){
      .known = true, .factor = factor, .low = fmin(fmax(then.low / now.cost, 1), factor),
      .high = then.high / now.cost,
   };
}
