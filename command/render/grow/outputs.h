/* The outputs of aprof grow, of an answer of answer_experiment.  JSON is json_print (util/json.h). */

#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "util/tree.h"

/* Prints one screen of so many columns or, if `all`, every routine. */
extern void render_grow_text(FILE* out, const Answer* grow, bool all, int width);

/* Prints the line of a run, an item of the answer's `runs`. */
extern void render_grow_run(FILE* out, const Answer* run);

/* Prints a line for each routine. */
extern void render_grow_csv(FILE* out, const Answer* grow);
