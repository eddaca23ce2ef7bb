/* The value of a number at any size of a run: as it was measured, between two runs, or as its curve forecasts
   it. */

#pragma once

#include "growth/curve.h"

/* Returns the value at a size.  Its interval has a width only beyond the largest run.  NAN if the size is
   below all runs, above ten times the largest one, or above it and the curve is not known. */
extern Estimate at_size(const Curve* curve, const Runs* runs, double size);
