/* The log of reads: what generated code leaves behind, to be accounted for when the
   activation ends.

   Whether a cell's first access by an activation is a read must be known for each
   read, and at each first one the activation that had accessed the cell before must
   be found.  Doing that at the read takes a branch that is hard to foresee, and a
   call.  But nobody asks before the activation ends; so generated code only marks
   the cell as accessed, and logs its former timestamp, whatever that is.  When the
   activation ends, all those timestamps are compared with those of the activations,
   many at a time and without a branch.

   What was called ends before its caller, so the log is a stack: behind what the
   caller has logged stands what the callee logs.  (The caller's entries keep their
   meaning: activations below it are the same at its end.)  A log that gets long is
   accounted for at the next event, or by a block that jumps backwards or to another READS_PATH_BYTES of
   code; between those, it grows by what these read. */

#pragma once

#include "pub_tool.h"

#define READS_PATH_BYTES  4096

/* Makes room for the log.  It is not called if no reads will be logged. */
extern void reads_init(void);

/* The address at which the log begins, and the one beyond which it is long. */
extern Addr reads_log;
extern Addr reads_log_limit;

/* Timestamps of activations that stand before the bottom one's, and are 0, so that
   something is always found to own a cell. */
#define READS_PADDING  8

/* The activations of a stack, from the bottom one on; before it stand READS_PADDING
   others that began at time 0.

   A read memory size is kept as a difference: that of an activation is the sum of
   `partials` over it and all activations above it.  So a first read costs two
   additions, whatever the depth (Coppa, Demetrescu, Finocchi: Input-Sensitive
   Profiling, PLDI 2012).  Partials may be negative below the top. */
typedef struct {
   UInt* stamps;      /* when they were called */
   Long* partials;
} ReadsOfStack;

/* Accounts for what is logged in [from, hot.registers.log) by activation number `top`,
   from 0, and removes it from the log. */
extern void (*reads_account)(const ReadsOfStack* stack, Word top, Addr from);

/* Finds the owner as reads_owner does, by the owner found last or else a binary search: so the cost of a
   deep recursion hardly grows with its depth. */
extern Word reads_owner_far_below(const ReadsOfStack* stack, Word top, UInt time);

/* The topmost activation up to number `top` that began at that time or before; -1 if
   there is none.  Nearly always it is close to the top. */
static inline Word reads_owner(const ReadsOfStack* stack, Word top, UInt time)
{
   for (UInt steps = 0; steps < READS_PADDING; steps++, top--) {
      if (stack->stamps[top] <= time) {
         return top;
      }
   }
   return reads_owner_far_below(stack, top, time);
}

/* The block that was running was interrupted: it may have logged more than
   hot.registers.log says. */
extern void reads_find_end(void);

/* Asserts that nothing is logged; with --sanity-level above 1, also that all of the log is free. */
extern void reads_check_empty(void);

/* Nothing that is logged in [from, hot.registers.log) counts. */
extern void reads_forget(Addr from);
