/* Switching between strands: threads, signal handlers and coroutines; and what makes all strands begin
   anew. */

#pragma once

#include "pub_tool.h"

extern void switching_init(void);

/* For Valgrind's events of the same names. */
extern void switching_thread_begins(ThreadId thread);
extern void switching_thread_runs(ThreadId thread);
extern void switching_thread_stops(ThreadId thread);
extern void switching_thread_ends(ThreadId thread);

extern void switching_signal_begins(ThreadId thread, Int signal, Bool alternate_stack);
extern void switching_signal_ends(ThreadId thread, Int signal);

/* Somebody looks, at a breakpoint in the middle of running code: between these two, `hot` says
   what that has counted, and may be changed. */
extern void switching_stands_still(void);
extern void switching_goes_on(void);

/* The thread has a running activation. */
extern Bool switching_is_measured(ThreadId thread);

/* Whether code is instrumented; without, it runs as under no tool.  Switching it
   off ends all activations, as at the program's end; switching it on begins with
   what runs then.  Not to be called by generated code. */
extern void switching_set_instrumenting(Bool instrumenting);
extern Bool switching_is_instrumenting(void);

/* The process is a forked child: only the calling thread is left. */
extern void switching_forked(ThreadId thread);

/* A handler has changed where the thread goes on: where its registers say.  The running activation was to go
   on at `from`, with the stack pointer left_at.  The call stack follows, as if code of that activation had
   gone there (redirected.c). */
extern void switching_redirected(ThreadId thread, Addr from, Addr left_at);

/* Forgets all that was measured; what runs begins anew now. */
extern void switching_zero(void);
