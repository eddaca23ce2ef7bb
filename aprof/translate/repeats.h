/* The cost of a repeated string instruction (rep movs, rep stos, repe cmps, repne scas and so on).

   Valgrind translates such an instruction as a block that jumps to itself: one execution of the
   block is one iteration.  A C library copies by vectors up to some size, and by `rep movsb` beyond
   it.  If each iteration counted, copying would seem 64 times as slow beyond that size.  So with
   --cost=bb-count, one execution of the instruction costs

      max(1, ceil(iterations * bytes of one iteration / 64))

   Only iterations that were done count.  The direction does not matter, nor does what ended the
   instruction.  If other instructions precede it in its block, that block is the first of these.
   If a signal interrupts the instruction, it goes on where it was.  If it faults and is executed
   again, it begins anew.

   --rep-cost=iteration counts each iteration, and one more block that finds that none is left. */

#pragma once

#include "translate/emit.h"

/* Finds out whether the block ends with such an instruction, and adds code that decides whether the
   block counts.  `first` is the statement of the block's first instruction.  To be called before the
   block's cost is added. */
extern void repeats_begin(Block* b, const IRSB* in, Int first);

/* Adds code that stores how far the instruction is: before an exit to `target`, and at the end of the
   block. */
extern void repeats_add_exit(Block* b, Addr target);
extern void repeats_add_block_end(Block* b, const IRSB* in);
