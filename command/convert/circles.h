/* Functions of a call graph that call each other in a circle, for readers to whom functions of one name
   are one. */

#pragma once

#include "model/call_graph.h"

/* Returns for each function whether it is in a circle of calls, or between two.  Calls of a function by
   itself make no circle.  `names` has a name for each function.  The caller frees the result. */
extern bool* circles_find(const CallGraph* graph, const char* const* names);
