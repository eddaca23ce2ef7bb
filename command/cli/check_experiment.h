/* The check of an experiment of aprof grow, whose baseline may be another one. */

#pragma once

#include "cli/check_parts.h"

/* Returns the exit status. */
extern int check_experiment(const CheckOptions* options, const char* directory);

/* Does that with all experiments in the directory, with one verdict; those of the baseline have the same
   names. */
extern int check_experiment_suite(const CheckOptions* options, const char* directory);
