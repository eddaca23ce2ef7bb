/* Reads one or more files into a report. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/report.h"
#include "util/problem.h"

typedef struct {
   bool force;             /* also add up reports that differ */
   bool fold_generics;     /* all instances of a generic routine are one routine (names.h) */
   bool find_names;        /* routines without a name get those that debug files have, here and now */
} LoadOptions;

/* NULL, with the problem set, if a file is no report, if it cannot be added to the first
   one and is not forced to, or if a sum would exceed 2^64-1.  "-" is standard input. */
extern Report* report_load(const char* const* paths, size_t count, LoadOptions options, Problem* problem);

/* A sum made one file at a time, for a caller that goes on without the files that cannot be added. */
typedef struct ReportSum ReportSum;

extern ReportSum* report_sum_new(LoadOptions options);

/* False, with the problem set, if the file cannot be added.  The sum is then as it was before. */
extern bool report_sum_add(ReportSum* sum, const char* path, Problem* problem);

/* The report.  NULL, with the problem set, if a sum would exceed 2^64-1.  Frees the sum in any case. */
extern Report* report_sum_finish(ReportSum* sum, Problem* problem);

/* Frees the sum without making a report. */
extern void report_sum_free(ReportSum* sum);
