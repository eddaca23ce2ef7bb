/* JSON: the printed form of an answer. */

#pragma once

#include <stdio.h>

#include "util/tree.h"

/* Prints an answer of a subcommand: one object.  Each item of a long list is on a line of its own, and no
   more than one is in memory. */
extern void json_print(FILE* out, const Answer* answer);

/* Prints one value, on the same line. */
extern void json_print_value(FILE* out, const Answer* value);

/* Prints and frees it. */
extern void json_print_last(FILE* out, Answer* value);
