/* Prints what a history says, by its answers. */

#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "util/tree.h"

#define HASH_LENGTH  10   /* of a commit, in lines and tables */

/* Prints one line for each change of a commit. */
extern void render_history_log(FILE* out, const Answer* log, int columns);

/* Prints the lines of one commit of a log. */
extern void render_history_commit(FILE* out, const Answer* log, const char* hash, int columns);

/* Prints what a routine cost at each commit; without `shows_all`, only where that changed. */
extern void render_history_show(FILE* out, const Answer* show, bool shows_all, int columns);
