/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Strands: lines of execution that have a call stack of their own.

   A thread is a strand, and so is each coroutine, on a machine stack of its own,
   and each signal handler: a handler is not called by what it interrupts, and
   neither its cost nor its reads belong there.  The dynamic linker, when it binds a
   function that is called for the first time, is such a strand, too, and so are the routines of
   --separate-routine and --separate-runtime.  A strand has its own shadow
   call stack, shadow memory and cost; one runs at a time, and its hot state is in
   `hot`.  switching.c decides which strand runs. */

#ifndef APROF_STRAND_H
#define APROF_STRAND_H

#include "pub_tool_basics.h"

#include "stack/stack.h"

typedef struct Strand {
   Stack          parked;        /* its stack while another strand runs: see strand_stack */
   Bool           begun;         /* has its bottom activation */
   Addr           left_at;       /* stack pointer when it stopped running */
   Addr           interrupted_at; /* the instruction before which a signal interrupted it last; or 0 */
   struct Strand* interrupted;   /* what this signal handler, or what runs apart, is on top of, or NULL */
   Bool           schedules;     /* it ends when the thread goes on to another one */
   struct Strand* on_top;        /* what is so on top of this strand, or NULL: one waits for the other */
   struct Strand* next;          /* in the list of living strands, or of those to be used again */
} Strand;

extern Strand* strand_running;   /* `running` is its stack; NULL: none runs */

static inline Stack* strand_stack(Strand* strand)
{
   return strand == strand_running ? &running : &strand->parked;
}

/* A strand of the thread that has not begun yet.  It collects as `parent` does, in which it was
   created; or if that is NULL, as the options say. */
extern Strand* strand_new(ThreadId thread, Strand* parent);

extern void strand_set_profile(Strand* strand, Profile* profile);

/* Makes it the running one; NULL: none runs. */
extern void strand_switch_to(Strand* strand);

/* Makes it the running one, which begins where its thread is. */
extern void strand_begin_at_current_code(Strand* strand);

/* Ends all activations of the strand; afterwards no strand runs, and it is not living any more.  The caller
   then gives it back: to be used again, or for good. */
extern void strand_end(Strand* strand);
extern void strand_keep(Strand* strand);
extern void strand_free(Strand* strand);

/* Tells generated code where the accesses of the running strand go. */
extern void strand_use_shadow(void);

/* Accounts for what the running strand has read, and brings Profile.input up to date: nothing that is
   measured later will be different for it. */
extern void strand_account_for_reads(void);

/* Does the same, and has the listeners bring up to date what is theirs. */
extern void strand_bring_up_to_date(void);

/*--- All strands ---*/

/* Returns the living strand behind this one, or the first (NULL); NULL behind the last. */
extern Strand* strand_next(const Strand* strand);

/* Visits the living strands.  The body may end the present one only if it leaves the loop. */
#define STRAND_FOR_EACH(strand) \
   for (Strand* strand = strand_next(NULL); strand != NULL; strand = strand_next(strand))

/* Forgets the accesses of the strands that are to be used again. */
extern void strand_clear_kept(void);

/* Returns the latest timestamp of any strand, also of those that are to be used again. */
extern UInt strand_latest_stamp(void);

/* Cost of all strands of a profile, living and ended. */
extern ULong strand_total_cost(const Profile* profile);

/* Ends the activations of all strands: the program is over. */
extern void strand_end_all(void);

/* Visits what the living activations would add to the profile if they ended now. */
extern void strand_for_each_ending(const Profile* profile,
                                   void (*visit)(const Ending* ending, void* data), void* data);

/* Whether a living strand has begun in a PLT stub, so that its first routine is not known yet. */
extern Bool strand_begins_in_stub(void);

/* Calls visit for each strand whose activations belong to the profile. */
extern void strand_for_each(const Profile* profile,
                            void (*visit)(const Stack* strand, void* data), void* data);

#endif
