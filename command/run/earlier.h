/* How long a run took, for the next one of the same command: DIRECTORY/.run keeps it, beside the reports. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "run/directory.h"

typedef struct {
   double   seconds;
   unsigned processes;   /* that were measured */
} Earlier;

/* Returns what a run is known by: its command, where it ran, and the options of Valgrind and of aprof run
   that change how long it takes.  The caller frees it. */
extern char* earlier_key(char* const* command, const GPtrArray* options, const char* only,
                         unsigned per_program);

/* Keeps the run for later ones.  False, with the problem set, if that is not possible: nothing is lost but
   this. */
extern bool earlier_keep(const RunDirectory* directory, const char* key, const Earlier* run,
                         Problem* problem);

/* Finds the newest run with this key, in the directories beside this one.  False if there is none. */
extern bool earlier_find(const RunDirectory* directory, const char* key, Earlier* run);
