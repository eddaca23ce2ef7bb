/* How a number grows with two sizes of a run, a and b: whether as a + b, as a b, and so on.  As in
   forecast.h, laws are judged by how well they forecast: fitted to all runs but those with the larger sizes,
   they say what these cost. */

#pragma once

#include <stdbool.h>

#include "growth/forecast.h"

/* Fewer runs give no law. */
#define PLANE_LEAST_RUNS  6
#define PLANE_TERMS       3

/* A term: one function of a by one of b; TERM_CONSTANT if it does not depend on it. */
typedef struct {
   Term a;
   Term b;
} PlaneTerm;

/* value = constant + sum of coefficient[i] * term[i], i from 0. */
typedef struct {
   unsigned  terms;
   PlaneTerm term[PLANE_TERMS];
   double    coefficient[PLANE_TERMS];
} PlaneLaw;

typedef struct {
   const double* a;
   const double* b;
   const double* value;
   unsigned      count;
} PlaneRuns;

typedef struct {
   bool     is_known;
   PlaneLaw law;         /* the best one */
   double   error;       /* of its forecasts: |ln(forecast / measured)|, root of the mean square */
   double   spread;      /* of laws that are nearly as good, at 10 times both sizes, on a log scale */
} Plane;

extern void plane_make(Plane* plane, const PlaneRuns* runs);

extern double plane_at(const PlaneLaw* law, double a, double b);

/* Writes the class: the terms that are most of it at these sizes, as "a b" or "a + b^2". */
typedef char PlaneText[160];
extern const char* plane_class(const PlaneLaw* law, const char* const names[2], double a, double b,
                               PlaneText text);

/* Writes the law with its coefficients, as "100 + 2.5 a b". */
extern void plane_write_law(const PlaneLaw* law, const char* const names[2], PlaneText text);
