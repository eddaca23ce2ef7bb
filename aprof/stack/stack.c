/* The shadow call stack: activations begin and end, what they have read is accounted for, and their points
   are added.  calls.c and transfers.c decide when. */

#include "stack/stack.h"

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
static ReadsOfStack allocate_reads(SizeT capacity)
{
   SizeT padded = capacity + READS_PADDING;
   return (ReadsOfStack){
      .stamps   = (UInt*)VG_(calloc)("aprof.stack.stamps", padded, sizeof(UInt)) + READS_PADDING,
      .partials = (Long*)VG_(calloc)("aprof.stack.partials", padded, sizeof(Long)) + READS_PADDING,
   };
}

static void free_reads(ReadsOfStack reads)
{
   VG_(free)(reads.stamps - READS_PADDING);
   VG_(free)(reads.partials - READS_PADDING);
}

void stack_init(CallStack* new)
{
   new->bottom = VG_(malloc)("aprof.stack", FIRST_CAPACITY * sizeof(Activation));
   new->end    = new->bottom + FIRST_CAPACITY;
   new->top    = new->bottom - 1;
   new->number = -1;
   new->reads  = allocate_reads(FIRST_CAPACITY);
   new->last_stamp = HOT_LAST_RESERVED;
}

void stack_free(CallStack* old)
{
   VG_(free)(old->bottom);
   free_reads(old->reads);
   VG_(free)(old->live);
}

/*--- Timestamps ---*/

UInt stack_running_stamp(void)
{
   return stack.reads.stamps[stack.number];
}

Long stack_running_partial(void)
{
   return stack.reads.partials[stack.number];
}

void stack_first_read(UInt stamp)
{
   stack.reads.partials[stack.number]++;
   stack.reads.partials[reads_owner(&stack.reads, stack.number - 1, stamp)]--;
}

/* From the top down to where the log begins: all below have nothing in it. */
void stack_account_for_reads(void)
{
   Word        number = stack.number;
   Activation* a      = stack.top;
   for (; number >= 0 && hot.registers.log != reads_log; number--, a--) {
      stack_account(&hot.registers, number, a->log, False);
      a->log = reads_log;
   }
}

/* Only the order of timestamps matters: that of a cell may be replaced by the
   position of the activation that it belongs to. */
static UInt renumbered(UInt stamp)
{
   if (stamp < stack.first_stamp) {
      return 0;
   }
   UInt new = reads_owner(&stack.reads, stack.number, stamp) + 1 + HOT_LAST_RESERVED;
   tl_assert(new <= stamp);
   return new;
}

void stack_set_stamps(UInt (*renumber)(UInt))
{
   for (Word number = 0; number <= stack.number; number++) {
      UInt* stamp = &stack.reads.stamps[number];
      *stamp            = renumber(*stamp);
      tl_assert(number == 0 || stamp[-1] < *stamp);
      stack.last_stamp = *stamp;
   }
   if (stack.number >= 0) {
      stack.first_stamp = stack.reads.stamps[0];
   }
}

static UInt one_more(UInt stamp)
{
   return stack.last_stamp + 1;
}

/* Renumbers the timestamps of the only thread; with several, outside.c does it. */
static __attribute__((noinline)) void renumber(void)
{
   stack_account_for_reads();
   shadow_renumber(hot.shadow, renumbered);
   stack.last_stamp = HOT_LAST_RESERVED;
   stack_set_stamps(one_more);
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
   if (stack.last_stamp >= options.timestamp_limit
       && stack.last_stamp >= 2 * (stack.number + 1)) {
      renumber();
   }
   return ++stack.last_stamp;
}

/*--- Activations begin ---*/

void stack_show_shadow(void)
{
   hot.registers.stamps = shadow_stamps(hot.shadow, !hot.paused);
   hot.registers.mask   = shadow_mask(!hot.paused);
   hot_rest_changed     = True;
}

void stack_bring_up_to_date(void)
{
   stack_account_for_reads();
   TELL(brought_up_to_date);
}

void stack_set_collecting(Bool collecting)
{
   if (collecting != hot.paused) {
      return;
   }
   stack_bring_up_to_date();
   if (collecting) {
      hot.registers.cost = running->paused_cost;
      hot.paused         = False;
      cost_start_clock();
   } else {
      cost_stop_clock();
      running->paused_cost = hot.registers.cost;
      hot.paused           = True;
   }
   stack_show_shadow();
   hot_set_stamp(stack_running_stamp());
   TELL(collecting_changed);
}

/* Makes room for a routine that is new to the process, or to this stack. */
static __attribute__((noinline)) void make_more_room_for(Routine* routine)
{
   routine_note_call(routine);
   if (routine->number >= stack.live_end) {
      UInt end = 2 * routine->number + 64;
      UInt* live = VG_(realloc)("aprof.stack.live", stack.live, end * sizeof *live);
      VG_(memset)(live + stack.live_end, 0, (end - stack.live_end) * sizeof *live);
      stack.live     = live;
      stack.live_end = end;
      profile_make_room(stack.profile, end);
   }
}

static UInt context_in(const CallStack* on, const Activation* a)
{
   return context_of_call(a == on->bottom ? CONTEXT_NONE : a[-1].table, a->routine);
}

__attribute__((noinline)) void stack_set_context(Activation* a)
{
   a->table = context_in(&stack, a);
   if (a->table >= stack.profile->tables_end) {
      profile_make_room(stack.profile, a->table + 1);
   }
}

static void make_room_for(Routine* routine)
{
   if (routine->number >= stack.live_end) {   /* ROUTINE_NOT_CALLED is, too */
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

static __attribute__((noinline)) void make_room(void)
{
   SizeT capacity = stack.end - stack.bottom;
   SizeT used     = stack.number + 1;
   stack.bottom = VG_(realloc)("aprof.stack", stack.bottom, 2 * capacity * sizeof(Activation));
   stack.end    = stack.bottom + 2 * capacity;
   stack.top    = stack.bottom + stack.number;

   ReadsOfStack former = stack.reads;
   stack.reads = allocate_reads(2 * capacity);
   VG_(memcpy)(stack.reads.stamps, former.stamps, used * sizeof(UInt));
   VG_(memcpy)(stack.reads.partials, former.partials, used * sizeof(Long));
   free_reads(former);
}

/* Makes room for one more activation, and returns its timestamp. */
static UInt make_room_for_one(void)
{
   UInt stamp = next_stamp();
   if (stack.top + 1 == stack.end) {
      make_room();
   }
   return stamp;
}

Activation* stack_push_unbound(Addr sp)
{
   Activation* a  = stack_add(&hot.registers, make_room_for_one(), sp, (ReturnAddress){ }, False,
                              options.rms);
   a->ends_slowly = True;
   a->routine     = &routine_in_plt;
   return a;
}

void stack_push(Routine* routine, Addr sp, ReturnAddress return_address)
{
   make_room_for(routine);
   stack_enter(&hot.registers, make_room_for_one(), routine, sp, return_address, False, options.rms);
}

void stack_push_beside(Routine* routine, UInt tail_calls)
{
   Activation beside = *stack.top;
   stack_push(routine, beside.sp, beside.return_address);
   stack.top->tail_calls = beside.tail_calls + tail_calls;
   stack.top->by_hand    = beside.by_hand;
}

/* No earlier timestamp means anything.  A strand may begin in a PLT stub. */
void stack_push_bottom(Routine* routine)
{
   stack.first_stamp = ~0U;
   if (routine != &routine_in_plt) {
      stack_push(routine, NEVER_RETURNS, (ReturnAddress){ });
   } else {
      stack_announce(&hot.registers, stack_push_unbound(NEVER_RETURNS), False);
   }
   stack.first_stamp = stack_running_stamp();
}

void stack_begin(Routine* routine, Addr sp)
{
   running->begun      = True;
   running->just_begun = running->binds = False;
   running->apart      = running->loaded_at = 0;
   hot.plt_call        = hot.plt_jump = 0;
   stack.first_sp      = sp;
   stack.first_base    = sp + ABOVE_FIRST_SP;
   stack.other_stacks  = stack.return_behind_bottom = 0;
   tl_assert(stack.number == -1);
   stack_push_bottom(routine);
   stack.top->entry_cost = 0;
}

/*--- Activations end ---*/

void stack_complete(Activation* a)
{
   if (a->is_region) {
      TELL(region_left, a->routine);
   }
   if (a->routine == &routine_in_plt) {
      stack_bind(a, a->routine);
   }
}

__attribute__((cold)) void stack_add_without_cost(PointTable* table, UInt rms, Bool real)
{
   if (!cost_is_of_code()) {
      points_add_short(table, rms, 0, 0, real);
   }
}

/* The caller keeps the top down to the bottom activation. */
void stack_pop(void)
{
   const Routine* routine = stack.top->routine;
   stack_leave(&hot.registers, False, options.rms);
   if (routine->watched && !unwinding) {
      TELL(watched_ended, routine);
   }
}

void stack_pop_above(const Activation* a)
{
   while (stack.top > a) {
      stack_pop();
   }
}

const Activation* stack_first_on_machine_stack(const CallStack* on, const Activation* a)
{
   if (on->other_stacks == 0) {
      return on->bottom;
   }
   while (a > on->bottom && !a->other_stack) {
      a--;
   }
   return a;
}

Addr stack_base_of(const CallStack* on, const Activation* a)
{
   const Activation* first = stack_first_on_machine_stack(on, a);
   return first->other_stack ? first->sp + ABOVE_FIRST_SP : on->first_base;
}

/* Whether that goes on on another machine stack. */
static inline Bool pop_to_other_stack(void)
{
   Bool back = stack.top->other_stack;
   stack_pop();
   return back;
}

/* The stack pointer tells nothing about activations on another machine stack:
   those below a call on a higher one stay. */
void stack_pop_below(Addr sp)
{
   while (stack.top->sp < sp) {
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
      was_called = stack.top->tail_calls == 0 && !activation_is_inside(stack.top);
   } while (!pop_to_other_stack() && !was_called);
}

void stack_unwind(void)
{
   unwinding = True;
   stack_bring_up_to_date();
   while (stack.top >= stack.bottom) {
      stack.top->is_region = False;   /* the program may end inside */
      stack_pop();
   }
   unwinding = False;
   tl_assert(stack.number == -1 && stack.other_stacks == 0);
   if (VG_(clo_sanity_level) > 1) {
      for (UInt number = 0; number < stack.live_end; number++) {
         tl_assert(stack.live[number] == 0);
      }
   }
}

/*--- Regions ---*/

/* A loop that never ends its regions may not fill the memory. */
#define MAX_OPEN_REGIONS  1000

/* Begins the region as a tail call does a routine, so that it ends at the same return. */
Bool stack_region_begins(Routine* region)
{
   UInt open_regions = 0;
   for (const Activation* a = stack.top; a->is_region && open_regions < MAX_OPEN_REGIONS; a--) {
      open_regions++;
   }
   if (open_regions == MAX_OPEN_REGIONS) {
      return False;
   }
   stack_push_beside(region, 0);
   stack.top->is_region = True;
   return True;
}

Bool stack_region_ends(const Routine* region)
{
   const Activation* begun = stack.top;
   while (activation_is_inside(begun) && (begun->routine != region || !begun->is_region)) {
      begun--;
   }
   if (!activation_is_inside(begun)) {
      return False;
   }
   stack_pop_above(begun);
   stack.top->is_region = False;
   stack_pop();
   while (stack.top->is_over) {
      stack_pop();
   }
   return True;
}

/*--- Declared input sizes ---*/

void stack_declare_input(UInt size)
{
   stack.top->has_declared = True;
   stack.top->declared     = size;
}

/* A loop to the routine's beginning comes here again. */
VG_REGPARM(2) void stack_input_argument(Routine* routine, UWord value)
{
   if (stack.top->routine == routine && !stack.top->has_declared) {
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

/*--- Looking without touching; starting anew ---*/

void stack_for_each_ending(Strand* strand, void (*visit)(const Ending* ending, void* data), void* data)
{
   if (strand == running) {
      stack_account_for_reads();
   }
   const CallStack* on = stack_of(strand);
   Long  partials    = 0;
   ULong callee_cost = 0;   /* of the activation above, which is not in a->callee_cost yet */
   UInt* above       = VG_(calloc)("aprof.stack.above", on->live_end + 1, sizeof *above);

   for (const Activation* a = on->top; a >= on->bottom; a--) {
      Ending ending = {
         .strand = strand, .number = a - on->bottom, .table = a->table,
         .cost   = strand_cost(strand) - a->entry_cost,
      };
      partials   += on->reads.partials[ending.number];
      ending.rms  = a->has_declared ? a->declared : rms_of(partials);
      ending.self = ending.cost - a->callee_cost - callee_cost;
      callee_cost = ending.cost;
      if (a->routine != &routine_in_plt) {
         ending.outermost = ++above[a->routine->number] == on->live[a->routine->number];
      } else {
         routine_note_call(a->routine);
         ending.table     = options.collect_cct ? context_in(on, a) : a->routine->number;
         ending.outermost = True;
      }
      ending.outermost = is_real(on, a, ending.table, ending.outermost);
      if (cost_has_begun(a, ending.cost, hot_of(strand)->paused)) {
         visit(&ending, data);
      }
   }
   VG_(free)(above);
}

void stack_restart(void)
{
   stack_account_for_reads();
   if (hot_latest == 0) {
      stack.last_stamp = HOT_LAST_RESERVED;
   }
   VG_(memset)(stack.live, 0, stack.live_end * sizeof *stack.live);
   for (Activation* a = stack.bottom; a <= stack.top; a++) {
      *stamp_of(a)   = next_stamp();
      *partial_of(a) = 0;
      a->entry_cost  = 0;   /* as that of the strand */
      a->callee_cost = 0;
      if (a->routine != &routine_in_plt) {
         stack_bind(a, a->routine);
      }
   }
   stack.first_stamp = *stamp_of(stack.bottom);
   hot_set_stamp(stack_running_stamp());
   TELL(restarted);
}
