/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Strands: lines of execution that have a call stack of their own.

   A thread is a strand, and so is each coroutine, on a machine stack of its own,
   and each signal handler: a handler is not called by what it interrupts, and
   neither its cost nor its reads belong there.  A strand has its own shadow
   call stack, shadow memory and block counter; one runs at a time, and its hot
   state is in `hot`. */

#ifndef APROF_STRAND_H
#define APROF_STRAND_H

#include "pub_tool_basics.h"

#include "track/stack.h"

extern void strand_init(void);

/* For Valgrind's events of the same names. */
extern void strand_thread_begins(ThreadId thread);
extern void strand_thread_runs(ThreadId thread);
extern void strand_thread_stops(ThreadId thread);
extern void strand_thread_ends(ThreadId thread);

/* Somebody looks, at a breakpoint in the middle of running code: between these two, `hot` says
   what that has counted, and may be changed. */
extern void strand_stands_still(void);
extern void strand_goes_on(void);

extern void strand_signal_begins(ThreadId thread, Int signal, Bool alternate_stack);
extern void strand_signal_ends(ThreadId thread, Int signal);

/* The thread has a running activation. */
extern Bool strand_is_measured(ThreadId thread);

/* Whether code is instrumented; without, it runs as under no tool.  Switching it
   off ends all activations, as at the program's end; switching it on begins with
   what runs then.  Not to be called by generated code. */
extern void strand_set_instrumenting(Bool instrumenting);
extern Bool strand_is_instrumenting(void);

/* The program switches collecting on or off, in whatever the thread runs from here on. */
extern void strand_toggle_collecting(ThreadId thread);

/*--- With --drms=yes: writes from outside (writes.h) ---*/

/* The program's main thread creates another one, or any does. */
extern void strand_thread_created(void);

extern void strand_kernel_wrote(Addr address, SizeT size);
extern void strand_file_mapped(Addr address, SizeT size);

/* Brings up to date what the running strand has counted, and Profile.input. */
extern void strand_settle(void);

/* The process is a forked child: only the calling thread is left. */
extern void strand_forked(ThreadId thread);

/* Forgets all that was measured; what runs begins anew now. */
extern void strand_zero(void);

/* Who keeps something of what was measured is told by this when it is to be forgotten. */
extern void strand_on_forgetting(void (*tell)(void));

/* Cost of all strands of a profile, living and ended. */
extern ULong strand_total_cost(const Profile* profile);

/* Ends the activations of all strands: the program is over. */
extern void strand_end_all(void);

/* What the living activations would add to the profile if they ended now. */
extern void strand_for_each_ending(const Profile* profile,
                                   void (*visit)(const Ending* ending, void* data), void* data);

/* Calls visit for the state of each strand whose activations belong to the profile. */
extern void strand_for_each_state(const Profile* profile, void (*visit)(const Hot* state));

#endif
