/* The shadow call stack: which activation runs, what it has read and cost so
   far, and where its point goes when it ends.

   One stack per strand (running.h).  All functions act on the running one, but
   for those that take a stack. */

#pragma once

#include "pub_tool.h"

#include "code/routine.h"
#include "hot.h"
#include "stack/running.h"

/* Options are known. */
extern void stack_prepare(void);

extern void stack_init(CallStack* new);
extern void stack_free(CallStack* old);

/* The first activation of a strand, at the stack pointer sp; no return ends it. */
extern void stack_begin(Routine* routine, Addr sp);

/* The routine's first block runs, with this argument: at its activation's beginning
   that is its input size, of which the lower 32 bits count. */
extern VG_REGPARM(2) void stack_input_argument(Routine* routine, UWord value);

/* Does the same, if the argument is at this address. */
extern VG_REGPARM(2) void stack_input_argument_at(Routine* routine, Addr argument);

/* A region begins: an activation that ends with the running one, if not before.
   False if there are too many in the running one already. */
extern Bool stack_region_begins(Routine* region);

/* Ends `region` and the regions that were begun in it.  False if it is not open in the running activation. */
extern Bool stack_region_ends(const Routine* region);

/* The running activation's input size, instead of what it reads. */
extern void stack_declare_input(UInt size);

/* Whether costs and accesses count from here on. */
extern void stack_set_collecting(Bool collecting);

/* Tells generated code where the accesses of the running strand go. */
extern void stack_show_shadow(void);

/* A cell was read that the running activation had not accessed; `stamp` is the
   time of its last access, 0 if there was none.  Its owner has accessed it before. */
extern void stack_first_read(UInt stamp);

/* Timestamp of the running activation. */
extern UInt stack_running_stamp(void);

/* Its partial (reads.h). */
extern Long stack_running_partial(void);

/* Accounts for all reads up to now, by all activations of the running strand. */
extern void stack_account_for_reads(void);

/* Accounts for all reads, and has listeners count up to now what is under way. */
extern void stack_bring_up_to_date(void);

/* Replaces the timestamps of the selected stack's activations, in their order. */
extern void stack_set_stamps(UInt (*renumber)(UInt));

/*--- The end ---*/

/* Ends all activations, from the top. */
extern void stack_unwind(void);

/* The point that an activation would add if it ended now. */
typedef struct {
   const Strand* strand;
   Word  number;       /* of the activation, from the bottom */
   UInt  table;        /* where the point goes */
   UInt  rms;          /* or the declared input size */
   ULong cost;
   ULong self;
   Bool  outermost;
} Ending;

/* Calls visit for every activation, from the top; changes nothing. */
extern void stack_for_each_ending(Strand* strand, void (*visit)(const Ending* ending, void* data),
                                  void* data);

/* All activations of the selected stack begin anew now, at no cost and without
   input; its shadow memory must be empty. */
extern void stack_restart(void);
