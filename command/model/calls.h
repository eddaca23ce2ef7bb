/* Calls between routines, or between functions of a call graph. */

#pragma once

#include "model/report.h"

/* All calls from one routine or function to another. */
typedef struct {
   uint32_t caller;       /* NO_ROUTINE: nobody; the program or a thread began with the callee */
   uint32_t callee;
   Totals   totals;       /* of the called contexts */
   uint64_t largest;      /* cost of the costliest single call; 0 in a call graph */
   uint64_t cost;         /* what readers show as the cost of the calls; 0 outside a call graph */
   uint64_t all_calls;    /* the calls and all below them; 0 outside a call graph */
} Call;

/* Sorts calls by caller, then callee, and adds up calls with the same caller and callee.  Returns how many
   are left. */
extern size_t calls_add_up(Call* calls, size_t count);

/* The calls of the routine, or the calls that it made, the costliest first.  Without contexts,
   there are none. The caller of these functions
   frees the result. */
extern Call* calls_of_callers(const Report* report, const Routine* routine, size_t* count);
extern Call* calls_of_callees(const Report* report, const Routine* routine, size_t* count);
