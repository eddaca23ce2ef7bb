/* The choice among the models of a section: the best criterion, but for margins in
   favour of slower growth.  docs/growth.md, "The choice", gives the reasons. */

#include "growth/choose.h"

#include <assert.h>
#include <limits.h>
#include <math.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

/* How much worse the criterion of a model of slower growth may be; and where the other would be n^1.5, which
   few algorithms are. */
#define MARGIN         2.0
#define MARGIN_STEEP   6.0

/* If the free power law's exponent is surely above this, no margin is needed, unless the costs scatter. */
#define SURE_EXPONENT  2.0
#define SURE_ERROR     0.15

/* The typical error of log cost up to which the last margin holds; how much more doubles it; and what counts
   at most. */
#define SMALL_ERROR      0.05
#define ERROR_FOR_TWICE  0.2
#define LARGEST_ERROR    0.3

/* Fewer bins may follow a law exactly by chance. */
#define EXACT_BINS       6

/* The typical standard deviation of log cost, of all causes. */
static double typical_error(const FitData* data, const Fit* fit)
{
   double variance[FIT_BINS];
   for (size_t i = 0; i < data->bins; i++) {
      variance[i] = fit->scale * fit->scale + data->slack[i];
   }
   return sqrt(gsl_stats_median(variance, 1, data->bins));
}

/* The model with the best criterion of those slower than a class, and with at most so many parameters. */
GrowthClass choose_best_below(const Models* models, GrowthClass end, unsigned parameters)
{
   GrowthClass best = GROWTH_CONSTANT;
   for (GrowthClass class = 0; class < end; class++) {
      const Fit* fit = &models->fits[class];
      if (fit->fitted && fit->parameters <= parameters
          && (!models->fits[best].fitted || fit->criterion < models->fits[best].criterion)) {
         best = class;
      }
   }
   return best;
}

GrowthClass choose_best(const Models* models)
{
   return choose_best_below(models, GROWTH_MODELS, UINT_MAX);
}

/* Raises the margin for few bins, where the scale of the errors may be small by chance. */
static double margin_for(const FitData* data, const Fit* fit, double margin)
{
   double bins = (double)data->bins;
   return margin * bins / (bins - fit->parameters - 1);
}

/* The more costs vary for reasons that the model does not know, such as a second input, the less a steep one
   is to be believed.  Where they do not vary, even few bins rule out what is that much worse. */
static double margin_of_square(const FitData* data, const Fit* fit)
{
   double error = fmin(typical_error(data, fit), LARGEST_ERROR) - SMALL_ERROR;
   if (error <= 0 && fit->scale <= FIT_LEAST_SCALE && data->bins >= EXACT_BINS) {
      return CHOOSE_MARGIN_SQUARE;
   }
   return margin_for(data, fit, CHOOSE_MARGIN_SQUARE * (1 + fmax(0, error) / ERROR_FOR_TWICE));
}

/* `class`, or the best of those below `end` if that is not worse by more than the margin. */
static GrowthClass unless_better_by(const Models* models, GrowthClass class, GrowthClass end,
                                    unsigned parameters, double margin)
{
   const Fit*  fit = &models->fits[class];
   GrowthClass slower = choose_best_below(models, end, parameters);
   const Fit*  other = &models->fits[slower];
   return other->fitted && other->criterion <= fit->criterion + margin ? slower : class;
}

/* True if the free exponent alone, whatever the class, is above that of a square. */
static bool is_surely_square(Section* section, const Fit* fit)
{
   return typical_error(&section->data, fit) <= SURE_ERROR
          && models_exponent_is_above(section, SURE_EXPONENT);
}

/* The best criterion decides, but for the margins in favour of slower growth. */
GrowthClass choose_class(Section* section, const Models* models)
{
   const FitData* data = &section->data;
   GrowthClass    class = choose_best(models);
   if (class >= GROWTH_N_2) {
      const Fit*  fit = &models->fits[class];
      GrowthClass slower = unless_better_by(models, class, GROWTH_N_2, fit->parameters,
                                             margin_of_square(data, fit));
      if (slower != class && !is_surely_square(section, fit)) {
         class = slower;
      }
   }
   if (class == GROWTH_N_1_5) {
      double margin = margin_for(data, &models->fits[class], MARGIN_STEEP);
      class = unless_better_by(models, class, GROWTH_N_1_5, UINT_MAX, margin);
   }
   for (GrowthClass slower = 0; slower < class; slower++) {
      const Fit* fit = &models->fits[slower];
      bool same_side = (slower < GROWTH_N_2) == (class < GROWTH_N_2);
      if (fit->fitted && same_side && fit->parameters <= models->fits[class].parameters
          && fit->criterion <= models->fits[class].criterion + MARGIN) {
         return slower;
      }
   }
   return class;
}

/*--- Without some of the bins ---*/

/* Does a class above n log n hold if some of the bins are left out?  One outlier, or a
   group of a few inputs apart from all others, is no curve. */

/* Fewer bins than this allow no linear term in the slower law, and no test without a third of them. */
#define BINS_FOR_THREE_TERMS  7

/* Margins by which the criterion must be better: with all bins, without one, without a third. */
#define MARGIN_ALL      6.0
#define MARGIN_ONE      2.0
#define MARGIN_THIRD    0.0

/* The number of bins that are left out, one at a time. */
#define BINS_LEFT_OUT  3

/* Costs that scatter more may follow any law. */
#define LARGEST_SCATTER  0.25

/* The slope of log cost over log n in the upper third: n log n has 1.1 to 1.2. */
#define LEAST_SLOPE      1.35
#define BINS_OF_SLOPE    4
#define LARGEST_OF_SLOPE 12

/* Some bins, and the columns of both laws there. */
typedef struct {
   FitData data;
   double  slow[2][FIT_BINS];
   double  steep[2][FIT_BINS];
} Part;

typedef struct {
   const Section* section;
   unsigned       slow_terms;
   unsigned       steep_terms;
   const double*  slow[2];
   const double*  steep[2];
   Fit            slow_fit;      /* of all bins */
   Fit            steep_fit;
} Rivals;

/* The bins from `first` on but before `end`, without `left_out`. */
static void take_part(const Rivals* rivals, size_t first, size_t end, size_t left_out, Part* part)
{
   const FitData* all = &rivals->section->data;
   size_t         count = 0;
   for (size_t i = first; i < end; i++) {
      if (i == left_out) {
         continue;
      }
      part->data.n[count] = all->n[i];
      part->data.cost[count] = all->cost[i];
      part->data.log_cost[count] = all->log_cost[i];
      part->data.slack[count] = all->slack[i];
      for (unsigned k = 0; k < 2; k++) {
         part->slow[k][count] = k + 1 < rivals->slow_terms ? rivals->slow[k][i] : 0;
         part->steep[k][count] = k + 1 < rivals->steep_terms ? rivals->steep[k][i] : 0;
      }
      count++;
   }
   assert(count <= FIT_BINS);
   part->data.bins = count;
}

/* Whether the steep law is the better one there; also if there are too few bins to say. */
static bool is_better(const Rivals* rivals, size_t first, size_t end, size_t left_out, double margin)
{
   Part part;
   Fit  slow = rivals->slow_fit, steep = rivals->steep_fit;
   take_part(rivals, first, end, left_out, &part);
   const double* slow_columns[] = { part.slow[0], part.slow[1] };
   const double* steep_columns[] = { part.steep[0], part.steep[1] };
   if (!isfinite(fit_penalty(part.data.bins, slow.terms))
       || !isfinite(fit_penalty(part.data.bins, steep.terms))) {
      return true;
   }
   fit_model_again(&part.data, slow_columns, slow.terms, &slow);
   fit_model_again(&part.data, steep_columns, steep.terms, &steep);
   return !slow.fitted || (steep.fitted && steep.criterion < slow.criterion - margin);
}

bool confirm_steep_end(const FitData* data)
{
   size_t bins = data->bins / 3 > BINS_OF_SLOPE ? data->bins / 3 : BINS_OF_SLOPE;
   size_t first = data->bins - (bins < LARGEST_OF_SLOPE ? bins : LARGEST_OF_SLOPE);
   double slopes[LARGEST_OF_SLOPE * LARGEST_OF_SLOPE];
   size_t count = 0;
   for (size_t i = first; i < data->bins; i++) {
      for (size_t k = i + 1; k < data->bins; k++) {
         double distance = log(fmax(data->n[k], 1) / fmax(data->n[i], 1));
         slopes[count++] = (data->log_cost[k] - data->log_cost[i]) / distance;
      }
   }
   assert(count > 0 && count <= sizeof slopes / sizeof *slopes);
   gsl_sort(slopes, 1, count);
   return gsl_stats_median_from_sorted_data(slopes, 1, count) >= LEAST_SLOPE;
}

/* Returns how much a bin favours the steep law. */
static double favour_of(const Rivals* rivals, size_t i)
{
   const FitData* data = &rivals->section->data;
   const Fit*     fits[] = { &rivals->slow_fit, &rivals->steep_fit };
   double         misfit[2];
   for (unsigned k = 0; k < 2; k++) {
      double variance = fits[k]->scale * fits[k]->scale + data->slack[i];
      double residual = data->log_cost[i] - log(fit_cost(fits[k], k == 0 ? rivals->slow : rivals->steep, i));
      misfit[k] = (FIT_FREEDOM + 1) * log1p(residual * residual / (FIT_FREEDOM * variance)) + log(variance);
   }
   return misfit[0] - misfit[1];
}

/* True if the steep law also wins without any one of the bins that favour it most, and without the last. */
static bool holds_without_one(const Rivals* rivals)
{
   size_t bins = rivals->section->data.bins;
   double favours[FIT_BINS] = { 0 };
   size_t order[FIT_BINS];
   if (!rivals->slow_fit.fitted) {
      return true;
   }
   for (size_t i = 0; i < bins; i++) {
      favours[i] = favour_of(rivals, i);
   }
   gsl_sort_index(order, favours, 1, bins);
   for (size_t k = 1; k <= BINS_LEFT_OUT && k <= bins; k++) {
      if (!is_better(rivals, 0, bins, order[bins - k], MARGIN_ONE)) {
         return false;
      }
   }
   return is_better(rivals, 0, bins, bins - 1, MARGIN_ONE);
}

static void set_rivals(const Section* section, const Models* models, GrowthClass class, Rivals* rivals)
{
   const FitData* data = &section->data;
   rivals->section = section;
   rivals->slow[0] = section->function[GROWTH_N_LOG_N];
   rivals->slow[1] = section->function[GROWTH_N];
   rivals->slow_terms = data->bins >= BINS_FOR_THREE_TERMS ? 3 : 2;
   rivals->steep_terms = 1 + models_columns(section, models, class, rivals->steep);
   rivals->steep_fit = models->fits[class];
   rivals->steep_fit.parameters = rivals->steep_terms;
   fit_model(data, rivals->slow, rivals->slow_terms, INFINITY, &rivals->slow_fit);
}

bool confirm_steep(const Section* section, const Models* models, GrowthClass class)
{
   Rivals rivals;
   size_t bins = section->data.bins;
   set_rivals(section, models, class, &rivals);
   if (rivals.steep_fit.scale > LARGEST_SCATTER || !confirm_steep_end(&section->data)
       || !is_better(&rivals, 0, bins, bins, MARGIN_ALL)) {
      return false;
   }
   if (bins >= BINS_FOR_THREE_TERMS
       && !(is_better(&rivals, 0, bins - bins / 3, bins, MARGIN_THIRD)
            && is_better(&rivals, bins / 3, bins, bins, MARGIN_THIRD))) {
      return false;
   }
   return holds_without_one(&rivals);
}
