/* Who introduces a growth, and who inherits it.

   With calling contexts, the cost of a routine is divided: its own code, each
   routine that it called, and calls that go back to itself or to one of its callers.
   It inherits the growth of a callee if that grows as fast as the routine does,
   and a single call of it is a good part of the routine's costliest activation.
   Otherwise the routine introduces the growth: one call of what it calls explains
   next to nothing, so it calls often.

   Without contexts, only the self cost is known.  Two routines that together
   cost more than the program must be nested.  If they were called equally often,
   and the calls of one, by cost, each cost somewhat less than those of the other,
   then the first is probably called by the second. */

#pragma once

#include "subject/subjects.h"

/* Finds the origins of all subjects of SECTION_FASTER and SECTION_LIBRARY_FASTER; those that inherit their
   growth from another one then belong to the section behind. */
extern void origins_find(Subjects* subjects);

/* Finds the origin of one routine, whose growth need not be known, without its root.  The analysis has other
   points afterwards.  False if the routine does not grow faster than its input. */
extern bool origin_find(const Subjects* subjects, const Routine* routine, Origin* origin);
