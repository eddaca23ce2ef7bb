/* The classes of growth, and what a model of one says. */

#pragma once

#include <stdbool.h>

/* The classes that are models, from the slowest growth to the fastest; then the
   reasons for not naming one. */
typedef enum {
   GROWTH_CONSTANT,
   GROWTH_N,
   GROWTH_N_LOG_N,
   GROWTH_N_1_5,
   GROWTH_N_2,
   GROWTH_N_2_LOG_N,
   GROWTH_N_3,
   GROWTH_EXP,
   GROWTH_TOO_FEW_POINTS,
   GROWTH_RANGE_TOO_NARROW,
   GROWTH_NO_TREND,
} GrowthClass;

#define GROWTH_MODELS  (GROWTH_EXP + 1)

typedef enum {
   GROWTH_WORST,   /* the largest cost of any call with an rms */
   GROWTH_MEAN,
   GROWTH_BEST,
} GrowthCase;

#define GROWTH_CASES  (GROWTH_BEST + 1)

/* The cost of a model is

      constant + lower * g(n) + factor * f(n)

   where f(n) is what the class is called after (exp: e^(rate n)), and g(n) is what
   lower_class is, n or n^2.  A coefficient that the model does not have is 0.  log
   is the logarithm to base 2. */
typedef struct {
   bool        fitted;       /* if not: too few points for its parameters */
   GrowthClass model;
   double      constant;
   GrowthClass lower_class;  /* GROWTH_CONSTANT: there is no lower term */
   double      lower;
   double      factor;
   double      rate;
   double      from;         /* fitted to rms >= from: smaller inputs follow a rule of their own */
   double      scatter;      /* typical relative distance of costs from the model: 0.1 is 10 % */
   double      explained;    /* how much of the costs' variation, on a log scale, is the model's: at most 1 */
   double      criterion;    /* the smaller, the better; differences below 2 mean nothing, above 10 a lot */
   double      probability;  /* of the model, given that one of them is true */
} GrowthFit;

/* Exponents of the power law are looked for up to this. */
#define GROWTH_LARGEST_EXPONENT  10.0

/* The free power law: constant + factor * n^exponent.  Its scatter and criterion are comparable to those of
   the models.  The interval contains the exponent with 95 % confidence. */
typedef struct {
   bool   fitted;
   double constant;
   double factor;
   double exponent;
   double exponent_low;
   double exponent_high;
   double scatter;
   double criterion;
} GrowthPowerLaw;

/* The joint prediction of several laws for a call with some n: its cost, and an interval that contains the
   mean of such calls with 95 %. */
typedef struct {
   bool   known;       /* false if no class could be named */
   double cost;
   double low;
   double high;
} GrowthPrediction;

/* f(n) of a class; 0 for "constant" and "exp". */
extern double growth_function(GrowthClass class, double n);

/* Returns the cost of a call with this rms, by the fitted model. */
extern double growth_cost(const GrowthFit* fit, double rms);

/* The power of n that the class has, whatever its logarithms: 0 for "constant", infinite for "exp". */
extern double growth_exponent(GrowthClass class);

/* "constant", "n", "n log n", ..., "too few points", "range too narrow", "no trend". */
extern const char* growth_class_name(GrowthClass class);

/* "n log n to n^2", or the name of the class if there is no doubt; "range too narrow (n to n^2)". */
typedef char GrowthText[48];
extern const char* growth_range_name(GrowthClass class, GrowthClass slowest, GrowthClass fastest,
                                     GrowthText text);

/* How alarming a class is: 0 constant, 1 n, 2 n log n, 3 n^1.5, 4 n^2 and faster; -1: it is no model. */
extern int growth_level(GrowthClass class);

/* Faster than linear. */
extern bool growth_is_fast(GrowthClass class);

/* "worst", "mean", "best". */
extern const char* growth_case_name(GrowthCase which);
