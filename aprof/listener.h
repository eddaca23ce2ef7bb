/* Listeners: the one way in which the core calls what is above it.

   The core (cells/, stack/, strands/, profile/) announces the events below to all listeners (TELL), and asks
   the questions (ASK), each of which at most one listener answers.  It does not know who listens.  The
   listeners are the Callgrind profile, the oracle, what options and the program ask for at calls (toggles,
   parts, regions), what looks after memory, and the part of the core that chooses which strand runs.

   A listener may keep data of each strand in Strand.kept[listener->index].  Each function may be NULL.
   The core calls the listeners in the order in which they were registered.  This header includes none of the
   core's, so that all of the core may include it. */

#pragma once

#include "pub_tool.h"

struct Activation;
struct Landing;
struct Routine;
struct Strand;

/* How many listeners there may be. */
#define LISTENERS_MAX  12

typedef struct Listener {
   UInt index;   /* set by listener_register */

   /*--- Strands ---*/

   /* A new strand begins inside of what `parent` runs, or on its own (NULL).  It has no activations
      yet.  If its memory was used before, `kept` has its old value. */
   void (*strand_begins)(struct Strand* strand, const struct Strand* parent);

   /* The memory of the strand is given back. */
   void (*strand_is_freed)(struct Strand* strand);

   /* This strand is `running` from now on.  If it has no activations, it may get its first now. */
   void (*strand_selected)(struct Strand* strand);

   /* The selected strand has a running activation now, and begins or goes on. */
   void (*strand_runs)(struct Strand* strand);

   /*--- Activations of the running strand ---*/

   /* An activation begins.  Its first instruction is next; its caller is below it on the stack.  If
      the bottom activation begins in a PLT stub, its routine is routine_in_plt. */
   void (*entered)(const struct Activation* a);

   /* An activation has ended, and is not on the stack any more.  `cost` is its inclusive cost.  `rms`
      is its rms or, with --drms=yes, its drms, as measured and not as declared. */
   void (*left)(const struct Activation* a, ULong cost, UInt rms);

   /* These announce only routines that are `watched` (routine.h).  watched_begins comes before
      `entered`, and watched_ended after `left`, when everything else is done.  If an activation ends
      because its strand ends, watched_ended is not called. */
   void (*watched_begins)(struct Activation* a);
   void (*watched_ended)(const struct Routine* routine);

   /* The bottom activation began in a PLT stub; now its routine is known. */
   void (*bottom_bound)(const struct Activation* bottom);

   /* The activation that seemed to be the bottom returns to a caller.  `bottom` is this caller.  The
      stack now has two activations, and the one that returns is the second. */
   void (*caller_appeared)(const struct Activation* bottom);

   /* A region ends, but the program has not ended it. */
   void (*region_left)(struct Routine* region);

   /*--- PLT stubs, whose work is their caller's ---*/

   /* A stub has ended, and no activation came of it.  Any other stub ends when `entered` or
      `bottom_bound` announces the activation that it has led to. */
   void (*stub_led_nowhere)(void);

   /* The dynamic linker has found the function.  The place of its call is that of the linker's call. */
   void (*resolver_ends)(void);

   /* Control has come to a stub unseen, so the place of the next call is not known. */
   void (*call_site_lost)(void);

   /*--- What is collected ---*/

   /* Somebody is about to look at the measurements, or collecting is about to be paused.  Whatever is
      under way must count up to now. */
   void (*brought_up_to_date)(void);

   /* The running strand has begun to collect, or stopped. */
   void (*collecting_changed)(void);

   /* Everything that has ended is forgotten, and all strands are about to begin anew. */
   void (*forgotten)(void);

   /* The activations of the running strand begin anew now. */
   void (*restarted)(void);

   /* The process is a forked child, in which one thread is left. */
   void (*forked)(void);

   /*--- Threads, and what comes from outside ---*/

   void (*thread_begins)(ThreadId thread);
   void (*thread_runs)(ThreadId thread);

   /* A second thread is about to begin, so writes by threads are recorded (with --drms=yes). */
   void (*several_threads)(void);

   /* The kernel reads memory for the running activation: before, and after, the read is counted. */
   void (*kernel_reads)(Addr address, SizeT size);
   void (*kernel_has_read)(Addr address, SizeT size);

   /* The kernel has written memory, or a file is mapped there (with --drms=yes). */
   void (*kernel_wrote)(Addr address, SizeT size);
   void (*file_mapped)(Addr address, SizeT size);

   /* Shadow memory is not flat any more: code that was translated before must be discarded, and
      hot.registers set again.  Generated code may be running. */
   void (*shadow_changed)(void);

   /*--- Which strand runs ---*/

   /* The stack pointer was loaded from somewhere, to go on there; it was about left_at before.  True: the
      strand runs now whose stack it is on.  Otherwise, a new strand runs, which the caller has to begin. */
   Bool (*strand_left)(const struct Landing* to, Addr left_at);

   /* A routine that runs apart begins, and interrupts what is at this stack pointer: a strand for it runs
      now, which the caller has to begin.  Or it has ended: what it has interrupted runs again. */
   void (*apart_begins)(Addr sp);
   void (*apart_ended)(void);

   /* A routine that chooses the next strand begins at this stack pointer, and leaves the running one.  True:
      a strand for it runs now, which the caller has to begin, and which ends when it goes on to another one.
      False, with nothing done: such a strand is running already. */
   Bool (*scheduler_begins)(Addr sp);

   /* All timestamps are used up (with several threads). */
   void (*stamps_used_up)(void);

   /*--- How much memory there is ---*/

   /* A table of points, or shadow memory, is about to grow by so many bytes: whether there is so much. */
   Bool (*points_may_grow)(SizeT size);
   Bool (*shadow_may_grow)(SizeT size);
} Listener;

/* Adds the listener; to be called before the program starts.  It has both of `entered` and `left`, or
   neither. */
extern void listener_register(Listener* listener);

/* All listeners, for the core. */
extern Listener* listeners[LISTENERS_MAX];
extern UInt      listener_count;

/* Their functions `entered` and `left`, which are called for each activation.  NULL is behind the last. */
extern void (*listener_entered[LISTENERS_MAX + 1])(const struct Activation* a);
extern void (*listener_left[LISTENERS_MAX + 1])(const struct Activation* a, ULong cost, UInt rms);

#define TELL(event, ...)                                    \
   do {                                                     \
      for (UInt i_ = 0; i_ < listener_count; i_++) {        \
         if (listeners[i_]->event != NULL) {                \
            listeners[i_]->event(__VA_ARGS__);              \
         }                                                  \
      }                                                     \
   } while (False)

/* The answer of the listener that has one to the question; if there is none, `otherwise`. */
#define ASK(otherwise, question, ...)                       \
   ({                                                       \
      Bool answer_ = (otherwise);                           \
      for (UInt i_ = 0; i_ < listener_count; i_++) {        \
         if (listeners[i_]->question != NULL) {             \
            answer_ = listeners[i_]->question(__VA_ARGS__); \
         }                                                  \
      }                                                     \
      answer_;                                              \
   })

#define TELL_OF_CALL(event, ...)                             \
   do {                                                      \
      for (UInt i_ = 0; listener_##event[i_] != NULL; i_++) { \
         listener_##event[i_](__VA_ARGS__);                  \
      }                                                      \
   } while (False)
