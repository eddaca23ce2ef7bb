/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Reads one or more files into a report. */

#ifndef COMMAND_MODEL_LOADER_H
#define COMMAND_MODEL_LOADER_H

#include <stdbool.h>
#include <stddef.h>

#include "model/report.h"
#include "util/problem.h"

typedef struct {
   bool force;             /* also add up reports that differ */
   bool fold_generics;     /* all instances of a generic routine are one routine (generics.h) */
} LoadOptions;

/* NULL, with the problem set, if a file is no report, if it cannot be added to the first
   one and is not forced to, or if a sum would exceed 2^64-1.  "-" is standard input. */
extern Report* report_load(const char* const* paths, size_t count, LoadOptions options, Problem* problem);

#endif
