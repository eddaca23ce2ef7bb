/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What must hold between the numbers of one point. */

#ifndef COMMAND_CHECK_POINT_RULES_H
#define COMMAND_CHECK_POINT_RULES_H

#include "model/reader.h"

/* Called for each rule that the point breaks, with what is wrong. */
typedef void (*PointRuleBroken)(void* closure, const char* reason);

/* `rounded`: 0, or costs are measured so coarsely that an activation may have none, and
   what would be 0 has been written as 1 in so many reports that were added up. */
extern void point_rules_check(const Point* point, uint64_t rounded, PointRuleBroken broken, void* closure);

#endif
