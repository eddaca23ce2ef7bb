/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Whose a stack pointer is. */

#include "track/frames.h"

#include "track/stack.h"
#include "track/stack_inside.h"

/* How much lower than where a strand was left its stack pointer may be when it
   goes on: what the switching code has pushed. */
#define PUSHED_BY_SWITCH  512

/* A region's code is that of the routine around it. */
static const Routine* code_of(const Activation* a)
{
   while (a->routine->is_region && a > running.bottom) {
      a--;
   }
   return a->routine;
}

/* The activation, from `top` down to `first`, that goes on if control comes to `code` with this stack
   pointer, otherwise than by a call or a return; or the topmost one that may not have ended.  With a link
   register, those that have just this stack pointer are callees of the one whose frame it is, unless the
   routine says otherwise. */
static const Activation* frame_at(const Activation* top, const Activation* first, const Code* code, Addr sp)
{
   const Activation* frame = top;
   while (frame > first && frame->sp < sp) {
      frame--;
   }
   if (!PLATFORM_HAS_LINK_REGISTER) {
      return frame;
   }
   const Activation* caller = frame;
   while (caller > first && caller->sp == sp) {
      caller--;
   }
   if (code->routine == NULL || code->routine == code_of(caller)) {
      return caller;
   }
   for (const Activation* a = frame; a > caller; a--) {
      if (code->routine == code_of(a)) {
         return a;
      }
   }
   return frame;
}

void frames_end_callees(const Code* code, Addr sp)
{
   if (PLATFORM_HAS_LINK_REGISTER && !code->is_entry && !code->is_stub) {
      const Activation* first = stack_first_on_machine_stack(&running, running.top);
      const Activation* frame = frame_at(running.top, first, code, sp);
      while (running.top > frame) {
         stack_pop();
      }
   }
}

/* The activations on one machine stack each, from the top.  Returns the topmost
   one of those among which the jump goes on, or NULL. */
static const Activation* last_to_stay(const Stack* on, const Activation* top, const Code* code,
                                      Addr sp)
{
   for (;;) {
      const Activation* first = stack_first_on_machine_stack(on, top);
      const Activation* frame = frame_at(top, first, code, sp);
      if (frame->sp >= sp && sp <= stack_base_of(on, top)
          && (code->routine == NULL || code->routine == code_of(frame))) {
         return top;
      }
      if (first == on->bottom) {
         return NULL;
      }
      top = first - 1;
   }
}

Bool frames_are_on_lower_stack(const Code* code, Addr sp)
{
   const Activation* first = stack_first_on_machine_stack(&running, running.top);
   if (first == running.bottom || sp > running.top->sp || code->is_entry || code->routine == NULL) {
      return False;
   }
   const Activation* last = last_to_stay(&running, first - 1, code, sp);
   return last != NULL && (sp > last->sp || last->sp - sp < NEAR);
}

Bool frames_begin_at(Addr sp)
{
   const Activation* first = stack_first_on_machine_stack(&running, running.top);
   for (const Activation* a = running.top; a >= first; a--) {
      if (a->sp == sp) {
         return True;
      }
   }
   return first == running.bottom && sp == running.first_sp;
}

Addr frames_lowest_to_go_on(const Stack* on, const Activation* top, const Code* code, Addr sp, Addr left_at)
{
   const Activation* last = last_to_stay(on, top, code, sp);
   Addr lowest = last == NULL ? ~(Addr)0 : last == top ? left_at - PUSHED_BY_SWITCH : last->sp - NEAR;
   return lowest <= sp ? lowest : 0;
}

void frames_leave_other_stacks(const Code* code, Addr sp)
{
   const Activation* last = last_to_stay(&running, running.top, code, sp);
   while (last != NULL && running.top != last) {
      stack_pop();
   }
   running.base = stack_base_of(&running, running.top);
}

Bool frames_leave_one(const Code* code, Addr sp)
{
   const Activation* top = running.top;
   return top > running.bottom && sp <= top->sp && !code->is_entry && code->routine != NULL
          && code->routine != code_of(top) && code->routine == code_of(top - 1);
}

Bool frames_keep(const Code* code, Addr sp)
{
   Addr frame = running.top->sp == NEVER_RETURNS ? running.base : running.top->sp;
   if (code->is_entry) {
      return sp == running.top->sp || (running.top == running.bottom && frame - sp < NEAR);
   }
   if (frames_is_return_of(running.top, code->address, sp)) {
      return True;
   }
   if (PLATFORM_HAS_LINK_REGISTER && sp == frame && code->routine != code_of(running.top)) {
      return False;
   }
   return frame - sp < NEAR && (code->routine == NULL || code->routine == code_of(running.top));
}
