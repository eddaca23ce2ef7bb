/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The shadow call stack: which activation runs, what it has read and cost so
   far, and where its point goes when it ends.

   One stack per strand (strand.h).  All functions act on the running one, but
   for those that take a stack. */

#ifndef APROF_STACK_H
#define APROF_STACK_H

#include "pub_tool_basics.h"

#include "track/activation.h"
#include "track/hot.h"
#include "translate/routine.h"

/* Options are known. */
extern void stack_prepare(void);

/* Whom the stack tells of what is not its own affair.  Each is set by the file that listens, before the
   program starts. */
typedef struct {
   /* The stack pointer was loaded from somewhere, to go on at `code`; it was about left_at before.
      Makes the strand run whose stack it is now on.  False: none is known; a new one is there, which
      the caller has to begin. */
   Bool (*strand_left)(const Code* code, Addr sp, Addr left_at);

   /* With several threads: all timestamps are used up. */
   void (*stamps_used_up)(void);

   /* A routine that dumps at its beginning, or end (Routine.dumps_before, dumps_after), begins or has
      ended. */
   void (*before_routine)(const Routine* routine);
   void (*after_routine)(const Routine* routine);

   /* A region that the program has not ended is left. */
   void (*region_left)(Routine* region);
} StackListeners;

extern StackListeners stack_listeners;

extern void stack_init(Stack* stack);

/* From now on its points go there. */
extern void stack_set_profile(Stack* stack, Profile* profile);

/* What is about to begin on a stack is in what runs on another one, or in nothing (NULL):
   routines that toggle collecting have been entered already. */
extern void stack_set_beginning(Stack* begun, const Stack* in);

extern void stack_free(Stack* stack);

/* From now on the functions below mean this stack. */
extern void stack_select(Stack* stack);

/* The first activation of a strand, at the stack pointer sp; no return ends it. */
extern void stack_begin(Routine* routine, Addr sp);

/* The routine's first block runs, with this argument: at its activation's beginning
   that is its input size, of which the lower 32 bits count. */
extern VG_REGPARM(2) void stack_input_argument(Routine* routine, UWord value);

/* A region begins: an activation that ends with the running one, if not before.
   False if there are too many in the running one already. */
extern Bool stack_region_begins(Routine* region);

/* It ends, and those that were begun in it.  False if it is not open in the running activation. */
extern Bool stack_region_ends(const Routine* region);

/* The running activation's input size, instead of what it reads. */
extern void stack_declare_input(UInt size);

/* Whether costs and accesses count from here on. */
extern void stack_set_collecting(Bool collecting);

/* A cell was read that the running activation had not accessed; `stamp` is the
   time of its last access, 0 if there was none.  Its owner has accessed it before. */
extern void stack_first_read(UInt stamp);

/* Timestamp of the running activation. */
extern UInt stack_running_stamp(void);

/* Its partial (reads.h). */
extern Long stack_running_partial(void);

/* Accounts for all reads up to now, by all activations of the running strand. */
extern void stack_account_for_reads(void);

/* If a PLT stub runs, for the Callgrind profile: what it has done up to now is its
   caller's from here on, whatever becomes of the call. */
extern void stack_settle_stub(void);

/* Replaces the timestamps of the selected stack's activations, in their order. */
extern void stack_set_stamps(UInt (*renumber)(UInt));

/*--- The end ---*/

/* Ends all activations, from the top. */
extern void stack_unwind(void);

/* The point that an activation would add if it ended now. */
typedef struct {
   UInt     place;
   UInt     rms;
   ULong    cost;
   ULong    self;
   Bool     outermost;
   struct Edge* edge;     /* as in its activation, for the Callgrind profile */
   ULong    from_threads;   /* likewise, up to now */
   ULong    from_kernel;
} Ending;

/* Calls visit for every activation, from the top; changes nothing.  The state is that
   of the stack's strand. */
extern void stack_for_each_ending(const Stack* stack, const Hot* state,
                                  void (*visit)(const Ending* ending, void* data), void* data);

/* All activations of the selected stack begin anew now, at no cost and without
   input; its shadow memory must be empty.  For a child process. */
extern void stack_restart(void);

#endif
