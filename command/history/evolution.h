/* The answer of `aprof history show`: what a routine cost at each commit, and how that grew. */

#pragma once

#include "history/line.h"
#include "util/tree.h"

/* Follows the routine through all its names. Steps of the lines must be known. */
extern Answer* history_evolution(const HistoryView* view, const GPtrArray* lines, const char* routine);
