/* Strands: lines of execution that have a call stack of their own.

   A thread is a strand, and so is each coroutine, on a machine stack of its own,
   and each signal handler: a handler is not called by what it interrupts, and
   neither its cost nor its reads belong there.  The dynamic linker, when it binds a
   function that is called for the first time, is such a strand, too, and so are the routines of
   --separate-routine and --separate-runtime.  A strand has its own shadow
   call stack, shadow memory and cost; one runs at a time (running.h).  switching.c decides which. */

#pragma once

#include "pub_tool.h"

#include "stack/stack.h"

/* A strand of the thread that has not begun yet.  It collects as `parent` does, in which it was
   created; or if that is NULL, as the options say. */
extern Strand* strand_new(ThreadId thread, Strand* parent);

extern void strand_set_profile(Strand* strand, Profile* profile);

/* Makes it the running one; NULL: none runs. */
extern void strand_switch_to(Strand* strand);

/* Makes it the running one, which begins where its thread is. */
extern void strand_begin_at_current_code(Strand* strand);

/* Ends all activations of the strand; afterwards no strand runs, and it is not living any more.  Its memory
   is to be used again, or given back. */
extern void strand_end(Strand* strand, Bool use_again);

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

/* Does the same with all living strands. */
extern void strand_end_all(Bool use_again);

/* Visits what the living activations would add to the profile if they ended now. */
extern void strand_for_each_ending(const Profile* profile,
                                   void (*visit)(const Ending* ending, void* data), void* data);

/* Whether a living strand has begun in a PLT stub, so that its first routine is not known yet. */
extern Bool strand_begins_in_stub(void);

/* Calls visit for each strand whose activations belong to the profile. */
extern void strand_for_each(const Profile* profile,
                            void (*visit)(const Strand* strand, void* data), void* data);

/*--- Machine stacks that a runtime system copies to another place (copied_stacks.c) ---*/

/* A goroutine of Go begins with a small stack.  When it is full, the runtime allocates a larger one, copies
   the frames there, and goes on with them; when it is nearly empty, the same with a smaller one.  The
   activations are the same as before, at other addresses: this listens for that. */
extern void strand_follow_copied_stacks(void);
