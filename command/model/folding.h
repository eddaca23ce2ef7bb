/* The cost of a generic routine whose instances call each other.

   The tool counts a cost once if it belongs to several activations of one routine, but does not know that
   two routines are instances of one.  When they have become one routine, what an instance costs inside
   another one must not count again.  Contexts say which it is.  Without them, and where a recursion through
   another routine hides it, the sum is only an upper bound. */

#pragma once

#include "model/report.h"

/* To be called when the contexts are in preorder, and before anything is added up.  Corrects the points, and
   notes the routines whose cost stays a bound. */
extern void folding_settle(Contents* contents);
