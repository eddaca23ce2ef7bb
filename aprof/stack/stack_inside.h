/* How activations begin and end: one definition, which calls.c and stack.c share. */

#pragma once

#include "pub_tool.h"

#include "hot.h"
#include "listener.h"
#include "options.h"
#include "profile/context.h"
#include "profile/points.h"
#include "stack/running.h"
#include "stack/cost.h"

/* The bottom activation has no return address of its own. */
#define NEVER_RETURNS   (~(Addr)0)

/* The most that a machine stack holds above its first stack pointer: arguments of the first routine, and
   where it returns to. */
#define ABOVE_FIRST_SP  512

/* Below this timestamp a call may be a usual one: options.timestamp_limit, or 0 if a clock has to
   be read. */
extern UInt stack_usual_stamps;

/* A call does more than add an activation: it has a context, or listeners. */
extern Bool stack_calls_do_more;

/* Gives the activation the context that its caller and its routine have, with --collect-cct=yes. */
extern void stack_set_context(Activation* a);

/* Does what an unusual activation needs before it ends. */
extern void stack_complete(Activation* a);

/* Adds an activation that has cost nothing. */
extern void stack_add_without_cost(PointTable* table, UInt rms, Bool real);

static inline UInt* stamp_of(const Activation* a)
{
   return &stack.reads.stamps[a - stack.bottom];
}

static inline Long* partial_of(const Activation* a)
{
   return &stack.reads.partials[a - stack.bottom];
}

/* Returns the rms, or the largest one that the report's 32 bits can hold. */
static inline UInt rms_of(Long cells)
{
   tl_assert(cells >= 0);
   return cells > 0xffffffffLL ? 0xffffffffU : (UInt)cells;
}

/* Whether its cost is not already in that of another activation of the same routine in the report: its own
   routine, or the one that stands for all beyond --cct-limit. */
static inline Bool is_real(const CallStack* on, const Activation* a, UInt table, Bool outermost)
{
   if (__builtin_expect(context_marked == 0, True) || !context_is_marked(table)) {
      return outermost;
   }
   return a == on->bottom || !context_is_marked(a[-1].table);
}

/*--- The beginning and the end of an activation ---*/

/* Each of the following functions is compiled twice: into calls.c for nearly all calls and returns (`usual`),
   with generated code's registers; and into stack.c for all others, with hot.registers.  `usual` is a
   constant, so the usual ones have no instructions for what calls.c has ruled out: a full array, a clock,
   paused collecting, timestamps that threads share, a routine that somebody watches, and what
   Activation.unusual says.  In calls.c, `input` is a constant, too: a second copy is for runs without input
   (--rms=no), where logs and partials are empty, and nobody looks at timestamps in registers. */
#define STACK_INLINE  static inline __attribute__((always_inline))

/* Accounts for the reads that activation `number` has logged, and removes them from the log. */
STACK_INLINE void stack_account(HotRegisters* registers, Word number, Addr log, const Bool usual)
{
   if (registers->log != log) {
      hot.registers.log = registers->log;
      if (!usual && hot.paused) {
         reads_forget(log);
      } else {
         reads_account(&stack.reads, number, log);
      }
      registers->log = log;
   }
}

STACK_INLINE void stack_show_stamp(HotRegisters* registers, UInt stamp, const Bool usual)
{
   if (usual) {
      hot_show_stamp(registers, stamp);
   } else {
      hot_set_stamp(stamp);
   }
}

/* Puts one more activation on the stack, which has room for it.  Its routine and table are not set. */
STACK_INLINE Activation* stack_add(HotRegisters* registers, UInt stamp, Addr sp, ReturnAddress return_address,
                                   const Bool usual, const Bool input)
{
   Word        number = stack.number + 1;
   Activation* a      = stack.top + 1;
   tl_assert(usual || number == 0 || stamp > stack.reads.stamps[number - 1]);
   stack.top    = a;
   stack.number = number;
   stack.reads.stamps[number] = stamp;
   a->unusual        = 0;
   a->sp             = sp;
   a->return_address = return_address;
   a->entry_cost     = usual ? registers->cost : cost_now();
   a->callee_cost    = 0;
   if (input) {
      a->log = registers->log;
      stack.reads.partials[number] = 0;
      stack_show_stamp(registers, stamp, usual);
   }
   return a;
}

/* Makes the activation one of this routine, for which there is room. */
STACK_INLINE void stack_set_routine(Activation* a, Routine* routine, const Bool usual)
{
   a->routine = routine;
   a->table   = routine->number;
   stack.live[routine->number]++;
   if (!usual) {
      a->ends_slowly = routine->watched || stack_usual_stamps == 0;
   }
   if ((!usual || stack_calls_do_more) && options.collect_cct) {
      stack_set_context(a);
   }
}

static inline void stack_tell_of_watched(Activation* a)
{
   if (a->routine->watched) {
      TELL(watched_begins, a);
   }
}

/* Announces that the activation has begun. */
STACK_INLINE void stack_announce(HotRegisters* registers, Activation* a, const Bool usual)
{
   if (!usual) {
      stack_tell_of_watched(a);
   }
   if (!usual || stack_calls_do_more) {
      TELL_OF_CALL(entered, a);
      registers->owner = hot.registers.owner;
   }
}

/* A call: an activation begins, on a stack with room for it and its routine. */
STACK_INLINE void stack_enter(HotRegisters* registers, UInt stamp, Routine* routine, Addr sp,
                              ReturnAddress return_address, const Bool usual, const Bool input)
{
   Activation* a = stack_add(registers, stamp, sp, return_address, usual, input);
   stack_set_routine(a, routine, usual);
   stack_announce(registers, a, usual);
}

/* A return: the running activation ends. */
STACK_INLINE void stack_leave(HotRegisters* registers, const Bool usual, const Bool input)
{
   Activation* a      = stack.top;
   Word        number = stack.number;
   if (input) {
      stack_account(registers, number, a->log, usual);
   }
   if (!usual) {
      stack_complete(a);
   }
   ULong cost      = (usual ? registers->cost : cost_now()) - a->entry_cost;
   Long  partial   = input ? stack.reads.partials[number] : 0;
   UInt  rms       = rms_of(partial);
   Bool  outermost = --stack.live[a->routine->number] == 0;

   stack.top    = a - 1;
   stack.number = number - 1;
   if (!usual) {
      stack.other_stacks -= a->other_stack;
   }
   if (usual || number > 0) {
      a[-1].callee_cost += cost;
      if (input) {
         stack.reads.partials[number - 1] += partial;
         stack_show_stamp(registers, stack.reads.stamps[number - 1], usual);
      }
   }
   if (!usual || listener_left[0] != NULL) {
      TELL_OF_CALL(left, a, cost, rms);
      registers->owner = hot.registers.owner;
   }
   PointTable* table = &stack.profile->tables[a->table];
   Bool        real  = is_real(&stack, a, a->table, outermost);
   ULong       self  = cost - a->callee_cost;
   if (usual && __builtin_expect(cost > 0, True)) {
      points_add(table, rms, cost, self, real);
   } else if (usual) {
      stack_add_without_cost(table, rms, real);
   } else if (cost_has_begun(a, cost, hot.paused)) {
      points_add_short(table, a->has_declared ? a->declared : rms, cost, self, real);
   }
}

/*--- All but the usual ones ---*/

/* Begins an activation of the routine, which returns to this address. */
extern void stack_push(Routine* routine, Addr sp, ReturnAddress return_address);

/* Begins an activation that ends at the same return as the running one, which has made so many tail calls to
   it. */
extern void stack_push_beside(Routine* routine, UInt tail_calls);

/* Begins an activation whose routine is not known yet. */
extern Activation* stack_push_unbound(Addr sp);

/* Begins the first activation of the running strand. */
extern void stack_push_bottom(Routine* routine);

/* Makes the activation one of this routine. */
extern void stack_bind(Activation* a, Routine* routine);

/* End the running activation; all above `a`; all below the stack pointer sp; or, by a return to the stack
   pointer sp, the running one and those that have jumped on to it.  The caller keeps the top from falling
   below the bottom activation. */
extern void stack_pop(void);
extern void stack_pop_above(const Activation* a);
extern void stack_pop_below(Addr sp);
extern void stack_pop_returned(Addr sp);

/* The lowest activation on the machine stack that `a` is on, and that stack's upper end, as far as it
   is known. */
extern const Activation* stack_first_on_machine_stack(const CallStack* on, const Activation* a);
extern Addr stack_base_of(const CallStack* on, const Activation* a);
