/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Strands.  Invariant: `hot` is the state of `running`, whose own copy is
   stale; every other strand's copy is current. */

#include "track/strand.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_transtab.h"

#include "callgrind/graph.h"
#include "check/oracle.h"
#include "options.h"
#include "profile/context.h"
#include "track/calls.h"
#include "track/cost.h"
#include "track/hot.h"
#include "track/shadow.h"
#include "track/writes.h"
#include "valgrind_version.h"

typedef struct Strand {
   Hot             saved;           /* its hot state while another strand runs */
   Stack           stack;
   Oracle*         oracle;          /* with --check-rms only */
   Bool            begun;           /* has its bottom activation */
   ThreadId        thread;          /* that runs it, or has run it last */
   Bool            toggled;         /* the thread's `toggled`, as far as this strand has followed it */
   Addr            left_at;         /* stack pointer when it stopped running */
   struct Strand*  interrupted;     /* what this signal handler runs on top of, or NULL */
   struct Strand*  next;            /* in `living` or `unused` */
} Strand;

Hot hot;

static Strand*  running;
static Strand*  living;
static Strand*  unused;             /* of ended signal handlers, to be used again */
static Strand** innermost;          /* by thread id: the strand that it runs, or NULL */
static Bool*    toggled;            /* by thread id: the program switched collecting an odd number of times */
static Bool     instrumenting;
static void   (*forgetting)(void);  /* who else keeps what was measured; NULL: nobody */
static ThreadId in_code = VG_INVALID_THREADID;   /* thread that instrumented code runs of, if it does */

static void begin_turn(ThreadId thread);
static void renumber_all(void);
static void shadows_changed(void);
static Bool switch_stacks(const Code* code, Addr sp, Addr left_at);

void strand_init(void)
{
   innermost     = VG_(calloc)("aprof.strands", VG_N_THREADS, sizeof *innermost);
   toggled       = VG_(calloc)("aprof.strands.toggled", VG_N_THREADS, sizeof *toggled);
   instrumenting = options.instrument_at_start;
   hot.paused    = True;   /* nothing runs */
   stack_listeners.strand_left    = switch_stacks;
   stack_listeners.stamps_used_up = renumber_all;
   shadow_on_change(shadows_changed);
   if (options.drms) {
      writes_init();
   }
}

void strand_on_forgetting(void (*tell)(void))
{
   forgetting = tell;
}

static void forget_elsewhere(void)
{
   if (forgetting != NULL) {
      forgetting();
   }
}

/*------------------------------------------------------------*/
/*--- Life of a strand                                     ---*/
/*------------------------------------------------------------*/

static Hot* state_of(Strand* strand)
{
   return strand == running ? &hot : &strand->saved;
}

/* What the program has switched while other strands of the thread ran, or none did. */
static void follow_toggles(Strand* strand)
{
   if (strand->toggled != toggled[strand->thread]) {
      strand->toggled = toggled[strand->thread];
      stack_set_collecting(hot.paused);
   }
}

void strand_settle(void)
{
   if (running != NULL && running->begun) {
      stack_account_for_reads();
      stack_settle_stub();
   }
   if (options.drms && running != NULL) {
      input_add(&running->stack.profile->input, writes_take_input());
   }
}

/* Where the accesses of the running strand go. */
static void use_shadow(void)
{
   shadow_make_usable(hot.shadow);
   hot.registers.stamps = shadow_stamps(hot.shadow, !hot.paused);
   hot.registers.mask   = shadow_mask(!hot.paused);
   hot.moved            = True;
}

static void switch_to(Strand* strand)
{
   if (running == strand) {
      return;
   }
   if (running != NULL) {
      cost_stop_clock();
      strand_settle();
      running->saved = hot;
   }
   running = strand;
   if (strand == NULL) {
      hot.paused = True;
      if (options.check_rms) {
         oracle_select(NULL);
      }
   } else {
      hot = strand->saved;
      cost_start_clock();
      stack_select(&strand->stack);
      use_shadow();
      if (hot_latest != 0 && strand->begun && hot.number >= 0) {
         hot_set_stamp(stack_running_stamp());
      }
      if (options.check_rms) {
         oracle_select(strand->oracle);
      }
      if (strand->begun) {
         follow_toggles(strand);
      }
   }
}

static void set_profile(Strand* strand, Profile* profile)
{
   stack_set_profile(&strand->stack, profile);
   profile->strands++;
}

/* It collects as `parent` does, or if that is NULL, as the options say.  A used
   strand may keep its shadow memory: its timestamps go on, so what is left there is
   older than any activation to come. */
static Strand* new_strand(ThreadId thread, Strand* parent)
{
   Bool    collecting = parent == NULL ? options.collect_at_start : !state_of(parent)->paused;
   Strand* strand     = unused;
   if (strand != NULL) {
      unused = strand->next;
   } else {
      strand = VG_(calloc)("aprof.strand", 1, sizeof *strand);
      strand->saved.shadow = shadow_new();
      stack_init(&strand->stack);
      if (options.check_rms) {
         strand->oracle = oracle_new();
      }
   }
   set_profile(strand, profile_of_thread(thread));
   stack_set_beginning(&strand->stack, parent == NULL ? NULL : &parent->stack);
   strand->thread       = thread;
   strand->toggled      = parent != NULL && parent->toggled;
   strand->begun        = False;
   strand->interrupted  = NULL;
   strand->saved.registers.cost = strand->saved.paused_cost = strand->saved.ticks = 0;
   graph_forget_state(&strand->saved);
   strand->saved.paused = !collecting;
   strand->saved.registers.log = reads_log;
   strand->next         = living;
   living               = strand;
   return strand;
}

static void begin_at_current_code(Strand* strand)
{
   switch_to(strand);
   stack_begin(routine_called_at(routine_code_at(VG_(get_IP)(strand->thread))),
               VG_(get_SP)(strand->thread));
   strand->begun = True;
   follow_toggles(strand);
}

static void unlink_living(Strand* strand)
{
   Strand** link = &living;
   while (*link != strand) {
      link = &(*link)->next;
   }
   *link = strand->next;
}

/* Ends all its activations; afterwards no strand runs. */
static void end(Strand* strand)
{
   if (strand->begun) {
      switch_to(strand);
      stack_unwind();
      strand->stack.profile->ended_cost += hot_cost(&hot);
   }
   strand->stack.profile->strands--;
   switch_to(NULL);
   unlink_living(strand);
}

static void dispose(Strand* strand)
{
   shadow_free(strand->saved.shadow);
   stack_free(&strand->stack);
   oracle_free(strand->oracle);
   VG_(free)(strand);
}

/*------------------------------------------------------------*/
/*--- Threads                                              ---*/
/*------------------------------------------------------------*/

void strand_thread_begins(ThreadId thread)
{
   toggled[thread]   = False;
   innermost[thread] = new_strand(thread, NULL);
   if (options.drms) {
      writes_thread_begins(thread);
      oracle_thread_begins(thread);
   }
}

/* Valgrind is about to run code of the thread; only here is it known where a
   signal handler begins. */
void strand_thread_runs(ThreadId thread)
{
   routine_drop_stale_addresses();
   shadow_settle();
   Strand* strand = innermost[thread];
   if (!instrumenting) {
      /* the strand begins when that is switched on */
   } else if (strand->begun) {
      switch_to(strand);
   } else {
      begin_at_current_code(strand);
   }
   if (hot_latest != 0 && instrumenting) {
      begin_turn(thread);
      hot_set_stamp(stack_running_stamp());
   }
   if (options.drms && options.check_rms) {
      oracle_thread_runs(thread);
   }
   if (instrumenting) {
      in_code = thread;
      strand_goes_on();
   }
}

void strand_stands_still(void)
{
   if (in_code != VG_INVALID_THREADID) {
      VG_(get_shadow_regs_area)(in_code, (UChar*)&hot.registers, 1, 0, sizeof hot.registers);
   }
}

void strand_goes_on(void)
{
   if (in_code != VG_INVALID_THREADID) {
      VG_(set_shadow_regs_area)(in_code, 1, 0, sizeof hot.registers, (const UChar*)&hot.registers);
   }
}

/* Generated code has stopped: takes over what it has counted and logged.  A fault may
   have interrupted a block; then other events come before Valgrind says so. */
static void catch_up(void)
{
   strand_stands_still();
   if (in_code != VG_INVALID_THREADID) {
      reads_find_end();
      in_code = VG_INVALID_THREADID;
   }
}

void strand_thread_stops(ThreadId thread)
{
   catch_up();
}

void strand_thread_ends(ThreadId thread)
{
   catch_up();
   if (options.drms) {
      writes_thread_ends(thread);
   }
   while (innermost[thread] != NULL) {
      Strand* strand    = innermost[thread];
      innermost[thread] = strand->interrupted;
      end(strand);
      dispose(strand);
   }
   profile_thread_ended(thread);
}

/*------------------------------------------------------------*/
/*--- Signals                                              ---*/
/*------------------------------------------------------------*/

/* A second signal may come before the first one's handler has run. */
void strand_signal_begins(ThreadId thread, Int signal, Bool alternate_stack)
{
   catch_up();
   if (!instrumenting) {
      return;
   }
   Strand* interrupted = innermost[thread];
   if (!interrupted->begun) {
      begin_at_current_code(interrupted);
   }
   interrupted->left_at = VG_(get_SP)(thread);
   Strand* handler      = new_strand(thread, interrupted);
   handler->interrupted = interrupted;
   innermost[thread]    = handler;
}

static void end_handler(ThreadId thread)
{
   Strand* handler   = innermost[thread];
   innermost[thread] = handler->interrupted;
   end(handler);
   handler->next = unused;
   unused        = handler;
}

/* Without an interrupted strand, this one was begun inside the handler, when measuring
   was switched on: what was interrupted begins now. */
void strand_signal_ends(ThreadId thread, Int signal)
{
   Strand* strand = innermost[thread];
   if (strand->interrupted != NULL) {
      end_handler(thread);
   } else if (strand->begun) {
      end(strand);
      dispose(strand);
      innermost[thread] = new_strand(thread, NULL);
   }
}

/*------------------------------------------------------------*/
/*--- Coroutines                                           ---*/
/*------------------------------------------------------------*/

/* Strands that begin so near to each other begin on the same machine stack. */
#define SAME_BEGINNING  256

static Bool runs_elsewhere(const Strand* strand)
{
   return strand != running && innermost[strand->thread] == strand && strand->thread != running->thread;
}

/* A stack may lie inside another one's frame, as a local array: the strand that
   was left nearest below sp is meant. */
static Strand* find_going_on(const Code* code, Addr sp)
{
   Strand* best         = NULL;
   Addr    best_lowest  = 0;
   for (Strand* strand = living; strand != NULL; strand = strand->next) {
      if (strand->begun && !runs_elsewhere(strand)) {
         Addr lowest = stack_lowest_to_go_on(&strand->stack, state_of(strand)->top, code, sp,
                                             strand->left_at);
         if (lowest > best_lowest) {
            best        = strand;
            best_lowest = lowest;
         }
      }
   }
   return best;
}

/* Ends the handlers that are left by going on in something they interrupted,
   and makes `strand` its thread's innermost. */
static void leave_for(Strand* strand, ThreadId thread)
{
   Strand* below = innermost[thread];
   while (below != NULL && below != strand) {
      below = below->interrupted;
   }
   while (below != NULL && innermost[thread] != strand) {
      end_handler(thread);
   }
   innermost[thread] = strand;
   strand->thread    = thread;
}

/* A stack that begins where another one began is that memory used again. */
static void end_former_user(Addr sp)
{
   for (Strand* strand = living; strand != NULL; strand = strand->next) {
      if (strand->begun && strand != running && !runs_elsewhere(strand) && strand->interrupted == NULL
          && strand->stack.first_sp + SAME_BEGINNING - sp < 2 * SAME_BEGINNING) {
         Strand* resumed = running;
         end(strand);
         dispose(strand);
         switch_to(resumed);
         return;
      }
   }
}

static void run_new_strand(Addr sp)
{
   end_former_user(sp);
   ThreadId thread   = running->thread;
   Strand*  strand   = new_strand(thread, running);
   innermost[thread] = strand;
   switch_to(strand);
   strand->begun = True;
}

static Bool switch_stacks(const Code* code, Addr sp, Addr left_at)
{
   running->left_at = left_at;
   Strand* next = code->is_entry ? NULL : find_going_on(code, sp);
   if (next == NULL) {
      run_new_strand(sp);
      return False;
   }
   leave_for(next, running->thread);
   switch_to(next);
   return True;
}

/*------------------------------------------------------------*/
/*--- Instrumentation                                      ---*/
/*------------------------------------------------------------*/

static void begin_all_anew(void)
{
   while (living != NULL) {
      Strand* strand = living;
      end(strand);
      dispose(strand);
   }
   for (ThreadId thread = 1; thread < VG_N_THREADS; thread++) {
      if (innermost[thread] != NULL) {
         innermost[thread] = new_strand(thread, NULL);
      }
   }
}

void strand_set_instrumenting(Bool on)
{
   if (on != instrumenting) {
      begin_all_anew();
      instrumenting = on;
      VG_(discard_translations_safely)(0x1000, ~(SizeT)0xfff, "aprof");
   }
}

void strand_toggle_collecting(ThreadId thread)
{
   toggled[thread] = !toggled[thread];
   if (strand_is_measured(thread)) {
      follow_toggles(running);
   }
}

Bool strand_is_measured(ThreadId thread)
{
   return instrumenting && innermost[thread] != NULL && innermost[thread] == running && running->begun;
}

Bool strand_is_instrumenting(void)
{
   return instrumenting;
}

/*------------------------------------------------------------*/
/*--- Writes from outside                                  ---*/
/*------------------------------------------------------------*/

static UInt latest_stamp_of(const Strand* strands)
{
   UInt latest = 0;
   for (const Strand* strand = strands; strand != NULL; strand = strand->next) {
      if (strand->stack.last_stamp > latest) {
         latest = strand->stack.last_stamp;
      }
   }
   return latest;
}

void strand_thread_created(void)
{
   if (hot_latest == 0) {
      UInt latest        = latest_stamp_of(living);
      UInt latest_unused = latest_stamp_of(unused);
      writes_begin_several(latest > latest_unused ? latest : latest_unused);
   }
}

static void begin_turn(ThreadId thread)
{
   if (!writes_is_turn_of(thread)) {
      if (writes_used_up()) {
         renumber_all();
      }
      writes_begin_turn(thread);
   }
}

static void forget_in_all(Addr address, SizeT size)
{
   for (Strand* strand = living; strand != NULL; strand = strand->next) {
      shadow_forget(state_of(strand)->shadow, address, size);
   }
}

void strand_kernel_wrote(Addr address, SizeT size)
{
   if (hot_latest == 0) {
      forget_in_all(address, size);
   } else {
      begin_turn(WRITES_KERNEL);
   }
   writes_by_kernel(address, size);
}

/* A large file costs nothing where the program has not been yet. */
void strand_file_mapped(Addr address, SizeT size)
{
   if (hot_latest == 0) {
      forget_in_all(address, size);
   } else {
      begin_turn(WRITES_KERNEL);
      shadow_record_where_known(shadow_written, address, size, hot_latest);
      for (Strand* strand = living; strand != NULL; strand = strand->next) {
         shadow_record_where_known(state_of(strand)->shadow, address, size, hot_latest);
      }
   }
   writes_file_mapped(address, size);
}

static Int compare_stamps(const void* left, const void* right)
{
   UInt a = *(const UInt*)left;
   UInt b = *(const UInt*)right;
   return a < b ? -1 : a > b;
}

static SizeT activations_of(Strand* strand)
{
   return strand->begun ? state_of(strand)->top - strand->stack.bottom + 1 : 0;
}

/* The timestamps of all activations, each once, in ascending order; to be freed. */
static UInt* all_stamps(UInt* count)
{
   SizeT all = 0;
   for (Strand* strand = living; strand != NULL; strand = strand->next) {
      all += activations_of(strand);
   }
   UInt* stamps = VG_(malloc)("aprof.strands.stamps", (all + 1) * sizeof *stamps);
   all = 0;
   for (Strand* strand = living; strand != NULL; strand = strand->next) {
      for (SizeT i = 0; i < activations_of(strand); i++) {
         stamps[all++] = strand->stack.reads.stamps[i];
      }
   }
   VG_(ssort)(stamps, all, sizeof *stamps, compare_stamps);
   *count = 0;
   for (SizeT i = 0; i < all; i++) {
      if (*count == 0 || stamps[*count - 1] != stamps[i]) {
         stamps[(*count)++] = stamps[i];
      }
   }
   return stamps;
}

static UInt renumbered(UInt stamp, UInt written)
{
   return stamp < hot.first_stamp ? 0 : writes_renumbered_access(stamp, written);
}

/* What a strand has not begun with, or one has left that is to be used again, is older
   than anything to come. */
static void renumber_all(void)
{
   Strand* resumed = running;
   UInt    count;
   UInt*   stamps = all_stamps(&count);
   writes_renumber_begin(stamps, count);
   for (Strand* strand = living; strand != NULL; strand = strand->next) {
      if (strand->begun) {
         switch_to(strand);
         shadow_renumber_by_writes(hot.shadow, renumbered);
         stack_set_stamps(writes_renumbered_activation);
      } else {
         shadow_clear(state_of(strand)->shadow);
      }
   }
   for (Strand* strand = unused; strand != NULL; strand = strand->next) {
      shadow_clear(strand->saved.shadow);
   }
   writes_renumber_end();
   VG_(free)(stamps);
   switch_to(resumed);
   if (running != NULL && activations_of(running) > 0) {
      hot_set_stamp(stack_running_stamp());
   }
}

/*------------------------------------------------------------*/
/*--- All strands                                          ---*/
/*------------------------------------------------------------*/

ULong strand_total_cost(const Profile* profile)
{
   ULong total = profile->ended_cost;
   for (Strand* strand = living; strand != NULL; strand = strand->next) {
      if (strand->stack.profile == profile) {
         total += hot_cost(state_of(strand));
      }
   }
   return total;
}

void strand_end_all(void)
{
   while (living != NULL) {
      end(living);
   }
}

void strand_for_each_ending(const Profile* profile,
                            void (*visit)(const Ending* ending, void* data), void* data)
{
   for (Strand* strand = living; strand != NULL; strand = strand->next) {
      if (strand->begun && strand->stack.profile == profile) {
         const Hot* state = state_of(strand);
         stack_for_each_ending(&strand->stack, state, visit, data);
      }
   }
}

void strand_for_each_state(const Profile* profile, void (*visit)(const Hot* state))
{
   for (Strand* strand = living; strand != NULL; strand = strand->next) {
      if (strand->begun && strand->stack.profile == profile) {
         visit(state_of(strand));
      }
   }
}

static void shadows_changed(void)
{
   if (running != NULL) {
      use_shadow();
   }
   VG_(discard_translations)(0, ~0ULL, "aprof");
}

static void forget_writes(void)
{
   for (Strand* strand = unused; strand != NULL; strand = strand->next) {
      shadow_clear(strand->saved.shadow);
   }
   writes_forked();
   if (options.check_rms) {
      oracle_forked();
   }
}

void strand_zero(void)
{
   Strand* resumed = running;
   strand_settle();
   profile_clear_all();
   routine_forget_all_calls();
   context_forget_all();
   forget_elsewhere();
   writes_forget_input();
   if (options.check_rms) {
      oracle_forget_input();
   }
   for (Strand* strand = living; strand != NULL; strand = strand->next) {
      shadow_clear(state_of(strand)->shadow);
      if (strand->begun) {
         switch_to(strand);
         hot.registers.cost = hot.paused_cost = 0;
         hot.placed_cost = 0;
         hot.stub = (Events){ 0 };
         hot.ticks = 0;
         cost_start_clock();
         stack_restart();
         if (options.check_rms) {
            oracle_restart();
         }
      }
   }
   switch_to(resumed);
}

/* The child owns copies of everything that was measured, but it was measured
   in the parent: it starts with empty points, and the activations it inherits
   start at the fork. */
void strand_forked(ThreadId thread)
{
   for (ThreadId other = 1; other < VG_N_THREADS; other++) {
      if (other != thread && innermost[other] != NULL) {
         strand_thread_ends(other);
      }
   }
   for (Strand* strand = living; strand != NULL; strand = strand->next) {
      strand->stack.profile->strands--;
      set_profile(strand, profile_of_thread(thread));
   }
   forget_elsewhere();   /* also of profiles that are freed now: others may be at their addresses */
   profile_forked(thread);
   switch_to(innermost[thread]->begun ? innermost[thread] : NULL);
   if (options.drms) {
      forget_writes();
   }
   strand_zero();
}
