/* How the cost of a routine grows with its input: from the routine's points to
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

#pragma once

#include "growth/classes.h"
#include "growth/predict.h"
#include "model/points.h"

/* Fewer points have no class. */
#define GROWTH_LEAST_POINTS  5

/* The class is the likeliest.  `slowest` is what the points show beyond doubt, and `fastest` what they allow.
   */
typedef struct {
   GrowthClass      class;
   GrowthClass      slowest;
   GrowthClass      fastest;
   const GrowthFit* fit;      /* NULL if the class is no model */
} Growth;

/* How many times as much all calls of the routine together would cost if each had `times` times the input.
   The interval holds with 95 %, counting in the doubt which of the models is true (docs/growth.md). */
typedef struct {
   bool   known;       /* false if no class could be named: the factor is `times`, from 1 to infinity */
   double factor;
   double low;
   double high;
} GrowthProjection;

/* The classes of a Growth. */
typedef struct {
   GrowthClass class;
   GrowthClass slowest;
   GrowthClass fastest;
} ClassRange;

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

/* The result for a case, which stays valid when other points are set. */
typedef struct {
   size_t         first_bin;   /* that the models were fitted to */
   GrowthFit      fit;         /* not fitted if the class is no model */
   bool           has_power_law;
   GrowthPowerLaw power_law;
   Predictor      predictor;
} GrowthRecord;

/* The power law's interval takes longer to find than all the rest. */
extern GrowthRecord growth_record(GrowthAnalysis* analysis, GrowthCase which, bool with_power_law);

/* growth_fits of points that have been set before: what was decided then is not decided again. */
extern const GrowthFit* growth_fits_recorded(GrowthAnalysis* analysis, GrowthCase which,
                                             const GrowthRecord* record);

/* Predicts the cost of a call with this rms; for the mean, its average. */
extern GrowthPrediction growth_predict(GrowthAnalysis* analysis, GrowthCase which, double rms);

/* Projects how the worst or best cost grows; for the mean, how the routine's total does. */
extern GrowthProjection growth_project(GrowthAnalysis* analysis, GrowthCase which, double times);
