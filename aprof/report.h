/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The aprof report, version 1.4: one file per process. */

#ifndef APROF_REPORT_H
#define APROF_REPORT_H

#include "pub_tool_basics.h"

/* Before the program starts: notes when that is, and that the report will find
   a place. */
extern void report_prepare(void);

/* Writes all that was measured so far; activations that still run are written
   as if they ended now.  Nothing measured is changed, so it may go on. */
extern void report_write(void);

#endif
