/* Finds who is to blame by what the routines of an experiment cost in its runs: the routine to look at if
   larger inputs shall cost less.  If nothing grows faster than the input, there is nothing to look at, and
   none is named. */

#pragma once

#include "answer/cause.h"

/* Returns how alarming the curve is, as growth_level() does of a report's routine; -1: it is open. */
extern int growth_curve_level(const Curve* curve);

/* Shares are of what the program will cost at the farthest size. */
extern Cause cause_of_runs(const RunSubjects* subjects);
