/* An answer as one HTML page, which needs nothing else. */

#pragma once

#include <stdio.h>

#include "util/tree.h"

/* The page's own code, which page/ makes. */
extern const char page_script[];
extern const char page_style[];

/* Writes the page of an answer, and says to the script what it is: "report", of answer_page; "experiment", of
   answer_experiment; "history", of history_curves. */
extern void page_write(FILE* out, const char* what, const Answer* answer);
