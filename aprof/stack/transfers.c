/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Rules for calls, returns and jumps: what they do to the shadow call stack.

   translate/exits.c decides from a block's code which of them ends the block, and calls.c gets the event.

   An activation keeps the stack pointer at its first instruction.  It tells which activations a
   return, a longjmp or an unwound exception ends.

   Where a call pushes the return address: every activation whose return address lies below the new stack
   pointer has ended.  A routine entered by a tail call has the stack pointer of its caller, so both end at
   one return.

   Example, addresses growing downwards, f calls g, g jumps to h:

      event             sp      stack (routine:sp)
      call f            0xf8    main:...  f:0xf8
      call g            0xe8    main:...  f:0xf8  g:0xe8
      g jumps to h      0xe8    main:...  f:0xf8  g:0xe8  h:0xe8
      return from h     0xf0    main:...  f:0xf8               (0xe8 < 0xf0)

   Where a call leaves the return address in a register (the link register) and the stack pointer alone,
   a callee begins with the stack pointer that its caller's frame has, and a caller without a frame shares
   its own.  So an activation keeps its return address, too.

      return     ends the activation with this stack pointer and this return address, what is above it, and
                 what had jumped on to it; a jump to the return address is a return
      tail call  jumps with the stack pointer and the return address of the running activation.  If either is
                 another one, it is a call by hand: what is jumped to returns to the one that jumps
      any other  such as longjmp's: if the new stack pointer is above the running activation's, those
                 below it have ended; and those that have just this one, if they are not of the routine that
                 goes on, as they are its callees (frames.h)

   The same example, where g has saved its return address on the stack and restored it before the jump, and
   where main calls f at 5 and f calls g at 17:

      event             sp      stack (routine:sp:return address)
      call f            0xf0    main:...  f:0xf0:5
      call g            0xe0    main:...  f:0xf0:5  g:0xe0:17
      g jumps to h      0xe0    main:...  f:0xf0:5  g:0xe0:17  h:0xe0:17
      return from h     0xe0    main:...  f:0xf0:5         (h and, as it has jumped there, g)

   That holds as long as the stack pointer stays on one machine stack.  Code that
   loads it from somewhere (transfers_moved) may go on on another: then
   switching.c finds out whose it is, before the event is applied. */

#include "stack/transfers.h"

#include "hot.h"
#include "listener.h"
#include "memory.h"
#include "options.h"
#include "platform.h"
#include "stack/apart.h"
#include "stack/stack.h"
#include "stack/stack_inside.h"

/* Longest chain of tail calls that is kept. */
#define MAX_TAIL_CALLS  4096

/*------------------------------------------------------------*/
/*--- Moves of the stack pointer                           ---*/
/*------------------------------------------------------------*/

void transfers_moved(Landing to, Addr left_at)
{
   if (apart_completes(to.code->address, to.sp) || frames_keep(to)) {
      return;
   }
   if (ASK(False, strand_left, &to, left_at)) {
      frames_leave_other_stacks(to);
      if (!frames_is_return_of(running.top, to.code->address, to.sp)) {
         frames_end_callees(to);
      }
   } else {
      stack_begin(routine_called_at(to.code), to.sp);
      running.just_begun = True;
   }
}

/* Applies the load of the stack pointer that the running activation has announced (calls_loaded): it goes on
   elsewhere now. */
static void apply_load(Addr target, Addr sp)
{
   if (PLATFORM_JUMPS_AFTER_LOAD && running.loaded_at != 0) {
      Addr left_at = running.loaded_at;
      running.loaded_at = 0;
      if (running.loaded_stamp == stack_running_stamp()) {
         transfers_moved(frames_landing(target, sp), left_at);
      }
   }
}

/*------------------------------------------------------------*/
/*--- Calls and tail calls                                 ---*/
/*------------------------------------------------------------*/

static void push(Routine* routine, Addr sp)
{
   stack_push(routine, sp, platform_return_address());
}

void transfers_call(Routine* routine, Addr sp)
{
   if (routine == &routine_in_plt) {
      hot.plt_call = sp;
      return;
   }
   if (apart_is_begun_by(routine)) {
      apart_begin(routine, sp);
      return;
   }
   if (routine->schedules && ASK(False, scheduler_begins, sp)) {
      stack_begin(routine, sp);
      return;
   }
   Bool other_stack = sp > running.top->sp;
   push(routine, sp);
   if (other_stack) {
      running.top->other_stack = True;
      running.other_stacks++;
      running.base          = sp + ABOVE_FIRST_SP;
   }
}

/* Cuts a long chain of tail calls: its first activation goes on, and those behind it end.  Activations that
   jumped to each other all end at one return.  Mutual tail recursion is a loop to the program, which needs no
   stack for it, so a chain must not grow without bounds here. */
static void cut_long_chain(void)
{
   if (running.top->tail_calls >= MAX_TAIL_CALLS) {
      while (running.top->tail_calls > 0) {
         stack_pop();
      }
   }
}

/* A strand that has just begun (calls_moved) has the jump's target already.  What is
   called through a PLT stub is known when that jumps on. */
static void tail_call(Routine* routine, Addr sp)
{
   stack_pop_below(sp);
   Bool just_begun = running.just_begun && running.top == running.bottom
                     && running.top->routine == routine;
   running.just_begun = False;
   if (just_begun) {
      return;
   }
   if (routine == &routine_in_plt) {
      running.plt_jump = sp;
      hot.plt_call = 0;
      return;
   }
   if (apart_is_begun_by(routine)) {
      apart_begin(routine, sp);
      return;
   }
   if (running.top->sp == NEVER_RETURNS) {
      running.return_behind_bottom = sp + PLATFORM_RETURN_ADDRESS_SIZE;
   }
   if (running.top->sp != sp
       || !platform_returns_as(running.top->return_address, platform_return_address())) {
      push(routine, sp);
      running.top->by_hand = True;
   } else {
      cut_long_chain();
      UInt tail_calls = running.top->tail_calls + 1;
      Bool by_hand    = running.top->by_hand;
      push(routine, sp);
      running.top->tail_calls = tail_calls;
      running.top->by_hand    = by_hand;
   }
}

/* Ends what runs apart if it goes there, out of its frames; and if it has bound a function, it is a PLT stub
   that jumps there.  On another machine stack, it may go on later.  Returns False if the caller must still
   apply the event, to what runs now. */
static Bool ends_apart(Landing to)
{
   while (apart_leaves(to.code->address, to.sp)) {
      if (to.sp > running.base) {
         transfers_moved(to, running.top->sp);
         return False;
      }
      Bool is_bound = running.binds && to.sp == running.apart;
      TELL(apart_ended);
      if (is_bound) {
         transfers_plt_jump(to);
         return True;
      }
      hot.plt_call = running.plt_jump = 0;
   }
   return False;
}

void transfers_tail_call(Routine* routine, Addr sp)
{
   apply_load(routine->entry, sp);
   if (!apart_leaves(routine->entry, sp) || !ends_apart(frames_landing(routine->entry, sp))) {
      tail_call(routine, sp);
   }
}

/*------------------------------------------------------------*/
/*--- Jumps                                                ---*/
/*------------------------------------------------------------*/

/* Jumps to another routine's first instruction are tail calls, from wherever
   they come; all others stay in the running activation. */
static void jump(const Routine* here, Landing to)
{
   if (ends_apart(to)) {
      return;
   }
   if (frames_are_on_lower_stack(to)) {
      transfers_moved(to, running.top->sp);   /* an unwinder's, which adds to the stack pointer */
   }
   const Activation* jumping = running.top;
   stack_pop_below(to.sp);
   if (running.top != jumping) {
      frames_end_callees(to);
   }
   Bool begins = to.code->is_entry || to.code->is_stub || transfers_is_nameless_elsewhere(to.code);
   if ((!begins && !to.code->is_skipped) || (here != NULL && to.code->routine == here)) {
      running.just_begun = False;
      return;
   }
   Routine* routine = routine_called_at(to.code);
   if (running.top->resolver && to.sp == transfers_begun_at()) {
      TELL(resolver_ends);
      stack_pop();   /* what it has found is not its callee */
   }
   if (running.top < running.bottom) {
      stack_push_bottom(routine);
   } else if (!to.code->is_skipped) {
      tail_call(routine, to.sp);
   }
}

void transfers_jump(const Routine* here, Landing to)
{
   apply_load(to.code->address, to.sp);
   jump(here, to);
}

/*------------------------------------------------------------*/
/*--- Returns                                              ---*/
/*------------------------------------------------------------*/

/* The strand was begun inside a routine, whose caller appears only now: what was
   measured so far is its callee's.  Regions that are still open end with it. */
static void return_from_bottom(Routine* caller, Addr sp)
{
   while (running.top > running.bottom) {
      stack_pop();
   }
   stack_account_for_reads();
   Activation* a = stack_push_unbound(sp);
   *a = a[-1];
   *partial_of(a) = *partial_of(a - 1);
   *partial_of(a - 1) = 0;
   a[-1].callee_cost  = 0;
   a[-1].has_declared = False;
   stack_bind(&a[-1], caller);
   stack_tell_of_watched(&a[-1]);
   TELL(caller_appeared, &a[-1]);
   if (options.collect_cct) {
      stack_set_context(a);
   }
   running.first_sp   = sp;
   running.first_base = running.base = sp + ABOVE_FIRST_SP;
   stack_pop();
}

/* Ends what returns so, if it is an activation further down, where calls leave the return address in a
   register. */
static Bool pop_to_return(Addr target, Addr sp)
{
   for (const Activation* a = running.top; a > running.bottom && a->sp <= sp; a--) {
      if (frames_is_return_of(a, target, sp)) {
         while (running.top > a) {
            stack_pop();
         }
         stack_pop_returned(sp);
         return True;
      }
      if (a->other_stack) {
         return False;
      }
   }
   return False;
}

/* Applies a return that leaves what runs apart.  Returns False if the caller must still apply it: a
   routine's own, to what had jumped to it, and one that leads further, to what was interrupted. */
static Bool return_from_apart(Landing to)
{
   Bool is_own = !running.binds && apart_completes(to.code->address, to.sp);
   return ends_apart(to) || (is_own && !frames_is_return_of(running.top, to.code->address, to.sp));
}

/* Returns of the bottom activation lead to nameless code, like the kernel's behind a signal handler, in which
   it goes on, or to its caller. */
static void return_to_caller_of_bottom(Landing to)
{
   if (to.code->routine != NULL && to.code->routine != running.bottom->routine) {
      return_from_bottom(to.code->routine, to.sp);
   }
}

/* Returns that do not just pop the running activation's return address: from further down, onto another
   machine stack, or to an address that the code pushed itself, which is an indirect jump. */
static void return_from_elsewhere(Landing to)
{
   if (PLATFORM_HAS_LINK_REGISTER && pop_to_return(to.code->address, to.sp)) {
      return;
   }
   if (running.top->sp < to.sp) {
      if (to.sp > running.base) {
         transfers_moved(to, running.top->sp);
      }
      stack_pop_below(to.sp);
      frames_end_callees(to);
   } else if (frames_leave_one(to)) {
      stack_pop();
   } else if (running.top->sp != NEVER_RETURNS || to.code->is_entry
              || to.sp < running.first_sp + PLATFORM_RETURN_ADDRESS_SIZE) {
      jump(to.code->is_entry && transfers_is_call_by_hand(to.sp) ? NULL : running.top->routine, to);
   } else {
      return_to_caller_of_bottom(to);
   }
}

/* The running activation returns; with it may return what the bottom activation had jumped to, to the caller
   of both.  A callee of that may have the same stack pointer. */
static void return_from_top(Addr target, Addr sp)
{
   Bool by_hand = running.top->by_hand;
   stack_pop_returned(sp);
   if (sp == running.return_behind_bottom) {
      if (running.top->sp == NEVER_RETURNS) {
         running.return_behind_bottom = 0;
         return_to_caller_of_bottom(frames_landing(target, sp));
      }
   } else if (by_hand) {
      Landing to = frames_landing(target, sp);
      if (to.code->is_entry) {
         jump(NULL, to);
      }
   }
}

static void unusual_return(Landing to)
{
   if (apart_leaves(to.code->address, to.sp) && return_from_apart(to)) {
      return;   /* what it has interrupted goes on */
   }
   if (frames_is_return_of(running.top, to.code->address, to.sp)) {
      return_from_top(to.code->address, to.sp);
   } else {
      return_from_elsewhere(to);
   }
}

void transfers_return(Addr target, Addr sp)
{
   apply_load(target, sp);
   if (apart_leaves(target, sp) || !frames_is_return_of(running.top, target, sp)) {
      unusual_return(frames_landing(target, sp));
   } else {
      return_from_top(target, sp);
   }
}

/*------------------------------------------------------------*/
/*--- PLT stubs                                            ---*/
/*------------------------------------------------------------*/

/* The most that a PLT stub pushes on its way to the dynamic linker. */
#define PUSHED_BY_STUB  64

/* A PLT stub is its caller's: no activation begins before it jumps to what was
   called.  One that asks to be bound begins a strand for that.  With --separate-binding=no, one that
   has pushed something is on its way to the dynamic linker: the caller's callee, which ends when it
   jumps to what was called. */
void transfers_plt_jump(Landing to)
{
   Code* code = to.code;
   Addr  sp   = to.sp;
   if (code->is_stub) {
      if (options.separate_binding && memory_is_readable(code->address, PLATFORM_STUB_BYTES)
          && platform_begins_binding((const UChar*)code->address)) {
         apart_begin_binding(sp);
      }
      return;
   }
   Routine* called  = routine_called_at(code);
   Bool     is_call = hot.plt_call != 0;
   Addr     from    = is_call ? hot.plt_call : running.plt_jump;
   hot.plt_call = running.plt_jump = 0;

   if (running.top->routine == &routine_in_plt) {
      /* A signal handler, say, may be known by its stub's address. */
      running.top->resolver = sp < running.first_sp && running.binds == 0;
      stack_bind(running.top, called);
      TELL(bottom_bound, running.top);
      stack_tell_of_watched(running.top);
      running.top->entry_cost = 0;   /* the stub's is its own */
      return;
   }
   Bool was_seen = from - sp <= PUSHED_BY_STUB;   /* how control came to the stub */
   Bool is_inner = !is_call && code->routine != NULL && !code->is_entry;   /* a switch, by a thunk */
   if (!was_seen || is_inner || code->is_skipped || called->watched) {
      TELL(stub_led_nowhere);   /* it belongs to what was collected till now */
   }
   if (!was_seen) {
      TELL(call_site_lost);
      jump(NULL, to);
   } else if (!is_inner && !code->is_skipped) {
      if (is_call) {
         transfers_call(called, from);
      } else {
         tail_call(called, from);
      }
      running.top->resolver = sp < from;
   }
}
