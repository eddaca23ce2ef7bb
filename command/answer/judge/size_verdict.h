/* Does what an experiment of keep a limit?  What the runs of is decided.  Beyond the largest of
   them, a limit is kept only if the curve is confirmed, and violated only if the near end of its interval is
   beyond it, too. */

#pragma once

#include "answer/grow/facts.h"
#include "answer/judge/verdict.h"

/* A number of a routine, or of the program, that is limited. */
typedef struct {
   Curve         curve;
   const double* values;   /* by run */
} QuantityCurve;

extern Decision size_verdict(const GrowthFacts* facts, const QuantityCurve* of, const Limit* limit);
