/* Frames: which activation of a stack goes on if control comes to some code with some stack pointer.  The
   head of transfers.c says how that is known. */

#pragma once

#include "pub_tool.h"

#include "code/routine.h"
#include "platform.h"
#include "stack/running.h"

/* Two stack pointers that are less apart are taken to be in the same frame. */
#define FRAMES_NEAR  16384

/* A place to which control goes: this code, with this stack pointer. */
typedef struct Landing {
   Code* code;
   Addr  sp;
} Landing;

static inline Landing frames_landing(Addr target, Addr sp)
{
   return (Landing){ routine_code_at(target), sp };
}

/* Whether control goes to where something returns that was called at the stack pointer `called_at` and has
   this return address. */
static inline Bool frames_is_return(ReturnAddress address, Addr called_at, Addr target, Addr sp)
{
   return sp - called_at == PLATFORM_RETURN_ADDRESS_SIZE && platform_returns_to(address, target);
}

/* Whether control leaves the activation for its caller, if it goes to `target` with this stack pointer. */
static inline Bool frames_is_return_of(const Activation* a, Addr target, Addr sp)
{
   return frames_is_return(a->return_address, a->sp, target, sp);
}

/* Ends the callees of the activation that goes on, when control has come there by a jump.  Any event ends
   what is below the stack pointer; this ends callees that had the same one. */
extern void frames_end_callees(Landing to);

/* Whether code that has loaded the stack pointer stays in its frame.  Usually it does: it restores what it
   had saved, also at its end before a tail call. */
extern Bool frames_keep(Landing to);

/* Whether a return that leaves more on the stack than there was leads to the caller.  Then the running
   activation has made the caller's frame, as helpers for the beginnings of functions do. */
extern Bool frames_leave_one(Landing to);

/* Whether control goes on in a frame of a lower machine stack, from which the present one was called. */
extern Bool frames_are_on_lower_stack(Landing to);

/* Whether an activation of the present machine stack has begun at this stack pointer. */
extern Bool frames_begin_at(Addr sp);

/* Ends what was called on another machine stack than that on which this strand goes on. */
extern void frames_leave_other_stacks(Landing to);

/* Returns the lowest stack pointer with which a jump there could go on in this stack, which was left at the
   stack pointer left_at; 0: this jump cannot.  The frame must be of the routine that the code belongs to. */
extern Addr frames_lowest_to_go_on(const CallStack* on, Landing to, Addr left_at);

/* The routine whose code the activation runs: that of a region, and of what was inlined, is that of the
   routine around it. */
extern Routine* frames_code_of(const Activation* a);
