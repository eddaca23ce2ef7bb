/* Makes a process execute another program instead of the one that it has just begun to execute.  This is
   all that depends on the processor: takeover.c knows amd64. */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/user.h>

/* The state of the process when it was about to execute the program. */
typedef struct {
#ifdef __x86_64__
   struct user_regs_struct registers;
#endif
   long                    code;
   uint64_t                stack[2];   /* what stands there first: how many arguments, and the first */
} Takeover;

/* Whether it can be done on this processor. */
extern bool takeover_is_known(void);

/* The process is traced, and has stopped before the first instruction of its program.  When it goes on, it
   executes words[0] with the words, its own arguments after the first, and its own environment.  If that
   fails, it stops with SIGTRAP.  False if nothing was changed. */
extern bool takeover_begin(pid_t pid, char* const* words, Takeover* takeover);

/* After SIGTRAP: the process is again about to run its own program. */
extern void takeover_undo(pid_t pid, const Takeover* takeover);
