/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What stack.c and calls.c share: how activations begin and end. */

#ifndef APROF_STACK_INSIDE_H
#define APROF_STACK_INSIDE_H

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"

#include "options.h"
#include "profile/context.h"
#include "track/activation.h"
#include "track/hot.h"
#include "track/listener.h"

/* The bottom activation has no return address of its own. */
#define NEVER_RETURNS   (~(Addr)0)

/* What a machine stack may hold above its first stack pointer: arguments of the
   first routine, and where it returns to. */
#define ABOVE_FIRST_SP  512

/* Below this timestamp a call may be a usual one: options.timestamp_limit, or 0 if a clock has to
   be read. */
extern UInt stack_usual_stamps;

/* A call does more than add an activation: it has a context, or listeners. */
extern Bool stack_calls_do_more;

/*--- Parts of an activation's beginning and end, for the usual ones, too ---*/

static inline UInt* stamp_of(const Activation* a)
{
   return &running.reads.stamps[a - running.bottom];
}

static inline Long* partial_of(const Activation* a)
{
   return &running.reads.partials[a - running.bottom];
}

/* One more on the stack, which has room for it; its routine and table are not set. */
static inline __attribute__((always_inline))
Activation* add_activation(Stack* on, UInt stamp, Addr sp, Addr log, ULong cost)
{
   Word        number = on->number + 1;
   Activation* a      = on->top + 1;
   on->top    = a;
   on->number = number;
   on->reads.stamps[number]   = stamp;
   on->reads.partials[number] = 0;
   a->unusual     = 0;
   a->sp          = sp;
   a->return_address = (ReturnAddress){ };
   a->log         = log;
   a->entry_cost  = cost;
   a->callee_cost = 0;
   return a;
}

/* Sizes beyond the report's 32 bits stay at its largest. */
static inline UInt rms_of(Long cells)
{
   tl_assert(cells >= 0);
   return cells > 0xffffffffLL ? 0xffffffffU : (UInt)cells;
}

/* Whether its cost is no part of that of another activation in the report's routine:
   its own, or the one that stands for all beyond --cct-limit. */
static inline Bool is_real(const Stack* stack, const Activation* a, UInt table, Bool outermost)
{
   if (context_marked == 0 || !context_is_marked(table)) {
      return outermost;
   }
   return a == stack->bottom || !context_is_marked(a[-1].table);
}

/*--- All others ---*/

/* An activation begins, of a routine; of none yet; or as the first of its strand. */
extern void stack_push(Routine* routine, Addr sp);
extern Activation* stack_push_unbound(Addr sp);
extern void stack_push_bottom(Routine* routine);

/* The activation is one of this routine; and all set, and has cost nothing yet. */
extern void stack_bind(Activation* a, Routine* routine);
extern void stack_enter(Activation* a, Routine* routine);

/* Tells of a watched routine's beginning. */
extern void stack_tell_of_watched(Activation* a);
extern void stack_set_table(Activation* a);

/* The running activation ends; all do that are below the stack pointer sp; or it and those that have jumped
   on to it, by a return to the stack pointer sp.  The caller keeps the top down to the bottom activation. */
extern void stack_pop(void);
extern void stack_pop_below(Addr sp);
extern void stack_pop_returned(Addr sp);

/* Accounts for what activation `number` has read since it began or that was last done. */
extern void stack_account_for(Word number, const Activation* a);

/* The lowest activation on the machine stack that `a` is on, and that stack's upper end, as far as it
   is known. */
extern const Activation* stack_first_on_machine_stack(const Stack* stack, const Activation* a);
extern Addr stack_base_of(const Stack* stack, const Activation* a);

#endif
