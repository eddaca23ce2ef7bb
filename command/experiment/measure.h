/* Makes one run of an experiment: its input, then the program under Valgrind, then its record.  The same run
   without Valgrind tells how long the program takes. */

#pragma once

#include <stdbool.h>

#include "experiment/settings.h"
#include "run/usage.h"
#include "util/problem.h"

/* A variable of the environment: the directory in which runs of one experiment keep maps of inlined routines
   for each other, as SessionOptions has it. */
#define MEASURE_MAPS  "APROF_INLINED_MAPS"

/* The end of the name of a file of the experiment, behind the name of the run: what an interpreter has said
   of each such run (model/interpreters.h). */
#define MEASURE_FUNCTIONS  ".functions"

typedef enum {
   MEASURED,             /* there is a record, also of a run that has failed */
   MEASURE_INTERRUPTED,  /* by a signal to us: nothing is kept */
   MEASURE_REFUSED,      /* the problem says why; nothing is kept */
} MeasureResult;

typedef struct {
   const Settings* settings;
   const char*     directory;   /* of the experiment; absolute */
   RunLimits       limits;      /* without memory, that is what is free */
   bool            keep;        /* what the program read and printed, and reports of processes */
} MeasureOptions;

/* Runs in the experiment's working directory, to which it changes.  Signals that end the command are blocked
   from then on. */
extern MeasureResult measure_run(const MeasureOptions* options, const PlannedRun* run, int* interrupted,
                                 Problem* problem);

/* Makes a run that is there once more, without Valgrind, and adds to its record how long that takes, and how
   much memory.  The record stays as it is if the run fails, or ends in another way.  If the program is an
   interpreter of a script, times the script's functions (answer/grow/functions.h), too; for this, the run
   need not be there. */
extern MeasureResult measure_natively(const MeasureOptions* options, const PlannedRun* run,
                                      int* interrupted, Problem* problem);
