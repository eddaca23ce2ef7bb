/* An experiment: runs of one command with inputs of known sizes, in a directory.

      DIRECTORY/experiment.json        what is measured (settings.h); written once
      DIRECTORY/n=100/PROGRAM.report   of the run of size 100: one for each program, its processes added up
      DIRECTORY/n=100/run.json         how that run ended (run_record.h)
      DIRECTORY/n=100/stderr           what the program said, if it said something

   A run is made in a directory of another name, which gets its own when all is there. So many machines may
   work on one experiment, and one that is switched off leaves nothing that looks like a run. */

#pragma once

#include <assert.h>
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "experiment/run_record.h"
#include "experiment/settings.h"
#include "util/problem.h"

/* A run that was made. */
typedef struct {
   double     size[MAX_PARAMETERS];
   char*      name;      /* of its directory */
   bool       good;      /* it counts */
   char*      failure;   /* why it does not; NULL if it does */
   bool       is_repeated;   /* it does not, because another run of this size cost less */
   double     seconds;
   uint64_t   cost;      /* of the program; 0 if it was not measured */
   char*      report;    /* path: that of the program; NULL if it was not measured */
   RunRecord* record;
} ExperimentRun;

typedef struct Report Report;   /* model/report.h */
typedef struct Experiment Experiment;

/* Reads the report of a run that has one.  NULL, with the problem set. */
typedef Report* (*LoadRun)(void* data, const ExperimentRun* run, Problem* problem);

struct Experiment {
   char*     directory;         /* or what messages call it, if it is in none */
   char**    command;           /* the program and its arguments, up to NULL */
   unsigned  parameter_count;   /* 1 or 2 */
   char**    parameters;        /* names, as "n" */
   char*     unit;              /* of the sizes: bytes, lines, records, elements or number */
   char*     program;           /* the file name of the reports: of the costliest program; NULL: none */
   GArray*   runs;              /* of ExperimentRun, by ascending size */
   GArray*   planned;           /* of PlannedRun: those of a fixed plan that are not made yet */
   bool      has_failed;        /* experiment_conclude has found that all runs failed in the same way */
   bool      is_unread;         /* and that their input plays no part */
   Settings* settings;
   LoadRun   load;              /* NULL: reports are files */
   void*     load_data;
};

/* Returns a run that was made. */
static inline ExperimentRun* experiment_run(const Experiment* experiment, guint index)
{
   assert(index < experiment->runs->len);
   return &g_array_index(experiment->runs, ExperimentRun, index);
}

/* NULL, with the problem set, if the directory has no experiment. */
extern Experiment* experiment_open(const char* directory, Problem* problem);

/* Makes one that is in no directory, and takes the settings over; and a run of it, and takes the record over.
   Once all runs are there, experiment_judge() says which count. */
extern Experiment* experiment_make(const char* name, Settings* settings, LoadRun load, void* load_data);
extern void experiment_add_run(Experiment* experiment, const char* name, RunRecord* record);
extern void experiment_judge(Experiment* experiment);

extern void experiment_free(Experiment* experiment);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Experiment, experiment_free)

/* Reads again what runs there are. */
extern bool experiment_update(Experiment* experiment, Problem* problem);

/* The run of this name; NULL: it was not made. */
extern const ExperimentRun* experiment_run_named(const Experiment* experiment, const char* name);

/* The report of a run that has one.  NULL, with the problem set. */
extern Report* experiment_load(const Experiment* experiment, const ExperimentRun* run, Problem* problem);

/* Whether no run that counts has read its input, and all these end with the status 0 and cost the same: then
   no other run tells more. */
extern bool experiment_input_is_unread(const Experiment* experiment);

/* Whether the program reads only the beginning of its largest input: system calls have moved at most half as
   many bytes as that has, and all inputs that have more cost the same.  Sets *moved and *bytes to these
   numbers. */
extern bool experiment_reads_beginning(const Experiment* experiment, double* moved, double* bytes);

/* Judges the runs once no more are to come: those that all end with the same exit status, which is not 0, and
   cost the same, do not count.  Such a program has not come as far as its input.  Nor do those whose input
   plays no part.  experiment_open does so, too; experiment_update takes it back. */
extern void experiment_conclude(Experiment* experiment);

/* How many runs count. */
extern guint experiment_good_runs(const Experiment* experiment);
