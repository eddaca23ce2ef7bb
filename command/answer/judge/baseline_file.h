/* Baselines as files.  A file is reviewed like code: it is sorted, has a line for each
   routine, and no date, so that a change shows exactly the routines that changed.

      # aprof baseline 1: what routines cost; `aprof check --update-baseline` writes it
      fingerprint metric bb-count input rms cell 4 ...
      count_words worst n^2 2.14..2.21 mean n^2 2.14..2.20 n 279..3910 ...

   Tokens are those of rules (tokens.h).  docs/formats.md explains them. */

#pragma once

#include "answer/judge/baseline.h"
#include "util/problem.h"

/* Whether the file is there and begins like a baseline, also with a merge conflict. */
extern bool baseline_file_is_one(const char* path);

/* NULL, with the problem set, if it cannot be read. */
extern Baseline* baseline_file_read(const char* path, Problem* problem);

/* False, with the problem set, if it cannot be written. */
extern bool baseline_file_write(Baseline* baseline, Problem* problem);
