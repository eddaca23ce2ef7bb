/* Makes the runs of an experiment that are still to be made, several at a time.  A process of this command
   makes each, `aprof grow --run=RUN DIRECTORY`, as the user may start it on another machine. */

#pragma once

#include "experiment/choose.h"
#include "experiment/experiment.h"

typedef struct {
   Limits   limits;
   unsigned jobs;
   bool     keep;
   bool     is_timed;   /* runs that count are made without Valgrind, too */
   bool     (*is_settled)(const Experiment* experiment);   /* whether more runs would not change the answer */
} ConductOptions;

typedef struct {
   ChoiceEnd end;
   int       interrupted;   /* the signal that has ended it early, or 0 */
} Conducted;

/* Says on standard error what it does.  False, with the problem set, if a run could not be made at all. */
extern bool conduct(Experiment* experiment, const ConductOptions* options, Conducted* result,
                    Problem* problem);

/* The words that make one run, up to NULL; `program` is the command aprof.  The caller frees them. */
extern char** conduct_words(const Experiment* experiment, const char* program, const char* run);
