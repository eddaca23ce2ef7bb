/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Code that counts cost and, for a Callgrind profile, lines. */

#include "translate/counting.h"

#include "callgrind/live_calls.h"
#include "options.h"

/* The address of the running node's counters never changes.  It is loaded all the same: as a
   constant, it would take ten bytes of code wherever it is used.
      current->node != registers.node: lines_switch_node(lines) */
static void add_node_check(Block* b)
{
   b->counts = load(b, Ity_I64, word_of_pointer(&b->lines->current->self));
   IRExpr*  node      = get_register(b, REGISTER(node), Ity_I64);
   IRExpr*  owner     = load(b, Ity_I64, at_distance(b, b->counts, offsetof(LineCounts, node)));
   IRExpr*  differ    = assign(b, Ity_I1, IRExpr_Binop(Iop_CmpNE64, owner, node));
   IRExpr** arguments = mkIRExprVec_1(word_of_pointer(b->lines));
   ADD_HELPER_CALL(b, lines_switch_node, arguments, differ);
}

/* The cost of a PLT stub belongs to its caller, which is not known here, so here.stub has it.
   Of a repeated string instruction, not all blocks are counted (repeats.h). */
void counting_add_cost(Block* b, UInt cost)
{
   IRExpr* added    = b->repeat.counted != NULL ? b->repeat.counted : word(cost);
   IRExpr* executed = b->repeat.counted != NULL ? b->repeat.counted : word(1);
   if (cost > 0) {
      IRExpr* before = get_register(b, REGISTER(cost), Ity_I64);
      put_register(b, REGISTER(cost), binary(b, Iop_Add64, before, added));
   }
   if (b->lines != NULL && b->is_stub) {
      if (cost > 0) {
         add_to(b, word_of_pointer(&here.stub.cost), 0, added);
      }
   } else if (b->lines != NULL) {
      add_to(b, b->counts, offsetof(LineCounts, executions), executed);
   }
}

void counting_add_instructions(Block* b)
{
   if (b->instructions > 0) {
      counting_add_cost(b, b->instructions);
      b->instructions = 0;
   }
}

/* The instructions after an exit are not always executed, so they have lines of their own. */
void counting_begin_lines(Block* b, const IRSB* in, Int from, Bool counts)
{
   Addr addresses[in->stmts_used];
   UInt count     = 0;
   Bool exit_seen = False;
   for (Int i = from; i < in->stmts_used; i++) {
      const IRStmt* s = in->stmts[i];
      if (s->tag == Ist_IMark) {
         if (exit_seen) {
            break;
         }
         addresses[count++] = s->Ist.IMark.addr;
      }
      exit_seen |= s->tag == Ist_Exit;
   }
   b->lines = lines_block(addresses, count, counts, b->place_of);
   b->line_instructions = 0;
   if (!b->is_stub) {
      add_node_check(b);
   }
   if (options.cost != CostInstructions) {
      counting_add_cost(b, counts && options.cost == CostBlocks);
   }
}

static UInt place_here(const Block* b)
{
   return b->place_of[b->line_instructions - 1];
}

UInt counting_offset_of_reads(const Block* b)
{
   return offsetof(LineCounts, reads) + place_here(b) * lines_kinds_of_reads() * sizeof(ULong);
}

ULong* counting_reads_here(const Block* b)
{
   return b->is_stub ? &here.stub.rms : (ULong*)((Addr)b->lines->current + counting_offset_of_reads(b));
}

void counting_add_reads(Block* b, IRExpr* number)
{
   if (b->is_stub) {
      add_to(b, word_of_pointer(counting_reads_here(b)), 0, number);
   } else {
      add_to(b, b->counts, counting_offset_of_reads(b), number);
   }
}

void counting_add_call_place(Block* b)
{
   if (b->lines != NULL) {
      store_pointer(b, &here.call_site, &b->lines->places[place_here(b)]);
   }
}
