/* Runs a command once as it is, to say how long measuring it will take: for --estimate. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "run/programs.h"
#include "run/valgrind.h"

typedef struct {
   char* const*         command;
   const ProgramChoice* choice;
   Valgrind*            valgrind;
   unsigned             per_program;   /* processes to measure of each program; 0: all */
   unsigned             timeout;       /* seconds; 0: no limit */
} TrialOptions;

/* Runs it, and says how long it took and what that means.  What the command prints is not shown.  Standard
   input is where it was before.  Sets how many seconds measuring will take; 0: unknown.  Returns the signal
   that has interrupted it, or 0. */
extern int trial_run(const TrialOptions* options, double* estimated);
