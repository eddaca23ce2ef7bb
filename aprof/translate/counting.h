/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Code that counts the cost of a block and, for a Callgrind profile, its lines (callgrind/lines.h). */

#ifndef APROF_COUNTING_H
#define APROF_COUNTING_H

#include "translate/emit.h"

/* registers.cost += cost; also counts an execution of the lines that have begun. */
extern void counting_add_cost(Block* b, UInt cost);

/* Counts the instructions since the last call; to be called before an exit. */
extern void counting_add_instructions(Block* b);

/* Begins the lines from statement `from` to the next exit that is followed by instructions.  `counts`: the
   block begins there, too. */
extern void counting_begin_lines(Block* b, const IRSB* in, Int from, Bool counts);

/* The counter of first reads for the present instruction: its offset in LineCounts, and its address. */
extern UInt counting_offset_of_reads(const Block* b);
extern ULong* counting_reads_here(const Block* b);

/* Adds a number to the counter of first reads. */
extern void counting_add_reads(Block* b, IRExpr* number);

/* Stores the place of a call.  To be called before an exit that may be a call. */
extern void counting_add_call_place(Block* b);

#endif
