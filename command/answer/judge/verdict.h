/* Does a routine keep a limit?  What is measured has an interval that holds with 95 %.
   If all of it is within the limit, the limit is kept; if all of it is beyond, it is
   violated; else nobody can be sure.  Of classes, the interval is from the slowest class
   that the points show to the fastest that they allow, and the exponent of the power law
   must be beyond the limit, too. */

#pragma once

#include "answer/judge/decision.h"

extern Decision verdict_of(Subjects* subjects, size_t index, const Limit* limit, const Reference* reference);
