/* Records in reports what a later comparison needs: what was run, which files it was given, how it ended, and
   prints of the routines' code. */

#pragma once

#include "model/report.h"
#include "run/jobs.h"
#include "run/plan.h"

/* The files that the runs of a plan are given. */
typedef struct Conditions Conditions;

/* To be called before they run. */
extern Conditions* conditions_look(const GArray* plan);

/* To be called afterwards: files that have changed, and those that nobody has read, were no input. */
extern void conditions_look_again(Conditions* conditions);

/* Whether it is sure that nobody has read the input of the run (Run.input). */
extern bool conditions_input_is_unread(const Conditions* conditions, guint run);

extern void conditions_free(Conditions* conditions);

/* Adds the comments about the runs whose flags are set, and about the code of the report's routines. */
extern void conditions_record(const Conditions* conditions, const RunEnd* ends, const bool* is_of_report,
                              Report* report);
