/* The changes in each function of an object, worked out on several processors at once. */

#pragma once

#include "inlined/rule.h"

/* Is told of a function. */
typedef void (*TakeChanges)(const Function* function, const Flow* flow, const Changes* changes, void* data);

/* Calls `take` for each function with wanted instances, in their order, and always in this thread. */
extern void work_through(Code* code, const Instances* instances, Wanted wanted, TakeChanges take, void* data);
