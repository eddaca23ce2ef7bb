/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Who listens to what the core follows.

   The core (stack.c, calls.c, strand.c, switching.c, kernel.c) knows activations, strands and accesses; it tells of
   them what stands here, and does not know whom.  The Callgrind profile, the oracle, and what options
   and the program ask for at calls (toggles, dumps, regions) listen.

   A listener may keep something of each strand, in Stack.kept[listener->index].  All functions may be
   NULL.  They are called in the order in which the listeners were registered. */

#ifndef APROF_LISTENER_H
#define APROF_LISTENER_H

#include "pub_tool_basics.h"
#include "pub_tool_threadstate.h"

#include "track/activation.h"

typedef struct Listener {
   UInt index;   /* set when it is registered */

   /*--- Strands ---*/

   /* A new strand, without activations yet; inside of what `parent` runs, or of nothing (NULL).  The
      stack may have been used before: then `kept` is what it was. */
   void (*strand_begins)(Stack* strand, const Stack* parent);

   /* Its memory is given back. */
   void (*strand_is_freed)(Stack* strand);

   /* This strand is `running` from now on; one without activations may get its first now. */
   void (*strand_selected)(Stack* strand);

   /* The selected strand has a running activation, and goes on, or begins. */
   void (*strand_runs)(Stack* strand);

   /*--- Activations of the running strand ---*/

   /* One begins.  Its first instruction is next; what it was called from is below it on the stack.
      Where the bottom one begins in a PLT stub, its routine is routine_in_plt. */
   void (*entered)(const Activation* a);

   /* It has ended, and is not on the stack any more.  Inclusive cost; and the rms, or with --drms=yes
      the drms, as measured, not as declared. */
   void (*left)(const Activation* a, ULong cost, UInt rms);

   /* The same for routines that are `watched` (routine.h) only: before `entered`, and when all is done
      behind `left`.  Not told of activations that end because their strand does. */
   void (*watched_begins)(Activation* a);
   void (*watched_ended)(const Routine* routine);

   /* The bottom activation began in a PLT stub; now its routine is known. */
   void (*bottom_bound)(const Activation* bottom);

   /* What was taken to be the bottom activation returns: that is now the second, of two, and `bottom`
      is its caller. */
   void (*caller_appeared)(const Activation* bottom);

   /* A region ends that the program has not ended. */
   void (*region_left)(Routine* region);

   /*--- PLT stubs, whose work is their caller's ---*/

   /* A stub has ended.  It has led to the top activation; or to none that the caller has called. */
   void (*stub_ended)(Bool led_to_top);

   /* The dynamic linker has found what was called: from where the linker itself was, that is. */
   void (*resolver_ends)(void);

   /* Control has come to a stub unseen: where what is called next is called from is not known. */
   void (*call_site_lost)(void);

   /*--- What is collected ---*/

   /* Somebody is about to look at what was measured, or it is about to be paused: whatever is under
      way counts up to now. */
   void (*brought_up_to_date)(void);

   /* The running strand collects from now on, or does not. */
   void (*collecting_changed)(void);

   /* All that has ended is forgotten; all strands are about to begin anew. */
   void (*forgotten)(void);

   /* The running strand's activations begin anew now. */
   void (*restarted)(void);

   /* The process is a forked child, of which one thread is left. */
   void (*forked)(void);

   /*--- Threads, and what comes from outside ---*/

   void (*thread_begins)(ThreadId thread);
   void (*thread_runs)(ThreadId thread);

   /* With --drms=yes: a second thread is about to begin, so writes by threads are recorded. */
   void (*several_threads)(void);

   /* The kernel reads this for the running activation; before and after that counts. */
   void (*kernel_reads)(Addr address, SizeT size);
   void (*kernel_has_read)(Addr address, SizeT size);

   /* With --drms=yes: it has written this, or a file is mapped there. */
   void (*kernel_wrote)(Addr address, SizeT size);
   void (*file_mapped)(Addr address, SizeT size);
} Listener;

/* To be called before the program starts. */
extern void listener_register(Listener* listener);

/* For the core. */
extern Listener* listeners[LISTENERS_MAX];
extern UInt      listener_count;

/* Those that are told of each activation. */
extern Listener* call_listeners[LISTENERS_MAX];
extern UInt      call_listener_count;

#define TELL(event, ...)                                    \
   do {                                                     \
      for (UInt i_ = 0; i_ < listener_count; i_++) {        \
         if (listeners[i_]->event != NULL) {                \
            listeners[i_]->event(__VA_ARGS__);              \
         }                                                  \
      }                                                     \
   } while (False)

#define TELL_OF_CALL(event, ...)                            \
   do {                                                     \
      for (UInt i_ = 0; i_ < call_listener_count; i_++) {   \
         call_listeners[i_]->event(__VA_ARGS__);            \
      }                                                     \
   } while (False)

#endif
