/* Directories with several experiments of aprof grow, one for each program or input. */

#pragma once

#include <glib.h>
#include <stdbool.h>

/* Whether the directory is no experiment, and has some. */
extern bool experiment_suite_is_one(const char* directory);

/* Finds the experiments of both sides, by their names: an array of SuiteProgram.  A side may be NULL. */
extern GArray* experiment_suite_find(const char* const sides[2]);
