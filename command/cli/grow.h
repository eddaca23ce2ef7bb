/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Work on an experiment that is there. */

#ifndef COMMAND_CLI_GROW_H
#define COMMAND_CLI_GROW_H

#include "experiment/choose.h"

typedef struct {
   const char* run;          /* of --run; NULL: all runs */
   int         format;       /* GROW_FORMAT_TEXT, ... */
   bool        all;          /* routines, and runs */
   bool        html;         /* also writes the page */
   bool        only_shows;   /* no run is made */
   bool        is_plan;      /* only commands are printed */
   bool        has_budget;   /* `limits` has one, instead of the experiment's own */
   bool        has_runs;
   Limits      limits;
   unsigned    jobs;
   bool        keep;
} GrowWork;

/* Returns the exit status. */
extern int grow_work_on(const GrowWork* work, const char* directory);

#endif
