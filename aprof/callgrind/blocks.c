/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Code that counts lines: the observer of blocks (translate/observer.h) of the Callgrind profile.

   In Block, `observed` is the CodeBlock of the present part, and `counters` the address of its current
   LineCounts.  A PLT stub has neither an owner nor counters: its cost and reads belong to its caller, which
   is not known here, so here.stub has them. */

#include "callgrind/blocks.h"

#include "pub_tool_libcbase.h"

#include "callgrind/lines.h"
#include "callgrind/live_calls.h"
#include "translate/observer.h"

/* The address of the running node's counters never changes.  It is loaded all the same: as a
   constant, it would take ten bytes of code wherever it is used.
      current->node != registers.owner: lines_switch_node(lines) */
static void add_node_check(Block* b, CodeBlock* lines)
{
   b->counters = load(b, Ity_I64, word_of_pointer(&lines->current->self));
   IRExpr*  running_node = get_register(b, REGISTER(owner), Ity_I64);
   IRExpr*  node      = load(b, Ity_I64, at_distance(b, b->counters, offsetof(LineCounts, node)));
   IRExpr*  differ    = assign(b, Ity_I1, IRExpr_Binop(Iop_CmpNE64, node, running_node));
   IRExpr** arguments = mkIRExprVec_1(word_of_pointer(lines));
   ADD_HELPER_CALL(b, lines_switch_node, arguments, differ);
}

static void begin(Block* b, const Addr* instructions, UInt count, Bool is_first)
{
   CodeBlock* lines = lines_block(instructions, count, is_first);
   b->observed = lines;
   if (!b->is_stub) {
      add_node_check(b, lines);
   }
}

static void executed(Block* b, IRExpr* times, IRExpr* cost)
{
   if (!b->is_stub) {
      add_to(b, b->counters, offsetof(LineCounts, executions), times);
   } else if (cost != NULL) {
      add_to(b, word_of_pointer(&here.stub.cost), 0, cost);
   }
}

/* Finds the present instruction's place, by the number of instructions of each place. */
static UInt place_here(const Block* b)
{
   const CodeBlock* lines = b->observed;
   UInt place = 0;
   for (UInt seen = lines->instructions[0]; seen < b->part_instructions; seen += lines->instructions[place]) {
      place++;
   }
   return place;
}

/* The counter of first reads for the present instruction: its offset in LineCounts, and its address. */
static UInt offset_of_reads(const Block* b)
{
   return offsetof(LineCounts, reads) + place_here(b) * lines_kinds_of_reads() * sizeof(ULong);
}

static ULong* reads_here(const Block* b)
{
   const CodeBlock* lines = b->observed;
   return b->is_stub ? &here.stub.rms : (ULong*)((Addr)lines->current + offset_of_reads(b));
}

static void first_reads(Block* b, IRExpr* number)
{
   if (b->is_stub) {
      add_to(b, word_of_pointer(reads_here(b)), 0, number);
   } else {
      add_to(b, b->counters, offset_of_reads(b), number);
   }
}

static void read(Block* b, IRExpr* address, UInt size, IRExpr* guard)
{
   if (b->is_stub) {
      ADD_HELPER_CALL(b, lines_read_in_stub, mkIRExprVec_2(address, word(size)), guard);
   } else {
      ULong size_and_counter = lines_size_and_counter(size, reads_here(b));
      ADD_HELPER_CALL(b, lines_read, mkIRExprVec_2(address, word(size_and_counter)), guard);
   }
}

static void read_last_cell(Block* b, IRExpr* address, UInt size, IRExpr* guard)
{
   IRExpr* counter = b->is_stub ? word_of_pointer(reads_here(b))
                                : at_distance(b, b->counters, offset_of_reads(b));
   add_helper_call(b, "lines_read_last_cell", lines_read_last_cell[VG_(log2)(size)],
                   mkIRExprVec_2(address, counter), guard);
}

static void call_place(Block* b)
{
   const CodeBlock* lines = b->observed;
   store_pointer(b, &here.call_site, &lines->places[place_here(b)]);
}

static void stops(Block* b)
{
   store_pointer(b, &here.reads, reads_here(b));
   call_place(b);
}

static const BlockObserver of_lines = {
   .begin          = begin,
   .executed       = executed,
   .first_reads    = first_reads,
   .read           = read,
   .read_last_cell = read_last_cell,
   .call_place     = call_place,
   .stops          = stops,
};

void blocks_init(void)
{
   observer_register(&of_lines);
}
