/* Rules for calls, returns and jumps: what they do to the shadow call stack.

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
#include "stack/stack.h"
#include "stack/stack_inside.h"

/* Longest chain of tail calls that is kept. */
#define MAX_TAIL_CALLS  4096

/*--- Apart ---*/

/* A routine runs apart if it is nobody's callee, because its work belongs to no caller: one of
   --separate-routine or --separate-runtime, or the dynamic linker when it binds a function
   (--separate-binding).  It is a strand of its own, but on the machine stack of what it interrupts.  It ends
   when it returns, or goes on in the frames of that.  If it switches to another machine stack, it may go on
   later: switching.c lets it wait. */

/* The bottom activation's stack pointer is within its return address: so a return there is no usual one, and
   a call at higher addresses is seen to be on another machine stack. */
static void begin_apart(Routine* routine, Addr sp)
{
   Addr base = stack_base_of(&stack, stack.top);
   TELL(apart_begins, sp);
   stack_begin(routine, sp);
   running->apart   = sp;
   stack.bottom->sp = sp + 1;
   stack.bottom->return_address = platform_return_address();
   if (sp <= base) {
      stack.first_base = base;
   }
}

/* A PLT stub has jumped to where the dynamic linker is asked to bind it.  The end is a jump out of the bottom
   frame, which the bottom activation's stack pointer makes unusual. */
static void begin_binding(Addr sp)
{
   begin_apart(&routine_in_plt, sp);
   running->binds   = True;
   stack.bottom->sp = sp - 1;
}

/* A routine that runs apart belongs to what runs apart already. */
static Bool begins_apart(Routine* routine, Addr sp)
{
   if (!routine->is_apart || (running->apart != 0 && !running->binds)) {
      return False;
   }
   begin_apart(routine, sp);
   return True;
}

/* Whether what runs apart does what ends it: a routine, its return; what binds a function, a jump there. */
static inline Bool completes_apart(Addr target, Addr sp)
{
   return running->apart != 0 && stack.other_stacks == 0
          && (frames_is_return(stack.bottom->return_address, running->apart, target, sp)
              || (sp == running->apart && running->binds));
}

/* Whether it goes to `target`, out of its frames: also to those of what it has interrupted. */
static inline Bool leaves_apart(Addr target, Addr sp)
{
   return running->apart != 0 && stack.other_stacks == 0
          && (sp > running->apart || completes_apart(target, sp));
}

/*--- Moves of the stack pointer ---*/

void transfers_moved(Landing to, Addr left_at)
{
   if (completes_apart(to.code->address, to.sp) || frames_keep(to)) {
      return;
   }
   if (ASK(False, strand_left, &to, left_at)) {
      frames_leave_other_stacks(to);
      if (!frames_is_return_of(stack.top, to.code->address, to.sp)) {
         frames_end_callees(to);
      }
   } else {
      stack_begin(routine_called_at(to.code), to.sp);
      running->just_begun = True;
   }
}

/* Applies the load of the stack pointer that the running activation has announced (calls_loaded): it goes on
   elsewhere now. */
static void apply_load(Addr target, Addr sp)
{
   if (running->loaded_at != 0) {
      Addr left_at = running->loaded_at;
      running->loaded_at = 0;
      if (running->loaded_stamp == stack_running_stamp()) {
         transfers_moved(frames_landing(target, sp), left_at);
      }
   }
}

/*--- Calls and tail calls ---*/

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
   if (begins_apart(routine, sp)) {
      return;
   }
   if (routine->schedules && ASK(False, scheduler_begins, sp)) {
      stack_begin(routine, sp);
      return;
   }
   Bool other_stack = sp > stack.top->sp;
   push(routine, sp);
   stack.top->other_stack = other_stack;
   stack.other_stacks    += other_stack;
}

/* Cuts a long chain of tail calls: its first activation goes on, and those behind it end.  Activations that
   jumped to each other all end at one return.  Mutual tail recursion is a loop to the program, which needs no
   stack for it, so a chain must not grow without bounds here. */
static void cut_long_chain(void)
{
   if (stack.top->tail_calls >= MAX_TAIL_CALLS) {
      while (stack.top->tail_calls > 0) {
         stack_pop();
      }
   }
}

/* A strand that has just begun (calls_moved) has the jump's target already.  What is
   called through a PLT stub is known when that jumps on. */
static void tail_call(Routine* routine, Addr sp)
{
   stack_pop_below(sp);
   Bool just_begun = running->just_begun && stack.top == stack.bottom
                     && stack.top->routine == routine;
   running->just_begun = False;
   if (just_begun) {
      return;
   }
   if (routine == &routine_in_plt) {
      hot.plt_jump = sp;
      hot.plt_call = 0;
      return;
   }
   if (begins_apart(routine, sp)) {
      return;
   }
   if (stack.top->sp == NEVER_RETURNS) {
      stack.return_behind_bottom = sp + PLATFORM_RETURN_ADDRESS_SIZE;
   }
   if (stack.top->sp != sp
       || !platform_returns_as(stack.top->return_address, platform_return_address())) {
      push(routine, sp);
      stack.top->by_hand = True;
   } else {
      cut_long_chain();
      stack_push_beside(routine, 1);
   }
}

/* Ends what runs apart if it goes there, out of its frames; and if it has bound a function, it is a PLT stub
   that jumps there.  On another machine stack, it may go on later.  Returns False if the caller must still
   apply the event, to what runs now. */
static Bool ends_apart(Landing to)
{
   while (leaves_apart(to.code->address, to.sp)) {
      if (to.sp > stack_base_of(&stack, stack.top)) {
         transfers_moved(to, stack.top->sp);
         return False;
      }
      Bool is_bound = running->binds && to.sp == running->apart;
      TELL(apart_ended);
      if (is_bound) {
         transfers_plt_jump(to);
         return True;
      }
      hot.plt_call = hot.plt_jump = 0;
   }
   return False;
}

void transfers_tail_call(Routine* routine, Addr sp)
{
   apply_load(routine->entry, sp);
   if (!leaves_apart(routine->entry, sp) || !ends_apart(frames_landing(routine->entry, sp))) {
      tail_call(routine, sp);
   }
}

/*--- Jumps ---*/

/* Generated code may have a stack of its own, as PHP's has: to call, it jumps to a function's first
   instruction, and to return, into the middle of what has jumped there.  Ends what returns so. */
static void end_what_jumps_back(Landing to)
{
   const Activation* a = stack.top;
   if (a <= stack.bottom || to.code->routine == NULL || to.code->routine == a->routine || to.sp != a->sp) {
      return;
   }
   while (a > stack.bottom && (a->tail_calls > 0 || a->by_hand) && a->routine->is_generated) {
      a--;
      if (a->routine == to.code->routine) {
         stack_pop_above(a);
         return;
      }
   }
}

/* Jumps to another routine's first instruction are tail calls, from wherever
   they come; all others stay in the running activation, or go back to one that has jumped. */
static void jump(const Routine* here, Landing to)
{
   if (ends_apart(to)) {
      return;
   }
   if (frames_are_on_lower_stack(to)) {
      transfers_moved(to, stack.top->sp);   /* an unwinder's, which adds to the stack pointer */
   }
   const Activation* jumping = stack.top;
   stack_pop_below(to.sp);
   if (stack.top != jumping) {
      frames_end_callees(to);
   }
   Bool begins = to.code->is_entry || to.code->is_stub || transfers_is_nameless_elsewhere(to.code);
   if ((!begins && !to.code->is_skipped) || (here != NULL && to.code->routine == here)) {
      running->just_begun = False;
      end_what_jumps_back(to);
      return;
   }
   Routine* routine = routine_called_at(to.code);
   if (stack.top->resolver && to.sp == transfers_begun_at()) {
      TELL(resolver_ends);
      stack_pop();   /* what it has found is not its callee */
   }
   if (stack.top < stack.bottom) {
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

/*--- Returns ---*/

/* The strand was begun inside a routine, whose caller appears only now: what was
   measured so far is its callee's.  Regions that are still open end with it. */
static void return_from_bottom(Routine* caller, Addr sp)
{
   stack_pop_above(stack.bottom);
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
   stack.first_sp   = sp;
   stack.first_base = sp + ABOVE_FIRST_SP;
   stack_pop();
}

/* Ends what returns so, if it is an activation further down, where calls leave the return address in a
   register. */
static Bool pop_to_return(Addr target, Addr sp)
{
   for (const Activation* a = stack.top; a > stack.bottom && a->sp <= sp; a--) {
      if (frames_is_return_of(a, target, sp)) {
         stack_pop_above(a);
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
   Bool is_own = !running->binds && completes_apart(to.code->address, to.sp);
   return ends_apart(to) || (is_own && !frames_is_return_of(stack.top, to.code->address, to.sp));
}

/* Returns of the bottom activation lead to nameless code, like the kernel's behind a signal handler, in which
   it goes on, or to its caller. */
static void return_to_caller_of_bottom(Landing to)
{
   if (to.code->routine != NULL && to.code->routine != stack.bottom->routine) {
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
   if (stack.top->sp < to.sp) {
      if (to.sp > stack_base_of(&stack, stack.top)) {
         transfers_moved(to, stack.top->sp);
      }
      stack_pop_below(to.sp);
      frames_end_callees(to);
   } else if (frames_leave_one(to)) {
      stack_pop();
   } else if (stack.top->sp != NEVER_RETURNS || to.code->is_entry
              || to.sp < stack.first_sp + PLATFORM_RETURN_ADDRESS_SIZE) {
      jump(to.code->is_entry && transfers_is_call_by_hand(to.sp) ? NULL : frames_code_of(stack.top), to);
   } else {
      return_to_caller_of_bottom(to);
   }
}

/* The running activation returns; with it may return what the bottom activation had jumped to, to the caller
   of both.  A callee of that may have the same stack pointer. */
static void return_from_top(Addr target, Addr sp)
{
   Bool by_hand = stack.top->by_hand;
   stack_pop_returned(sp);
   if (sp == stack.return_behind_bottom) {
      if (stack.top->sp == NEVER_RETURNS) {
         stack.return_behind_bottom = 0;
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
   if (leaves_apart(to.code->address, to.sp) && return_from_apart(to)) {
      return;   /* what it has interrupted goes on */
   }
   if (frames_is_return_of(stack.top, to.code->address, to.sp)) {
      return_from_top(to.code->address, to.sp);
   } else {
      return_from_elsewhere(to);
   }
}

void transfers_return(Addr target, Addr sp)
{
   apply_load(target, sp);
   if (leaves_apart(target, sp) || !frames_is_return_of(stack.top, target, sp)) {
      unusual_return(frames_landing(target, sp));
   } else {
      return_from_top(target, sp);
   }
}

/*--- PLT stubs ---*/

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
         begin_binding(sp);
      }
      return;
   }
   Routine* called  = routine_called_at(code);
   Bool     is_call = hot.plt_call != 0;
   Addr     from    = is_call ? hot.plt_call : hot.plt_jump;
   hot.plt_call = hot.plt_jump = 0;

   if (stack.top->routine == &routine_in_plt) {
      /* A signal handler, say, may be known by its stub's address. */
      stack.top->resolver = sp < stack.first_sp && !running->binds;
      stack_bind(stack.top, called);
      TELL(bottom_bound, stack.top);
      stack_tell_of_watched(stack.top);
      stack.top->entry_cost = 0;   /* the stub's is its own */
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
      stack.top->resolver = sp < from;
   }
}
