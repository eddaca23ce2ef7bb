/* Control transfers: what calls, returns and jumps do to the shadow call stack of the strand that runs.

   hot.registers must be up to date (hot_begin_event). */

#pragma once

#include "pub_tool.h"

#include "code/routine.h"
#include "platform.h"
#include "stack/running.h"
#include "stack/frames.h"

/* Whether it is code without a symbol, in another object or another region of anonymous memory than that of
   the running activation.  Nothing tells where routines without a symbol begin, but that is certainly another
   routine's. */
static inline Bool transfers_is_nameless_elsewhere(const Code* code)
{
   return code->routine == NULL && !code->is_stub && !code->is_skipped
          && code->module != stack.top->routine->module;
}

/* Whether a jump by code of the routine `here` may change the stack.  One to somewhere in the same routine,
   such as a switch, does not. */
static inline Bool transfers_is_event(const Routine* here, Landing to)
{
   return to.sp > stack.top->sp || to.code->routine != here || to.code->is_stub
          || running->loaded_at != 0
          || transfers_is_nameless_elsewhere(to.code);
}

/* Returns the stack pointer at the first instruction of the running activation. */
static inline Addr transfers_begun_at(void)
{
   return stack.top == stack.bottom ? stack.first_sp : stack.top->sp;
}

/* Whether a jump to a routine's first instruction is a call, even if the routine itself jumps: not with the
   stack pointer and the return address of the running activation, but with those of a call. */
static inline Bool transfers_is_call_by_hand(Addr sp)
{
   Addr begun_at = transfers_begun_at();
   if (sp > begun_at
       || (sp == begun_at && platform_returns_as(stack.top->return_address, platform_return_address()))) {
      return False;
   }
   return VG_(am_is_valid_for_client)(platform_left_for_return(sp), 1, VKI_PROT_EXEC);
}

/* The routine is called, jumped to as a callee, or returns; sp is the stack pointer after that. */
extern void transfers_call(Routine* routine, Addr sp);
extern void transfers_tail_call(Routine* routine, Addr sp);
extern void transfers_return(Addr target, Addr sp);

/* Code of the routine `here`, or of none (NULL), jumps there. */
extern void transfers_jump(const Routine* here, Landing to);

/* A PLT stub jumps there. */
extern void transfers_plt_jump(Landing to);

/* Code has loaded the stack pointer, which was left_at before, and goes on there. */
extern void transfers_moved(Landing to, Addr left_at);
