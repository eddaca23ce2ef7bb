/* Who introduced a change, of a routine or of the whole program.

   The routines that have at least half of what was added are a chain, as a rule: each calls the next.  With
   contexts, only what ran below a routine belongs to its chain.  Without them, costs tell: a call does not
   run below one that costs less.  Down the chain, costs come from one of these:

   - a routine whose code changed, or that is new: the deepest of them is the culprit;
   - but if a routine of the chain is called more often, and its calls cost no more, then whatever is below it
     only does more of the same: the culprit is above;
   - if nothing is known of the code, the deepest one of the chain, under the same condition.

   If the code of all of the chain is the same, something else has given it more to do: a routine that changed
   elsewhere, which is not known by costs. */

#pragma once

#include "answer/compare/pair.h"

/* Finds the blame of all pairs whose states are known, and who introduced the change of the total. */
extern void blame_find(Comparison* comparison, bool has_self_costs);
