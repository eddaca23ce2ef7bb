/* Comparisons of the commits of a line, as aprof diff says them, for the page. */

#pragma once

#include "history/line.h"
#include "util/tree.h"

/* Returns lists of the record's index, the hash of the one that it is compared with, and the text: of the
   newest commits with steps, the newest first. */
extern Answer* history_comparisons(const Line* line);
