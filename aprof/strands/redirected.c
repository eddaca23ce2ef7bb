/* Finds which event it is when a signal handler has made the program go on elsewhere:

      call     a routine begins, and is to return to where the program was interrupted: the handler has
               pushed a call, as Go's preemption does
      return   the stack is as it is after the return of the running activation
      jump     anything else, on the same machine stack or on another one: a frame further up, which ends
               those below; a routine's beginning; the next instruction; a coroutine

   Generated code applies these events.  Here, they get a copy of the guest state instead of its own. */

#include "strands/switching.h"

#include "hot.h"
#include "listener.h"
#include "memory.h"
#include "platform.h"
#include "stack/calls.h"
#include "stack/frames.h"
#include "stack/stack_inside.h"

/* The most that a handler pushes for what is to go on: a context, and before that, what it leaves alone
   below the stack pointer. */
#define PUSHED_BY_HANDLER  8192

typedef struct {
   PLATFORM_GUEST_STATE guest;
   HotRegisters         registers;
} StandIn;
_Static_assert(__builtin_offsetof(StandIn, registers) == HOT_REGISTERS_OFFSET, "as hot_registers_of has it");

/* Returns the address to which a routine that begins now returns; 0 if that is not known. */
static Addr return_address(ThreadId thread, Addr sp)
{
   Addr address = 0;
   if (PLATFORM_HAS_LINK_REGISTER) {
      VG_(get_shadow_regs_area)(thread, (UChar*)&address, 0, PLATFORM_LINK_REGISTER, sizeof address);
   } else if (memory_is_readable(sp, sizeof address)) {
      address = *(const Addr*)sp;
   }
   return address;
}

static Bool is_on_machine_stack(Addr sp, Addr left_at)
{
   Addr lowest = left_at - PUSHED_BY_HANDLER;
   return sp - lowest <= stack_base_of(&stack, stack.top) - lowest;
}

/* Whether the stack pointer may be on another machine stack now, also on one that lies within a frame.  A
   routine that begins further up does so where another one has begun, or on such a stack.  With other code,
   it is not if no frame says so, and there is none. */
static Bool may_have_left_stack(Landing to, Addr left_at)
{
   if (!is_on_machine_stack(to.sp, left_at)) {
      return True;
   }
   return to.code->is_entry ? to.sp > stack.top->sp && !frames_begin_at(to.sp)
                            : frames_lowest_to_go_on(&stack, to, left_at) != 0;
}

/* Forgets what a PLT stub was about to do, and a jump behind a load of the stack pointer. */
static void forget_what_was_under_way(void)
{
   if (hot.plt_call != 0 || hot.plt_jump != 0) {
      TELL(stub_led_nowhere);
   }
   hot.plt_call = hot.plt_jump = 0;
   running->loaded_at = 0;
}

static void apply(void* guest, ThreadId thread, Addr from, Addr left_at)
{
   Addr        target = VG_(get_IP)(thread);
   Addr        sp     = VG_(get_SP)(thread);
   Landing     to     = frames_landing(target, sp);
   const Code* code   = to.code;
   forget_what_was_under_way();
   TELL(call_site_lost);
   if (code->is_entry && return_address(thread, sp) == from) {
      calls_call_to(guest, target, sp);
   } else if (!code->is_entry && frames_is_return_of(stack.top, target, sp)) {
      calls_return(guest, target, sp);
   } else {
      if (may_have_left_stack(to, left_at)) {
         calls_moved(guest, target, sp, left_at);
      }
      calls_jump(guest, sp == left_at ? routine_code_at(from)->routine : NULL, target, sp);
   }
}

void switching_redirected(ThreadId thread, Addr from, Addr left_at)
{
   StandIn stand_in;
   VG_(get_shadow_regs_area)(thread, (UChar*)&stand_in.guest, 0, 0, sizeof stand_in.guest);
   stand_in.registers = hot.registers;
   void* former = platform_set_guest_state(&stand_in.guest);
   apply(&stand_in.guest, thread, from, left_at);
   platform_set_guest_state(former);
   hot.registers = stand_in.registers;
}
