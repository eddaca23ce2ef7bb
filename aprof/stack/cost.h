/* The cost of activations (--cost).  Blocks and instructions are counted by
   generated code.  Time is read at calls and returns: that of the strand, which
   stands still while another one runs.  What is requested of allocators is added when
   they are called (allocations.c). */

#pragma once

#include "pub_tool.h"

#include "options.h"
#include "stack/running.h"

/* Name of the metric in reports. */
extern const HChar* cost_name(void);

/* Returns the unit of the cost, in words. */
extern const HChar* cost_unit(void);

extern void cost_init(void);

/* Brings hot.registers.cost up to date. */
extern void cost_read_clock(void);

/* The running strand's time stops, or goes on. */
extern void cost_stop_clock(void);
extern void cost_start_clock(void);

/* Cost of the running strand so far, as far as it was collected. */
static inline ULong cost_now(void)
{
   if (options.cost == CostTime && !hot.paused) {
      cost_read_clock();
   }
   return strand_cost(running);
}

/* Whether generated code counts the cost, where it is executed.  Otherwise the cost grows between two events,
   and an activation may have none: it was too short for the clock, or requested nothing. */
static inline Bool cost_is_of_code(void)
{
   return options.cost == CostBlocks || options.cost == CostInstructions;
}

/* Whether an activation with this cost counts as a call.  A process can end between a call and the first
   block of what is called.  An inlined routine may begin in the middle of a block and end with it: the block
   is its caller's, but it was called. */
static inline Bool cost_has_begun(const Activation* a, ULong cost, Bool paused)
{
   return cost > 0 || (!paused && (!cost_is_of_code() || a->instance != 0));
}

/*--- What is requested of allocators ---*/

/* Counts what the program requests of allocators, as cost (--cost=alloc-bytes, --cost=alloc-count). */

/* To be called before the program starts; does nothing with another cost. */
extern void allocations_init(void);

/* A system call is about to be made. */
extern void allocations_before_system_call(UInt number, const UWord* arguments);
