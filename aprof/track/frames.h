/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Frames: which activation of a stack goes on if control comes to some code with some stack pointer.  The
   head of calls.c says by what one knows. */

#ifndef APROF_FRAMES_H
#define APROF_FRAMES_H

#include "pub_tool_basics.h"

#include "code/routine.h"
#include "platform.h"
#include "track/activation.h"

/* A frame's size, roughly: within this distance a stack pointer is taken to be
   in the same one. */
#define NEAR            16384

/* Whether control goes to where something returns to that was called at a stack pointer, with the address. */
static inline Bool frames_is_return(ReturnAddress address, Addr called_at, Addr target, Addr sp)
{
   return sp - called_at == PLATFORM_RETURN_ADDRESS_SIZE && platform_returns_to(address, target);
}

/* Whether control leaves the activation for its caller, if it goes to `target` with this stack pointer. */
static inline Bool frames_is_return_of(const Activation* a, Addr target, Addr sp)
{
   return frames_is_return(a->return_address, a->sp, target, sp);
}

/* Control has come to `code` otherwise than by a call or a return, from activations that may have ended.
   What is below the stack pointer is seen by any event; this ends the callees that had the same one. */
extern void frames_end_callees(const Code* code, Addr sp);

/* Code that loads the stack pointer usually stays where it was: it restores what
   it had saved, in its own frame, or at its end before a tail call. */
extern Bool frames_keep(const Code* code, Addr sp);

/* Whether a return to `code` that leaves more on the stack than there was leads to the caller: then the
   running activation has begun the caller's frame, as helpers for the beginnings of functions do. */
extern Bool frames_leave_one(const Code* code, Addr sp);

/* Whether `code` with this stack pointer goes on in a frame of a lower machine stack, from which the present
   one was called. */
extern Bool frames_are_on_lower_stack(const Code* code, Addr sp);

/* Whether an activation of the present machine stack has begun at this stack pointer. */
extern Bool frames_begin_at(Addr sp);

/* The switch is to activations of this strand: what was called on another machine
   stack than theirs is left. */
extern void frames_leave_other_stacks(const Code* code, Addr sp);

/* Whether a jump to `code` with stack pointer sp can go on in an activation of this
   stack, whose top is `top` and that was left at the stack pointer left_at: the
   lowest stack pointer for which that is so, or 0.  The frame must be of that
   routine. */
extern Addr frames_lowest_to_go_on(const Stack* stack, const Activation* top, const Code* code, Addr sp,
                                   Addr left_at);

#endif
