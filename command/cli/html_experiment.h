/* An experiment as a page, for aprof html and aprof grow. */

#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "util/problem.h"
#include "util/tree.h"

/* Writes the answer of answer_experiment as the file `page`, and prints its name. If `page` is NULL, it is
   named after the directory of the experiment. False, with the problem set, if it cannot be written. */
extern bool html_write_experiment(FILE* out, const char* directory, const Answer* grow, const char* page,
                                  Problem* problem);

/* Does what `aprof html DIRECTORY` does. Returns the exit status. */
extern int html_experiment(FILE* out, const char* directory, const char* page);
