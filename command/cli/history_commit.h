/* Builds and measures commits in working trees of their own, which are removed at the end: several at a time,
   one in each tree. */

#pragma once

#include "cli/history.h"

typedef struct {
   const HistoryOptions* options;
   const Repository*     repository;
   Store*                store;
   const char*           subcommand;  /* of aprof that measures: "run" or "grow" */
   char**                command;     /* what follows that, up to NULL */
   Adding                adding;      /* but for the commit and the tree */
   GPtrArray*            places;      /* working trees */
   char*                 reason;      /* why the last commit failed; NULL: it did not */
} CommitWork;

typedef enum {
   COMMIT_MEASURED,
   COMMIT_FAILED,     /* it does not build, or cannot be measured; that is noted in the store */
   COMMIT_ENDED,      /* a signal came: nothing is noted */
   COMMIT_BROKEN,     /* nothing can go on: the problem is set */
} CommitOutcome;

/* Opens the store, which `creates` makes, and makes `trees` working trees. `command`: words, up to NULL; if
   they begin with "aprof grow", they make an experiment. False, with the problem set. It must be ended in any
   case. */
extern bool commit_work_begin(CommitWork* work, const HistoryOptions* options, const Repository* repository,
                              bool creates, unsigned trees, char** command, Problem* problem);

/* Whether experiments are made. */
extern bool commit_work_makes_experiments(const CommitWork* work);

/* Whether a tree is free. */
extern bool commit_work_has_room(const CommitWork* work);

/* Begins with a commit in a free tree. False, with the problem set, if nothing can go on. */
extern bool commit_work_start(CommitWork* work, const char* hash, Problem* problem);

/* Waits for the end of one of those that have begun; `hash`, which is to be freed, is NULL if there is
   none. */
extern CommitOutcome commit_work_wait(CommitWork* work, char** hash, Problem* problem);

/* Does both. */
extern CommitOutcome commit_work_measure(CommitWork* work, const char* hash, Problem* problem);

/* Whether a signal asks for an end. */
extern bool commit_work_is_ended(const CommitWork* work);

extern void commit_work_end(CommitWork* work);
