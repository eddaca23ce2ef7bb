/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What a repeated string instruction costs (rep movs, rep stos, repe cmps, repne scas and so on).

   Valgrind translates it as a block that jumps to itself: one execution of the block is one
   iteration.  If each were counted, a C library that copies long blocks by `rep movsb` would seem 64
   times as slow from that size on as with vectors.  So where cost is blocks, one execution of the
   instruction costs

      max(1, ceil(iterations * bytes of one iteration / 64))

   for the iterations that were done, whatever the direction and whatever ended it.  If other
   instructions stand before it in its block, that block is the first of these.  An instruction that a
   signal interrupts goes on where it was; if it faults and is done again, it begins anew.

   --rep-cost=iteration counts each iteration, and one block more to find that none is left. */

#ifndef APROF_REPEATS_H
#define APROF_REPEATS_H

#include "translate/emit.h"

/* Finds out whether the block ends with such an instruction, and whether it is counted.  Its first
   instruction is at statement `first`; to be called before it is counted. */
extern void repeats_begin(Block* b, const IRSB* in, Int first);

/* Before an exit to `target`, and at the end of the block: how far the instruction is. */
extern void repeats_add_exit(Block* b, Addr target);
extern void repeats_add_block_end(Block* b, const IRSB* in);

#endif
