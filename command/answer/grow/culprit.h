/* The routine that the first sentence of an experiment names: the one to look at if larger inputs shall cost
   less. */

#pragma once

#include "answer/grow/facts.h"

/* Returns the routine whose own code, with what libraries do for it, makes most of the difference.  If it
   only is called ever more often, and each call costs the same, that is the caller that does so; and if a
   loop calls several that cost as much, the routine with the loop.  If a library does the work, and does it
   for others, too, that is the library's routine.  NULL: no routine's own code makes much of the
   difference. */
extern const SizeGrowth* growth_culprit(const GrowthFacts* facts);

/* A place where most of the culprit's cost is, if that is not its own code. */
typedef struct {
   const SizeGrowth* routine;   /* NULL: its own code, or many routines have it, or one without a name */
   double            share;     /* of the program's cost at the farthest size: what it does for the culprit */
} GrowthPlace;

extern GrowthPlace growth_place(const GrowthFacts* facts, const SizeGrowth* culprit);

/* Returns the routine of own code for which this one does most of its work; NULL: none is known, or it costs
   too little to be there. */
extern const SizeGrowth* growth_caller(const GrowthFacts* facts, const SizeGrowth* routine);

/* Returns another routine with a name that costs about as much as the culprit, and grows alike, and neither
   calls the other; NULL: there is none. */
extern const SizeGrowth* growth_tied(const GrowthFacts* facts, const SizeGrowth* culprit);

/* Returns the nearest routine for which both do their work, unless it is main; NULL: there is none. */
extern const SizeGrowth* growth_common_caller(const GrowthFacts* facts, const SizeGrowth* routine,
                                              const SizeGrowth* other);
