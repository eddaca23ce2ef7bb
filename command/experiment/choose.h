/* Chooses the runs that an experiment makes next, by those that were made.  Nothing else is remembered, so
   an experiment that was interrupted goes on as if it had not been. */

#pragma once

#include "experiment/experiment.h"

/* The user's limits; they may be others than those that the experiment began with. */
typedef struct {
   unsigned runs;      /* sizes */
   unsigned budget;    /* seconds for all runs; 0: no limit */
   unsigned timeout;   /* seconds for each; 0: no limit */
   uint64_t memory;    /* bytes for each; 0: as much as is free */
   bool     are_new;   /* an experiment that is complete by its own limits may go further */
} Limits;

/* Why there is nothing to run, or less than was asked for.  SETTLED is for those who know the answer. */
typedef enum {
   CHOICE_COMPLETE, CHOICE_BUDGET, CHOICE_TIMEOUT, CHOICE_MEMORY, CHOICE_FAILURES, CHOICE_SETTLED
} ChoiceEnd;

/* The end of the name of a run that is made once more. */
#define CHOICE_AGAIN  "-2"

typedef struct {
   GArray*   runs;         /* of PlannedRun: to make, the largest last; empty: nothing */
   bool      is_first_look;   /* small runs, to learn what start-up costs: more will be known after each */
   double    timeout;      /* seconds, after which a run costs more than it tells; 0: the user's limit */
   bool      is_again;     /* a size that cost far more than others lead to expect, once more */
   bool      may_settle;   /* no run was asked for, so none is needed if the answer is settled */
   double    seconds;      /* how long all of them will take; NAN: not known yet */
   ChoiceEnd end;
} Choice;

/* The runs of the choice are to be freed by g_array_unref. */
extern Choice choose_runs(const Experiment* experiment, const Limits* limits);

/* The seconds of a budget with which an experiment that is over goes on to twice the largest size: those of
   the runs that were made, and of those to come.  NAN: no run counts, so nobody knows. */
extern double choose_seconds_for_larger(const Experiment* experiment);

/* Returns `count` sizes (uint64_t) from the first to the last of the range, evenly spaced by their
   logarithms; fewer if there are not so many whole numbers. */
extern GArray* choose_spaced(const SizeRange* range, unsigned count);
