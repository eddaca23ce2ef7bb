/* Work on an experiment that is there. */

#pragma once

#include "experiment/choose.h"
#include "experiment/settings.h"

/* The directory of an experiment, if the user names none. */
#define GROW_DEFAULT_NAME  "aprof.grow"

typedef struct {
   const char* run;          /* of --run; NULL: all runs */
   int         format;       /* GROW_FORMAT_TEXT, ... */
   bool        all;          /* routines, and runs */
   bool        is_native;    /* --run only measures how long the run takes without Valgrind */
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

/* Experiments with benchmarks of Google Benchmark. */
typedef struct {
   const GrowWork* grow;
   const Settings* settings;   /* what the user says about the tool */
   const char*     chosen;     /* a regular expression; NULL: all benchmarks */
   const char*     output;     /* NULL: the usual directory */
} BenchmarkWork;

/* Returns the exit status. */
extern int grow_benchmarks(const BenchmarkWork* work, char* const* command);
