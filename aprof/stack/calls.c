/* Events from generated code.  Nearly all calls and returns are usual ones: they end here (usual_call,
   calls_return).  transfers.c has the rules for all others. */

#include "stack/calls.h"

#include "hot.h"
#include "platform.h"
#include "stack/frames.h"
#include "stack/stack.h"
#include "stack/stack_inside.h"
#include "stack/transfers.h"

/*--- Calls, returns and jumps ---*/

/* Empties a long log.  Most of it is of the running activation, or of those below it. */
static __attribute__((noinline)) void empty_log(void)
{
   stack_account(&hot.registers, stack.number, stack.top->log, False);
   if (hot.registers.log > reads_log + (reads_log_limit - reads_log) / 2) {
      stack_account_for_reads();
   }
}

void calls_begin_event(void* guest)
{
   hot_begin_event(guest);
   if (hot.registers.log > reads_log_limit) {
      empty_log();
   }
}

void calls_empty_log(void* guest)
{
   calls_begin_event(guest);
   hot_end_event(guest);
}

static __attribute__((noinline)) void any_call(void* guest, Routine* routine, Addr sp)
{
   calls_begin_event(guest);
   transfers_call(routine, sp);
   hot_end_event(guest);
}

/* Nearly all calls and returns are usual ones.  They need no more than what stands in usual_call and in
   calls_return, which work on generated code's registers themselves: that takes two thirds of the
   instructions.  Returns False if there is more to do; then nothing has been done yet. */
STACK_INLINE Bool usual_call(HotRegisters* registers, Routine* routine, Addr sp, const Bool input)
{
   const CallStack* on = &stack;
   if (on->last_stamp >= stack_usual_stamps || on->top + 1 == on->end || sp > on->top->sp
       || (input && registers->log > reads_log_limit) || routine->number >= on->live_end || routine->watched
       || hot.paused || (input && hot_latest != 0)) {
      return False;
   }
   stack_enter(registers, ++stack.last_stamp, routine, sp, platform_return_address(), True, input);
   return True;
}

STACK_INLINE void call(void* guest, Routine* routine, Addr sp, const Bool input)
{
   if (!usual_call(hot_registers_of(guest), routine, sp, input)) {
      any_call(guest, routine, sp);
   }
}

void calls_call(void* guest, Routine* routine, Addr sp)
{
   call(guest, routine, sp, True);
}

void calls_call_no_input(void* guest, Routine* routine, Addr sp)
{
   call(guest, routine, sp, False);
}

STACK_INLINE void call_to(void* guest, Addr target, Addr sp, const Bool input)
{
   Code*    code   = routine_code_at(target);
   Routine* called = routine_called_at(code);
   if (!code->is_skipped
       && (code->is_stub || !usual_call(hot_registers_of(guest), called, sp, input))) {
      any_call(guest, called, sp);
   }
}

void calls_call_to(void* guest, Addr target, Addr sp)
{
   call_to(guest, target, sp, True);
}

void calls_call_to_no_input(void* guest, Addr target, Addr sp)
{
   call_to(guest, target, sp, False);
}

void calls_jump(void* guest, Routine* here, Addr target, Addr sp)
{
   if (PLATFORM_HAS_LINK_REGISTER && frames_is_return_of(stack.top, target, sp)) {
      calls_return(guest, target, sp);
      return;
   }
   Landing to = frames_landing(target, sp);
   if (transfers_is_event(here, to)) {
      calls_begin_event(guest);
      transfers_jump(here, to);
      hot_end_event(guest);
   } else if (hot_registers_of(guest)->log > reads_log_limit) {
      calls_empty_log(guest);
   }
}

void calls_own_jump(void* guest, Routine* routine, Addr sp)
{
   if (transfers_is_call_by_hand(sp)) {
      calls_tail_call(guest, routine, sp);
   }
}

void calls_jump_after_push(void* guest, Routine* here, Addr target, Addr sp)
{
   calls_jump(guest, target == here->entry && transfers_is_call_by_hand(sp) ? NULL : here, target, sp);
}

void calls_tail_call(void* guest, Routine* routine, Addr sp)
{
   calls_begin_event(guest);
   transfers_tail_call(routine, sp);
   hot_end_event(guest);
}

static __attribute__((noinline)) void any_return(void* guest, Addr target, Addr sp)
{
   calls_begin_event(guest);
   transfers_return(target, sp);
   hot_end_event(guest);
}

/* Usually the running activation ends, and no other (see usual_call). */
STACK_INLINE void ends_by_return(void* guest, Addr target, Addr sp, const Bool input)
{
   const CallStack*  on = &stack;
   const Activation* a  = on->top;
   if (!frames_is_return_of(a, target, sp) || a[-1].sp < sp || a->unusual != 0
       || sp == on->return_behind_bottom || hot.paused || (input && hot_latest != 0)) {
      any_return(guest, target, sp);
   } else {
      stack_leave(hot_registers_of(guest), True, input);
   }
}

void calls_return(void* guest, Addr target, Addr sp)
{
   ends_by_return(guest, target, sp, True);
}

void calls_return_no_input(void* guest, Addr target, Addr sp)
{
   ends_by_return(guest, target, sp, False);
}

/* If skipped code has pushed the address of a routine and returns there, that is called, even if it is the
   routine of the running activation. */
void calls_return_of_skipped(void* guest, Addr target, Addr sp)
{
   if (sp > stack.top->sp || frames_is_return_of(stack.top, target, sp)) {
      any_return(guest, target, sp);
   } else {
      calls_jump(guest, NULL, target, sp);
   }
}

/* Usually the stub has been called, has pushed nothing, and goes to a routine's beginning. */
STACK_INLINE void plt_jump(void* guest, Addr target, Addr sp, const Bool input)
{
   Landing     to   = frames_landing(target, sp);
   const Code* code = to.code;
   if (sp == hot.plt_call && code->is_entry && stack.top->routine != &routine_in_plt
       && !code->is_skipped && usual_call(hot_registers_of(guest), code->routine, sp, input)) {
      hot.plt_call = hot.plt_jump = 0;
      return;
   }
   calls_begin_event(guest);
   transfers_plt_jump(to);
   hot_end_event(guest);
}

void calls_plt_jump(void* guest, Addr target, Addr sp)
{
   plt_jump(guest, target, sp, True);
}

void calls_plt_jump_no_input(void* guest, Addr target, Addr sp)
{
   plt_jump(guest, target, sp, False);
}

/*--- Moves of the stack pointer ---*/

static void moved(void* guest, Landing to, Addr left_at)
{
   calls_begin_event(guest);
   transfers_moved(to, left_at);
   hot_end_event(guest);
}

void calls_moved(void* guest, Addr target, Addr sp, Addr left_at)
{
   moved(guest, frames_landing(target, sp), left_at);
}

VG_REGPARM(1) void calls_loaded(Addr left_at)
{
   running->loaded_at    = left_at;
   running->loaded_stamp = stack_running_stamp();
}

/* A dynamic linker that is skipped removes its frames by this before it jumps to what it has bound:
   still below the running activation's frame, which is that of the linker's caller. */
void calls_moved_by_skipped(void* guest, Addr target, Addr sp, Addr left_at)
{
   Landing to = frames_landing(target, sp);
   if (sp >= stack.top->sp || sp - left_at >= FRAMES_NEAR || !to.code->is_entry) {
      moved(guest, to, left_at);
   }
}
