/* From a plan to reports: finds Valgrind, runs the runs, and adds up what their processes have written.  All
   messages begin with the name of the subcommand (g_set_prgname). */

#pragma once

#include "run/collect.h"
#include "run/directory.h"
#include "run/jobs.h"

typedef struct {
   GArray*          plan;               /* of Run */
   const char*      output;             /* directory; NULL: a new one with the usual name */
   bool             by_rank;            /* as directory_make has it */
   const char*      valgrind;           /* NULL: see valgrind_find */
   const GPtrArray* valgrind_options;   /* texts */
   const char*      maps;               /* as Valgrind has it; NULL: they are the session's own */
   const char*      only;               /* as ProgramChoice has it */
   bool             with_script;        /* as ProgramChoice has it */
   unsigned         per_program;        /* processes to measure of each program; 0: all */
   unsigned         jobs;
   unsigned         timeout;
   RunLimits        limits;
   RunEnd*          ends;               /* as JobOptions has them */
   bool             keep;
   const StatusChoice* status;          /* NULL: nothing is said while they run, or kept for later runs */
   bool             estimate;           /* the first run is made twice, as trial_run has it */
} SessionOptions;

typedef struct {
   JobResult jobs;
   Collected collected;
   bool      input_is_unread;   /* it is sure that nobody has read the input of the first run (Run.input) */
} SessionResults;

typedef struct Session Session;

/* Does all that can go wrong before something runs.  NULL, with the problem set, if it does.  The options
   must stay. */
extern Session* session_begin(const SessionOptions* options, Problem* problem);

/* Runs all, and adds up what was measured.  Signals stay blocked, as after jobs_run. */
extern void session_measure(Session* session);

extern void session_free(Session* session);

/* The results, for after session_measure. */
extern const SessionResults* session_results(const Session* session);

/* If nothing was measured, returns which programs --only could name, as it takes them, to be freed; NULL if
   that would not help. */
extern char* session_pattern_meant(const Session* session);

/* Says that nothing was measured, and why. */
extern void session_say_nothing_measured(const Session* session);
