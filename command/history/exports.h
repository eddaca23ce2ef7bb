/* A history for other programs: what history_curves answers, in their formats. */

#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "util/problem.h"
#include "util/tree.h"

/* Writes a table: a line for each cost.  Without `wants_all`, a routine has a line where its cost is another
   one than before. */
extern void history_write_csv(const Answer* curves, bool wants_all, FILE* out);

/* Writes results of asv into a directory, which is made if it is not there.  `top`: the working tree; NULL:
   it is not known.  False, with the problem set. */
extern bool history_write_asv(const Answer* curves, const char* top, const char* directory, Problem* problem);
