/* Elements of a JSON array or of the root of XML, for cut.c. */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "util/problem.h"

/* False, with the problem set, if the file is neither a JSON array nor XML. */
extern bool elements_count(const char* path, uint64_t* elements, Problem* problem);

/* Prints the file with its first elements only. */
extern bool elements_write(const char* path, uint64_t elements, FILE* out, Problem* problem);
