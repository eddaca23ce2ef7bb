/* Decides which strand runs: Valgrind's events of threads and signals, and switches between coroutines. */

#include "strands/switching.h"

#include "cells/shadow.h"
#include "cells/writes.h"
#include "hot.h"
#include "listener.h"
#include "options.h"
#include "profile/context.h"
#include "stack/cost.h"
#include "stack/frames.h"
#include "strands/outside.h"
#include "strands/strand.h"
#include "valgrind_version.h"

static Strand** innermost;          /* by thread id: the strand that it runs, or NULL */
static Bool     instrumenting;
static ThreadId in_code = VG_INVALID_THREADID;   /* thread that instrumented code runs of, if it does */

static Bool runs_elsewhere(Strand* strand);
static void leave_for(Strand* strand, ThreadId thread);

/*--- Threads ---*/

void switching_thread_begins(ThreadId thread)
{
   TELL(thread_begins, thread);
   innermost[thread] = strand_new(thread, NULL);
   if (options.drms) {
      writes_thread_begins(thread);
   }
}

/* Valgrind is about to run code of the thread; only here is it known where a
   signal handler begins. */
void switching_thread_runs(ThreadId thread)
{
   routine_drop_stale_addresses();
   shadow_use_chunks_if_due();
   Strand* strand = innermost[thread];
   if (!instrumenting) {
      /* the strand begins when that is switched on */
   } else if (strand->begun) {
      strand_switch_to(strand);
   } else {
      strand_begin_at_current_code(strand);
   }
   if (hot_latest != 0 && instrumenting) {
      outside_begin_turn(thread);
      hot_set_stamp(stack_running_stamp());
   }
   TELL(thread_runs, thread);
   if (instrumenting) {
      in_code = thread;
      switching_goes_on();
   }
}

void switching_stands_still(void)
{
   if (in_code != VG_INVALID_THREADID) {
      VG_(get_shadow_regs_area)(in_code, (UChar*)&hot.registers, 1, 0, sizeof hot.registers);
   }
}

void switching_goes_on(void)
{
   if (in_code != VG_INVALID_THREADID) {
      VG_(set_shadow_regs_area)(in_code, 1, 0, sizeof hot.registers, (const UChar*)&hot.registers);
   }
}

/* Generated code has stopped: takes over what it has counted and logged.  A fault may
   have interrupted a block; then other events come before Valgrind says so. */
void switching_thread_stops(ThreadId thread)
{
   switching_stands_still();
   if (in_code != VG_INVALID_THREADID) {
      reads_find_end();
      in_code = VG_INVALID_THREADID;
   }
}

void switching_thread_ends(ThreadId thread)
{
   switching_thread_stops(thread);
   if (options.drms) {
      writes_thread_ends(thread);
   }
   while (innermost[thread] != NULL) {
      Strand* strand    = innermost[thread];
      innermost[thread] = strand->interrupted;
      strand_end(strand, False);
   }
   profile_thread_ended(thread);
}

/*--- Signals ---*/

/* Makes a strand on top of what the thread runs: it ends before that goes on. */
static void begin_on_top(ThreadId thread)
{
   Strand* interrupted = innermost[thread];
   Strand* strand      = strand_new(thread, interrupted);
   strand->interrupted = interrupted;
   interrupted->on_top = strand;
   innermost[thread]   = strand;
}

static Strand* topmost(Strand* strand)
{
   while (strand->on_top != NULL) {
      strand = strand->on_top;
   }
   return strand;
}

/* All that is on top of the strand, wherever it waits.  No strand runs then, if that was something. */
static void end_all_on_top_of(Strand* strand)
{
   while (strand->on_top != NULL) {
      Strand* top = topmost(strand);
      top->interrupted->on_top = NULL;
      strand_end(top, True);
   }
}

static void end_on_top(ThreadId thread)
{
   innermost[thread] = innermost[thread]->interrupted;
   end_all_on_top_of(innermost[thread]);
}

/* A second signal may come before the first one's handler has run. */
void switching_signal_begins(ThreadId thread, Int signal, Bool alternate_stack)
{
   switching_thread_stops(thread);
   if (!instrumenting) {
      return;
   }
   Strand* interrupted = innermost[thread];
   if (!interrupted->begun) {
      strand_begin_at_current_code(interrupted);
   }
   interrupted->left_at        = VG_(get_SP)(thread);
   interrupted->interrupted_at = VG_(get_IP)(thread);
   begin_on_top(thread);
}

static Bool is_interrupted_at(const Strand* strand, Addr ip, Addr sp)
{
   return strand->begun && strand->interrupted_at == ip && strand->left_at == sp;
}

/* Handlers may switch coroutines by exchanging what they have interrupted. */
static Strand* find_interrupted_at(Addr ip, Addr sp)
{
   STRAND_FOR_EACH(strand) {
      if (is_interrupted_at(strand, ip, sp) && !runs_elsewhere(strand)) {
         return strand;
      }
   }
   return NULL;
}

/* The handler may have changed where what it has interrupted goes on. */
static void go_on_behind_signal(ThreadId thread)
{
   Strand* strand = innermost[thread];
   Addr    ip     = VG_(get_IP)(thread);
   Addr    sp     = VG_(get_SP)(thread);
   if (is_interrupted_at(strand, ip, sp)) {
      return;
   }
   routine_drop_stale_addresses();
   strand_switch_to(strand);
   Strand* other = find_interrupted_at(ip, sp);
   if (other == NULL) {
      switching_redirected(thread, strand->interrupted_at, strand->left_at);
   } else {
      leave_for(other, thread);
      strand_switch_to(other);
   }
}

/* Ends the handler.  Without an interrupted strand, it was begun inside the handler, when measuring was
   switched on: what was interrupted begins now. */
void switching_signal_ends(ThreadId thread, Int signal)
{
   while (innermost[thread]->apart != 0) {
      end_on_top(thread);   /* the handler did not wait for it */
   }
   Strand* strand = innermost[thread];
   if (strand->interrupted != NULL) {
      end_on_top(thread);
      go_on_behind_signal(thread);
   } else if (strand->begun) {
      strand_end(strand, False);
      innermost[thread] = strand_new(thread, NULL);
   }
}

/*--- What runs apart ---*/

/* The running strand is left at this stack pointer, or that of its last call. */
static void leave_at(Addr sp)
{
   running->left_at = sp < stack.top->sp ? sp : stack.top->sp;
}

static void apart_begins(Addr sp)
{
   ThreadId thread = running->thread;
   leave_at(sp);
   begin_on_top(thread);
   strand_switch_to(innermost[thread]);
}

static void apart_ended(void)
{
   ThreadId thread = running->thread;
   end_on_top(thread);
   strand_switch_to(innermost[thread]);
}

/*--- Coroutines ---*/

/* Strands that begin so near to each other begin on the same machine stack. */
#define SAME_BEGINNING  256

/* True if another thread runs the strand, or what it is interrupted by. */
static Bool runs_elsewhere(Strand* strand)
{
   ThreadId thread = strand->thread;
   return thread != running->thread && innermost[thread] == topmost(strand);
}

/* True if the stack pointer is that of what runs apart on top of the strand: on the same machine stack,
   just below it.  With a link register, the frame that has called it may have the stack pointer with which it
   begins: whose that is, the routine tells. */
static Bool is_of_what_runs_apart(const Strand* strand, Addr sp)
{
   return strand->on_top != NULL && strand->on_top->begun && strand->on_top->apart - sp < FRAMES_NEAR
          && (strand->on_top->apart != sp || !PLATFORM_HAS_LINK_REGISTER);
}

/* The stack of `strand` lay in a frame of `other` that has ended: that one has been left there since. */
static Bool is_overrun(Strand* strand, Strand* other)
{
   Addr first_sp = stack_of(strand)->first_sp;
   return other->left_at - strand->left_at <= first_sp - strand->left_at
          && stack_of(other)->first_sp > first_sp;
}

/* A strand that can go on with a stack pointer, and the lowest one with which it can. */
typedef struct {
   Strand* strand;
   Addr    lowest;
} Candidate;

/* A stack may lie inside another one's frame, as a local array, and be there still when the frame has ended.
   The strand that was left nearest below sp is meant, but one whose stack is there. */
static Bool is_better(const Candidate* one, const Candidate* other, Addr sp)
{
   if (other->strand == NULL || one->lowest == 0) {
      return one->lowest > 0;
   }
   Bool is_below       = one->strand->left_at <= sp;
   Bool other_is_below = other->strand->left_at <= sp;
   if (is_below != other_is_below) {
      return is_below;
   }
   return is_overrun(other->strand, one->strand)
          || (one->lowest > other->lowest && !is_overrun(one->strand, other->strand));
}

static Strand* find_going_on(Landing to)
{
   Candidate best = { NULL, 0 };
   STRAND_FOR_EACH(strand) {
      if (strand->begun && !runs_elsewhere(strand) && !is_of_what_runs_apart(strand, to.sp)) {
         Candidate candidate = { strand, frames_lowest_to_go_on(stack_of(strand), to, strand->left_at) };
         if (is_better(&candidate, &best, to.sp)) {
            best = candidate;
         }
      }
   }
   return best.strand;
}

/* Returns what goes on if what runs apart is left for a frame of what it has interrupted, and no routine is
   known to be there.  Otherwise NULL. */
static Strand* left_by_apart(Addr sp)
{
   Strand* strand = running;
   while (strand->apart != 0 && sp > strand->apart
          && sp <= stack_of(strand)->first_base) {
      strand = strand->interrupted;
   }
   return strand == running ? NULL : strand;
}

/* Makes `strand` its thread's innermost.  What was on top of it is left, and has ended; what it is on top of
   itself comes with it. */
static void leave_for(Strand* strand, ThreadId thread)
{
   end_all_on_top_of(strand);
   innermost[thread] = strand;
   for (; strand != NULL; strand = strand->interrupted) {
      strand->thread = thread;
   }
}

/* A handler that waits may return to it, as its own stack may be another one. */
static Bool is_under_handler(Strand* strand)
{
   do {
      strand = strand->on_top;
   } while (strand != NULL && strand->apart != 0);
   return strand != NULL;
}

/* A stack that begins where another one began is that memory used again. */
static void end_former_user(Addr sp)
{
   STRAND_FOR_EACH(strand) {
      if (strand->begun && topmost(strand) != running && !runs_elsewhere(strand)
          && strand->interrupted == NULL && !is_under_handler(strand)
          && stack_of(strand)->first_sp + SAME_BEGINNING - sp < 2 * SAME_BEGINNING) {
         Strand* resumed = running;
         end_all_on_top_of(strand);
         strand_end(strand, False);
         strand_switch_to(resumed);
         return;
      }
   }
}

/* The thread goes on to another strand: what has chosen that one has ended.  Then no strand runs. */
static void end_scheduler(void)
{
   if (running->schedules) {
      strand_end(running, True);
   }
}

static void run_new_strand(void)
{
   ThreadId thread   = running->thread;
   Strand*  strand   = strand_new(thread, running);
   end_scheduler();
   innermost[thread] = strand;
   strand_switch_to(strand);
}

static Bool switch_stacks(const Landing* to, Addr left_at)
{
   running->left_at = left_at;
   Strand* next = to->code->is_entry ? find_interrupted_at(to->code->address, to->sp) : find_going_on(*to);
   if (next == NULL && !to->code->is_entry) {
      next = left_by_apart(to->sp);
   }
   if (next == NULL) {
      end_former_user(to->sp);
      run_new_strand();
      return False;
   }
   ThreadId thread = running->thread;
   end_scheduler();
   leave_for(next, thread);
   strand_switch_to(next);
   return True;
}

/* Not below what it leaves, which goes on on a machine stack of its own. */
static Bool scheduler_begins(Addr sp)
{
   if (running->schedules) {
      return False;
   }
   leave_at(sp);
   run_new_strand();
   running->schedules = True;
   return True;
}

/*--- Instrumentation ---*/

static void begin_all_anew(void)
{
   strand_end_all(False);
   for (ThreadId thread = 1; thread < VG_N_THREADS; thread++) {
      if (innermost[thread] != NULL) {
         innermost[thread] = strand_new(thread, NULL);
      }
   }
}

void switching_set_instrumenting(Bool on)
{
   if (on != instrumenting) {
      begin_all_anew();
      instrumenting = on;
      VG_(discard_translations)(0, ~0ULL, "aprof");
   }
}

Bool switching_is_measured(ThreadId thread)
{
   return instrumenting && innermost[thread] != NULL && innermost[thread] == running
          && running->begun;
}

Bool switching_is_instrumenting(void)
{
   return instrumenting;
}

/*--- Forgetting ---*/

static void shadows_changed(void)
{
   if (running != NULL) {
      strand_use_shadow();
   }
   VG_(discard_translations)(0, ~0ULL, "aprof");
}

void switching_zero(void)
{
   Strand* resumed = running;
   strand_bring_up_to_date();
   profile_clear_all();
   routine_forget_all_calls();
   context_forget_all();
   writes_forget_input();
   TELL(forgotten);
   STRAND_FOR_EACH(strand) {
      shadow_clear(strand->hot.shadow);
      if (strand->begun) {
         strand_switch_to(strand);
         hot.registers.cost = running->paused_cost = 0;
         running->time      = 0;
         cost_start_clock();
         stack_restart();
      }
   }
   strand_switch_to(resumed);
}

/* The child owns copies of everything that was measured, but it was measured
   in the parent: it starts with empty points, and the activations it inherits
   start at the fork. */
void switching_forked(ThreadId thread)
{
   for (ThreadId other = 1; other < VG_N_THREADS; other++) {
      if (other != thread && innermost[other] != NULL) {
         switching_thread_ends(other);
      }
   }
   STRAND_FOR_EACH(strand) {
      stack_of(strand)->profile->strands--;
      strand_set_profile(strand, profile_of_thread(thread));
   }
   TELL(forgotten);   /* also what profiles have that are freed now: others may be at their addresses */
   profile_forked(thread);
   strand_switch_to(innermost[thread]->begun ? innermost[thread] : NULL);
   if (options.drms) {
      strand_clear_kept();
      writes_forked();
   }
   TELL(forked);
   switching_zero();
}

static Listener listener = {
   .shadow_changed   = shadows_changed,
   .strand_left      = switch_stacks,
   .apart_begins     = apart_begins,
   .apart_ended      = apart_ended,
   .scheduler_begins = scheduler_begins,
   .stamps_used_up   = outside_renumber_all,
};

void switching_init(void)
{
   innermost     = VG_(calloc)("aprof.strands", VG_N_THREADS, sizeof *innermost);
   instrumenting = options.instrument_at_start;
   if (options.drms) {
      writes_init();
   }
   listener_register(&listener);
}
