/* Adds up the reports of processes: one report for each program. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "run/conditions.h"
#include "run/directory.h"
#include "run/plan.h"
#include "run/programs.h"
#include "run/sample.h"
#include "run/valgrind.h"

typedef struct {
   const RunDirectory*  directory;
   const Valgrind*      valgrind;
   const ProgramChoice* choice;
   const Sample*        sample;       /* NULL: all processes were to be measured */
   const GArray*        plan;
   const Conditions*    conditions;   /* of the runs */
   const RunEnd*        ends;         /* by run */
   bool                 keep;         /* the reports of processes, too */
   bool                 others_run;   /* processes that will still write reports */
} CollectOptions;

typedef struct {
   char*    report;      /* path */
   uint64_t cost;
   guint    processes;   /* reports added up; of a sample, processes that were measured */
   unsigned begun;       /* processes, of which the sample is; 0: there is none */
   char*    instruction; /* says which one Valgrind did not know; NULL: it knew all */
} MeasuredProgram;

typedef struct {
   GArray*  programs;    /* of MeasuredProgram, the costliest first */
   unsigned problems;    /* things that are lost or left; each was told */
} Collected;

extern Collected collect_reports(const CollectOptions* options);
