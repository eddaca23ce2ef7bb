/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   How the cost of a routine grows with its input: from the routine's points to
   one class, such as "n log n", for each of the worst, the mean and the best
   cost.  docs/growth.md has the method and its limits.

   n is the rms.  All that is known about a routine is computed when it is asked
   for first, so that ranking 100,000 routines does not pay for what is shown of
   one.  What is returned belongs to the GrowthAnalysis and is valid until other
   points are set.

      GrowthAnalysis* analysis = growth_new();
      growth_set_points(analysis, points, count);      (for each routine)
      const Growth* worst = growth_of(analysis, GROWTH_WORST);
      printf("%s\n", growth_class_name(worst->class));
      growth_free(analysis); */

#ifndef COMMAND_GROWTH_H
#define COMMAND_GROWTH_H

#include "report.h"

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

typedef struct {
   GrowthClass      class;
   const GrowthFit* fit;     /* NULL if the class is no model */
} Growth;

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

/* What the class was decided on: points of similar rms together (docs/growth.md, "Bins"). */
typedef struct {
   double n;
   double cost;
   double fitted;      /* by the chosen model, or by the best if none is; NAN if it does not apply here */
   double residual;    /* ln(cost / fitted) */
   double weight;      /* 1: fully believed, near 0: an outlier */
} GrowthResidual;

/* How many times as much all calls of the routine together would cost if each had `times` times the input.
   The interval holds with 95 %, counting in the doubt which of the models is true. */
typedef struct {
   bool   known;       /* false if no class could be named: the factor is `times`, from 1 to infinity */
   double factor;
   double low;
   double high;
} GrowthProjection;

typedef struct GrowthAnalysis GrowthAnalysis;

extern GrowthAnalysis* growth_new(void);

extern void growth_free(GrowthAnalysis* analysis);

/* The points of a routine, by ascending rms, each rms once (report_routine_points).  They are not copied and
   must stay until other points are set. */
extern void growth_set_points(GrowthAnalysis* analysis, const Point* points, size_t count);

extern const Growth* growth_of(GrowthAnalysis* analysis, GrowthCase which);

/* All GROWTH_MODELS fits, by model. */
extern const GrowthFit* growth_fits(GrowthAnalysis* analysis, GrowthCase which);

extern const GrowthPowerLaw* growth_power_law(GrowthAnalysis* analysis, GrowthCase which);

/* What is told of a case, to be kept when other points are set. */
typedef struct {
   GrowthClass    class;
   GrowthClass    best;        /* the model that is chosen, or would be */
   size_t         first_bin;   /* that it was fitted to */
   GrowthFit      fit;         /* not fitted if the class is no model */
   GrowthPowerLaw power_law;
} GrowthRecord;

extern GrowthRecord growth_record(GrowthAnalysis* analysis, GrowthCase which);

/* Of points that have been set before: what was decided then is not decided again. */
extern void growth_recall(GrowthAnalysis* analysis, GrowthCase which, const GrowthRecord* record);

extern const GrowthResidual* growth_residuals(GrowthAnalysis* analysis, GrowthCase which, size_t* count);

/* Of the worst or best cost: how they grow; of the mean: how the routine's total does. */
extern GrowthProjection growth_project(GrowthAnalysis* analysis, GrowthCase which, double times);

/* What a fitted model says a call with this rms costs. */
extern double growth_cost(const GrowthFit* fit, double rms);

/* "constant", "n", "n log n", ..., "too few points", "range too narrow", "no trend". */
extern const char* growth_class_name(GrowthClass class);

/* "worst", "mean", "best". */
extern const char* growth_case_name(GrowthCase which);

#endif
