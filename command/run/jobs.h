/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Runs the runs of a plan, several at a time, and waits for them. */

#ifndef COMMAND_RUN_JOBS_H
#define COMMAND_RUN_JOBS_H

#include <glib.h>
#include <stdbool.h>

#include "run/follow.h"

typedef struct {
   const GArray* plan;        /* of Run */
   Valgrind*     valgrind;
   Follow*       follow;      /* NULL: the command itself goes under Valgrind */
   unsigned      at_a_time;
   unsigned      timeout;     /* seconds for each run; 0: no limit */
} JobOptions;

typedef struct {
   int      status;         /* that of the first run that failed; 128 and the number for a signal; else 0 */
   unsigned started;        /* runs */
   int      interrupted;    /* the signal that has ended this early, or 0 */
   bool     others_run;     /* processes that the runs have left behind */
} JobResult;

/* Signals that end the command stay blocked, so that it can write what was measured. */
extern JobResult jobs_run(const JobOptions* options);

/* Afterwards. */
extern void jobs_accept_signals(void);

#endif
