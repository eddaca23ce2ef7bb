/* Finds the activation that owns a stack pointer. */

#include "stack/frames.h"

#include "stack/stack_inside.h"

/* How much lower than where a strand was left its stack pointer may be when it
   goes on: what the switching code has pushed. */
#define PUSHED_BY_SWITCH  512

Routine* frames_code_of(const Activation* a)
{
   while (activation_is_inside(a)) {
      a--;
   }
   return a->routine;
}

/* Returns which activation, from `top` down to `first`, goes on if control comes there by a jump; if that is
   not clear, the topmost one that may not have ended.  With a link register, several may have just this stack
   pointer: the one whose frame it is, and its callees; the routine of the code says which it is. */
static const Activation* frame_at(const Activation* top, const Activation* first, Landing to)
{
   const Activation* frame = top;
   while (frame > first && frame->sp < to.sp) {
      frame--;
   }
   if (!PLATFORM_HAS_LINK_REGISTER) {
      return frame;
   }
   const Activation* caller = frame;
   while (caller > first && caller->sp == to.sp) {
      caller--;
   }
   if (to.code->routine == NULL || to.code->routine == frames_code_of(caller)) {
      return caller;
   }
   for (const Activation* a = frame; a > caller; a--) {
      if (to.code->routine == frames_code_of(a)) {
         return a;
      }
   }
   return frame;
}

void frames_end_callees(Landing to)
{
   if (PLATFORM_HAS_LINK_REGISTER && !to.code->is_entry && !to.code->is_stub) {
      const Activation* first = stack_first_on_machine_stack(&stack, stack.top);
      const Activation* frame = frame_at(stack.top, first, to);
      stack_pop_above(frame);
   }
}

/* Looks at the machine stacks one by one, from the top.  Returns the topmost activation on the one on which
   the jump goes on, or NULL. */
static const Activation* last_to_stay(const CallStack* on, const Activation* top, Landing to)
{
   for (;;) {
      const Activation* first = stack_first_on_machine_stack(on, top);
      const Activation* frame = frame_at(top, first, to);
      if (frame->sp >= to.sp && to.sp <= stack_base_of(on, top)
          && (to.code->routine == NULL || to.code->routine == frames_code_of(frame))) {
         return top;
      }
      if (first == on->bottom) {
         return NULL;
      }
      top = first - 1;
   }
}

Bool frames_are_on_lower_stack(Landing to)
{
   const Activation* first = stack_first_on_machine_stack(&stack, stack.top);
   if (first == stack.bottom || to.sp > stack.top->sp || to.code->is_entry || to.code->routine == NULL) {
      return False;
   }
   const Activation* last = last_to_stay(&stack, first - 1, to);
   return last != NULL && (to.sp > last->sp || last->sp - to.sp < FRAMES_NEAR);
}

Bool frames_begin_at(Addr sp)
{
   const Activation* first = stack_first_on_machine_stack(&stack, stack.top);
   for (const Activation* a = stack.top; a >= first; a--) {
      if (a->sp == sp) {
         return True;
      }
   }
   return first == stack.bottom && sp == stack.first_sp;
}

Addr frames_lowest_to_go_on(const CallStack* on, Landing to, Addr left_at)
{
   const Activation* last = last_to_stay(on, on->top, to);
   Addr lowest = last == NULL    ? ~(Addr)0
               : last == on->top ? left_at - PUSHED_BY_SWITCH
               :                   last->sp - FRAMES_NEAR;
   return lowest <= to.sp ? lowest : 0;
}

void frames_leave_other_stacks(Landing to)
{
   const Activation* last = last_to_stay(&stack, stack.top, to);
   if (last != NULL) {
      stack_pop_above(last);
   }
}

Bool frames_leave_one(Landing to)
{
   const Activation* top = stack.top;
   return top > stack.bottom && to.sp <= top->sp && !to.code->is_entry && to.code->routine != NULL
          && to.code->routine != frames_code_of(top) && to.code->routine == frames_code_of(top - 1);
}

Bool frames_keep(Landing to)
{
   Addr frame = stack.top->sp == NEVER_RETURNS ? stack.first_base : stack.top->sp;
   if (to.code->is_entry) {
      return to.sp == stack.top->sp || (stack.top == stack.bottom && frame - to.sp < FRAMES_NEAR);
   }
   if (frames_is_return_of(stack.top, to.code->address, to.sp)) {
      return True;
   }
   if (PLATFORM_HAS_LINK_REGISTER && to.sp == frame && to.code->routine != frames_code_of(stack.top)) {
      return False;
   }
   return frame - to.sp < FRAMES_NEAR
          && (to.code->routine == NULL || to.code->routine == frames_code_of(stack.top));
}
