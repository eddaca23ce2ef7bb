/* Two directories in which a run is made: one of the experiment, which gets its name when all is there, and
   one of this machine for what is needed only meanwhile.  The paths of the latter have always the same
   length, so that they cost the program the same. */

#pragma once

#include <stdbool.h>

#include "util/problem.h"

typedef struct {
   char* experiment;   /* its directory */
   char* unfinished;   /* below it: becomes the directory of the run */
   char* temporary;
} Workplace;

/* False, with the problem set, if a directory cannot be made. */
extern bool workplace_make(Workplace* place, const char* experiment, const char* run, Problem* problem);

/* Gives the directory of the run its name.  `*is_first` is false if somebody else was faster: then what was
   measured here is dropped. */
extern bool workplace_finish(Workplace* place, const char* run, bool* is_first, Problem* problem);

/* Removes what is left. */
extern void workplace_remove(Workplace* place);

/* Removes unfinished directories of processes of this machine that no longer run. */
extern void workplace_clean(const char* experiment);
