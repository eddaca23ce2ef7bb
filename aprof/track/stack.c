/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The shadow call stack: how activations begin and end, what they have read, and where their points
   go.  Which of them do so when is calls.c's. */

#include "track/stack.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

#include "callgrind/graph.h"
#include "check/oracle.h"
#include "options.h"
#include "platform.h"
#include "profile/context.h"
#include "track/cost.h"
#include "track/hot.h"
#include "track/shadow.h"
#include "track/stack_inside.h"
#include "track/writes.h"

StackListeners stack_listeners;

Stack* stack_running;

#define FIRST_CAPACITY  64

/* Arrays for so many activations, and the padding before them. */
static void allocate_reads(Stack* of, SizeT capacity)
{
   SizeT padded = capacity + READS_PADDING;
   of->reads.stamps   = (UInt*)VG_(calloc)("aprof.stack.stamps", padded, sizeof(UInt)) + READS_PADDING;
   of->reads.partials = (Long*)VG_(calloc)("aprof.stack.partials", padded, sizeof(Long)) + READS_PADDING;
}

static void free_reads(Stack* of)
{
   VG_(free)(of->reads.stamps - READS_PADDING);
   VG_(free)(of->reads.partials - READS_PADDING);
}

void stack_init(Stack* new)
{
   new->bottom = VG_(malloc)("aprof.stack", FIRST_CAPACITY * sizeof(Activation));
   new->end    = new->bottom + FIRST_CAPACITY;
   allocate_reads(new, FIRST_CAPACITY);
   new->last_stamp = HOT_LAST_RESERVED;
}

void stack_set_profile(Stack* of, Profile* profile)
{
   of->profile = profile;
   profile_make_room(profile, of->live_end);
}

void stack_free(Stack* old)
{
   VG_(free)(old->bottom);
   free_reads(old);
   VG_(free)(old->live);
   VG_(free)(old->toggling);
}

void stack_select(Stack* selected)
{
   stack_running = selected;
}

/*------------------------------------------------------------*/
/*--- Timestamps                                           ---*/
/*------------------------------------------------------------*/

UInt stack_running_stamp(void)
{
   return stack_running->reads.stamps[hot.number];
}

Long stack_running_partial(void)
{
   return stack_running->reads.partials[hot.number];
}

void stack_first_read(UInt stamp)
{
   stack_running->reads.partials[hot.number]++;
   stack_running->reads.partials[reads_owner(&stack_running->reads, hot.number - 1, stamp)]--;
}

/* By an activation, since it began or they were accounted for. */
void stack_account_for(Word number, const Activation* a)
{
   if (hot.registers.log == a->log) {
      return;
   }
   if (hot.paused) {
      reads_forget(a->log);
      return;
   }
   reads_account(&stack_running->reads, number, a->log);
}

/* From the top down to where the log begins: all below have nothing in it. */
void stack_account_for_reads(void)
{
   Word        number = hot.number;
   Activation* a      = hot.top;
   for (; number >= 0 && hot.registers.log != reads_log; number--, a--) {
      stack_account_for(number, a);
      a->log = reads_log;
   }
}

/* Only the order of timestamps matters: that of a cell may be replaced by the
   position of the activation that it belongs to. */
static UInt renumbered(UInt stamp)
{
   return stamp < hot.first_stamp ? 0
        : reads_owner(&stack_running->reads, hot.number, stamp) + 1 + HOT_LAST_RESERVED;
}

void stack_set_stamps(UInt (*renumber)(UInt))
{
   for (Word number = 0; number <= hot.number; number++) {
      UInt* stamp = &stack_running->reads.stamps[number];
      *stamp            = renumber(*stamp);
      stack_running->last_stamp = *stamp;
   }
   if (hot.number >= 0) {
      hot.first_stamp = stack_running->reads.stamps[0];
   }
}

/* Of the only thread; with several, strand.c does it. */
static void renumber(void)
{
   stack_account_for_reads();
   shadow_renumber(hot.shadow, renumbered);
   stack_running->last_stamp = HOT_LAST_RESERVED;
   for (Word number = 0; number <= hot.number; number++) {
      stack_running->reads.stamps[number] = ++stack_running->last_stamp;
   }
   if (hot.number >= 0) {
      hot.first_stamp = stack_running->reads.stamps[0];
   }
}

/* With several threads whose writes are recorded, all strands have one counter. */
static UInt next_common_stamp(void)
{
   if (writes_used_up()) {
      stack_listeners.stamps_used_up();
   }
   return ++hot_latest;
}

UInt stack_usual_stamps;

Bool stack_keeps_more;

void stack_prepare(void)
{
   stack_usual_stamps = options.cost != CostTime ? options.timestamp_limit : 0;
   stack_keeps_more   = options.collect_cct || options.callgrind_file != NULL || options.check_rms;
}

/* A stack deeper than the limit raises it: at least as many timestamps as
   there are activations are free again after renumbering. */
static inline UInt next_stamp(void)
{
   if (hot_latest != 0) {
      return next_common_stamp();
   }
   if (stack_running->last_stamp >= options.timestamp_limit
       && stack_running->last_stamp >= 2 * (hot.number + 1)) {
      renumber();
   }
   return ++stack_running->last_stamp;
}

/*------------------------------------------------------------*/
/*--- Activations begin                                    ---*/
/*------------------------------------------------------------*/

void stack_set_collecting(Bool collecting)
{
   if (collecting == hot.paused) {
      stack_account_for_reads();
      stack_settle_stub();
      if (collecting) {
         hot.registers.cost = hot.paused_cost;
         hot.paused = False;
         cost_start_clock();
      } else {
         cost_stop_clock();
         hot.paused_cost = hot.registers.cost;
         hot.paused      = True;
      }
      hot.registers.stamps = shadow_stamps(hot.shadow, collecting);
      hot.registers.mask   = shadow_mask(collecting);
      hot.moved            = True;
      hot_set_stamp(stack_running_stamp());
      if (hot.top->edge != NULL) {
         graph_run(hot.top->edge);
      }
   }
}

/* A routine that is new to the process, or to this stack.  Apart from bind, which
   seldom needs it. */
static __attribute__((noinline)) void make_room_for(Routine* routine)
{
   routine_note_call(routine);
   if (routine->number >= stack_running->live_end) {
      UInt end = 2 * routine->number + 64;
      UInt* live = VG_(realloc)("aprof.stack.live", stack_running->live, end * sizeof *live);
      VG_(memset)(live + stack_running->live_end, 0, (end - stack_running->live_end) * sizeof *live);
      stack_running->live     = live;
      stack_running->live_end = end;
      profile_make_room(stack_running->profile, end);
   }
}

static UInt context_in(const Stack* of, const Activation* a)
{
   return context_of_call(a == of->bottom ? CONTEXT_NONE : a[-1].place, a->routine);
}

static __attribute__((noinline)) UInt context_with_room(const Activation* a)
{
   UInt context = context_in(stack_running, a);
   if (context >= stack_running->profile->tables_end) {
      profile_make_room(stack_running->profile, context + 1);
   }
   return context;
}

void stack_set_place(Activation* a)
{
   a->place = options.collect_cct ? context_with_room(a) : a->routine->number;
}

/* The activation is one of this routine. */
void stack_bind(Activation* a, Routine* routine)
{
   if (routine->number >= stack_running->live_end) {   /* ROUTINE_NOT_CALLED is, too */
      make_room_for(routine);
   }
   a->routine     = routine;
   a->ends_slowly = routine->watched || stack_usual_stamps == 0;
   stack_set_place(a);
   stack_running->live[routine->number]++;
}

/* How many activations of the routine, which toggles, there are on the stack, or are
   what its strand was begun in. */
static UInt* toggling(const Routine* routine)
{
   if (routine->toggles_collecting >= stack_running->toggling_end) {
      UInt end = 2 * routine->toggles_collecting;
      UInt* counts = VG_(realloc)("aprof.stack.toggling", stack_running->toggling, end * sizeof *counts);
      VG_(memset)(counts + stack_running->toggling_end, 0,
                  (end - stack_running->toggling_end) * sizeof *counts);
      stack_running->toggling     = counts;
      stack_running->toggling_end = end;
   }
   return &stack_running->toggling[routine->toggles_collecting];
}

void stack_set_beginning(Stack* begun, const Stack* in)
{
   VG_(free)(begun->toggling);
   begun->toggling     = NULL;
   begun->toggling_end = 0;
   if (in != NULL && in->toggling_end > 0) {
      SizeT size = in->toggling_end * sizeof *in->toggling;
      begun->toggling     = VG_(malloc)("aprof.stack.toggling", size);
      begun->toggling_end = in->toggling_end;
      VG_(memcpy)(begun->toggling, in->toggling, size);
   }
}

/* What the program's user wants to happen at a routine's beginning. */
void stack_note_entry(Activation* a)
{
   const Routine* routine = a->routine;
   if (routine->watched) {
      if (routine->toggles_collecting != 0 && ++*toggling(routine) == 1) {
         stack_set_collecting(hot.paused);
         a->entry_cost = hot_cost(&hot);   /* the clock may have gone on */
      }
      if (routine->dumps_before) {
         stack_listeners.before_routine(routine);
      }
   }
}

/* The activation is all set, and has cost nothing yet. */
void stack_enter(Activation* a, Routine* routine)
{
   stack_bind(a, routine);
   stack_note_entry(a);
}

/* The strand is over: its activations are ended, but not by the program. */
static Bool unwinding;

/* Its activation has ended. */
static void leave(const Routine* routine)
{
   if (unwinding) {
      return;
   }
   if (routine->toggles_collecting != 0 && --*toggling(routine) == 0) {
      stack_set_collecting(hot.paused);
   }
   if (routine->dumps_after) {
      stack_listeners.after_routine(routine);
   }
}

static void make_room(void)
{
   SizeT capacity = stack_running->end - stack_running->bottom;
   SizeT used     = hot.top - stack_running->bottom + 1;
   stack_running->bottom = VG_(realloc)("aprof.stack", stack_running->bottom,
                                        2 * capacity * sizeof(Activation));
   stack_running->end    = stack_running->bottom + 2 * capacity;
   hot.top       = stack_running->bottom + used - 1;

   Stack former = *stack_running;
   allocate_reads(stack_running, 2 * capacity);
   VG_(memcpy)(stack_running->reads.stamps, former.reads.stamps, used * sizeof(UInt));
   VG_(memcpy)(stack_running->reads.partials, former.reads.partials, used * sizeof(Long));
   free_reads(&former);
}

/* An activation of no routine yet. */
Activation* stack_push_unbound(Addr sp)
{
   UInt stamp = next_stamp();
   if (hot.top + 1 == stack_running->end) {
      make_room();
   }
   Activation* a  = add_activation(stack_running, stamp, sp, hot.registers.log, cost_now());
   a->ends_slowly = True;
   a->routine     = &routine_in_plt;
   hot_set_stamp(stamp);
   return a;
}

void stack_push(Routine* routine, Addr sp)
{
   Activation* a = stack_push_unbound(sp);
   stack_enter(a, routine);
   note_call(a);
}

/* No earlier timestamp means anything.  A strand may begin in a PLT stub. */
void stack_push_bottom(Routine* routine)
{
   hot.first_stamp = ~0U;
   if (routine != &routine_in_plt) {
      stack_push(routine, NEVER_RETURNS);
   } else {
      note_call(stack_push_unbound(NEVER_RETURNS));
   }
   hot.first_stamp = stack_running_stamp();
}

void stack_begin(Routine* routine, Addr sp)
{
   stack_running->first_sp = sp;
   stack_running->base     = sp + ABOVE_FIRST_SP;
   stack_running->other_stacks = 0;
   stack_running->jumped_from_bottom = 0;
   hot.plt_call = hot.plt_jump = 0;
   hot.top         = stack_running->bottom - 1;
   hot.number      = -1;
   stack_push_bottom(routine);
   hot.top->entry_cost = 0;
   stack_running->just_begun   = False;
}

/*------------------------------------------------------------*/
/*--- Activations end                                      ---*/
/*------------------------------------------------------------*/

static void end_edge(const Activation* a, ULong cost, UInt rms)
{
   if (options.cost == CostTime) {
      graph_run(a->edge);   /* till now */
   }
   if (cost_has_begun(cost, &hot)) {
      add_to_edge(a, cost, rms);
   }
}

/* The caller keeps the top down to the bottom activation. */
void stack_pop(void)
{
   Activation* a    = hot.top;
   stack_account_for(hot.number, a);
   if (a->is_region) {
      stack_listeners.region_left(a->routine);
   }
   ULong       cost = cost_now() - a->entry_cost;

   if (a->routine == &routine_in_plt) {
      stack_bind(a, a->routine);
   }
   Bool outermost = --stack_running->live[a->routine->number] == 0;
   Long partial   = stack_running->reads.partials[hot.number];
   UInt rms       = rms_of(partial);
   if (cost_has_begun(cost, &hot)) {
      UInt input = a->has_declared ? a->declared : rms;
      points_add(&stack_running->profile->tables[a->place], input, cost, cost - a->callee_cost,
                 is_real(stack_running, a, a->place, outermost));
   }
   if (options.callgrind_file != NULL) {
      end_edge(a, cost, a->has_declared ? a->declared : rms);
   }
   if (options.check_rms) {
      oracle_return(a->routine, rms);
   }

   stack_running->other_stacks -= a->other_stack;
   hot.top--;
   hot.number--;
   if (hot.number >= 0) {
      stack_running->reads.partials[hot.number] += partial;
      hot.top->callee_cost += cost;
      hot_set_stamp(stack_running_stamp());
      if (options.callgrind_file != NULL) {
         graph_run(hot.top->edge);
      }
   }
   if (a->routine->watched) {
      leave(a->routine);
   }
}

const Activation* stack_first_on_machine_stack(const Stack* of, const Activation* a)
{
   if (of->other_stacks == 0) {
      return of->bottom;
   }
   while (a > of->bottom && !a->other_stack) {
      a--;
   }
   return a;
}

/* Upper end of the machine stack that `a` is on, as far as it is known. */
Addr stack_base_of(const Stack* of, const Activation* a)
{
   const Activation* first = stack_first_on_machine_stack(of, a);
   return (first->other_stack ? first->sp : of->first_sp) + ABOVE_FIRST_SP;
}

/* The stack pointer tells nothing about activations on another machine stack:
   those below a call on a higher one stay. */
void stack_pop_below(Addr sp)
{
   while (hot.top->sp < sp) {
      Bool back = hot.top->other_stack;
      stack_pop();
      if (back) {
         stack_running->base = stack_base_of(stack_running, hot.top);
         return;
      }
   }
}

/* But for one that a strand has begun in, which has no caller. */
void stack_settle_stub(void)
{
   if (!events_are_none(hot.stub) && hot.top->routine != &routine_in_plt) {
      graph_stub_ends_at(hot.top->edge, hot.call_place);
   }
}

void stack_unwind(void)
{
   unwinding = True;
   stack_settle_stub();
   while (hot.top >= stack_running->bottom) {
      hot.top->is_region = False;   /* the program may end inside */
      stack_pop();
   }
   unwinding = False;
}

/*------------------------------------------------------------*/
/*--- Regions                                              ---*/
/*------------------------------------------------------------*/

/* A loop that never ends its regions may not fill the memory. */
#define MAX_OPEN_REGIONS  1000

/* As if it had been entered by a tail call, it ends at the same return. */
Bool stack_region_begins(Routine* region)
{
   UInt open_regions = 0;
   for (const Activation* a = hot.top; a->is_region && open_regions < MAX_OPEN_REGIONS; a--) {
      open_regions++;
   }
   if (open_regions == MAX_OPEN_REGIONS) {
      return False;
   }
   UInt tail_calls = hot.top->tail_calls;
   stack_push(region, hot.top->sp);
   hot.top->is_region  = True;
   hot.top->tail_calls = tail_calls;
   return True;
}

Bool stack_region_ends(const Routine* region)
{
   const Activation* begun = hot.top;
   while (begun->routine->is_region && (begun->routine != region || !begun->is_region)) {
      begun--;
   }
   if (!begun->routine->is_region) {
      return False;
   }
   while (hot.top > begun) {
      stack_pop();
   }
   hot.top->is_region = False;
   stack_pop();
   return True;
}

/*------------------------------------------------------------*/
/*--- Declared input sizes                                 ---*/
/*------------------------------------------------------------*/

void stack_declare_input(UInt size)
{
   hot.top->has_declared = True;
   hot.top->declared     = size;
}

/* A loop to the routine's beginning comes here again. */
VG_REGPARM(2) void stack_input_argument(Routine* routine, UWord value)
{
   if (hot.top->routine == routine && !hot.top->has_declared) {
      stack_declare_input((UInt)value);
   }
}

/*------------------------------------------------------------*/
/*--- Looking without touching; starting anew              ---*/
/*------------------------------------------------------------*/

void stack_for_each_ending(const Stack* of, const Hot* state,
                           void (*visit)(const Ending* ending, void* data), void* data)
{
   if (of == stack_running) {
      stack_account_for_reads();
   }
   Long  partials    = 0;
   ULong callee_cost = 0;   /* of the activation above, which is not in a->callee_cost yet */
   UInt* above       = VG_(calloc)("aprof.stack.above", of->live_end + 1, sizeof *above);

   for (const Activation* a = state->top; a >= of->bottom; a--) {
      Ending ending = { .place = a->place, .cost = hot_cost(state) - a->entry_cost };
      partials += of->reads.partials[a - of->bottom];
      ending.rms  = a->has_declared ? a->declared : rms_of(partials);
      if (options.callgrind_file != NULL) {
         ending.edge         = a->edge;
         ending.from_threads = state->from_threads - a->from_threads;
         ending.from_kernel  = state->from_kernel - a->from_kernel;
      }
      ending.self = ending.cost - a->callee_cost - callee_cost;
      callee_cost = ending.cost;
      if (a->routine != &routine_in_plt) {
         ending.outermost = ++above[a->routine->number] == of->live[a->routine->number];
      } else {
         routine_note_call(a->routine);
         ending.place     = options.collect_cct ? context_in(of, a) : a->routine->number;
         ending.outermost = True;
      }
      ending.outermost = is_real(of, a, ending.place, ending.outermost);
      if (cost_has_begun(ending.cost, state)) {
         visit(&ending, data);
      }
   }
   VG_(free)(above);
}

void stack_restart(void)
{
   stack_account_for_reads();
   if (hot_latest == 0) {
      stack_running->last_stamp = HOT_LAST_RESERVED;
   }
   VG_(memset)(stack_running->live, 0, stack_running->live_end * sizeof *stack_running->live);
   for (Activation* a = stack_running->bottom; a <= hot.top; a++) {
      *stamp_of(a)   = next_stamp();
      *partial_of(a) = 0;
      a->entry_cost  = 0;   /* as that of the strand */
      a->callee_cost = 0;
      a->from_threads = hot.from_threads;
      a->from_kernel  = hot.from_kernel;
      if (a->routine != &routine_in_plt) {
         stack_bind(a, a->routine);
      }
   }
   hot.first_stamp = *stamp_of(stack_running->bottom);
   hot_set_stamp(stack_running_stamp());
}
