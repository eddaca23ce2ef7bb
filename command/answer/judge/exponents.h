/* Limits of a growth that is known as an exponent between two sizes. */

#pragma once

#include "answer/judge/decision.h"
#include "growth/far.h"
#include "growth/forecast.h"

/* Returns the limit as a function of the size, but for a factor, which does not matter. */
extern double exponent_limit_at(const Limit* limit, double size);

/* Returns the exponent that the limit allows between two sizes. */
extern double exponent_allowed(const Limit* limit, double from, double to);

/* Returns the exponent between the two sizes, of what is estimated there; a value below 1 counts as 1, and
   what is NAN is not known. */
extern Estimate exponent_between(double from, double to, Estimate first, Estimate last);

/* Decides whether what is estimated is at most so much.  What is not certain is neither kept nor violated. */
extern Verdict exponent_verdict(const Estimate* estimate, double most, bool is_certain);
