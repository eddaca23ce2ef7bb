/* The reports of a complexity test, one for each size: an experiment, in which each routine has its own
   curve.  So a small part that grows fast is found, and so is the routine that has it. */

#pragma once

#include "answer/judge/decision.h"

/* Decides "grows <= CLASS" of a region by the reports, up to NULL.  False if one of them has not called it
   once, or they are no sizes of a test. */
extern bool parts_decide(const char* const* reports, const char* region, const Limit* limit,
                         Decision* decision);
