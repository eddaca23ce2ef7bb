/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Routines that run apart begin here.  transfers.c ends it. */

#include "stack/apart.h"

#include "listener.h"
#include "stack/stack.h"

/* Begins a strand for work that belongs to no caller, on the machine stack of what it interrupts.  The
   bottom activation's stack pointer is within its return address: so a return there is no usual one, and a
   call at higher addresses is seen to be on another machine stack. */
void apart_begin(Routine* routine, Addr sp)
{
   Addr base = running.base;
   TELL(apart_begins, sp);
   stack_begin(routine, sp);
   running.apart      = sp;
   running.bottom->sp = sp + 1;
   running.bottom->return_address = platform_return_address();
   if (sp <= base) {
      running.first_base = running.base = base;
   }
}

/* The end is a jump out of the bottom frame, which the bottom activation's stack pointer makes unusual. */
void apart_begin_binding(Addr sp)
{
   apart_begin(&routine_in_plt, sp);
   running.binds      = True;
   running.bottom->sp = sp - 1;
}
