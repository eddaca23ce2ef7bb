/* The reports of an experiment side by side: what each routine cost in each run that counts. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "experiment/experiment.h"
#include "model/report.h"
#include "util/problem.h"

/* A routine. Each array has a number for each run; a run without the routine has 0. */
typedef struct {
   const char* name;
   const char* image;
   const char* mangled;   /* or NULL */
   double*     total;     /* cost with all that it called; that of recursive calls counts once */
   double*     self;      /* cost without what it called */
   double*     calls;
   bool        is_start_up;   /* it runs before main, or is of the dynamic linker */
   double*     input;     /* mean rms of a call; NAN if it was not measured, or there was no call */
   double      ended_total;   /* in the run that was ended: it would have become more */
   double      ended_self;
   bool        is_own;        /* code of the program, and not of what runs before main */
   bool        is_recursive;  /* much of its work is below itself; as the largest run shows */
   const char* caller;        /* other own code for which it does most of its work (callers.h): name and */
   const char* caller_image;  /* image of a routine of the series, the same pointers; NULL: none is known */
   double      caller_part;   /* of its work that it does for the caller */
} RoutineSeries;

typedef struct {
   const ExperimentRun** runs;        /* of the experiment, which must stay: those that count, ascending */
   guint                 run_count;
   const ExperimentRun*  ended;       /* the smallest that is larger, has a report, and was ended; or NULL */
   char*                 application; /* path of the program; or NULL */
   char*                 unit;        /* of costs: the reports' metric, as "bb-count" */
   bool                  has_input;   /* a report has input sizes */
   double*               cost;        /* of the whole program, by run */
   Header*               conditions;  /* what each run was given, and how it ended (model/conditions.h) */
   GArray*               routines;    /* of RoutineSeries, by ascending image and name */
   GStringChunk*         texts;
} Series;

/* NULL, with the problem set, if a report cannot be read, or two of them measure different things.  `own`:
   patterns of objects with own code; NULL: see model/own.h. */
extern Series* series_read(const Experiment* experiment, const char* own, Problem* problem);

extern void series_free(Series* series);

/* Returns the routine that a routine of one of the reports is; NULL: there is none. */
extern const RoutineSeries* series_find(const Series* series, const Routine* routine);
