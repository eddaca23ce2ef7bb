/* The answer of aprof grow: what an experiment says of larger sizes.  docs/formats.md describes it. */

#pragma once

#include "experiment/experiment.h"
#include "util/tree.h"

/* Answers with one run. */
extern Answer* answer_run(const Experiment* experiment, const ExperimentRun* run);

/* Reads the reports of the runs for this answer. NULL, with the problem set, if one cannot be read. */
extern Answer* answer_experiment(const Experiment* experiment, Problem* problem);
