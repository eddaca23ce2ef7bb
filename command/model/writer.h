/* Writes the model as a report of version 1.4. */

#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "model/report.h"
#include "util/problem.h"

/* The caller checks by ferror whether everything was written. */
extern void writer_write(FILE* out, const Report* report);

/* Writes a file, or standard output for "-".  False, with the problem set, if that is not possible. */
extern bool writer_write_file(const char* path, const Report* report, Problem* problem);
