/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The answer of `aprof history html`: the cost of all routines over the commits, packed, for the page. */

#ifndef COMMAND_HISTORY_CURVES_H
#define COMMAND_HISTORY_CURVES_H

#include "history/line.h"
#include "util/tree.h"

/* Commits are the oldest first. Steps of the lines must be known. */
extern Answer* history_curves(const HistoryView* view, const GPtrArray* lines);

#endif
