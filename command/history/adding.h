/* Reports and experiments become records of a commit. */

#pragma once

#include "history/store.h"
#include "subject/runs.h"

/* An experiment, and the program that its series is of: NULL: that which it measures. */
typedef struct {
   char* directory;
   char* program;
} NamedExperiment;

/* Reports and experiments. */
typedef struct {
   char**  reports;       /* paths, up to NULL */
   GArray* experiments;   /* NamedExperiment */
} Measured;

extern void measured_clear(Measured* measured);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Measured, measured_clear)

/* A program that was measured, and its series but for the name and the machine. */
typedef struct {
   char*     program;
   char*     measure;
   Snapshot* record;
} Prepared;

/* Makes one of each program of the reports, and of each experiment.  `top`: as for snapshot_make; `force`:
   adds up reports that measured different things.  Returns an array of Prepared, to be freed by
   g_array_unref; NULL, with the problem set, if one cannot be made. */
extern GArray* measured_prepare(const Measured* measured, const char* top, bool force, Problem* problem);

typedef struct {
   const Repository* repository;
   const Commit*     commit;
   const char*       branch;
   const char*       name;       /* of the series; "" */
   const char*       machine;
   bool              replaces;
} Adding;

/* Adds them: all, or none. False, with the problem set, if one cannot be added, or differs from what is
   there. */
extern bool add_prepared(Store* store, const Adding* adding, const GArray* prepared, AddCounts counts,
                         Problem* problem);
