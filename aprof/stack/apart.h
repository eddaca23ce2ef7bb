/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Apart: a routine runs apart if it is nobody's callee, because its work belongs to no caller: one of
   --separate-routine or --separate-runtime, or the dynamic linker when it binds a function
   (--separate-binding).

   It is a strand of its own, but on the machine stack of what it interrupts.  It ends when it returns, or
   goes on in the frames of that.  If it switches to another machine stack, it may go on later: switching.c
   lets it wait. */

#ifndef APROF_APART_H
#define APROF_APART_H

#include "pub_tool_basics.h"

#include "code/routine.h"
#include "stack/activation.h"
#include "stack/frames.h"

/* A routine that runs apart belongs to what runs apart already. */
static inline Bool apart_is_begun_by(const Routine* routine)
{
   return routine->is_apart && (running.apart == 0 || running.binds);
}

extern void apart_begin(Routine* routine, Addr sp);

/* A PLT stub has jumped to where the dynamic linker is asked to bind it. */
extern void apart_begin_binding(Addr sp);

/* Whether what runs apart does what ends it: a routine, its return; what binds a function, a jump there. */
static inline Bool apart_completes(Addr target, Addr sp)
{
   return running.apart != 0 && running.other_stacks == 0
          && (frames_is_return(running.bottom->return_address, running.apart, target, sp)
              || (sp == running.apart && running.binds));
}

/* Whether it goes to `target`, out of its frames: also to those of what it has interrupted. */
static inline Bool apart_leaves(Addr target, Addr sp)
{
   return running.apart != 0 && running.other_stacks == 0
          && (sp > running.apart || apart_completes(target, sp));
}

#endif
