/* Follows launchers, which run outside Valgrind, and puts what they start under Valgrind if it is to be
   measured.

   For this, we trace the launchers (ptrace).  Linux stops a traced process when it begins to execute a
   program, and traces its children as well.  A process that has become Valgrind is no longer traced:
   Valgrind follows its children itself.  But where a sample chooses processes, it stays traced, and follows
   none, because its children may run outside Valgrind again.

   It can also only look on: nothing becomes Valgrind, and what would be measured is counted. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

#include "run/programs.h"
#include "run/sample.h"
#include "run/valgrind.h"

typedef struct Follow Follow;

/* `sample` chooses among the processes that the choice leaves; NULL: all of them. */
extern Follow* follow_new(ProgramChoice* choice, Sample* sample, Valgrind* valgrind);

/* Returns one that looks on. */
extern Follow* follow_new_looking_on(ProgramChoice* choice, Sample* sample, Valgrind* valgrind);

extern void follow_free(Follow* follow);

/* Counts what would have been measured, of the processes that have ended. */
typedef struct {
   unsigned processes;
   double   seconds;    /* of the processor, in all of them together */
   double   longest;    /* the same, in the one that took most */
} Counted;

extern Counted follow_counted(const Follow* follow);

/* Traces a child that has not begun its program yet.  False, with errno set, if that is not allowed. */
extern bool follow_begin(Follow* follow, pid_t pid, unsigned run);

/* A traced process has stopped, with this status from waitpid; makes it go on. */
extern void follow_stopped(Follow* follow, pid_t pid, int status);

/* A process has ended. */
extern void follow_ended(Follow* follow, pid_t pid);

/* The paths of the programs that ran outside Valgrind: a set. */
extern GHashTable* follow_unmeasured(Follow* follow);
