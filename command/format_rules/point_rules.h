/* The rules for the numbers of one point. */

#pragma once

#include "model/reader.h"

/* Called for each rule that the point breaks.  `reason` says what is wrong. */
typedef void (*PointRuleBroken)(void* closure, const char* reason);

/* `may_cost_nothing`: the cost is time or memory, so an activation may have none. */
extern void point_rules_check(const Point* point, bool may_cost_nothing, PointRuleBroken broken,
                              void* closure);
