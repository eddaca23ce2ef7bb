/* The strand that runs. */

#include "stack/running.h"

Strand*   running;
CallStack stack;

void running_select(Strand* strand)
{
   tl_assert(strand != running);
   if (running != NULL) {
      running->stack = stack;
      running->hot   = hot;
   } else {
      tl_assert(stack.bottom == NULL && hot.paused);
   }
   running = strand;
   stack   = strand != NULL ? strand->stack : (CallStack){ 0 };
   hot     = strand != NULL ? strand->hot : (Hot){ .paused = True };
   tl_assert(stack.top == stack.bottom + stack.number);
}
