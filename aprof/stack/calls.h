/* Calls, returns and jumps, applied to the shadow call stack of the strand that runs. */

#pragma once

#include "pub_tool.h"

#include "code/inlined.h"
#include "code/routine.h"
#include "stack/stack.h"

/*--- Events, called by generated code at the end of a block ---*/

/* The first argument is PLATFORM_GUEST_ARGUMENT (platform.h); sp is the stack pointer after the event. */
extern void calls_call(void* guest, Routine* routine, Addr sp);
extern void calls_call_to(void* guest, Addr target, Addr sp);
extern void calls_return(void* guest, Addr target, Addr sp);
/* `here` is the routine that the jumping code belongs to, or NULL. */
extern void calls_jump(void* guest, Routine* here, Addr target, Addr sp);
extern void calls_tail_call(void* guest, Routine* routine, Addr sp);

/* A jump of a routine to its own first instruction, or to what may be one.  If code has left a return address
   where a call does, it is a call. */
extern void calls_own_jump(void* guest, Routine* routine, Addr sp);
extern void calls_jump_after_push(void* guest, Routine* here, Addr target, Addr sp);
extern void calls_plt_jump(void* guest, Addr target, Addr sp);

/* A return by skipped code, which has no activation. */
extern void calls_return_of_skipped(void* guest, Addr target, Addr sp);

/* Do the same as the most frequent ones of those above, but nothing for input (--rms=no). */
extern void calls_call_no_input(void* guest, Routine* routine, Addr sp);
extern void calls_call_to_no_input(void* guest, Addr target, Addr sp);
extern void calls_return_no_input(void* guest, Addr target, Addr sp);
extern void calls_plt_jump_no_input(void* guest, Addr target, Addr sp);

/* Before one of the events above, in blocks that load the stack pointer from
   somewhere (longjmp, swapcontext): the running strand may be another one from
   here on.  left_at is the stack pointer at the beginning of the block. */
extern void calls_moved(void* guest, Addr target, Addr sp, Addr left_at);

/* In a block that loads the stack pointer and ends with none of the events above: one of the next blocks
   tells where control goes on. */
extern VG_REGPARM(1) void calls_loaded(Addr left_at);

/* Does what calls_moved does, for blocks of skipped code. */
extern void calls_moved_by_skipped(void* guest, Addr target, Addr sp, Addr left_at);

/* To be called first in the handling of an event that is not in this file. */
extern void calls_begin_event(void* guest);

/* The log of reads is long. */
extern void calls_empty_log(void* guest);

/*--- Activations of inlined routines ---*/

/* Control enters a block of `host`, at this address. */
extern void inlines_enter(void* guest, Routine* host, const InlinedEntry* entry, Addr address);

/* Control leaves a block of `host` on a way on which these end. */
extern void inlines_leave(void* guest, Routine* host, const InlinedList* ends);
