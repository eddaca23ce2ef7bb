/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The aprof report, version 1.4: one file per process, or per thread, or several
   parts, each with what ended since the one before. */

#ifndef APROF_REPORT_H
#define APROF_REPORT_H

#include "pub_tool_basics.h"

/* Before the program starts: notes when that is, and that the report will find
   a place. */
extern void report_prepare(void);

/* Writes all that was measured, or what the parts have left of it; activations
   that still run are written as if they ended now.  Nothing measured is changed, so
   it may go on. */
extern void report_write(void);

/* Writes the reports of the threads that have ended, where each has one. */
extern void report_ended_threads(void);

/* Writes a part: what has ended since the part before, which is forgotten then.
   Activations that run now are in the part in which they end, so the parts add up to
   exactly what a single report would hold.  `trigger` says why, for the reader. */
extern void report_dump(const HChar* trigger);

/* The process is a forked child: it has written nothing so far. */
extern void report_forked(void);

/* Says how many points all reports of this process had, and what writing them took. */
extern void report_print_statistics(void);

#endif
