/* How the programs of random_calls.pl count their calls, and what a thread and a coroutine of theirs is.

   The counts do not depend on any stack. A routine gets the Call of the one that calls it, as an argument, and makes
   one of its own (`begin`). So whichever way control goes on later, who called whom is known where the call is; the
   path of calls is that of its Call. Nobody calls a handler, a coroutine or a thread: they begin a path. Apart routines
   are called like others here: random_counts.pl cuts the paths there.

   When an activation ends is never noted. But when a report is asked for (`part_ends`), all Calls from which a strand
   has not yet come back are told so, and are of the next part. They are found from where each strand has last said
   that it waits (`at`). */

#ifndef APROF_TESTS_RANDOM_COUNTS
#define APROF_TESTS_RANDOM_COUNTS

#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#include <valgrind/aprof.h>

#ifdef __clang__
#define ROUTINE extern "C" __attribute__((noinline))
#else
#define ROUTINE extern "C" __attribute__((noipa))
#endif
#define INLINE  __attribute__((always_inline)) inline

#define CELLS        256
#define STACK        (512 << 10)
#define COROUTINES   6
#define OTHERS       2          /* further stacks of a coroutine or thread */
#define FIRST        (BATON ? THREADS + 1 : 1)   /* slot that is a coroutine's */
#define LOCAL        (128 << 10)
#define LOCAL_DEPTH  12
#define SLOTS        (FIRST + COROUTINES + 40)
#define MAX_NODES    40000
#define MAX_CALLS    80000
#define MAX_PARTS    8
#define MAX_DEPTH    40
#define HANDLER      4          /* as much stack as so many calls */
#define RED_ZONE     128

/* Routines beside the random ones. */
enum { MAIN = ROUTINES, RUN, COROUTINE, ON_SIGNAL, ON_BRIEF, ON_FAULT, ON_EXCHANGE, PREEMPT, PREEMPTED, ON_OTHER_STACK,
       CALL_BY_HAND, SWITCH_BY_RETURN, SWITCH_BY_JUMP, SWITCH_BY_EXCHANGE, REGION_1, REGION_2, NAMES };

/* A path of calls, and how many of it ended in each part. */
struct Node {
   int   number, id;
   Node* caller;
   Node* callees;
   Node* beside;
   int   calls[MAX_PARTS + 1];
};

struct Call {
   Node* node;
   Call* caller;
   int   depth, part;
};

struct Slot;
struct Mark;

/* What has a path of calls of its own. */
struct Strand {
   Call*   at;             /* the routine that waits, or was interrupted */
   Strand* interrupted;
   Mark*   mark;           /* of the innermost setjmp */
   bool    alternate;      /* on sigaltstack's stack, which others will use */
   bool    leaves;         /* it may be left for a mark of what it interrupted */
};

struct Place { long rbx, rbp, r12, r13, r14, r15, rsp, rip; };

enum State { FREE, RUNS, WAITS, OVER };
enum Way { BY_CONTEXT, BY_RETURN, BY_JUMP, BY_EXCHANGE, BY_SIGNAL, WAYS };

/* A thread or a coroutine, with what it waits with. */
struct Slot {
   Strand     first;
   Strand*    inner;
   Slot*      resumer;
   State      state;
   Way        way;
   bool       is_thread, is_local, made_by_context;
   int        turns, others;
   int        thread;           /* if it is one */
   char*      stack;
   size_t     size;
   char*      other_stacks[OTHERS];
   ucontext_t context, link;
   void*      sp;
   greg_t     registers[NGREG];
};

enum Edit { NONE, SKIP, PUSH, GO_UP };

/* What a thread has of its own, or all together. */
struct Own {
   unsigned long random;
   long    cells[CELLS];
   long    sum;
   int     calls_left;
   Slot*   slot;
   Strand* strand;
   Slot    slots[SLOTS];
   int     slot_count;
   int     thread;
   int     part;
   Edit    edit;               /* what the next handler of a fault does, */
   Place*  place;              /* and where to */
   greg_t* exchange_from;
   greg_t* exchange_to;
   Node    root;
   Node    nodes[MAX_NODES];
   int     node_count;
   Call    calls[MAX_CALLS];
   int     call_count;
};

#if THREADS > 0 && !BATON
#define OWNS  (THREADS + 1)
static thread_local Own* own;
#else
#define OWNS  1
#define own   (&owns[0])
#endif

static Own           owns[OWNS];
static sem_t         turns[THREADS + 1];
static bool          alive[THREADS + 1];
static int           processes;             /* that this one has forked */
static int           process;
static const char*   output;
static volatile int  ticked;
static char          static_stacks[2][STACK] __attribute__((aligned(4096)));
static char          alternate_stacks[THREADS + 1][STACK] __attribute__((aligned(64)));

typedef long Routine(long x, Call* from);
extern Routine* const volatile table[ROUTINES];
extern const char* const names[NAMES];

/*------------------------------------------------------------*/
/*--- Chance, memory                                       ---*/
/*------------------------------------------------------------*/

static INLINE unsigned chance_of(unsigned below)
{
   own->random ^= own->random << 13, own->random ^= own->random >> 7, own->random ^= own->random << 17;
   return (unsigned)(own->random >> 20) % below;
}

static INLINE bool chance(unsigned one_in)
{
   return chance_of(one_in) == 0;
}

/* No call begins if there were too many, so that all ends. */
static INLINE bool may_call(Call* me, unsigned one_in)
{
   return own->calls_left > 0 && me->depth < MAX_DEPTH && chance(one_in) && own->calls_left-- > 0;
}

static INLINE long read_at(long x)
{
   return *(volatile long*)&own->cells[(unsigned long)x % CELLS] & 0xff;
}

static INLINE void write_at(long x, long value)
{
   *(volatile long*)&own->cells[(unsigned long)x % CELLS] = value;
}

static void die(const char* what)
{
   fprintf(stderr, "random_calls: %s\n", what);
   _exit(9);
}

/*------------------------------------------------------------*/
/*--- Counting                                             ---*/
/*------------------------------------------------------------*/

static Node* new_node(int number, Node* caller)
{
   if (own->node_count == MAX_NODES)
      die("too many paths");
   Node* node = &own->nodes[own->node_count];
   node->id      = ++own->node_count;
   node->number  = number;
   node->caller  = caller;
   node->beside  = caller->callees;
   caller->callees = node;
   return node;
}

static INLINE Call* begin(int number, Call* from)
{
   Node* caller = from == nullptr ? &own->root : from->node;
   Node* node   = caller->callees;
   while (node != nullptr && node->number != number)
      node = node->beside;
   if (node == nullptr)
      node = new_node(number, caller);
   if (own->call_count == MAX_CALLS)
      die("too many calls");
   Call* call = &own->calls[own->call_count++];
   *call = { node, from, from == nullptr ? 0 : from->depth + 1, own->part };
   return call;
}

/* All from which `inner` has not come back are of this part at the earliest. */
static void is_open(Strand* inner, int part)
{
   for (Strand* strand = inner; strand != nullptr; strand = strand->interrupted)
      for (Call* call = strand->at; call != nullptr && call->part >= 0; call = call->caller)
         call->part = part;
}

static void mark_open(Call* me, int part)
{
   own->strand->at = me;
   for (int i = 0; i < own->slot_count; i++) {
      Slot* slot = &own->slots[i];
      if (slot->state != FREE)
         is_open(slot == own->slot ? own->strand : slot->inner, part);
   }
}

/* What goes on was perhaps forgotten. */
static INLINE void goes_on(Call* call)
{
   for (; call != nullptr && call->part < 0; call = call->caller)
      call->part = own->part;
}

/* What runs later is counted, and what does not is not: that has no cost since then. */
static void forget(Call* me)
{
   for (int i = 0; i < own->call_count; i++)
      own->calls[i].part = -1;
   goes_on(me);
}

static void part_ends(Call* me)
{
   if (own->part == MAX_PARTS)
      return;
   own->part++;
   mark_open(me, own->part);
   APROF_DUMP(0);
}

static void zero(Call* me)
{
   forget(me);
   APROF_ZERO;
}

/* process PID; name NAME, of each routine that is counted; node ID CALLER NAME, where 0 is nobody; calls ID PART NUMBER
   of the path up to this node */
static void write_counts(void)
{
   char name[400];
   snprintf(name, sizeof name, "%s.%d", output, process);
   FILE* file = fopen(name, "w");
   if (file == nullptr)
      die("cannot write what was counted");
   fprintf(file, "process %d\n", (int)getpid());
   for (int i = 0; i < NAMES; i++)
      fprintf(file, "name %s\n", names[i]);
   for (Own* o = owns; o < owns + OWNS; o++) {
      for (int i = 0; i < o->call_count; i++)
         if (o->calls[i].part >= 0)
            o->calls[i].node->calls[o->calls[i].part]++;
      for (int i = 0; i < o->node_count; i++) {
         Node* node = &o->nodes[i];
         fprintf(file, "node %d %d %s\n", node->id, node->caller->id, names[node->number]);
         for (int part = 0; part <= MAX_PARTS; part++)
            if (node->calls[part] > 0)
               fprintf(file, "calls %d %d %d\n", node->id, part + 1, node->calls[part]);
      }
      fprintf(file, "sum %ld\n", o->sum);
   }
   fclose(file);
}

/* The program ends wherever it is. */
static void leave_program(void)
{
   write_counts();
   if (chance(2))
      exit(5);
   _exit(6);
}

#endif
