/* Favourites, as the page exports them: a text file with a routine in each line, and,
   behind a tab, its object file.  Empty lines, and lines that begin with #, are
   comments. */

#pragma once

#include <glib.h>

#include "model/report.h"
#include "util/problem.h"

/* Indices of routines, as uint32_t; NULL, with the problem set, if the file cannot be read.  A line that
   fits no routine is told on standard error: a favourite may be gone. */
extern GArray* favourites_load(const char* path, const Report* report, Problem* problem);
