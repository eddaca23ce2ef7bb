/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Builds and measures commits in a working tree of its own, which is removed at the end. */

#ifndef COMMAND_CLI_HISTORY_COMMIT_H
#define COMMAND_CLI_HISTORY_COMMIT_H

#include "cli/history.h"
#include "history/adding.h"

typedef struct {
   const HistoryOptions* options;
   const Repository*     repository;
   Store*                store;
   char**                command;     /* up to NULL */
   Adding                adding;      /* but for the commit */
   char*                 directory;   /* has all that follows */
   char*                 tree;
   char*                 reports;
   char*                 reason;      /* why the last commit failed; NULL: it did not */
} CommitWork;

typedef enum {
   COMMIT_MEASURED,
   COMMIT_FAILED,     /* it does not build, or cannot be measured; that is noted in the store */
   COMMIT_ENDED,      /* a signal came: nothing is noted */
   COMMIT_BROKEN,     /* nothing can go on: the problem is set */
} CommitOutcome;

/* Opens the store, which `creates` makes, and makes the working tree. False, with the problem set. It must be
   ended in any case. */
extern bool commit_work_begin(CommitWork* work, const HistoryOptions* options, const Repository* repository,
                              bool creates, char** command, Problem* problem);

extern CommitOutcome commit_work_measure(CommitWork* work, const char* hash, Problem* problem);

/* Whether a signal asks for an end. */
extern bool commit_work_is_ended(const CommitWork* work);

extern void commit_work_end(CommitWork* work);

#endif
