/* Reports and experiments become records of a commit. */

#pragma once

#include "history/store.h"
#include "subject/runs.h"

typedef struct {
   const Repository* repository;
   const char*       top;        /* the working tree that the reports are of */
   const Commit*     commit;
   const char*       branch;
   const char*       name;       /* of the series; "" */
   const char*       machine;
   bool              replaces;
   bool              force;      /* adds up reports that measured different things */
} Adding;

/* How many records were added, were there already, and were replaced. */
typedef struct {
   unsigned added;
   unsigned same;
   unsigned replaced;
} AddCounts;

/* The series that a report of the program belongs to, but for its name and machine: to be freed. */
extern char* measure_of_report(const Report* report);

/* An experiment, and the program that its series is of: NULL: that which it measures. */
typedef struct {
   char* directory;
   char* program;
} NamedExperiment;

/* Reports and experiments that are to be added. */
typedef struct {
   char**  reports;       /* paths, up to NULL */
   GArray* experiments;   /* NamedExperiment */
} Measured;

extern void measured_clear(Measured* measured);

/* The program of an experiment; to be freed. */
extern char* program_of_experiment(const NamedExperiment* named, const RunSubjects* subjects);

/* Adds a record for each program of the reports, and for each experiment: all, or none. False, with the
   problem set, if one cannot be added, or differs from what is there. */
extern bool add_measured(Store* store, const Adding* adding, const Measured* measured, AddCounts* counts,
                         Problem* problem);
