/* Options that `aprof run` and `aprof grow` do not know are Valgrind's or its tool's; or nobody's. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "util/arguments.h"
#include "util/problem.h"

/* False, with the problem set, if Valgrind lacks the tool, or does not know one of the options, or of those
   in VALGRIND_OPTS.  `valgrind` is as valgrind_find has it, `own` the options of the subcommand. */
extern bool valgrind_options_check(const char* valgrind, const GPtrArray* options, const Option* own,
                                   Problem* problem);
