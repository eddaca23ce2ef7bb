/* The models of growth, and how they are fitted to a section: all bins of a case,
   or some next to each other.  Nothing is decided here. */

#pragma once

#include "growth/bins.h"

/* Some bins next to each other, of one case. */
typedef struct {
   const Bins*   bins;
   GrowthCase    which;
   size_t        first;
   FitData       data;
   const double* function[BIN_FUNCTIONS];
   bool          has_power;             /* the best power law is known */
   double        exponent;              /* of the best power law */
   Fit           power;                 /* constant and factor of the best power law */
} Section;

extern void section_set(Section* section, const Bins* bins, GrowthCase which, size_t first, size_t count);

/* The models that were fitted to a section. */
typedef struct {
   Fit         fits[GROWTH_MODELS];
   GrowthClass lower[GROWTH_MODELS];   /* whose function the lower term is; GROWTH_CONSTANT: there is none */
   double      rate;
   double      column[FIT_BINS];       /* of exp: e^(rate n) */
} Models;

/* All models, or else only those that can have the best criterion: the others are not fitted, or not to the
   end. */
extern void models_fit(Section* section, bool all, Models* models);

/* Fits all models but the exponential. */
extern void models_fit_polynomials(const Section* section, bool all, Models* models);

/* The exponential, after the others. */
extern void models_fit_exponential(Section* section, bool all, Models* models);

extern void models_fit_power_law(Section* section, GrowthPowerLaw* law);

/* The interval of the free power law's exponent is above this. */
extern bool models_exponent_is_above(Section* section, double exponent);

/* Returns the best criterion of the models that were fitted. */
extern double models_best_criterion(const Models* models);

/* The columns that a model was fitted with; returns how many. */
extern unsigned models_columns(const Section* section, const Models* models, GrowthClass class,
                               const double** columns);

/* Returns the residual of log cost in a bin of the section. */
extern double models_residual(const Section* section, const Models* models, GrowthClass class, size_t i);
