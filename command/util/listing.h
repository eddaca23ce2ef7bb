/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Lists a directory. */

#ifndef COMMAND_UTIL_LISTING_H
#define COMMAND_UTIL_LISTING_H

#include <glib.h>

#include "util/problem.h"

/* The names, sorted, so that the same is done and said each time.  NULL, with the problem
   set, if not all of them can be read. */
extern GPtrArray* listing_read(const char* directory, Problem* problem);

#endif
