/* The reports that somebody names: files, and directories that `aprof run` has written. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "util/problem.h"

/* Finds the reports that the arguments name, also those in directories: paths, up to NULL, to be freed by
   g_strfreev.  NULL, with the problem set, if one cannot be read. */
extern char** report_paths_find(const char* const* names, size_t count, Problem* problem);

/* Does the same for a subcommand that adds them up.  NULL, with the problem set, also if a directory has
   reports of several programs, unless they are forced together. */
extern char** report_paths_of_one(const char* const* names, size_t count, bool force, Problem* problem);
