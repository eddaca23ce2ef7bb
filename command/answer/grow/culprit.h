/* The routine that the first sentence of an experiment names: the one to look at if larger inputs shall cost
   less.  If nothing grows faster than the input, there is nothing to look at, and none is named. */

#pragma once

#include "subject/runs.h"

/* The fastest that a routine which matters is seen to grow.  What is open may be faster. */
typedef enum {
   HARM_N,
   HARM_N_LOG_N,   /* as sorts do */
   HARM_FASTER,
} GrowthHarm;

/* Returns how alarming the curve is, as growth_level() does of a report's routine; -1: it is open. */
extern int growth_curve_level(const Curve* curve);

/* Something must be known of the program. */
extern GrowthHarm growth_harm(const RunSubjects* subjects);

/* Returns the routine that the first sentence names; NULL: none, because nothing does harm, or nothing is
   known, or no routine has much of the difference. */
extern const RunSubject* growth_named(const RunSubjects* subjects);

/* A place where most of the culprit's cost is, if that is not its own code. */
typedef struct {
   const RunSubject* routine;   /* NULL: its own code, or many routines have it, or one without a name */
   double            share;     /* of the program's cost at the farthest size: what it does for the culprit */
} GrowthPlace;

extern GrowthPlace growth_place(const RunSubjects* subjects, const RunSubject* culprit);

/* Returns another routine with a name that costs about as much as the culprit, and grows alike, and neither
   calls the other; NULL: there is none. */
extern const RunSubject* growth_tied(const RunSubjects* subjects, const RunSubject* culprit);

/* Returns the nearest routine for which both do their work, unless it is main; NULL: there is none. */
extern const RunSubject* growth_common_caller(const RunSubject* routine, const RunSubject* other);
