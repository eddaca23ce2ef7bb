/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What is known of how the cost of a routine grows. */

#ifndef COMMAND_HTML_LAW_H
#define COMMAND_HTML_LAW_H

#include "render/page/sections.h"

/* The three cases: worst, mean, best.  The points are the routine's. */
extern void law_print(FILE* out, const Subject* subject, const RoutineFacts* row, const Point* points,
                      size_t count);

#endif
