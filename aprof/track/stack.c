/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The shadow call stack.

   Which event a control transfer is (call, return, jump, tail call) is decided
   in instrument.c from the block's code; here it is applied to the stack.

   The stack pointer tells which activations a return, a longjmp or an unwound
   exception ends: every activation whose return address lies below the new
   stack pointer is gone.  A routine entered by a tail call has the stack
   pointer of its caller, so both end at one return.

   Example, addresses growing downwards, f calls g, g jumps to h:

      event             sp      stack (routine:sp)
      call f            0xf8    main:...  f:0xf8
      call g            0xe8    main:...  f:0xf8  g:0xe8
      g jumps to h      0xe8    main:...  f:0xf8  g:0xe8  h:0xe8
      return from h     0xf0    main:...  f:0xf8               (0xe8 < 0xf0)

   That holds as long as the stack pointer stays on one machine stack.  Code that
   loads it from somewhere (stack_moved) may go on on another: then strand.c
   finds out whose it is, before the event is applied.  */

#include "track/stack.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

#include "callgrind/graph.h"
#include "check/oracle.h"
#include "control/requests.h"
#include "options.h"
#include "platform.h"
#include "profile/context.h"
#include "report/report.h"
#include "track/cost.h"
#include "track/hot.h"
#include "track/shadow.h"
#include "track/strand.h"
#include "track/writes.h"

static Stack* stack;   /* the selected one */

#define FIRST_CAPACITY  64

/* The bottom activation has no return address of its own. */
#define NEVER_RETURNS   (~(Addr)0)

/* What a machine stack may hold above its first stack pointer: arguments of the
   first routine, and where it returns to. */
#define ABOVE_FIRST_SP  512

/* How much lower than where a strand was left its stack pointer may be when it
   goes on: what the switching code has pushed. */
#define PUSHED_BY_SWITCH  512

/* Longest chain of tail calls that is kept. */
#define MAX_TAIL_CALLS  4096

/* A frame's size, roughly: within this distance a stack pointer is taken to be
   in the same one. */
#define NEAR            16384

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
   stack = selected;
}

/*------------------------------------------------------------*/
/*--- Timestamps                                           ---*/
/*------------------------------------------------------------*/

static UInt* stamp_of(const Activation* a)
{
   return &stack->reads.stamps[a - stack->bottom];
}

static Long* partial_of(const Activation* a)
{
   return &stack->reads.partials[a - stack->bottom];
}

UInt stack_running_stamp(void)
{
   return stack->reads.stamps[hot.number];
}

Long stack_running_partial(void)
{
   return stack->reads.partials[hot.number];
}

void stack_first_read(UInt stamp)
{
   stack->reads.partials[hot.number]++;
   stack->reads.partials[reads_owner(&stack->reads, hot.number - 1, stamp)]--;
}

/* By an activation, since it began or they were accounted for. */
static void account_for_reads(Word number, const Activation* a)
{
   if (hot.registers.log == a->log) {
      return;
   }
   if (hot.paused) {
      reads_forget(a->log);
      return;
   }
   reads_account(&stack->reads, number, a->log);
}

/* From the top down to where the log begins: all below have nothing in it. */
void stack_account_for_reads(void)
{
   Word        number = hot.number;
   Activation* a      = hot.top;
   for (; number >= 0 && hot.registers.log != reads_log; number--, a--) {
      account_for_reads(number, a);
      a->log = reads_log;
   }
}

/* Only the order of timestamps matters: that of a cell may be replaced by the
   position of the activation that it belongs to. */
static UInt renumbered(UInt stamp)
{
   return stamp < hot.first_stamp ? 0 : reads_owner(&stack->reads, hot.number, stamp) + 1 + HOT_LAST_RESERVED;
}

void stack_set_stamps(UInt (*renumber)(UInt))
{
   for (Word number = 0; number <= hot.number; number++) {
      UInt* stamp = &stack->reads.stamps[number];
      *stamp            = renumber(*stamp);
      stack->last_stamp = *stamp;
   }
   if (hot.number >= 0) {
      hot.first_stamp = stack->reads.stamps[0];
   }
}

/* Of the only thread; with several, strand_renumber_all does it. */
static void renumber(void)
{
   stack_account_for_reads();
   shadow_renumber(hot.shadow, renumbered);
   stack->last_stamp = HOT_LAST_RESERVED;
   for (Word number = 0; number <= hot.number; number++) {
      stack->reads.stamps[number] = ++stack->last_stamp;
   }
   if (hot.number >= 0) {
      hot.first_stamp = stack->reads.stamps[0];
   }
}

/* With several threads whose writes are recorded, all strands have one counter. */
static UInt next_common_stamp(void)
{
   if (writes_used_up()) {
      strand_renumber_all();
   }
   return ++hot_latest;
}

/* Below this timestamp a call may be a usual one: options.timestamp_limit, or 0 if a clock has to
   be read. */
static UInt usual_stamps;

/* More is kept of a call than the activation. */
static Bool keeps_more;

void stack_prepare(void)
{
   usual_stamps = options.cost != CostTime ? options.timestamp_limit : 0;
   keeps_more   = options.collect_cct || options.callgrind_file != NULL || options.check_rms;
}

/* A stack deeper than the limit raises it: at least as many timestamps as
   there are activations are free again after renumbering. */
static inline UInt next_stamp(void)
{
   if (hot_latest != 0) {
      return next_common_stamp();
   }
   if (stack->last_stamp >= options.timestamp_limit
       && stack->last_stamp >= 2 * (hot.number + 1)) {
      renumber();
   }
   return ++stack->last_stamp;
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
   if (routine->number >= stack->live_end) {
      UInt end = 2 * routine->number + 64;
      stack->live = VG_(realloc)("aprof.stack.live", stack->live, end * sizeof *stack->live);
      VG_(memset)(stack->live + stack->live_end, 0, (end - stack->live_end) * sizeof *stack->live);
      stack->live_end = end;
      profile_make_room(stack->profile, end);
   }
}

static UInt context_in(const Stack* of, const Activation* a)
{
   return context_of_call(a == of->bottom ? CONTEXT_NONE : a[-1].place, a->routine);
}

static __attribute__((noinline)) UInt context_with_room(const Activation* a)
{
   UInt context = context_in(stack, a);
   if (context >= stack->profile->tables_end) {
      profile_make_room(stack->profile, context + 1);
   }
   return context;
}

static void set_place(Activation* a)
{
   a->place = options.collect_cct ? context_with_room(a) : a->routine->number;
}

/* The activation is one of this routine. */
static inline void bind(Activation* a, Routine* routine)
{
   if (routine->number >= stack->live_end) {   /* ROUTINE_NOT_CALLED is, too */
      make_room_for(routine);
   }
   a->routine     = routine;
   a->ends_slowly = routine->watched || usual_stamps == 0;
   set_place(a);
   stack->live[routine->number]++;
}

static void dump(const HChar* option, const Routine* routine)
{
   HChar* trigger = VG_(malloc)("aprof.stack.trigger", VG_(strlen)(option) + VG_(strlen)(routine->name) + 1);
   VG_(sprintf)(trigger, "%s%s", option, routine->name);
   report_dump(trigger);
   VG_(free)(trigger);
}

/* How many activations of the routine, which toggles, there are on the stack, or are
   what its strand was begun in. */
static UInt* toggling(const Routine* routine)
{
   if (routine->toggles_collecting >= stack->toggling_end) {
      UInt end = 2 * routine->toggles_collecting;
      stack->toggling = VG_(realloc)("aprof.stack.toggling", stack->toggling, end * sizeof *stack->toggling);
      VG_(memset)(stack->toggling + stack->toggling_end, 0,
                  (end - stack->toggling_end) * sizeof *stack->toggling);
      stack->toggling_end = end;
   }
   return &stack->toggling[routine->toggles_collecting];
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
static inline void note_entry(Activation* a)
{
   const Routine* routine = a->routine;
   if (routine->watched) {
      if (routine->toggles_collecting != 0 && ++*toggling(routine) == 1) {
         stack_set_collecting(hot.paused);
         a->entry_cost = hot_cost(&hot);   /* the clock may have gone on */
      }
      if (routine->dumps_before) {
         dump("--dump-before=", routine);
      }
   }
}

/* The activation is all set, and has cost nothing yet. */
static inline void enter(Activation* a, Routine* routine)
{
   bind(a, routine);
   note_entry(a);
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
      dump("--dump-after=", routine);
   }
}

static void make_room(void)
{
   SizeT capacity = stack->end - stack->bottom;
   SizeT used     = hot.top - stack->bottom + 1;
   stack->bottom = VG_(realloc)("aprof.stack", stack->bottom, 2 * capacity * sizeof(Activation));
   stack->end    = stack->bottom + 2 * capacity;
   hot.top       = stack->bottom + used - 1;

   Stack former = *stack;
   allocate_reads(stack, 2 * capacity);
   VG_(memcpy)(stack->reads.stamps, former.reads.stamps, used * sizeof(UInt));
   VG_(memcpy)(stack->reads.partials, former.reads.partials, used * sizeof(Long));
   free_reads(&former);
}

static void begin_edge(Activation* a)
{
   a->call_place = hot.call_place;
   if (options.drms) {
      a->from_threads = hot.from_threads;
      a->from_kernel  = hot.from_kernel;
   }
   if (a == stack->bottom) {
      a->edge = graph_begin(a->routine, stack->profile);
   } else {
      a->edge = graph_call(a[-1].edge, a->call_place, a->routine, stack->live[a->routine->number]);
   }
}

/* One more on the stack, which has room for it; its routine and place are not set. */
static inline __attribute__((always_inline))
Activation* add_activation(Stack* on, UInt stamp, Addr sp, Addr log, ULong cost)
{
   Word        number = hot.number + 1;
   Activation* a      = hot.top + 1;
   hot.top    = a;
   hot.number = number;
   on->reads.stamps[number]   = stamp;
   on->reads.partials[number] = 0;
   a->unusual     = 0;
   a->sp          = sp;
   a->log         = log;
   a->entry_cost  = cost;
   a->callee_cost = 0;
   a->edge        = NULL;
   return a;
}

/* An activation of no routine yet. */
static inline Activation* push_unbound(Addr sp)
{
   UInt stamp = next_stamp();
   if (hot.top + 1 == stack->end) {
      make_room();
   }
   Activation* a  = add_activation(stack, stamp, sp, hot.registers.log, cost_now());
   a->ends_slowly = True;
   a->routine     = &routine_in_linkage;
   hot_set_stamp(stamp);
   return a;
}

/* For the Callgrind profile and the oracle. */
static inline void note_call(Activation* a)
{
   if (options.callgrind_file != NULL) {
      begin_edge(a);
   }
   if (options.check_rms) {
      oracle_call();
   }
}

static inline void push(Routine* routine, Addr sp)
{
   Activation* a = push_unbound(sp);
   enter(a, routine);
   note_call(a);
}

/* No earlier timestamp means anything.  A strand may begin in a linkage stub. */
static void push_bottom(Routine* routine)
{
   hot.first_stamp = ~0U;
   if (routine != &routine_in_linkage) {
      push(routine, NEVER_RETURNS);
   } else {
      note_call(push_unbound(NEVER_RETURNS));
   }
   hot.first_stamp = stack_running_stamp();
}

void stack_begin(Routine* routine, Addr sp)
{
   stack->first_sp = sp;
   stack->base     = sp + ABOVE_FIRST_SP;
   stack->other_stacks = 0;
   stack->jumped_from_bottom = 0;
   hot.linkage_call = hot.linkage_jump = 0;
   hot.top         = stack->bottom - 1;
   hot.number      = -1;
   push_bottom(routine);
   hot.top->entry_cost = 0;
   stack->just_begun   = False;
}

/*------------------------------------------------------------*/
/*--- Activations end                                      ---*/
/*------------------------------------------------------------*/

/* Sizes beyond the report's 32 bits stay at its largest. */
static UInt rms_of(Long cells)
{
   tl_assert(cells >= 0);
   return cells > 0xffffffffLL ? 0xffffffffU : (UInt)cells;
}

static inline void add_to_edge(const Activation* a, ULong cost, UInt rms)
{
   graph_return(a->edge, cost, rms);
   if (options.drms) {
      a->edge->events.from_threads += hot.from_threads - a->from_threads;
      a->edge->events.from_kernel  += hot.from_kernel - a->from_kernel;
   }
}

static void end_edge(const Activation* a, ULong cost, UInt rms)
{
   if (options.cost == CostTime) {
      graph_run(a->edge);   /* till now */
   }
   if (cost_has_begun(cost, &hot)) {
      add_to_edge(a, cost, rms);
   }
}

/* Whether its cost is no part of that of another activation in the report's routine:
   its own, or the one that stands for all beyond --cct-limit. */
static Bool is_real(const Stack* of, const Activation* a, UInt place, Bool outermost)
{
   if (context_marked == 0 || !context_is_marked(place)) {
      return outermost;
   }
   return a == of->bottom || !context_is_marked(a[-1].place);
}

/* The caller keeps the top down to the bottom activation. */
static void pop(void)
{
   Activation* a    = hot.top;
   account_for_reads(hot.number, a);
   if (a->is_region) {
      requests_region_left(a->routine);
   }
   ULong       cost = cost_now() - a->entry_cost;

   if (a->routine == &routine_in_linkage) {
      bind(a, a->routine);
   }
   Bool outermost = --stack->live[a->routine->number] == 0;
   Long partial   = stack->reads.partials[hot.number];
   UInt rms       = rms_of(partial);
   if (cost_has_begun(cost, &hot)) {
      UInt input = a->has_declared ? a->declared : rms;
      points_add(&stack->profile->tables[a->place], input, cost, cost - a->callee_cost,
                 is_real(stack, a, a->place, outermost));
   }
   if (options.callgrind_file != NULL) {
      end_edge(a, cost, a->has_declared ? a->declared : rms);
   }
   if (options.check_rms) {
      oracle_return(a->routine, rms);
   }

   stack->other_stacks -= a->other_stack;
   hot.top--;
   hot.number--;
   if (hot.number >= 0) {
      stack->reads.partials[hot.number] += partial;
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

static const Activation* first_on_its_stack(const Stack* of, const Activation* a)
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
static Addr base_of(const Stack* of, const Activation* a)
{
   const Activation* first = first_on_its_stack(of, a);
   return (first->other_stack ? first->sp : of->first_sp) + ABOVE_FIRST_SP;
}

/* The stack pointer tells nothing about activations on another machine stack:
   those below a call on a higher one stay. */
static void pop_below(Addr sp)
{
   while (hot.top->sp < sp) {
      Bool back = hot.top->other_stack;
      pop();
      if (back) {
         stack->base = base_of(stack, hot.top);
         return;
      }
   }
}

/* But for one that a strand has begun in, which has no caller. */
void stack_settle_stub(void)
{
   if (!events_are_none(hot.stub) && hot.top->routine != &routine_in_linkage) {
      graph_stub_ends_at(hot.top->edge, hot.call_place);
   }
}

void stack_unwind(void)
{
   unwinding = True;
   stack_settle_stub();
   while (hot.top >= stack->bottom) {
      hot.top->is_region = False;   /* the program may end inside */
      pop();
   }
   unwinding = False;
}

/*------------------------------------------------------------*/
/*--- Events                                               ---*/
/*------------------------------------------------------------*/

/* Activations that jumped to each other all end at one return.  Mutual tail
   recursion is a loop to the program, which needs no stack for it, so a chain must
   not grow without bounds here: a long one is cut, its first activation goes on,
   and those behind it end. */
static void cut_long_chain(void)
{
   if (hot.top->tail_calls >= MAX_TAIL_CALLS) {
      while (hot.top->tail_calls > 0) {
         pop();
      }
   }
}

/* A strand that has just begun (stack_moved) has the jump's target already.  What is
   called through a linkage stub is known when that jumps on. */
static void tail_call(Routine* routine, Addr sp)
{
   pop_below(sp);
   Bool just_begun = stack->just_begun && hot.top == stack->bottom && hot.top->routine == routine;
   stack->just_begun = False;
   if (just_begun) {
      return;
   }
   if (routine == &routine_in_linkage) {
      hot.linkage_jump = sp;
      hot.linkage_call = 0;
      return;
   }
   if (hot.top->sp == NEVER_RETURNS) {
      stack->jumped_from_bottom = sp + PLATFORM_RETURN_ADDRESS_SIZE;
   }
   if (hot.top->sp != sp) {
      push(routine, sp);
   } else {
      cut_long_chain();
      UInt tail_calls = hot.top->tail_calls + 1;
      push(routine, sp);
      hot.top->tail_calls = tail_calls;
   }
}

/* The running activation has logged most of a long log, or those below it. */
static __attribute__((noinline)) void settle_reads(void)
{
   account_for_reads(hot.number, hot.top);
   if (hot.registers.log > reads_log + (reads_log_limit - reads_log) / 2) {
      stack_account_for_reads();
   }
}

static inline void begin_event(void* guest)
{
   hot_begin_event(guest);
   if (hot.registers.log > reads_log_limit) {
      settle_reads();
   }
}

void stack_settle_reads(void* guest)
{
   begin_event(guest);
   hot_end_event(guest);
}

static void call(Routine* routine, Addr sp)
{
   if (routine == &routine_in_linkage) {
      hot.linkage_call = sp;
      return;
   }
   Bool other_stack = sp > hot.top->sp;
   push(routine, sp);
   if (other_stack) {
      hot.top->other_stack = True;
      stack->other_stacks++;
      stack->base          = sp + ABOVE_FIRST_SP;
   }
}

static __attribute__((noinline)) void any_call(void* guest, Routine* routine, Addr sp)
{
   begin_event(guest);
   call(routine, sp);
   hot_end_event(guest);
}

/* Nearly all calls and returns need no more than what stands in usual_call and in stack_return: what
   `call` and `pop` do, on generated code's registers themselves, and with no function but what is
   called there.  That is two thirds of the instructions.  False if there is more to do; then nothing has
   been done yet. */
static inline __attribute__((always_inline))
Bool usual_call(HotRegisters* registers, Routine* routine, Addr sp)
{
   Stack* on    = stack;
   UInt   stamp = on->last_stamp;
   if (stamp >= usual_stamps || hot.top + 1 == on->end || sp > hot.top->sp || registers->log > reads_log_limit
       || routine->number >= on->live_end || routine->watched || hot.paused || hot_latest != 0) {
      return False;
   }
   on->last_stamp = ++stamp;
   Activation* a  = add_activation(on, stamp, sp, registers->log, registers->cost);
   a->routine     = routine;
   a->place       = routine->number;
   on->live[routine->number]++;
   hot_show_stamp(registers, stamp);
   if (keeps_more) {
      if (options.collect_cct) {
         set_place(a);
      }
      note_call(a);
      registers->node = hot.registers.node;
   }
   return True;
}

void stack_call(void* guest, Routine* routine, Addr sp)
{
   if (!usual_call(hot_registers_of(guest), routine, sp)) {
      any_call(guest, routine, sp);
   }
}

void stack_call_to(void* guest, Addr target, Addr sp)
{
   Code*    code   = routine_code_at(target);
   Routine* called = routine_called_at(code);
   if (!code->is_skipped
       && (code->is_stub || !usual_call(hot_registers_of(guest), called, sp))) {
      any_call(guest, called, sp);
   }
}

/* Nothing tells where routines without a symbol begin, but code in another object,
   or in another region of anonymous memory, is certainly another routine's. */
static Bool is_nameless_elsewhere(const Code* code, UWord place)
{
   return code->routine == NULL && !code->is_stub && !code->is_skipped && code->place != place;
}

/* Jumps to another routine's first instruction are tail calls, from wherever
   they come; all others stay in the running activation. */
static void jump(Routine* here, Code* code, Addr sp)
{
   pop_below(sp);
   Bool begins = code->is_entry || code->is_stub || is_nameless_elsewhere(code, hot.top->routine->place);
   if ((!begins && !code->is_skipped) || (here != NULL && code->routine == here)) {
      stack->just_begun = False;
      return;
   }
   Routine* routine = routine_called_at(code);
   if (hot.top->resolver && sp == (hot.top == stack->bottom ? stack->first_sp : hot.top->sp)) {
      if (options.callgrind_file != NULL) {
         hot.call_place = hot.top->call_place;
      }
      pop();   /* the linker has found what was called: not its callee */
   }
   if (hot.top < stack->bottom) {
      push_bottom(routine);
   } else if (!code->is_skipped) {
      tail_call(routine, sp);
   }
}

/* A jump to somewhere in the same routine, such as a switch, is no event. */
void stack_jump(void* guest, Routine* here, Addr target, Addr sp)
{
   Code* code = routine_code_at(target);
   if (sp > hot.top->sp || code->routine != here || code->is_stub
       || is_nameless_elsewhere(code, hot.top->routine->place)) {
      begin_event(guest);
      jump(here, code, sp);
      hot_end_event(guest);
   } else if (hot_registers_of(guest)->log > reads_log_limit) {
      stack_settle_reads(guest);
   }
}

void stack_tail_call(void* guest, Routine* routine, Addr sp)
{
   begin_event(guest);
   tail_call(routine, sp);
   hot_end_event(guest);
}

/* The strand was begun inside a routine, whose caller appears only now: what was
   measured so far is its callee's.  Regions that are still open end with it. */
static void return_from_bottom(Routine* caller, Addr sp)
{
   while (hot.top > stack->bottom) {
      pop();
   }
   stack_account_for_reads();
   Activation* a = push_unbound(sp);
   *a = a[-1];
   *partial_of(a) = *partial_of(a - 1);
   if (options.check_rms) {
      oracle_call();
      oracle_copy_caller();
   }
   *partial_of(a - 1) = 0;
   a[-1].callee_cost  = 0;
   a[-1].has_declared = False;
   enter(&a[-1], caller);
   if (options.callgrind_file != NULL) {
      begin_edge(a - 1);
      a->edge = graph_call_by_new(a->edge, a[-1].edge);
   }
   set_place(a);
   stack->first_sp = sp;
   stack->base     = sp + ABOVE_FIRST_SP;
   pop();
}

static void moved(Addr target, Addr sp, Addr left_at);

/* Returns that do not just pop the running activation's return address: from
   further down, onto another machine stack, or to an address that the code
   pushed itself, which is an indirect jump.  The bottom activation goes on in
   nameless code that it returns to, like the kernel's behind a signal handler. */
static void unusual_return(Addr target, Addr sp)
{
   if (hot.top->sp < sp) {
      if (sp > stack->base) {
         moved(target, sp, hot.top->sp);
      }
      pop_below(sp);
   } else {
      Code* code = routine_code_at(target);
      if (hot.top->sp != NEVER_RETURNS || code->is_entry || sp <= stack->first_sp) {
         jump(hot.top->routine, code, sp);
      } else if (code->routine != NULL && code->routine != stack->bottom->routine) {
         return_from_bottom(code->routine, sp);
      }
   }
}

/* What the bottom activation had jumped to has returned, to the caller of both. */
static void return_behind_bottom(Addr target, Addr sp)
{
   stack->jumped_from_bottom = 0;
   Code* code = routine_code_at(target);
   if (hot.top->sp == NEVER_RETURNS && code->routine != NULL && code->routine != stack->bottom->routine) {
      return_from_bottom(code->routine, sp);
   }
}

static __attribute__((noinline)) void any_return(void* guest, Addr target, Addr sp)
{
   begin_event(guest);
   if (sp - hot.top->sp == PLATFORM_RETURN_ADDRESS_SIZE) {
      pop_below(sp);
      if (sp == stack->jumped_from_bottom) {
         return_behind_bottom(target, sp);
      }
   } else {
      unusual_return(target, sp);
   }
   hot_end_event(guest);
}

/* Usually the running activation ends, and no other (see usual_call). */
void stack_return(void* guest, Addr target, Addr sp)
{
   HotRegisters* registers = hot_registers_of(guest);
   Stack*        on        = stack;
   Activation*   a         = hot.top;
   if (sp - a->sp != PLATFORM_RETURN_ADDRESS_SIZE || a[-1].sp < sp || a->unusual != 0
       || sp == on->jumped_from_bottom || hot.paused || hot_latest != 0) {
      any_return(guest, target, sp);
      return;
   }
   Word number = hot.number;
   if (registers->log != a->log) {
      hot.registers.log = registers->log;
      reads_account(&on->reads, number, a->log);
      registers->log = a->log;
   }
   ULong cost      = registers->cost - a->entry_cost;
   Long  partial   = on->reads.partials[number];
   UInt  rms       = rms_of(partial);
   Bool  outermost = --on->live[a->routine->number] == 0;
   hot.top    = a - 1;
   hot.number = number - 1;
   on->reads.partials[number - 1] += partial;
   a[-1].callee_cost += cost;
   hot_show_stamp(registers, on->reads.stamps[number - 1]);
   if (keeps_more) {
      if (options.callgrind_file != NULL) {
         if (cost > 0) {
            add_to_edge(a, cost, rms);
         }
         graph_run(a[-1].edge);
         registers->node = hot.registers.node;
      }
      if (options.check_rms) {
         oracle_return(a->routine, rms);
      }
   }
   if (cost > 0) {
      points_add(&on->profile->tables[a->place], rms, cost, cost - a->callee_cost,
                 is_real(on, a, a->place, outermost));
   }
}

/* What a linkage stub pushes on its way to the dynamic linker, at most. */
#define PUSHED_BY_STUB  64

/* A linkage stub is its caller's: no activation begins before it jumps to what was
   called.  One that has pushed something is on its way to the dynamic linker, whose
   activation ends when it jumps there in turn. */
static void linkage_jump(Code* code, Addr sp)
{
   if (code->is_stub) {
      return;
   }
   Routine* called  = routine_called_at(code);
   Bool     is_call = hot.linkage_call != 0;
   Addr     from    = is_call ? hot.linkage_call : hot.linkage_jump;
   hot.linkage_call = hot.linkage_jump = 0;

   if (hot.top->routine == &routine_in_linkage) {
      /* A signal handler, say, may be known by its stub's address. */
      hot.top->resolver = sp < stack->first_sp;
      bind(hot.top, called);
      if (options.callgrind_file != NULL) {
         hot.registers.node = NULL;   /* time in the stub is that of what it has led to */
         begin_edge(hot.top);
         graph_stub_ends(hot.top->edge);
      }
      note_entry(hot.top);
      return;
   }
   Bool was_seen = from - sp <= PUSHED_BY_STUB;   /* how control came to the stub */
   if (options.callgrind_file != NULL && (!was_seen || code->is_skipped || called->watched)) {
      graph_stub_ends_at(hot.top->edge, hot.call_place);   /* it belongs to what was collected till now */
   }
   if (!was_seen) {
      hot.call_place = options.callgrind_file != NULL ? &hot.top->edge->callee->entry : NULL;
      jump(NULL, code, sp);
   } else if (!code->is_skipped) {
      if (is_call) {
         call(called, from);
      } else {
         tail_call(called, from);
      }
      hot.top->resolver = sp < from;
      if (options.callgrind_file != NULL) {
         graph_stub_ends(hot.top->edge);
      }
   }
}

/* Usually the stub has been called, has pushed nothing, and goes to a routine's beginning. */
void stack_linkage_jump(void* guest, Addr target, Addr sp)
{
   Code* code = routine_code_at(target);
   if (sp == hot.linkage_call && code->is_entry && hot.top->routine != &routine_in_linkage
       && !code->is_skipped && usual_call(hot_registers_of(guest), code->routine, sp)) {
      hot.linkage_call = hot.linkage_jump = 0;
      if (options.callgrind_file != NULL) {
         graph_stub_ends(hot.top->edge);
      }
      return;
   }
   begin_event(guest);
   linkage_jump(code, sp);
   hot_end_event(guest);
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
   push(region, hot.top->sp);
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
      pop();
   }
   hot.top->is_region = False;
   pop();
   return True;
}

/* A region's code is that of the routine around it. */
static const Routine* code_of(const Activation* a)
{
   while (a->routine->is_region && a > stack->bottom) {
      a--;
   }
   return a->routine;
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
/*--- Moves of the stack pointer                           ---*/
/*------------------------------------------------------------*/

/* The activations on one machine stack each, from the top.  Returns the topmost
   one of those among which the jump goes on, or NULL. */
static const Activation* last_to_stay(const Stack* on, const Activation* top, const Code* code,
                                      Addr sp)
{
   for (;;) {
      const Activation* first = first_on_its_stack(on, top);
      const Activation* frame = top;
      while (frame > first && frame->sp < sp) {
         frame--;
      }
      if (frame->sp >= sp && sp <= base_of(on, top)
          && (code->routine == NULL || code->routine == code_of(frame))) {
         return top;
      }
      if (first == on->bottom) {
         return NULL;
      }
      top = first - 1;
   }
}

Addr stack_lowest_to_go_on(const Stack* on, const Activation* top, const Code* code, Addr sp, Addr left_at)
{
   const Activation* last = last_to_stay(on, top, code, sp);
   Addr lowest = last == NULL ? ~(Addr)0 : last == top ? left_at - PUSHED_BY_SWITCH : last->sp - NEAR;
   return lowest <= sp ? lowest : 0;
}

/* The switch is to activations of this strand: what was called on another machine
   stack than theirs is left. */
static void leave_other_stacks(const Code* code, Addr sp)
{
   const Activation* last = last_to_stay(stack, hot.top, code, sp);
   while (hot.top != last) {
      pop();
   }
   stack->base = base_of(stack, hot.top);
}

/* Code that loads the stack pointer usually stays where it was: it restores what
   it had saved, in its own frame, or at its end before a tail call. */
static Bool stays_in_frame(const Code* code, Addr sp)
{
   Addr frame = hot.top == stack->bottom ? stack->base : hot.top->sp;
   if (code->is_entry) {
      return sp == hot.top->sp || (hot.top == stack->bottom && frame - sp < NEAR);
   }
   return frame - sp < NEAR && (code->routine == NULL || code->routine == code_of(hot.top));
}

static void moved(Addr target, Addr sp, Addr left_at)
{
   Code* code = routine_code_at(target);
   if (stays_in_frame(code, sp)) {
      return;
   }
   if (strand_switch(code, sp, left_at)) {
      leave_other_stacks(code, sp);
   } else {
      stack_begin(routine_called_at(code), sp);
      stack->just_begun = True;
   }
}

void stack_moved(void* guest, Addr target, Addr sp, Addr left_at)
{
   begin_event(guest);
   moved(target, sp, left_at);
   hot_end_event(guest);
}

/* A dynamic linker that is skipped removes its frames by this before it jumps to what it has bound: still below
   the running activation's frame, which is that of the linker's caller. */
void stack_moved_by_skipped(void* guest, Addr target, Addr sp, Addr left_at)
{
   if (sp >= hot.top->sp || sp - left_at >= NEAR || !routine_code_at(target)->is_entry) {
      stack_moved(guest, target, sp, left_at);
   }
}

/*------------------------------------------------------------*/
/*--- Looking without touching; starting anew              ---*/
/*------------------------------------------------------------*/

void stack_for_each_ending(const Stack* of, const Hot* state,
                           void (*visit)(const Ending* ending, void* data), void* data)
{
   if (of == stack) {
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
      if (a->routine != &routine_in_linkage) {
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
      stack->last_stamp = HOT_LAST_RESERVED;
   }
   VG_(memset)(stack->live, 0, stack->live_end * sizeof *stack->live);
   for (Activation* a = stack->bottom; a <= hot.top; a++) {
      *stamp_of(a)   = next_stamp();
      *partial_of(a) = 0;
      a->entry_cost  = 0;   /* as that of the strand */
      a->callee_cost = 0;
      a->from_threads = hot.from_threads;
      a->from_kernel  = hot.from_kernel;
      if (a->routine != &routine_in_linkage) {
         bind(a, a->routine);
      }
   }
   hot.first_stamp = *stamp_of(stack->bottom);
   hot_set_stamp(stack_running_stamp());
}
