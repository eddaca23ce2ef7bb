/* The reports of one side: a report, a directory, or several of both with commas
   between.  Of a directory, and of those below it, every file that begins like a report
   is one, compressed or not; others are left out.  A file that has a comma in its name
   is named as it is. */

#pragma once


#include "model/loader.h"
#include "model/report.h"
#include "util/problem.h"

/* The paths, sorted within a directory, up to NULL; to be freed by g_strfreev.  NULL, with the problem
   set, if a directory cannot be read or has no report. */
extern char** reports_find(const char* text, Problem* problem);

/* Finds them, and adds them up.  `paths` gets the paths; also if the result is NULL, with the problem set. */
extern Report* reports_load(const char* text, LoadOptions options, char*** paths, Problem* problem);
