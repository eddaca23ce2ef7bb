/* The routine that the first sentence of an experiment names: the one to look at if larger inputs shall cost
   less. */

#pragma once

#include "subject/runs.h"

/* Returns the routine whose own code, with what libraries do for it, makes most of the difference.  If it
   only is called ever more often, and each call costs the same, that is the caller that does so; and if a
   loop calls several that cost as much, the routine with the loop.  If a library does the work, and does it
   for others, too, that is the library's routine.  NULL: no routine's own code makes much of the
   difference. */
extern const RunSubject* growth_culprit(const RunSubjects* subjects);

/* A place where most of the culprit's cost is, if that is not its own code. */
typedef struct {
   const RunSubject* routine;   /* NULL: its own code, or many routines have it, or one without a name */
   double            share;     /* of the program's cost at the farthest size: what it does for the culprit */
} GrowthPlace;

extern GrowthPlace growth_place(const RunSubjects* subjects, const RunSubject* culprit);

/* Returns another routine with a name that costs about as much as the culprit, and grows alike, and neither
   calls the other; NULL: there is none. */
extern const RunSubject* growth_tied(const RunSubjects* subjects, const RunSubject* culprit);

/* Returns the nearest routine for which both do their work, unless it is main; NULL: there is none. */
extern const RunSubject* growth_common_caller(const RunSubject* routine, const RunSubject* other);
