/* Recorded writes, for --drms=yes: who wrote a memory cell last, and when.

   A write is recorded if the kernel made it, or a thread while the program has
   several.  It comes from outside for a read if it was made by the kernel or by
   another thread than the reading one.  Such a read is input to all activations of
   its strand, if the strand has not accessed the cell since the write: dynamic read
   memory size (Coppa, Demetrescu, Finocchi, Marotta: Estimating the Empirical Cost
   Function of Routines with Dynamic Workloads, CGO 2014).

   shadow_written has, for each cell, the time of the last recorded write:

      0                     none; or, if the strand has never accessed the cell, that
                            of a file that was mapped there: writes_mapped_at
      WRITES_BY_KERNEL      by the kernel, before any time that a strand knows
      others                a number of the counter hot_latest

   While the program has one thread, a write by the kernel also makes its strands forget that they have
   accessed the cell.  So generated code need not look at recorded writes at all.  It is the same as without
   --drms=yes, except that it calls another function if it finds a cell not accessed.

   From the second thread on, all code is translated anew, to look at recorded writes
   and to record its own.  One counter gives the timestamps of all strands.  It
   goes on at each call, and when the writer changes: each writer (a thread or the
   kernel) has its turns, and a list of turns tells who wrote at any time. */

#pragma once

#include "pub_tool.h"


#include "hot.h"
#include "profile/profile.h"

#define WRITES_BY_KERNEL  1
_Static_assert(WRITES_BY_KERNEL <= HOT_LAST_RESERVED, "a recorded time");

extern void writes_init(void);

/*--- Who writes ---*/

extern void writes_thread_begins(ThreadId thread);
extern void writes_thread_ends(ThreadId thread);

/* The program is about to have several threads; `latest` is the latest timestamp
   of any strand. */
extern void writes_begin_several(UInt latest);

/* Turns, with several threads: a thread writes, or the kernel.  Before a turn begins, the strands must be
   renumbered if timestamps are used up. */
#define WRITES_KERNEL  VG_INVALID_THREADID

extern Bool writes_is_turn_of(ThreadId thread);
extern Bool writes_used_up(void);
extern void writes_begin_turn(ThreadId thread);

/*--- Writes by the kernel ---*/

/* Records a write by the kernel.  With one thread, the caller makes all strands forget the cells; with
   several, it is the kernel's turn. */
extern void writes_by_kernel(Addr address, SizeT size);

/* A file is mapped there, or memory that other processes may share.  Cells that no
   strand has accessed count as written by the kernel; the others must be told like
   any write. */
extern void writes_file_mapped(Addr address, SizeT size);

/* WRITES_BY_KERNEL where a file has ever been mapped, else 0. */
extern UInt writes_mapped_at(Addr address);

/*--- Reads ---*/

/* Input of the running strand since it was taken. */
extern InputCounts writes_input;

extern InputCounts writes_take_input(void);

/* Returns, or forgets, the input of all strands. */
extern InputCounts writes_all_input(void);
extern void writes_forget_input(void);

/* The running thread reads a cell, whose last recorded write was at `written`. */
extern Bool writes_count_from_outside(UInt written);

static inline void writes_count_own(void)
{
   writes_input.all++;
}

/*--- Renumbering ---*/

/* Renumbering, with several threads, keeps the order of activations, of writes, and of accesses to a cell
   and the last write to it; and of a write, whose it was.  So the timestamps of all activations, each once
   and in ascending order, divide time into intervals.  One of these keeps a number for the activation that
   begins it, and one for each writer of cells in it.  An access keeps the first number of its interval, or
   the last one if the cell has not been written since. */
extern void writes_renumber_begin(const UInt* activations, UInt count);
extern UInt writes_renumbered_activation(UInt stamp);
extern UInt writes_renumbered_access(UInt stamp, UInt written);

/* All that is based on accesses and activations has been renumbered. */
extern void writes_renumber_end(void);

/*--- fork ---*/

/* The process is a child with one thread; nothing is recorded. */
extern void writes_forked(void);
