/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Recorded writes.  Invariant, while there are several threads: `turns` is in
   ascending order of time, its first one is the kernel's from WRITES_BY_KERNEL on,
   and its last one is the present. */

#include "writes.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_rangemap.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_xarray.h"

#include "options.h"
#include "shadow.h"
#include "valgrind_version.h"

#define LATEST_POSSIBLE  ((1U << HOT_STAMP_BITS) - 1)

/* More turns than this are forgotten by renumbering; there is one for each switch
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

UInt        hot_latest;
InputCounts writes_input;

static InputCounts input_taken;
static XArray*   turns;
static Writer    present;        /* the last turn's writer, */
static ThreadId  present_thread; /* and its thread id */
static Writer    reader;         /* the thread that runs, or has run last */
static UInt      end_of_stamps;  /* when hot_latest gets there, renumber */
static Writer*   writers;        /* by thread id; WRITER_NONE where there is no thread */
static Writer    last_writer;
static Writer    judged_for;
static RangeMap* mapped;         /* address -> has a file ever been mapped there? */

static RangeMap* new_map(void)
{
   return VG_(newRangeMap)(VG_(malloc), "aprof.writes.mapped", VG_(free), 0);
}

void writes_init(void)
{
   shadow_written = shadow_new_table();
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

void writes_widen(void)
{
   shadow_written = shadow_widened_table(shadow_written);
}

/*------------------------------------------------------------*/
/*--- Writers and their turns                              ---*/
/*------------------------------------------------------------*/

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
   Turn turn = { .first = first, .writer = writers[thread], .thread = thread };
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
   return hot_latest >= end_of_stamps || VG_(sizeXA)(turns) >= MAX_TURNS;
}

void writes_begin_turn(ThreadId thread)
{
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

/*------------------------------------------------------------*/
/*--- Writes by the kernel                                 ---*/
/*------------------------------------------------------------*/

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

/*------------------------------------------------------------*/
/*--- Reads                                                ---*/
/*------------------------------------------------------------*/

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
   writes_add_input(&input_taken, taken);
   writes_input = (InputCounts){ 0 };
   return taken;
}

InputCounts writes_all_input(void)
{
   InputCounts all = input_taken;
   writes_add_input(&all, writes_input);
   return all;
}

void writes_forget_input(void)
{
   writes_input = input_taken = (InputCounts){ 0 };
}

/*------------------------------------------------------------*/
/*--- Renumbering                                          ---*/
/*------------------------------------------------------------*/

void writes_judge_for(ThreadId thread)
{
   judged_for = writers[thread];
}

Bool writes_is_from_outside(UInt written)
{
   return writer_at(written) != judged_for;
}

/* Afterwards all recorded writes are older than all activations: what mattered of
   their order, strands have forgotten accesses for.  Only the writer is left. */
#define OF_ENDED_THREADS  (WRITES_BY_KERNEL + 1)
#define OF_THREAD(thread) (OF_ENDED_THREADS + (thread))

static UInt renumbered(UInt written)
{
   const Turn* turn = turn_at(written);
   if (turn->writer == WRITER_KERNEL) {
      return WRITES_BY_KERNEL;
   }
   Bool lives = turn->writer != WRITER_NONE && turn->writer == writers[turn->thread];
   return lives ? OF_THREAD(turn->thread) : OF_ENDED_THREADS;
}

UInt writes_renumber(void)
{
   shadow_renumber(shadow_written, renumbered);

   UInt last = OF_ENDED_THREADS;
   VG_(dropTailXA)(turns, VG_(sizeXA)(turns));
   add_turn(WRITES_BY_KERNEL, KERNEL);
   add_turn(OF_ENDED_THREADS, NOBODY);
   for (ThreadId thread = FIRST_THREAD; thread < VG_N_THREADS; thread++) {
      if (writers[thread] != WRITER_NONE) {
         last = OF_THREAD(thread);
         add_turn(last, thread);
      }
   }
   return last;
}

/* In the middle of a turn, perhaps. */
void writes_renumbered(UInt latest)
{
   go_on_after(latest);
   add_turn(++hot_latest, present_thread);
}

/*------------------------------------------------------------*/
/*--- fork                                                 ---*/
/*------------------------------------------------------------*/

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
