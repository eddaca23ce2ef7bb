/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What stack.c and calls.c share: how activations begin and end. */

#ifndef APROF_STACK_INSIDE_H
#define APROF_STACK_INSIDE_H

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"

#include "callgrind/graph.h"
#include "check/oracle.h"
#include "options.h"
#include "profile/context.h"
#include "track/activation.h"
#include "track/hot.h"

/* The bottom activation has no return address of its own. */
#define NEVER_RETURNS   (~(Addr)0)

/* What a machine stack may hold above its first stack pointer: arguments of the
   first routine, and where it returns to. */
#define ABOVE_FIRST_SP  512

extern Stack* stack_running;   /* the selected one */

/* Below this timestamp a call may be a usual one: options.timestamp_limit, or 0 if a clock has to
   be read. */
extern UInt stack_usual_stamps;

/* More is kept of a call than the activation. */
extern Bool stack_keeps_more;

/*--- Parts of an activation's beginning and end, for the usual ones, too ---*/

static inline UInt* stamp_of(const Activation* a)
{
   return &stack_running->reads.stamps[a - stack_running->bottom];
}

static inline Long* partial_of(const Activation* a)
{
   return &stack_running->reads.partials[a - stack_running->bottom];
}

static inline void begin_edge(Activation* a)
{
   a->call_place = hot.call_place;
   if (options.drms) {
      a->from_threads = hot.from_threads;
      a->from_kernel  = hot.from_kernel;
   }
   if (a == stack_running->bottom) {
      a->edge = graph_begin(a->routine, stack_running->profile);
   } else {
      a->edge = graph_call(a[-1].edge, a->call_place, a->routine, stack_running->live[a->routine->number]);
   }
}

/* One more on the stack, which has room for it; its routine and place are not set. */
static inline __attribute__((always_inline))
Activation* add_activation(Stack* on, UInt stamp, Addr sp, Addr log, ULong cost)
{
   Word        number = hot.number + 1;
   Activation* a      = hot.top + 1;
   hot.top    = a;
   hot.number = number;
   on->reads.stamps[number]   = stamp;
   on->reads.partials[number] = 0;
   a->unusual     = 0;
   a->sp          = sp;
   a->log         = log;
   a->entry_cost  = cost;
   a->callee_cost = 0;
   a->edge        = NULL;
   return a;
}

/* For the Callgrind profile and the oracle. */
static inline void note_call(Activation* a)
{
   if (options.callgrind_file != NULL) {
      begin_edge(a);
   }
   if (options.check_rms) {
      oracle_call();
   }
}

/* Sizes beyond the report's 32 bits stay at its largest. */
static inline UInt rms_of(Long cells)
{
   tl_assert(cells >= 0);
   return cells > 0xffffffffLL ? 0xffffffffU : (UInt)cells;
}

static inline void add_to_edge(const Activation* a, ULong cost, UInt rms)
{
   graph_return(a->edge, cost, rms);
   if (options.drms) {
      a->edge->events.from_threads += hot.from_threads - a->from_threads;
      a->edge->events.from_kernel  += hot.from_kernel - a->from_kernel;
   }
}

/* Whether its cost is no part of that of another activation in the report's routine:
   its own, or the one that stands for all beyond --cct-limit. */
static inline Bool is_real(const Stack* of, const Activation* a, UInt place, Bool outermost)
{
   if (context_marked == 0 || !context_is_marked(place)) {
      return outermost;
   }
   return a == of->bottom || !context_is_marked(a[-1].place);
}

/*--- All others ---*/

/* An activation begins, of a routine; of none yet; or as the first of its strand. */
extern void stack_push(Routine* routine, Addr sp);
extern Activation* stack_push_unbound(Addr sp);
extern void stack_push_bottom(Routine* routine);

/* The activation is one of this routine; and all set, and has cost nothing yet. */
extern void stack_bind(Activation* a, Routine* routine);
extern void stack_enter(Activation* a, Routine* routine);

/* What the program's user wants to happen at a routine's beginning. */
extern void stack_note_entry(Activation* a);
extern void stack_set_place(Activation* a);

/* The running activation ends; all do that are below the stack pointer sp.  The caller keeps the top
   down to the bottom activation. */
extern void stack_pop(void);
extern void stack_pop_below(Addr sp);

/* Accounts for what activation `number` has read since it began or that was last done. */
extern void stack_account_for(Word number, const Activation* a);

/* The lowest activation on the machine stack that `a` is on, and that stack's upper end, as far as it
   is known. */
extern const Activation* stack_first_on_machine_stack(const Stack* of, const Activation* a);
extern Addr stack_base_of(const Stack* of, const Activation* a);

#endif
