/* Why a routine's cost grows faster than its input, in words. */

#pragma once

#include "subject/subject.h"

/* The growth, which is that of the origin's class and what else is left, and a sentence without a full stop:
   "n^2: it calls ...", to be freed by g_free.  The origin is one of origin_find. */
extern char* why_text(Report* report, const Routine* routine, const Origin* origin, const char* growth);

/* "self", "recursion", "calls", "inherited" or "unknown". */
extern const char* const origin_names[];
