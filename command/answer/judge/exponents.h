/* Limits of a growth that is known as an exponent between two sizes. */

#pragma once

#include "answer/judge/decision.h"
#include "growth/far.h"
#include "growth/forecast.h"

/* Returns the limit as a function of the size, but for a factor, which does not matter. */
extern double exponent_limit_at(const Limit* limit, double size);

/* Returns the exponent that the limit allows between two sizes. */
extern double exponent_allowed(const Limit* limit, double from, double to);

/* Returns the exponent between the two sizes, if the values there are these; one below 1 counts as 1,
   and what is NAN is not known. */
extern double exponent_between(double from, double to, double value_from, double value_to);

/* Decides whether what is estimated is at most so much.  What is not certain is neither kept nor violated. */
extern Verdict exponent_verdict(const Estimate* estimate, double most, bool is_certain);
