/* An experiment with all that is known of it, for those who compare or check one. */

#pragma once

#include "answer/grow/facts.h"
#include "util/problem.h"

typedef struct {
   Experiment*  experiment;
   Series*      series;
   GrowthFacts* facts;       /* NULL: it could not be read, or they were not wanted */
} LoadedExperiment;

/* Reads the experiment and its reports.  False, with the problem set, if that cannot be, or no run counts.
   `own`: patterns of objects with own code; NULL: see model/own.h. */
extern bool loaded_experiment_read(LoadedExperiment* loaded, const char* directory, const char* own,
                                   Problem* problem);

/* Does the same without the facts, which take longer than the rest. */
extern bool loaded_experiment_read_runs(LoadedExperiment* loaded, const char* directory, Problem* problem);

/* Does all of that with an experiment, which is taken over in any case; NULL: the problem is set already. */
extern bool loaded_experiment_take(LoadedExperiment* loaded, Experiment* experiment, const char* own,
                                   Problem* problem);

/* Frees what there is. */
extern void loaded_experiment_free(LoadedExperiment* loaded);
