/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The shadow call stack: which activation runs, what it has read and cost so
   far, and where its point goes when it ends.

   One stack per strand (strand.h).  All functions act on the running one, but
   for those that take a stack. */

#ifndef APROF_STACK_H
#define APROF_STACK_H

#include "pub_tool_basics.h"

#include "profile/profile.h"
#include "track/hot.h"
#include "track/reads.h"
#include "translate/routine.h"

/* Timestamps increase strictly from the bottom of a stack to its top. */
typedef struct Activation {
   union {
      ULong unusual;          /* 0 if it is none of these, which is usual */
      struct {
         UShort tail_calls;   /* how many activations have jumped on, up to this one */
         Bool   has_declared; /* its input size was declared, and is `declared` */
         Bool   resolver;     /* is the dynamic linker's, binding what was called */
         Bool   is_region;    /* begun by the program, and not ended by it yet */
         Bool   other_stack;  /* was called on another machine stack, at higher addresses */
         Bool   ends_slowly;  /* its routine or the options want more at its end */
      };
   };
   UInt     declared;
   UInt     place;        /* where its point goes (profile.h); not set while it is in a linkage stub */
   Addr     sp;           /* stack pointer at its first instruction */
   ULong    entry_cost;   /* cost of its strand when it was called */
   ULong    callee_cost;  /* inclusive cost of the activations that it called, ended ones */
   Routine* routine;
   Addr     log;          /* of reads (reads.h): its own begin there */

   /* For the Callgrind profile (graph.h): */
   struct Edge* edge;     /* by which it was called; NULL while that is under way */
   struct CodePlace* call_place;
   ULong    from_threads;   /* of its strand when it was called */
   ULong    from_kernel;
} Activation;

typedef struct {
   Addr        first_sp;    /* stack pointer at its beginning */
   Bool        just_begun;  /* by the jump that is being applied */
   Addr        jumped_from_bottom; /* stack pointer behind the return that ends what the bottom
                               activation has jumped to; 0: nothing */
   Addr        base;        /* upper end of the machine stack, as far as it is known */
   Activation* bottom;
   ReadsOfStack reads;      /* by number from the bottom */
   Activation* end;         /* of the allocated ones */
   UInt        other_stacks; /* activations that were called on another machine stack */
   UInt        last_stamp;  /* the highest timestamp given */
   UInt*       live;        /* by routine number: activations on this stack */
   UInt        live_end;
   UInt*       toggling;    /* by Routine.toggles_collecting: see toggling() in stack.c */
   UInt        toggling_end;
   Profile*    profile;     /* where its points go; has tables for all routines below live_end */
} Stack;

/* Options are known. */
extern void stack_prepare(void);

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

/*--- Events, called by generated code at the end of a block ---*/

/* The first argument is the guest state (hot.h); sp is the stack pointer after the event. */
extern void stack_call(void* guest, Routine* routine, Addr sp);
extern void stack_call_to(void* guest, Addr target, Addr sp);
extern void stack_return(void* guest, Addr target, Addr sp);
/* `here` is the routine that the jumping code belongs to, or NULL. */
extern void stack_jump(void* guest, Routine* here, Addr target, Addr sp);
extern void stack_tail_call(void* guest, Routine* routine, Addr sp);
extern void stack_linkage_jump(void* guest, Addr target, Addr sp);

/* The routine's first block runs, with this argument: at its activation's beginning
   that is its input size, of which the lower 32 bits count. */
extern VG_REGPARM(2) void stack_input_argument(Routine* routine, UWord value);

/* Before one of the events above, in blocks that load the stack pointer from
   somewhere (longjmp, swapcontext): the running strand may be another one from
   here on.  left_at is the stack pointer at the beginning of the block. */
extern void stack_moved(void* guest, Addr target, Addr sp, Addr left_at);

/* The same, of blocks of skipped code. */
extern void stack_moved_by_skipped(void* guest, Addr target, Addr sp, Addr left_at);

/* The log of reads is long. */
extern void stack_settle_reads(void* guest);

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

/* If a linkage stub runs, for the Callgrind profile: what it has done up to now is its
   caller's from here on, whatever becomes of the call. */
extern void stack_settle_stub(void);

/* Whether a jump to `code` with stack pointer sp can go on in an activation of this
   stack, whose top is `top` and that was left at the stack pointer left_at: the
   lowest stack pointer for which that is so, or 0.  The frame must be of that
   routine. */
extern Addr stack_lowest_to_go_on(const Stack* stack, const Activation* top, const Code* code, Addr sp,
                                  Addr left_at);

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
