/* The routine that makes a region grow.  If each report has one size of the region and nothing else, as the
   parts of a complexity test have, what each routine cost at each size says it: no calling contexts and no
   inputs are needed. */

#pragma once

#include "answer/judge/check.h"

/* Adds it to the sentences of violated limits "grows <= CLASS".  `paths`: the reports, up to NULL.  Where
   they are not of this kind, nothing is added. */
extern void culprits_find(Check* check, const char* const* paths);
