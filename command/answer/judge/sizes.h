/* How a routine grows whose inputs are sizes that the program declares: a region of a complexity test, say.
   Then each size has one exact cost, as in an experiment of `aprof grow`, and the same law tells how it
   grows.  Where that leaves it open, the class of the costs decides, as for other routines. */

#pragma once

#include "answer/judge/decision.h"

/* Decides "grows <= CLASS" by the law alone; open if that does not tell.  The sentence does not depend on
   the limit. */
extern Decision sizes_decide(Subjects* subjects, size_t index, const Limit* limit);

/* If the costs bend, as 3 n - 1000 from some size on and n before, says what is known then, and returns true:
   no smooth law fits, and none may be looked for. */
extern bool sizes_decide_bend(Subjects* subjects, size_t index, const Limit* limit, Decision* decision);

/* "100: 5,300, 160: 14,020, ..."; some of them if there are many; to be freed by g_free. */
extern char* sizes_costs(const Named* routine);
