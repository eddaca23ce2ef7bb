/* Recorded writes.  Invariant, while there are several threads: `turns` is in
   ascending order of time, its first one is the kernel's from WRITES_BY_KERNEL on,
   and its last one is the present. */

#include "cells/writes.h"

#include "cells/shadow.h"
#include "options.h"
#include "valgrind_version.h"

#define LATEST_POSSIBLE  ((1U << HOT_STAMP_BITS) - 1)

/* More turns than this are made fewer by renumbering; there is one for each switch
   of threads, and two for each system call that writes something. */
#define MAX_TURNS  (1 << 20)

/* A writer is the kernel, or one of all the threads that the process has ever had;
   Valgrind's thread ids are used again. */
typedef UInt Writer;

#define WRITER_KERNEL  0
#define WRITER_NONE    0xffffffffU

/* Thread ids begin at 1.  That of the kernel, and one that no thread has. */
#define KERNEL        WRITES_KERNEL
#define FIRST_THREAD  1
#define NOBODY        VG_N_THREADS

typedef struct {
   UInt     first;    /* its writes have timestamps from this one on */
   Writer   writer;
   ThreadId thread;
} Turn;

InputCounts writes_input;

static InputCounts input_taken;
static XArray*   turns;
static Writer    present;        /* the last turn's writer, */
static ThreadId  present_thread; /* and its thread id */
static Writer    reader;         /* the thread that runs, or has run last */
static UInt      end_of_stamps;  /* when hot_latest gets there, renumber */
static Writer*   writers;        /* by thread id; WRITER_NONE where there is no thread */
static Writer    last_writer;
static UInt      end_of_turns = MAX_TURNS;   /* when there are so many, likewise */
static RangeMap* mapped;         /* address -> has a file ever been mapped there? */

static RangeMap* new_map(void)
{
   return VG_(newRangeMap)(VG_(malloc), "aprof.writes.mapped", VG_(free), 0);
}

void writes_init(void)
{
   shadow_written = shadow_new();
   mapped         = new_map();
   turns          = VG_(newXA)(VG_(malloc), "aprof.writes.turns", VG_(free), sizeof(Turn));
   writers        = VG_(malloc)("aprof.writes.writers", (VG_N_THREADS + 1) * sizeof *writers);
   present        = WRITER_NONE;
   present_thread = NOBODY;
   reader         = WRITER_NONE;
   writers[KERNEL] = WRITER_KERNEL;
   for (ThreadId thread = FIRST_THREAD; thread <= NOBODY; thread++) {
      writers[thread] = WRITER_NONE;
   }
}

/*--- Writers and their turns ---*/

void writes_thread_begins(ThreadId thread)
{
   writers[thread] = ++last_writer;
}

void writes_thread_ends(ThreadId thread)
{
   writers[thread] = WRITER_NONE;
}

static void add_turn(UInt first, ThreadId thread)
{
   Word count = VG_(sizeXA)(turns);
   Turn turn  = { .first = first, .writer = writers[thread], .thread = thread };
   tl_assert(count == 0 || ((const Turn*)VG_(indexXA)(turns, count - 1))->first < first);
   VG_(addToXA)(turns, &turn);
}

static const Turn* turn_at(UInt written)
{
   Word low  = 0;
   Word high = VG_(sizeXA)(turns);   /* every turn from here on is later */
   while (high - low > 1) {
      Word        middle = low + (high - low) / 2;
      const Turn* turn   = VG_(indexXA)(turns, middle);
      if (turn->first <= written) {
         low = middle;
      } else {
         high = middle;
      }
   }
   return VG_(indexXA)(turns, low);
}

static Writer writer_at(UInt written)
{
   return written == WRITES_BY_KERNEL ? WRITER_KERNEL : turn_at(written)->writer;
}

Bool writes_is_turn_of(ThreadId thread)
{
   return present == writers[thread];
}

Bool writes_used_up(void)
{
   return hot_latest >= end_of_stamps || VG_(sizeXA)(turns) >= end_of_turns;
}

void writes_begin_turn(ThreadId thread)
{
   tl_assert(VG_(sizeXA)(turns) > 0 && ((const Turn*)VG_(indexXA)(turns, 0))->first == WRITES_BY_KERNEL);
   add_turn(++hot_latest, thread);
   present        = writers[thread];
   present_thread = thread;
   if (thread != KERNEL) {
      reader = present;
   }
}

static void go_on_after(UInt latest)
{
   ULong end = (ULong)latest + (options.timestamp_limit > latest ? options.timestamp_limit : latest);
   hot_latest    = latest;
   end_of_stamps = end < LATEST_POSSIBLE ? end : LATEST_POSSIBLE;
}

void writes_begin_several(UInt latest)
{
   add_turn(WRITES_BY_KERNEL, KERNEL);
   go_on_after(latest);
   VG_(discard_translations)(0, ~0ULL, "aprof");
}

/*--- Writes by the kernel ---*/

void writes_by_kernel(Addr address, SizeT size)
{
   shadow_set(shadow_written, address, size, hot_latest == 0 ? WRITES_BY_KERNEL : hot_latest);
}

void writes_file_mapped(Addr address, SizeT size)
{
   VG_(bindRangeMap)(mapped, address, address + size - 1, WRITES_BY_KERNEL);
}

UInt writes_mapped_at(Addr address)
{
   UWord low, high, written;
   VG_(lookupRangeMap)(&low, &high, &written, mapped, address);
   return (UInt)written;
}

/*--- Reads ---*/

Bool writes_count_from_outside(UInt written)
{
   Writer writer = writer_at(written);
   if (writer == reader) {
      return False;
   }
   writes_input.all++;
   if (writer == WRITER_KERNEL) {
      writes_input.from_kernel++;
   } else {
      writes_input.from_threads++;
   }
   return True;
}

InputCounts writes_take_input(void)
{
   InputCounts taken = writes_input;
   input_add(&input_taken, taken);
   writes_input = (InputCounts){ 0 };
   return taken;
}

InputCounts writes_all_input(void)
{
   InputCounts all = input_taken;
   input_add(&all, writes_input);
   return all;
}

void writes_forget_input(void)
{
   writes_input = input_taken = (InputCounts){ 0 };
}

/*--- Renumbering ---*/

/* A writer in an interval: before the first activation (0), or from the n-th one on. */
typedef struct {
   VgHashNode node;     /* key: the interval and, in the lower half, the writer */
   ThreadId   thread;
   UInt       number;   /* what writes get */
} Share;

static const UInt*  activations;
static UInt         activation_count;
static UInt*        first_number;   /* by interval */
static UInt*        last_number;
static VgHashTable* shares;
static Share**      sorted;          /* the same in the order of their keys */
static UInt         share_count;

static UInt interval_of(UInt stamp)
{
   UInt low  = 0;
   UInt high = activation_count + 1;
   while (high - low > 1) {
      UInt middle = low + (high - low) / 2;
      if (activations[middle - 1] <= stamp) {
         low = middle;
      } else {
         high = middle;
      }
   }
   return low;
}

/* Threads that have ended need not be told apart. */
static UWord key_of_share(UInt written, ThreadId* thread)
{
   const Turn* turn   = turn_at(written);
   Writer      writer = written == WRITES_BY_KERNEL ? WRITER_KERNEL : turn->writer;
   *thread = writer == WRITER_KERNEL ? KERNEL : writer == writers[turn->thread] ? turn->thread : NOBODY;
   return (UWord)interval_of(written) << 32 | writers[*thread];
}

static UInt note_share(UInt written)
{
   ThreadId thread;
   UWord    key = key_of_share(written, &thread);
   if (VG_(HT_lookup)(shares, key) == NULL) {
      Share* share    = VG_(malloc)("aprof.writes.share", sizeof *share);
      share->node.key = key;
      share->thread   = thread;
      VG_(HT_add_node)(shares, share);
   }
   return written;
}

static Int compare_shares(const void* left, const void* right)
{
   UWord a = (*(Share* const*)left)->node.key;
   UWord b = (*(Share* const*)right)->node.key;
   return a < b ? -1 : a > b;
}

/* The kernel keeps its number for what it wrote before all activations. */
static void number_intervals(void)
{
   UInt next = WRITES_BY_KERNEL;
   UInt used = 0;
   for (UInt interval = 0; interval <= activation_count; interval++) {
      first_number[interval] = interval == 0 ? WRITES_BY_KERNEL : ++next;
      for (; used < share_count && sorted[used]->node.key >> 32 == interval; used++) {
         Bool is_first = interval == 0 && sorted[used]->thread == KERNEL;
         sorted[used]->number = is_first ? WRITES_BY_KERNEL : ++next;
      }
      last_number[interval] = next;
   }
}

/* Forgets the turns of which every write has been overwritten. */
static void make_turns(void)
{
   VG_(dropTailXA)(turns, VG_(sizeXA)(turns));
   add_turn(WRITES_BY_KERNEL, KERNEL);
   for (UInt i = 0; i < share_count; i++) {
      if (sorted[i]->number != WRITES_BY_KERNEL) {
         add_turn(sorted[i]->number, sorted[i]->thread);
      }
   }
   end_of_turns = 2 * share_count > MAX_TURNS ? 2 * share_count : MAX_TURNS;
}

void writes_renumber_begin(const UInt* of_activations, UInt count)
{
   activations      = of_activations;
   activation_count = count;
   first_number     = VG_(malloc)("aprof.writes.first", (count + 1) * sizeof *first_number);
   last_number      = VG_(malloc)("aprof.writes.last", (count + 1) * sizeof *last_number);
   shares           = VG_(HT_construct)("aprof.writes.shares");
   shadow_renumber(shadow_written, note_share);
   sorted = (Share**)VG_(HT_to_array)(shares, &share_count);
   VG_(ssort)(sorted, share_count, sizeof *sorted, compare_shares);
   number_intervals();
}

UInt writes_renumbered_activation(UInt stamp)
{
   return first_number[interval_of(stamp)];
}

UInt writes_renumbered_access(UInt stamp, UInt written)
{
   UInt interval = interval_of(stamp);
   return stamp < written ? first_number[interval] : last_number[interval];
}

static UInt renumbered(UInt written)
{
   ThreadId     thread;
   const Share* share = VG_(HT_lookup)(shares, key_of_share(written, &thread));
   return share->number;
}

/* In the middle of a turn, perhaps. */
void writes_renumber_end(void)
{
   shadow_renumber(shadow_written, renumbered);
   make_turns();
   go_on_after(last_number[activation_count]);
   add_turn(++hot_latest, present_thread);
   VG_(free)(sorted);
   VG_(HT_destruct)(shares, VG_(free));
   VG_(free)(first_number);
   VG_(free)(last_number);
}

/*--- fork ---*/

void writes_forked(void)
{
   if (hot_latest != 0) {
      hot_latest = 0;
      VG_(discard_translations)(0, ~0ULL, "aprof");
   }
   VG_(dropTailXA)(turns, VG_(sizeXA)(turns));
   VG_(deleteRangeMap)(mapped);
   shadow_clear(shadow_written);
   mapped         = new_map();
   present        = WRITER_NONE;
   present_thread = NOBODY;
   writes_forget_input();
}
