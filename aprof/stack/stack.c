/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The shadow call stack: activations begin and end, what they have read is accounted for, and their points
   are added.  calls.c and transfers.c decide when. */

#include "stack/stack.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

#include "cells/shadow.h"
#include "cells/writes.h"
#include "hot.h"
#include "listener.h"
#include "memory.h"
#include "options.h"
#include "platform.h"
#include "profile/context.h"
#include "stack/cost.h"
#include "stack/stack_inside.h"
#include "valgrind_version.h"


#define FIRST_CAPACITY  64

/* Arrays for so many activations, and the padding before them. */
static void allocate_reads(Stack* stack, SizeT capacity)
{
   SizeT padded = capacity + READS_PADDING;
   stack->reads.stamps   = (UInt*)VG_(calloc)("aprof.stack.stamps", padded, sizeof(UInt)) + READS_PADDING;
   stack->reads.partials = (Long*)VG_(calloc)("aprof.stack.partials", padded, sizeof(Long)) + READS_PADDING;
}

static void free_reads(Stack* stack)
{
   VG_(free)(stack->reads.stamps - READS_PADDING);
   VG_(free)(stack->reads.partials - READS_PADDING);
}

void stack_init(Stack* new)
{
   new->bottom = VG_(malloc)("aprof.stack", FIRST_CAPACITY * sizeof(Activation));
   new->end    = new->bottom + FIRST_CAPACITY;
   new->top    = new->bottom - 1;
   new->number = -1;
   allocate_reads(new, FIRST_CAPACITY);
   new->last_stamp = HOT_LAST_RESERVED;
}

void stack_set_profile(Stack* stack, Profile* profile)
{
   stack->profile = profile;
   profile_make_room(profile, stack->live_end);
}

void stack_free(Stack* old)
{
   VG_(free)(old->bottom);
   free_reads(old);
   VG_(free)(old->live);
}

/*------------------------------------------------------------*/
/*--- Timestamps                                           ---*/
/*------------------------------------------------------------*/

UInt stack_running_stamp(void)
{
   return running.reads.stamps[running.number];
}

Long stack_running_partial(void)
{
   return running.reads.partials[running.number];
}

void stack_first_read(UInt stamp)
{
   running.reads.partials[running.number]++;
   running.reads.partials[reads_owner(&running.reads, running.number - 1, stamp)]--;
}

/* From the top down to where the log begins: all below have nothing in it. */
void stack_account_for_reads(void)
{
   Word        number = running.number;
   Activation* a      = running.top;
   for (; number >= 0 && hot.registers.log != reads_log; number--, a--) {
      stack_account(&hot.registers, number, a->log, False);
      a->log = reads_log;
   }
}

/* Only the order of timestamps matters: that of a cell may be replaced by the
   position of the activation that it belongs to. */
static UInt renumbered(UInt stamp)
{
   if (stamp < running.first_stamp) {
      return 0;
   }
   UInt new = reads_owner(&running.reads, running.number, stamp) + 1 + HOT_LAST_RESERVED;
   tl_assert(new <= stamp);
   return new;
}

void stack_set_stamps(UInt (*renumber)(UInt))
{
   for (Word number = 0; number <= running.number; number++) {
      UInt* stamp = &running.reads.stamps[number];
      *stamp            = renumber(*stamp);
      tl_assert(number == 0 || stamp[-1] < *stamp);
      running.last_stamp = *stamp;
   }
   if (running.number >= 0) {
      running.first_stamp = running.reads.stamps[0];
   }
}

/* Renumbers the timestamps of the only thread; with several, outside.c does it. */
static void renumber(void)
{
   stack_account_for_reads();
   shadow_renumber(running.shadow, renumbered);
   running.last_stamp = HOT_LAST_RESERVED;
   for (Word number = 0; number <= running.number; number++) {
      running.reads.stamps[number] = ++running.last_stamp;
   }
   if (running.number >= 0) {
      running.first_stamp = running.reads.stamps[0];
   }
}

/* Returns a timestamp from the one counter that all strands have when writes of several threads are
   recorded. */
static UInt next_common_stamp(void)
{
   if (writes_used_up()) {
      TELL(stamps_used_up);
   }
   return ++hot_latest;
}

UInt stack_usual_stamps;

Bool stack_calls_do_more;

void stack_prepare(void)
{
   stack_usual_stamps = options.cost != CostTime ? options.timestamp_limit : 0;
   stack_calls_do_more = options.collect_cct || listener_entered[0] != NULL;
}

/* A stack deeper than the limit raises it: at least as many timestamps as
   there are activations are free again after renumbering. */
static inline UInt next_stamp(void)
{
   if (hot_latest != 0) {
      return next_common_stamp();
   }
   if (running.last_stamp >= options.timestamp_limit
       && running.last_stamp >= 2 * (running.number + 1)) {
      renumber();
   }
   return ++running.last_stamp;
}

/*------------------------------------------------------------*/
/*--- Activations begin                                    ---*/
/*------------------------------------------------------------*/

static void set_stamp(void)
{
   hot_set_stamp(stack_running_stamp(), running.paused);
}

void stack_bring_up_to_date(void)
{
   stack_account_for_reads();
   TELL(brought_up_to_date);
}

void stack_set_collecting(Bool collecting)
{
   if (collecting != running.paused) {
      return;
   }
   stack_bring_up_to_date();
   if (collecting) {
      hot.registers.cost = running.paused_cost;
      running.paused = False;
      cost_start_clock();
   } else {
      cost_stop_clock();
      running.paused_cost = hot.registers.cost;
      running.paused      = True;
   }
   hot.registers.stamps = shadow_stamps(running.shadow, collecting);
   hot.registers.mask   = shadow_mask(collecting);
   hot_rest_changed     = True;
   set_stamp();
   TELL(collecting_changed);
}

/* Makes room for a routine that is new to the process, or to this stack. */
static __attribute__((noinline)) void make_more_room_for(Routine* routine)
{
   routine_note_call(routine);
   if (routine->number >= running.live_end) {
      UInt end = 2 * routine->number + 64;
      UInt* live = VG_(realloc)("aprof.stack.live", running.live, end * sizeof *live);
      VG_(memset)(live + running.live_end, 0, (end - running.live_end) * sizeof *live);
      running.live     = live;
      running.live_end = end;
      profile_make_room(running.profile, end);
   }
}

static UInt context_in(const Stack* stack, const Activation* a)
{
   return context_of_call(a == stack->bottom ? CONTEXT_NONE : a[-1].table, a->routine);
}

static __attribute__((noinline)) UInt context_with_room(const Activation* a)
{
   UInt context = context_in(&running, a);
   if (context >= running.profile->tables_end) {
      profile_make_room(running.profile, context + 1);
   }
   return context;
}

void stack_set_context(Activation* a)
{
   a->table = context_with_room(a);
}

static void make_room_for(Routine* routine)
{
   if (routine->number >= running.live_end) {   /* ROUTINE_NOT_CALLED is, too */
      make_more_room_for(routine);
   }
}

void stack_bind(Activation* a, Routine* routine)
{
   make_room_for(routine);
   stack_set_routine(a, routine, False);
}

/* The strand is over: its activations are ended, but not by the program. */
static Bool unwinding;

static void make_room(void)
{
   SizeT capacity = running.end - running.bottom;
   SizeT used     = running.top - running.bottom + 1;
   running.bottom = VG_(realloc)("aprof.stack", running.bottom,
                                        2 * capacity * sizeof(Activation));
   running.end    = running.bottom + 2 * capacity;
   running.top       = running.bottom + used - 1;

   Stack former = running;
   allocate_reads(&running, 2 * capacity);
   VG_(memcpy)(running.reads.stamps, former.reads.stamps, used * sizeof(UInt));
   VG_(memcpy)(running.reads.partials, former.reads.partials, used * sizeof(Long));
   free_reads(&former);
}

/* Makes room for one more activation, and returns its timestamp. */
static UInt make_room_for_one(void)
{
   UInt stamp = next_stamp();
   if (running.top + 1 == running.end) {
      make_room();
   }
   return stamp;
}

Activation* stack_push_unbound(Addr sp)
{
   Activation* a  = stack_add(&hot.registers, make_room_for_one(), sp, (ReturnAddress){ }, False);
   a->ends_slowly = True;
   a->routine     = &routine_in_plt;
   return a;
}

void stack_push(Routine* routine, Addr sp, ReturnAddress return_address)
{
   make_room_for(routine);
   stack_enter(&hot.registers, make_room_for_one(), routine, sp, return_address, False);
}

/* No earlier timestamp means anything.  A strand may begin in a PLT stub. */
void stack_push_bottom(Routine* routine)
{
   running.first_stamp = ~0U;
   if (routine != &routine_in_plt) {
      stack_push(routine, NEVER_RETURNS, (ReturnAddress){ });
   } else {
      stack_announce(&hot.registers, stack_push_unbound(NEVER_RETURNS), False);
   }
   running.first_stamp = stack_running_stamp();
}

void stack_begin(Routine* routine, Addr sp)
{
   running.first_sp   = sp;
   running.first_base = running.base = sp + ABOVE_FIRST_SP;
   running.other_stacks = 0;
   running.return_behind_bottom = 0;
   running.apart = 0;
   running.binds = False;
   running.loaded_at = 0;
   hot.plt_call = running.plt_jump = 0;
   running.top         = running.bottom - 1;
   running.number      = -1;
   stack_push_bottom(routine);
   running.top->entry_cost = 0;
   running.just_begun   = False;
}

/*------------------------------------------------------------*/
/*--- Activations end                                      ---*/
/*------------------------------------------------------------*/

void stack_complete(Activation* a)
{
   if (a->is_region) {
      TELL(region_left, a->routine);
   }
   if (a->routine == &routine_in_plt) {
      stack_bind(a, a->routine);
   }
}

/* The caller keeps the top down to the bottom activation. */
void stack_pop(void)
{
   const Routine* routine = running.top->routine;
   stack_leave(&hot.registers, False);
   if (routine->watched && !unwinding) {
      TELL(watched_ended, routine);
   }
}

const Activation* stack_first_on_machine_stack(const Stack* stack, const Activation* a)
{
   if (stack->other_stacks == 0) {
      return stack->bottom;
   }
   while (a > stack->bottom && !a->other_stack) {
      a--;
   }
   return a;
}

/* Upper end of the machine stack that `a` is on, as far as it is known. */
Addr stack_base_of(const Stack* stack, const Activation* a)
{
   const Activation* first = stack_first_on_machine_stack(stack, a);
   return first->other_stack ? first->sp + ABOVE_FIRST_SP : stack->first_base;
}

/* Whether that goes on on another machine stack. */
static inline Bool pop_to_other_stack(void)
{
   Bool back = running.top->other_stack;
   stack_pop();
   if (back) {
      running.base = stack_base_of(&running, running.top);
   }
   return back;
}

/* The stack pointer tells nothing about activations on another machine stack:
   those below a call on a higher one stay. */
void stack_pop_below(Addr sp)
{
   while (running.top->sp < sp) {
      if (pop_to_other_stack()) {
         return;
      }
   }
}

/* If calls leave the stack pointer alone, the caller may have the same one. */
void stack_pop_returned(Addr sp)
{
   if (!PLATFORM_HAS_LINK_REGISTER) {
      stack_pop_below(sp);
      return;
   }
   Bool was_called;
   do {
      was_called = running.top->tail_calls == 0 && !running.top->is_region;
   } while (!pop_to_other_stack() && !was_called);
}

void stack_unwind(void)
{
   unwinding = True;
   stack_bring_up_to_date();
   while (running.top >= running.bottom) {
      running.top->is_region = False;   /* the program may end inside */
      stack_pop();
   }
   unwinding = False;
   tl_assert(running.number == -1 && running.other_stacks == 0);
   if (VG_(clo_sanity_level) > 1) {
      for (UInt number = 0; number < running.live_end; number++) {
         tl_assert(running.live[number] == 0);
      }
   }
}

/*------------------------------------------------------------*/
/*--- Regions                                              ---*/
/*------------------------------------------------------------*/

/* A loop that never ends its regions may not fill the memory. */
#define MAX_OPEN_REGIONS  1000

/* Begins the region as a tail call does a routine, so that it ends at the same return. */
Bool stack_region_begins(Routine* region)
{
   UInt open_regions = 0;
   for (const Activation* a = running.top; a->is_region && open_regions < MAX_OPEN_REGIONS; a--) {
      open_regions++;
   }
   if (open_regions == MAX_OPEN_REGIONS) {
      return False;
   }
   UInt tail_calls = running.top->tail_calls;
   Bool by_hand    = running.top->by_hand;
   stack_push(region, running.top->sp, running.top->return_address);
   running.top->is_region  = True;
   running.top->tail_calls = tail_calls;
   running.top->by_hand    = by_hand;
   return True;
}

Bool stack_region_ends(const Routine* region)
{
   const Activation* begun = running.top;
   while (begun->routine->is_region && (begun->routine != region || !begun->is_region)) {
      begun--;
   }
   if (!begun->routine->is_region) {
      return False;
   }
   while (running.top > begun) {
      stack_pop();
   }
   running.top->is_region = False;
   stack_pop();
   return True;
}

/*------------------------------------------------------------*/
/*--- Declared input sizes                                 ---*/
/*------------------------------------------------------------*/

void stack_declare_input(UInt size)
{
   running.top->has_declared = True;
   running.top->declared     = size;
}

/* A loop to the routine's beginning comes here again. */
VG_REGPARM(2) void stack_input_argument(Routine* routine, UWord value)
{
   if (running.top->routine == routine && !running.top->has_declared) {
      stack_declare_input((UInt)value);
   }
}

/* There need not be so many arguments. */
VG_REGPARM(2) void stack_input_argument_at(Routine* routine, Addr argument)
{
   if (memory_is_readable(argument, sizeof(UWord))) {
      stack_input_argument(routine, *(const UWord*)argument);
   }
}

/*------------------------------------------------------------*/
/*--- Looking without touching; starting anew              ---*/
/*------------------------------------------------------------*/

void stack_for_each_ending(const Stack* stack, void (*visit)(const Ending* ending, void* data),
                           void* data)
{
   if (stack == &running) {
      stack_account_for_reads();
   }
   Long  partials    = 0;
   ULong callee_cost = 0;   /* of the activation above, which is not in a->callee_cost yet */
   UInt* above       = VG_(calloc)("aprof.stack.above", stack->live_end + 1, sizeof *above);

   for (const Activation* a = stack->top; a >= stack->bottom; a--) {
      Ending ending = {
         .strand = stack, .number = a - stack->bottom, .table = a->table,
         .cost   = strand_cost(stack) - a->entry_cost,
      };
      partials   += stack->reads.partials[ending.number];
      ending.rms  = a->has_declared ? a->declared : rms_of(partials);
      ending.self = ending.cost - a->callee_cost - callee_cost;
      callee_cost = ending.cost;
      if (a->routine != &routine_in_plt) {
         ending.outermost = ++above[a->routine->number] == stack->live[a->routine->number];
      } else {
         routine_note_call(a->routine);
         ending.table     = options.collect_cct ? context_in(stack, a) : a->routine->number;
         ending.outermost = True;
      }
      ending.outermost = is_real(stack, a, ending.table, ending.outermost);
      if (cost_has_begun(ending.cost, stack)) {
         visit(&ending, data);
      }
   }
   VG_(free)(above);
}

void stack_restart(void)
{
   stack_account_for_reads();
   if (hot_latest == 0) {
      running.last_stamp = HOT_LAST_RESERVED;
   }
   VG_(memset)(running.live, 0, running.live_end * sizeof *running.live);
   for (Activation* a = running.bottom; a <= running.top; a++) {
      *stamp_of(a)   = next_stamp();
      *partial_of(a) = 0;
      a->entry_cost  = 0;   /* as that of the strand */
      a->callee_cost = 0;
      if (a->routine != &routine_in_plt) {
         stack_bind(a, a->routine);
      }
   }
   running.first_stamp = *stamp_of(running.bottom);
   set_stamp();
   TELL(restarted);
}
