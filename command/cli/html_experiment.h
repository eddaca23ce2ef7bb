/* Files of pages; and an experiment as a page, for aprof html and aprof grow. */

#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "util/problem.h"
#include "util/tree.h"

/* Writes an answer as a page, into a file ("-": standard output), and prints the name of that to `out`.
   `what`: as for page_write.  False, with the problem set, if it cannot be written. */
extern bool html_write_page(FILE* out, const char* path, const char* what, const Answer* answer,
                            Problem* problem);

/* Does that with the answer of answer_experiment. If `page` is NULL, it is named after the directory of the
   experiment. */
extern bool html_write_experiment(FILE* out, const char* directory, const Answer* grow, const char* page,
                                  Problem* problem);

/* Whether an experiment can be shown: it is named alone, and without the option `of_reports` (its name; NULL:
   none was given), which is for reports.  Else says why not. */
extern bool experiment_is_alone(const char* command, const char* directory, size_t count,
                                const char* of_reports);

/* Does what `aprof html DIRECTORY` does. Returns the exit status. */
extern int html_experiment(FILE* out, const char* directory, const char* page);
