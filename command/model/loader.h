/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   From files to a report. */

#ifndef COMMAND_MODEL_LOADER_H
#define COMMAND_MODEL_LOADER_H

#include <stdbool.h>
#include <stddef.h>

#include "model/report.h"
#include "util/problem.h"

/* NULL, with the problem set, if a file is no report, or cannot be added to the
   first one and `force` is false, or if a sum would be beyond 2^64-1.  "-" is
   standard input. */
extern Report* report_load(const char* const* paths, size_t count, bool force, Problem* problem);

#endif
