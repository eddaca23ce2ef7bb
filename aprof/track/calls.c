/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   From events to the stack.

   Which event a control transfer is (call, return, jump, tail call) is decided
   in translate/exits.c from the block's code; here it is applied to the stack.

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
   loads it from somewhere (calls_moved) may go on on another: then
   switching.c finds out whose it is, before the event is applied.

   Nearly all calls and returns are usual ones, which need no more than what usual_call and
   calls_return say. */

#include "track/calls.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"

#include "listener.h"
#include "memory.h"
#include "options.h"
#include "platform.h"
#include "track/apart.h"
#include "track/frames.h"
#include "track/hot.h"
#include "track/stack.h"
#include "track/stack_inside.h"

/* Longest chain of tail calls that is kept. */
#define MAX_TAIL_CALLS  4096

/*------------------------------------------------------------*/
/*--- Calls, returns and jumps                             ---*/
/*------------------------------------------------------------*/

static void push(Routine* routine, Addr sp)
{
   stack_push(routine, sp, platform_return_address());
}

/* Activations that jumped to each other all end at one return.  Mutual tail
   recursion is a loop to the program, which needs no stack for it, so a chain must
   not grow without bounds here: a long one is cut, its first activation goes on,
   and those behind it end. */
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

/* The running activation has logged most of a long log, or those below it. */
static __attribute__((noinline)) void empty_log(void)
{
   stack_account(&hot.registers, running.number, running.top->log, False);
   if (hot.registers.log > reads_log + (reads_log_limit - reads_log) / 2) {
      stack_account_for_reads();
   }
}

static inline void begin_event(void* guest)
{
   hot_begin_event(guest);
   if (hot.registers.log > reads_log_limit) {
      empty_log();
   }
}

void calls_empty_log(void* guest)
{
   begin_event(guest);
   hot_end_event(guest);
}

static void plt_jump(Code* code, Addr sp);

static void moved(Addr target, Addr sp, Addr left_at);

/* If what runs apart goes to `code`, out of its frames, it has ended; and it is a PLT stub that jumps there,
   if it has bound that.  On another machine stack, it may go on later.  False if the event is still to be
   applied, to what runs now. */
static Bool ends_apart(Code* code, Addr sp)
{
   while (apart_leaves(code->address, sp)) {
      if (sp > running.base) {
         moved(code->address, sp, running.top->sp);
         return False;
      }
      Bool is_bound = running.binds && sp == running.apart;
      TELL(apart_ended);
      if (is_bound) {
         plt_jump(code, sp);
         return True;
      }
      hot.plt_call = running.plt_jump = 0;
   }
   return False;
}

static void call(Routine* routine, Addr sp)
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

static __attribute__((noinline)) void any_call(void* guest, Routine* routine, Addr sp)
{
   begin_event(guest);
   call(routine, sp);
   hot_end_event(guest);
}

/* Nearly all calls and returns are usual ones.  They need no more than what stands in usual_call and in
   calls_return, on generated code's registers themselves, and with no function but what is called there:
   that is two thirds of the instructions.  Returns False if there is more to do; then nothing has been done
   yet. */
static inline __attribute__((always_inline))
Bool usual_call(HotRegisters* registers, Routine* routine, Addr sp)
{
   const Stack* on = &running;
   if (on->last_stamp >= stack_usual_stamps || on->top + 1 == on->end || sp > on->top->sp
       || registers->log > reads_log_limit || routine->number >= on->live_end || routine->watched
       || on->paused || hot_latest != 0) {
      return False;
   }
   stack_enter(registers, ++running.last_stamp, routine, sp, platform_return_address(), True);
   return True;
}

void calls_call(void* guest, Routine* routine, Addr sp)
{
   if (!usual_call(hot_registers_of(guest), routine, sp)) {
      any_call(guest, routine, sp);
   }
}

void calls_call_to(void* guest, Addr target, Addr sp)
{
   Code*    code   = routine_code_at(target);
   Routine* called = routine_called_at(code);
   if (!code->is_skipped
       && (code->is_stub || !usual_call(hot_registers_of(guest), called, sp))) {
      any_call(guest, called, sp);
   }
}

/* Nothing tells where routines without a symbol begin, but code in another object,
   or in another region of anonymous memory, is certainly another routine's. */
static Bool is_nameless_elsewhere(const Code* code, UWord module)
{
   return code->routine == NULL && !code->is_stub && !code->is_skipped && code->module != module;
}

/* Stack pointer at the first instruction of the running activation. */
static Addr begun_at(void)
{
   return running.top == running.bottom ? running.first_sp : running.top->sp;
}

/* Jumps to another routine's first instruction are tail calls, from wherever
   they come; all others stay in the running activation. */
static void jump(Routine* here, Code* code, Addr sp)
{
   if (ends_apart(code, sp)) {
      return;
   }
   if (frames_are_on_lower_stack(code, sp)) {
      moved(code->address, sp, running.top->sp);   /* an unwinder's, which adds to the stack pointer */
   }
   const Activation* jumping = running.top;
   stack_pop_below(sp);
   if (running.top != jumping) {
      frames_end_callees(code, sp);
   }
   Bool begins = code->is_entry || code->is_stub || is_nameless_elsewhere(code, running.top->routine->module);
   if ((!begins && !code->is_skipped) || (here != NULL && code->routine == here)) {
      running.just_begun = False;
      return;
   }
   Routine* routine = routine_called_at(code);
   if (running.top->resolver && sp == begun_at()) {
      TELL(resolver_ends);
      stack_pop();   /* what it has found is not its callee */
   }
   if (running.top < running.bottom) {
      stack_push_bottom(routine);
   } else if (!code->is_skipped) {
      tail_call(routine, sp);
   }
}

/* The running activation has loaded the stack pointer (calls_loaded), and goes on elsewhere now. */
static void apply_load(Addr target, Addr sp)
{
   if (PLATFORM_JUMPS_AFTER_LOAD && running.loaded_at != 0) {
      Addr left_at = running.loaded_at;
      running.loaded_at = 0;
      if (running.loaded_stamp == stack_running_stamp()) {
         moved(target, sp, left_at);
      }
   }
}

/* A jump to somewhere in the same routine, such as a switch, is no event. */
void calls_jump(void* guest, Routine* here, Addr target, Addr sp)
{
   if (PLATFORM_HAS_LINK_REGISTER && frames_is_return_of(running.top, target, sp)) {
      calls_return(guest, target, sp);
      return;
   }
   Code* code = routine_code_at(target);
   if (sp > running.top->sp || code->routine != here || code->is_stub
       || (PLATFORM_JUMPS_AFTER_LOAD && running.loaded_at != 0)
       || is_nameless_elsewhere(code, running.top->routine->module)) {
      begin_event(guest);
      apply_load(target, sp);
      jump(here, code, sp);
      hot_end_event(guest);
   } else if (hot_registers_of(guest)->log > reads_log_limit) {
      calls_empty_log(guest);
   }
}

/* Whether a jump to a routine's first instruction is a call, even if the routine itself jumps: not with the
   stack pointer and the return address of the running activation, but with those of a call. */
static Bool is_call_by_hand(Addr sp)
{
   if (sp > begun_at() || (!PLATFORM_HAS_LINK_REGISTER && sp == begun_at())
       || (PLATFORM_HAS_LINK_REGISTER
           && platform_returns_as(running.top->return_address, platform_return_address()))) {
      return False;
   }
   return VG_(am_is_valid_for_client)(platform_left_for_return(sp), 1, VKI_PROT_EXEC);
}

void calls_own_jump(void* guest, Routine* routine, Addr sp)
{
   if (is_call_by_hand(sp)) {
      calls_tail_call(guest, routine, sp);
   }
}

void calls_jump_after_push(void* guest, Routine* here, Addr target, Addr sp)
{
   calls_jump(guest, target == here->entry && is_call_by_hand(sp) ? NULL : here, target, sp);
}

void calls_tail_call(void* guest, Routine* routine, Addr sp)
{
   begin_event(guest);
   apply_load(routine->entry, sp);
   if (!apart_leaves(routine->entry, sp) || !ends_apart(routine_code_at(routine->entry), sp)) {
      tail_call(routine, sp);
   }
   hot_end_event(guest);
}

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

/* With a link register: ends what returns so, if it is an activation further down. */
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

/* What runs apart is left by a return.  False if that is still to be applied: a routine's own, to what had
   jumped to it, and one that leads further, to what was interrupted. */
static Bool return_from_apart(Addr target, Addr sp)
{
   Bool is_own = !running.binds && apart_completes(target, sp);
   return ends_apart(routine_code_at(target), sp)
          || (is_own && !frames_is_return_of(running.top, target, sp));
}

/* Returns that do not just pop the running activation's return address: from
   further down, onto another machine stack, or to an address that the code
   pushed itself, which is an indirect jump.  The bottom activation goes on in
   nameless code that it returns to, like the kernel's behind a signal handler. */
static void unusual_return(Addr target, Addr sp)
{
   if (PLATFORM_HAS_LINK_REGISTER && pop_to_return(target, sp)) {
      return;
   }
   if (running.top->sp < sp) {
      if (sp > running.base) {
         moved(target, sp, running.top->sp);
      }
      stack_pop_below(sp);
      frames_end_callees(routine_code_at(target), sp);
   } else {
      Code* code = routine_code_at(target);
      if (frames_leave_one(code, sp)) {
         stack_pop();
      } else if (running.top->sp != NEVER_RETURNS || code->is_entry
          || sp < running.first_sp + PLATFORM_RETURN_ADDRESS_SIZE) {
         jump(code->is_entry && is_call_by_hand(sp) ? NULL : running.top->routine, code, sp);
      } else if (code->routine != NULL && code->routine != running.bottom->routine) {
         return_from_bottom(code->routine, sp);
      }
   }
}

/* What the bottom activation had jumped to has returned, to the caller of both. */
static void return_behind_bottom(Addr target, Addr sp)
{
   if (running.top->sp != NEVER_RETURNS) {
      return;   /* a callee of that, with the same stack pointer */
   }
   running.return_behind_bottom = 0;
   Code* code = routine_code_at(target);
   if (code->routine != NULL && code->routine != running.bottom->routine) {
      return_from_bottom(code->routine, sp);
   }
}

/* The running activation returns. */
static void return_from_top(Addr target, Addr sp)
{
   Bool by_hand = running.top->by_hand;
   stack_pop_returned(sp);
   if (sp == running.return_behind_bottom) {
      return_behind_bottom(target, sp);
   } else if (by_hand && routine_code_at(target)->is_entry) {
      jump(NULL, routine_code_at(target), sp);
   }
}

static __attribute__((noinline)) void any_return(void* guest, Addr target, Addr sp)
{
   begin_event(guest);
   apply_load(target, sp);
   if (apart_leaves(target, sp) && return_from_apart(target, sp)) {
      /* what it has interrupted goes on */
   } else if (frames_is_return_of(running.top, target, sp)) {
      return_from_top(target, sp);
   } else {
      unusual_return(target, sp);
   }
   hot_end_event(guest);
}

/* Usually the running activation ends, and no other (see usual_call). */
void calls_return(void* guest, Addr target, Addr sp)
{
   const Stack*      on = &running;
   const Activation* a  = on->top;
   if (!frames_is_return_of(a, target, sp) || a[-1].sp < sp || a->unusual != 0
       || sp == on->return_behind_bottom || on->paused || hot_latest != 0) {
      any_return(guest, target, sp);
   } else {
      stack_leave(hot_registers_of(guest), True);
   }
}

/* What a PLT stub pushes on its way to the dynamic linker, at most. */
#define PUSHED_BY_STUB  64

/* A PLT stub is its caller's: no activation begins before it jumps to what was
   called.  One that asks to be bound begins a strand for that.  With --separate-binding=no, one that
   has pushed something is on its way to the dynamic linker: the caller's callee, which ends when it
   jumps to what was called. */
static void plt_jump(Code* code, Addr sp)
{
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
      jump(NULL, code, sp);
   } else if (!is_inner && !code->is_skipped) {
      if (is_call) {
         call(called, from);
      } else {
         tail_call(called, from);
      }
      running.top->resolver = sp < from;
   }
}

/* Usually the stub has been called, has pushed nothing, and goes to a routine's beginning. */
void calls_plt_jump(void* guest, Addr target, Addr sp)
{
   Code* code = routine_code_at(target);
   if (sp == hot.plt_call && code->is_entry && running.top->routine != &routine_in_plt
       && !code->is_skipped && usual_call(hot_registers_of(guest), code->routine, sp)) {
      hot.plt_call = running.plt_jump = 0;
      return;
   }
   begin_event(guest);
   plt_jump(code, sp);
   hot_end_event(guest);
}

/*------------------------------------------------------------*/
/*--- Moves of the stack pointer                           ---*/
/*------------------------------------------------------------*/

static void moved(Addr target, Addr sp, Addr left_at)
{
   Code* code = routine_code_at(target);
   if (apart_completes(target, sp) || frames_keep(code, sp)) {
      return;
   }
   if (ASK(False, strand_left, code, sp, left_at)) {
      frames_leave_other_stacks(code, sp);
      if (!frames_is_return_of(running.top, target, sp)) {
         frames_end_callees(code, sp);
      }
   } else {
      stack_begin(routine_called_at(code), sp);
      running.just_begun = True;
   }
}

void calls_moved(void* guest, Addr target, Addr sp, Addr left_at)
{
   begin_event(guest);
   moved(target, sp, left_at);
   hot_end_event(guest);
}

VG_REGPARM(1) void calls_loaded(Addr left_at)
{
   running.loaded_at    = left_at;
   running.loaded_stamp = stack_running_stamp();
}

/* A dynamic linker that is skipped removes its frames by this before it jumps to what it has bound:
   still below the running activation's frame, which is that of the linker's caller. */
void calls_moved_by_skipped(void* guest, Addr target, Addr sp, Addr left_at)
{
   if (sp >= running.top->sp || sp - left_at >= NEAR || !routine_code_at(target)->is_entry) {
      calls_moved(guest, target, sp, left_at);
   }
}
