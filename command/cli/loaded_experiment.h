/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   An experiment with all that is known of it, for the subcommands that compare or check one. */

#ifndef COMMAND_CLI_LOADED_EXPERIMENT_H
#define COMMAND_CLI_LOADED_EXPERIMENT_H

#include "answer/grow/facts.h"
#include "util/problem.h"

typedef struct {
   Experiment*  experiment;
   Series*      series;
   GrowthFacts* facts;       /* NULL: it could not be read */
} LoadedExperiment;

/* Reads the experiment and its reports.  False, with the problem set, if that cannot be, or no run counts. */
extern bool loaded_experiment_read(LoadedExperiment* loaded, const char* directory, Problem* problem);

/* Frees what there is. */
extern void loaded_experiment_free(LoadedExperiment* loaded);

#endif
