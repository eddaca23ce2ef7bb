/* JSON: the printed form of an answer. */

#pragma once

#include <stdio.h>

#include "util/tree.h"

/* Prints an answer of a subcommand: one object.  Each item of a long list is on a line of its own, and no
   more than one is in memory. */
extern void json_print(FILE* out, const Answer* answer);

/* The text of a value, on one line; valid as long as the value. */
extern const char* json_text(const Answer* value);

/* Prints one value, on the same line. */
extern void json_print_value(FILE* out, const Answer* value);

/* Prints a text as one value. */
extern void json_print_text(FILE* out, const char* text);
