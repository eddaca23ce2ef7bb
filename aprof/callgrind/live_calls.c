/* The calls that are under way.  Invariant: each activation of a strand has a call with
   the same number from the bottom, except while the core handles an event. */

#include "callgrind/live_calls.h"

#include "hot.h"
#include "listener.h"
#include "options.h"
#include "stack/cost.h"

typedef struct {
   Edge*      edge;
   CodePlace* site;           /* the place of the call; NULL: not known */
   ULong      from_threads;   /* the strand's from_threads at the call */
   ULong      from_kernel;    /* the strand's from_kernel at the call */
} Call;

/* The calls of a strand. */
typedef struct {
   Call* bottom;
   Call* top;
   Call* end;                 /* end of the allocated memory */
   ULong from_threads;        /* input of the strand from other threads so far */
   ULong from_kernel;         /* input of the strand from the kernel so far */
   ULong placed_cost;         /* if the cost is not that of code: what is counted at a place */
   Here  here;                /* the strand's `here` while another strand runs */
} LiveCalls;

#define FIRST_CAPACITY  64

Here here;

/* The calls of the running strand, at a fixed address, and where they belong while another one runs. */
static LiveCalls  live;
static LiveCalls  none;              /* stands for the calls of no strand */
static LiveCalls* home = &none;

static Listener listener;

/*--- Strands ---*/

static LiveCalls* home_of(const Strand* strand)
{
   return strand->kept[listener.index];
}

static const LiveCalls* calls_of(const Strand* strand)
{
   return home_of(strand) == home ? &live : home_of(strand);
}

/* If they are those that `live` has, it has none from now on. */
static void leave(LiveCalls* calls)
{
   if (calls == home) {
      *home = live;
      home  = &none;
      live  = none;
   }
}

static void strand_begins(Strand* strand, const Strand* parent)
{
   LiveCalls* calls = home_of(strand);
   if (calls == NULL) {
      calls = VG_(calloc)("aprof.live_calls", 1, sizeof *calls);
      calls->bottom = VG_(malloc)("aprof.live_calls.stack", FIRST_CAPACITY * sizeof(Call));
      calls->end    = calls->bottom + FIRST_CAPACITY;
      strand->kept[listener.index] = calls;
   }
   leave(calls);      /* it may have run last, and is used again */
   calls->top  = calls->bottom - 1;
   calls->here = (Here){ 0 };
   calls->from_threads = calls->from_kernel = calls->placed_cost = 0;
}

static void strand_is_freed(Strand* strand)
{
   LiveCalls* calls = home_of(strand);
   leave(calls);
   VG_(free)(calls->bottom);
   VG_(free)(calls);
}

static void strand_selected(Strand* strand)
{
   live.here = here;
   *home = live;
   home  = home_of(strand);
   live  = *home;
   here  = live.here;
   tl_assert(live.top - live.bottom == stack.number);
}

/*--- What runs ---*/

static const CodePlace* place_of(const Here* at, const Node* node)
{
   return at->call_site != NULL ? at->call_site : &node->entry;
}

/* Adds the cost since the last event to the node that ran until now, at the place where it
   stopped.  Blocks and instructions are counted where they are executed. */
static void place_cost(void)
{
   Node* node   = hot.registers.owner;
   ULong added = hot.registers.cost - live.placed_cost;
   if (added > 0 && node != NULL && node != &graph_paused_node) {
      graph_call_of_stub(node, place_of(&here, node))->own.cost += added;
      live.placed_cost = hot.registers.cost;
   }
}

/* The activation that this edge called runs from now on, or again. */
static inline void show(const Edge* edge)
{
   hot.registers.owner = hot.paused ? &graph_paused_node : edge->callee;
   hot_rest_changed   = True;
}

static inline void run(const Edge* edge)
{
   if (!cost_is_of_code()) {
      place_cost();
   }
   show(edge);
}

static void collecting_changed(void)
{
   if (live.top >= live.bottom) {
      run(live.top->edge);
   }
}

/*--- Calls ---*/

static __attribute__((noinline)) void make_room(void)
{
   SizeT capacity = live.end - live.bottom;
   live.bottom = VG_(realloc)("aprof.live_calls.stack", live.bottom, 2 * capacity * sizeof(Call));
   live.end    = live.bottom + 2 * capacity;
   live.top    = live.bottom + capacity - 1;
}

/* Adds to this edge what the last stub has done. */
static void end_stub(Edge* edge)
{
   if (!hot.paused) {
      events_add(&edge->own, here.stub);
   }
   here.stub = (Events){ 0 };
}

static void begin_bottom(Call* call, const Routine* routine)
{
   call->site         = here.call_site;
   call->from_threads = live.from_threads;
   call->from_kernel  = live.from_kernel;
   call->edge         = graph_begin(routine, stack.profile);
   run(call->edge);
}

/* These two run for each activation, and do only what nearly all runs need. */

static void entered(const Activation* a)
{
   if (live.top + 1 == live.end) {
      make_room();
   }
   Call* call = ++live.top;
   if (call == live.bottom) {
      begin_bottom(call, a->routine);
      return;
   }
   call->site = here.call_site;
   call->edge = graph_call(call[-1].edge, call->site, a->routine, stack.live[a->routine->number]);
   if (!events_are_none(here.stub)) {
      end_stub(call->edge);
   }
   show(call->edge);
}

static void left(const Activation* a, ULong cost, UInt rms)
{
   Call* call = live.top--;
   if (cost_has_begun(a, cost, hot.paused)) {
      Edge* edge = call->edge;
      edge->calls++;
      edge->events.cost += cost;
      edge->events.rms  += a->has_declared ? a->declared : rms;
   }
   if (live.top >= live.bottom) {
      show(live.top->edge);
   }
}

/* These two also count input from threads and the kernel, or place costs. */

static void entered_with_more(const Activation* a)
{
   if (!cost_is_of_code() && live.top >= live.bottom) {
      place_cost();
   }
   entered(a);
   tl_assert(live.top - live.bottom == stack.number);
   live.top->from_threads = live.from_threads;
   live.top->from_kernel  = live.from_kernel;
}

static void left_with_more(const Activation* a, ULong cost, UInt rms)
{
   const Call* call = live.top;
   if (!cost_is_of_code()) {
      place_cost();
   }
   if (cost_has_begun(a, cost, hot.paused)) {
      call->edge->events.from_threads += live.from_threads - call->from_threads;
      call->edge->events.from_kernel  += live.from_kernel - call->from_kernel;
   }
   left(a, cost, rms);
   tl_assert(live.top - live.bottom == stack.number);
}

/* The cost of the stub belongs to the routine that it has led to. */
static void bottom_bound(const Activation* bottom)
{
   hot.registers.owner = NULL;
   begin_bottom(live.bottom, bottom->routine);
   end_stub(live.bottom->edge);
}

static void caller_appeared(const Activation* bottom)
{
   if (live.top + 1 == live.end) {
      make_room();
   }
   Call* caller = live.top++;
   Call* called = live.top;
   *called = *caller;
   begin_bottom(caller, bottom->routine);
   called->edge = graph_call_by_new(called->edge, caller->edge);
   run(called->edge);
}

/*--- PLT stubs ---*/

static void stub_led_nowhere(void)
{
   Node* caller = live.top->edge->callee;
   end_stub(graph_call_of_stub(caller, place_of(&here, caller)));
}

/* If the strand has begun in the stub, the stub has no caller. */
static void brought_up_to_date(void)
{
   if (!events_are_none(here.stub) && live.top->edge->routine != &routine_in_plt) {
      stub_led_nowhere();
   }
}

static void resolver_ends(void)
{
   here.call_site = live.top->site;
}

static void call_site_lost(void)
{
   here.call_site = &live.top->edge->callee->entry;
}

/*--- Looking; beginning anew ---*/

void live_calls_count_input(ULong from_threads, ULong from_kernel)
{
   live.from_threads += from_threads;
   live.from_kernel  += from_kernel;
}

Bool live_calls_of_activation(const Strand* strand, Word number, Edge** edge, Events* input)
{
   const LiveCalls* calls = calls_of(strand);
   const Call*      call  = calls->bottom + number;
   if (call > calls->top) {
      return False;
   }
   *edge  = call->edge;
   *input = (Events){ 0 };
   if (options.drms) {
      input->from_threads = calls->from_threads - call->from_threads;
      input->from_kernel  = calls->from_kernel - call->from_kernel;
   }
   return True;
}

Events live_calls_rest(const Strand* strand, Node** node, const CodePlace** place)
{
   const LiveCalls* calls = calls_of(strand);
   const Here*      left_here = strand == running ? &here : &calls->here;
   *node  = hot_of(strand)->registers.owner;
   *place = place_of(left_here, *node);
   Events rest = left_here->stub;
   if (!cost_is_of_code() && !hot_of(strand)->paused) {
      rest.cost += strand_cost(strand) - calls->placed_cost;
   }
   return rest;
}

static void restarted(void)
{
   here.stub         = (Events){ 0 };
   live.placed_cost = 0;
   for (Call* call = live.bottom; call <= live.top; call++) {
      call->from_threads = live.from_threads;
      call->from_kernel  = live.from_kernel;
   }
}

static Listener listener = {
   .strand_begins      = strand_begins,
   .strand_is_freed    = strand_is_freed,
   .strand_selected    = strand_selected,
   .bottom_bound       = bottom_bound,
   .caller_appeared    = caller_appeared,
   .stub_led_nowhere   = stub_led_nowhere,
   .resolver_ends      = resolver_ends,
   .call_site_lost     = call_site_lost,
   .brought_up_to_date = brought_up_to_date,
   .collecting_changed = collecting_changed,
   .restarted          = restarted,
};

void live_calls_init(void)
{
   Bool more = options.drms || !cost_is_of_code();
   listener.entered = more ? entered_with_more : entered;
   listener.left    = more ? left_with_more : left;
   listener_register(&listener);
}
