/* Experiments of aprof grow as snapshots, and back. */

#pragma once

#include "history/snapshot.h"
#include "subject/runs.h"

/* Makes a snapshot of an experiment, whose facts are not needed.  `top`: as for snapshot_make.  NULL, with
   the problem set, if a report cannot be read, or no other experiment can be compared with it. */
extern Snapshot* experiment_snapshot(const RunSubjects* subjects, const char* top, Problem* problem);

/* Returns the measure of an experiment's series; to be freed. */
extern char* measure_of_experiment(const RunSubjects* subjects);

/* An experiment that is made of a snapshot, which must stay. */
typedef struct {
   const Snapshot*  snapshot;
   const Snapshot*  other;    /* that it is compared with, as for snapshot_report; NULL: none */
   RunSubjects*     subjects; /* NULL: it could not be made */
} KeptExperiment;

/* `own`: patterns of objects that are own code; may be NULL.  `name`: what answers call it.  False, with the
   problem set, if the snapshot is damaged. */
extern bool kept_experiment_make(KeptExperiment* kept, const Snapshot* snapshot, const Snapshot* other,
                                 const char* own, const char* name, Problem* problem);
extern void kept_experiment_clear(KeptExperiment* kept);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(KeptExperiment, kept_experiment_clear)

/* Writes it as `aprof grow` does, into a directory that is made.  False, with the problem set. */
extern bool experiment_write(const Snapshot* snapshot, const char* directory, Problem* problem);
