/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Code that counts: a block's cost, and for a Callgrind profile its lines (callgrind/lines.h). */

#ifndef APROF_COUNTING_H
#define APROF_COUNTING_H

#include "translate/emit.h"

/* registers.cost += cost; and the lines that have begun are executed. */
extern void counting_add_cost(Block* b, UInt cost);

/* Counts the instructions since the last call; to be called before an exit. */
extern void counting_add_instructions(Block* b);

/* Lines begin at statement `from`, up to the next exit that has instructions behind it.  `counts`: so
   does the block. */
extern void counting_begin_lines(Block* b, const IRSB* in, Int from, Bool counts);

/* Where first reads of the present instruction are counted: in LineCounts, and its address. */
extern UInt counting_offset_of_reads(const Block* b);
extern ULong* counting_reads_here(const Block* b);

/* Adds a number of them. */
extern void counting_add_reads(Block* b, IRExpr* number);

/* To stand before what may be a call. */
extern void counting_add_call_place(Block* b);

#endif
