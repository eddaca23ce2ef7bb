/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Prints the growth of a routine's cost. */

#ifndef COMMAND_RENDER_PAGE_LAW_H
#define COMMAND_RENDER_PAGE_LAW_H

#include "render/page/sections.h"
#include "render/page/values.h"

/* The three cases: worst, mean, best.  The points are the routine's. */
extern void law_print(FILE* out, const Subject* subject, SharedTexts* shared, const RoutineFacts* row,
                      const Point* points, size_t count);

#endif
