/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The tree of calling contexts in a report. */

#ifndef APROF_TREE_H
#define APROF_TREE_H

#include "pub_tool_basics.h"

#include "profile/points.h"

/* Writes the routines with the points of their contexts, and the contexts that have points.  `tables` has the
   points of the contexts below `end`; NULL: no points. */
extern void tree_write(PointTable** tables, UInt end);

#endif
