/* Code that the debug information gives to the wrong instance. */

#pragma once

#include "inlined/flow.h"

/* Gives blocks that stand for a detour of an instance to that one.  The order of blocks is known. */
extern void strays_mend(Flow* flow, const Function* function);
