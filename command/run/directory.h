/* The directory for the reports of a run. It is new, so that nothing of an earlier run is overwritten.

      DIRECTORY/PROGRAM.report          one for each program, added up
      DIRECTORY/processes/              the reports of processes, until they are added up
      DIRECTORY/processes/maps/         what the first process found out for --inlined, for the others

   Of a rank or task, DIRECTORY is a directory below the one that all of them share. */

#pragma once

#include <stdbool.h>

#include "util/problem.h"

typedef struct {
   char* path;         /* as the user sees it */
   char* processes;    /* absolute */
   char* maps;         /* below that; the tool makes it */
} RunDirectory;

/* `wanted`: where the user wants it, or NULL.  False, with the problem set, if it cannot be made, or has
   files already. */
extern bool directory_make(RunDirectory* directory, const char* wanted, bool by_rank, Problem* problem);

/* Makes a directory: the wanted one, which must be new or empty, or a new one with the usual name.  Sets the
   path, which the caller frees; False, with the problem set, if that is not possible. */
extern bool directory_make_new(char** path, const char* wanted, const char* usual, Problem* problem);

/* Removes the maps, and the directories that are empty. */
extern void directory_tidy(const RunDirectory* directory);

/* No path is so deep. */
#define DIRECTORY_WHOLE  4096

/* Removes a file, or a directory with what is in it, up to this depth; links are not followed. */
extern void directory_remove(const char* path, int depth);

extern void directory_free(RunDirectory* directory);
