/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The rules for the numbers of one point. */

#ifndef COMMAND_CHECK_POINT_RULES_H
#define COMMAND_CHECK_POINT_RULES_H

#include "model/reader.h"

/* Called for each rule that the point breaks.  `reason` says what is wrong. */
typedef void (*PointRuleBroken)(void* closure, const char* reason);

/* `rounded`: usually 0.  If costs are so coarse that an activation may have cost 0, it is the
   number of added reports, in each of which a 0 may have been written as 1. */
extern void point_rules_check(const Point* point, uint64_t rounded, PointRuleBroken broken, void* closure);

#endif
