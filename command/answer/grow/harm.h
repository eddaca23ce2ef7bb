/* Whether larger inputs do harm: whether something grows faster than they do.  If nothing does, no routine is
   named: there is nothing to look at. */

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
