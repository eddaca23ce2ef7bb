/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What must hold between the numbers of one point. */

#ifndef COMMAND_POINT_RULES_H
#define COMMAND_POINT_RULES_H

#include "reader.h"

/* Called for each rule that the point breaks, with what is wrong. */
typedef void (*PointRuleBroken)(void* closure, const char* reason);

/* `may_be_rounded`: costs are measured so coarsely that an activation may have
   none, and the smallest of them, or all, are written as 1 instead of 0. */
extern void point_rules_check(const Point* point, bool may_be_rounded, PointRuleBroken broken, void* closure);

#endif
