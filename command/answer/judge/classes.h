/* Classes with the exponents of the power law, by which a class is beyond another one.  The exponents are
   looked for only if the classes alone would say so. */

#pragma once

#include "answer/judge/decision.h"

/* Whether the cost certainly grows faster than this class. */
extern bool class_exceeds(Subjects* subjects, size_t index, GrowthCase which, GrowthClass limit);

/* Returns how the cost grows, or why that is open: a sentence without its end, to be freed by g_free. */
extern char* class_text(Subjects* subjects, size_t index, GrowthCase which, bool with_exponents);
