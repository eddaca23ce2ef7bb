/* Runs the runs of a plan, several at a time, and waits for them. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "run/follow.h"
#include "run/status.h"
#include "run/usage.h"

/* A native run that takes less of the processor, in seconds, is start-up for the most part. */
#define SHORT_NATIVE_RUN  0.1

/* How a run has ended. */
typedef struct {
   bool   started;
   bool   ended;       /* false: it was left behind when patience was over */
   bool   timed_out;
   RunLimit exceeded;  /* the limit for which it was ended */
   int    status;      /* as of waitpid */
   double seconds;
   double own_seconds; /* as usage.h has them, if there are limits */
   double processor_seconds;   /* of the program and the processes that it has waited for */
   double kernel_seconds;      /* of these, those in the kernel */
   double memory;      /* the most bytes that one of these processes had in memory at one time */
} RunEnd;

typedef struct {
   const GArray* plan;        /* of Run */
   Valgrind*     valgrind;    /* NULL: all runs are native */
   Follow*       follow;      /* NULL: the command itself goes under Valgrind */
   unsigned      at_a_time;
   unsigned      timeout;     /* seconds for each run; 0: no limit */
   RunLimits     limits;      /* only with one run at a time */
   Status*       status;      /* NULL: nothing is said while they run */
   RunEnd*       ends;        /* one for each run, all zeros; NULL: nobody asks */
} JobOptions;

typedef struct {
   int      status;         /* that of the first run that failed; 128 and the number for a signal; else 0 */
   unsigned started;        /* runs */
   int      interrupted;    /* the signal that has ended this early, or 0 */
   bool     others_run;     /* processes that the runs have left behind */
   bool     not_traced;     /* a run could not be followed */
} JobResult;

/* Signals that end the command stay blocked, so that it can write what was measured. */
extern JobResult jobs_run(const JobOptions* options);

/* Blocks them before: the next jobs_run takes those that have come. */
extern void jobs_block_signals(void);

/* Accepts them again. */
extern void jobs_accept_signals(void);
