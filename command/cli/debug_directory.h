/* The option --debug-dir, which several subcommands have. */

#pragma once

#include <stdbool.h>

#include "util/arguments.h"

/* Takes a value of the option; false, with a message, if it is wrong. */
extern bool debug_directory_take(const Argument* argument, int option);

/* Returns the options that were given, each with a blank behind it, for commands that are suggested. */
extern const char* debug_directory_options(void);
