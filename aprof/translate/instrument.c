/* From instructions to events.

   A block comes in as Valgrind's intermediate representation and goes out with
   statements added:

   - At its beginning: cost += 1.  With --cost=instr, the number of instructions is
     added before each exit instead.  The observer, if there is one, adds code that counts
     for itself, here and below (observer.h).
   - After each memory access: code that marks its cells as accessed by the running
     activation.  If it is a read, the code logs when the cells were accessed before
     (reads.h).  With --drms=yes, it checks that time instead, and calls
     access_read_dynamic if the time is not enough (accesses.c).
   - Before each exit that may be a call, a return or a jump into another routine: a
     call of the function in calls.h that handles it (exits.c).

   The code for an access stands after the access, because an access that faults has not
   happened.  So wild addresses fault before aprof looks them up.

   repeats.c decides which blocks of a repeated string instruction are counted.

   If the target of an exit is known, this code decides once for each block whether the
   exit matters.  So jumps inside a routine cost nothing. */

#include "translate/instrument.h"

#include "cells/reads.h"
#include "options.h"
#include "platform.h"
#include "stack/access.h"
#include "stack/calls.h"
#include "stack/stack.h"
#include "strands/switching.h"
#include "translate/emit.h"
#include "translate/observer.h"

void instrument_fix_blocks(void)
{
   VG_(clo_vex_control).iropt_unroll_thresh = 0;      /* one loop iteration is one block */
   VG_(clo_vex_control).guest_chase         = False; /* no jump is hidden in a block */
}

/* Adds to the strand's cost.  Of a repeated string instruction, not all blocks are counted (repeats.c). */
static void add_cost(Block* b, UInt cost)
{
   IRExpr* times = b->repeat.counted != NULL ? b->repeat.counted : word(1);
   IRExpr* added = cost == 0 ? NULL : b->repeat.counted != NULL ? b->repeat.counted : word(cost);
   if (added != NULL) {
      IRExpr* before = get_register(b, REGISTER(cost), Ity_I64);
      put_register(b, REGISTER(cost), binary(b, Iop_Add64, before, added));
   }
   if (observer != NULL) {
      observer->executed(b, times, added);
   }
}

/* Counts the instructions since the last call; to be called before an exit. */
static void add_instructions(Block* b)
{
   if (b->instructions > 0) {
      add_cost(b, b->instructions);
      b->instructions = 0;
   }
}

/* Whether an inlined routine may begin or end between two instructions of the block. */
static Bool inlines_change(const Block* b, Addr before, Addr address)
{
   return b->inlined != NULL
          && (inlined_entered_at(b->inlined, address - b->bias) != NULL
              || inlined_left_between(b->inlined, before - b->bias, address - b->bias) != NULL);
}

/* Tells the observer of the instructions from statement `from` to the next exit that others follow, or to
   where an inlined routine begins or ends. */
static void observe_part(Block* b, const IRSB* in, Int from, Bool is_first)
{
   Addr* addresses = VG_(malloc)("aprof.instrument.addresses", in->stmts_used * sizeof *addresses);
   UInt  count     = 0;
   Bool  exit_seen = False;
   for (Int i = from; i < in->stmts_used; i++) {
      const IRStmt* s = in->stmts[i];
      if (s->tag == Ist_IMark) {
         if (exit_seen || (count > 0 && inlines_change(b, addresses[count - 1], s->Ist.IMark.addr))) {
            break;
         }
         addresses[count++] = s->Ist.IMark.addr;
      }
      exit_seen |= s->tag == Ist_Exit;
   }
   observer->begin(b, addresses, count, is_first);
   VG_(free)(addresses);
   b->part_instructions = 0;
}

static void begin_part(Block* b, const IRSB* in, Int from, Bool is_first)
{
   if (observer != NULL) {
      observe_part(b, in, from, is_first);
   }
   if (options.cost != CostInstructions) {
      add_cost(b, is_first && options.cost == CostBlocks);
   }
}

/*--- Inlined routines ---*/

/* Adds an event of inlined routines at the present place; all before it must be counted. */
static void add_way(Block* b, Addr from, Addr to, IRExpr* guard)
{
   const InlinedList* ends = b->inlined == NULL ? NULL
                             : inlined_left_between(b->inlined, from - b->bias, to - b->bias);
   if (ends != NULL) {
      IRExpr** arguments = mkIRExprVec_3(PLATFORM_GUEST_ARGUMENT, word_of_pointer(b->routine),
                                         word_of_pointer(ends));
      ADD_EVENT_CALL(b, inlines_leave, arguments, guard);
   }
}

static void add_entry(Block* b, Addr address)
{
   const InlinedEntry* entry = b->inlined == NULL ? NULL : inlined_entered_at(b->inlined, address - b->bias);
   if (entry != NULL) {
      IRExpr** arguments = mkIRExprVec_4(PLATFORM_GUEST_ARGUMENT, word_of_pointer(b->routine),
                                         word_of_pointer(entry), word(address));
      if (observer != NULL) {
         observer->call_place(b);
      }
      ADD_EVENT_CALL(b, inlines_enter, arguments, NULL);
   }
}

/* Nothing of the block has been executed: its first instruction is only the place that calls. */
static void add_entry_at_start(Block* b, Addr address)
{
   b->instruction = address;
   if (observer != NULL && b->inlined != NULL && inlined_entered_at(b->inlined, address - b->bias) != NULL) {
      observer->begin(b, &address, 1, False);
   }
   add_entry(b, address);
}

/* In the middle of the block, between two instructions. */
static void add_inlines_between(Block* b, Addr before, Addr address)
{
   add_instructions(b);
   add_way(b, before, address, NULL);
   add_entry(b, address);
   b->settled_count = 0;   /* another activation may run */
}

static void find_inlined(Block* b, Addr address)
{
   if (options.inlined != InlinedNo && b->routine != NULL && !b->is_stub && !b->is_skipped) {
      const HChar* path;
      Addr         offset = routine_offset_in_object(address, &path);
      b->bias    = address - offset;
      b->inlined = path == NULL ? NULL : inlined_object(path);
   }
}

/* At the entry of a routine whose input size is an argument: passes on its value. */
static void add_input_argument(Block* b)
{
   static const UInt registers[] = PLATFORM_ARGUMENT_REGISTERS;
   UInt const        count       = sizeof registers / sizeof *registers;
   UInt              number      = b->routine->input_argument;
   if (number <= count) {
      IRExpr*  value     = assign(b, Ity_I64, IRExpr_Get(registers[number - 1], Ity_I64));
      IRExpr** arguments = mkIRExprVec_2(word_of_pointer(b->routine), value);
      ADD_HELPER_CALL(b, stack_input_argument, arguments, NULL);
   } else {
      ULong    offset    = PLATFORM_RETURN_ADDRESS_SIZE + (number - count - 1) * sizeof(UWord);
      IRExpr*  address   = binary(b, Iop_Add64, stack_pointer(b), word(offset));
      IRExpr** arguments = mkIRExprVec_2(word_of_pointer(b->routine), address);
      ADD_HELPER_CALL(b, stack_input_argument_at, arguments, NULL);
   }
}

/* The statements before the first instruction check for modified code. */
static Int copy_preamble(Block* b, const IRSB* in)
{
   Int i = 0;
   while (i < in->stmts_used && in->stmts[i]->tag != Ist_IMark) {
      add(b, in->stmts[i++]);
   }
   return i;
}

/* A path is a sequence of blocks, each after the one before, in one part of the code (READS_PATH_BYTES).
   Whether a jump to `target` ends it. */
static Bool ends_path(Addr here, Addr target)
{
   return target <= here || target / READS_PATH_BYTES != here / READS_PATH_BYTES;
}

/* Whether the block may end a path without an event. */
static Bool may_end_path(const IRSB* in, Addr here)
{
   for (Int i = 0; i < in->stmts_used; i++) {
      const IRStmt* s = in->stmts[i];
      if (s->tag == Ist_Exit && ends_path(here, s->Ist.Exit.dst->Ico.U64)) {
         return True;
      }
   }
   return in->next->tag == Iex_Const && ends_path(here, in->next->Iex.Const.con->Ico.U64);
}

/* registers.log > reads_log_limit: calls_empty_log(guest) */
static void add_log_check(Block* b)
{
   IRExpr*  log       = get_register(b, REGISTER(log), Ity_I64);
   IRExpr*  is_long   = assign(b, Ity_I1, IRExpr_Binop(Iop_CmpLT64U, word(reads_log_limit), log));
   IRExpr** arguments = mkIRExprVec_1(PLATFORM_GUEST_ARGUMENT);
   ADD_EVENT_CALL(b, calls_empty_log, arguments, is_long);
}

/* Statement `i` begins an instruction, behind an exit (exit_seen) or not. */
static void begin_instruction(Block* b, const IRSB* in, Int i, Bool is_first, Bool exit_seen)
{
   Addr address = in->stmts[i]->Ist.IMark.addr;
   Bool changes = !is_first && inlines_change(b, b->instruction, address);
   if (changes) {
      add_inlines_between(b, b->instruction, address);
   }
   if (exit_seen || changes) {
      begin_part(b, in, i, False);
   }
   b->instruction      = address;
   b->next_instruction = address + in->stmts[i]->Ist.IMark.len;
   b->instructions    += options.cost == CostInstructions;
   b->part_instructions++;
}

static void add_side_exit(Block* b, const IRStmt* s)
{
   add_instructions(b);
   put_log(b);
   add_way(b, b->instruction, s->Ist.Exit.dst->Ico.U64, s->Ist.Exit.guard);
   exits_add_side_exit(b, s);
   repeats_add_exit(b, s->Ist.Exit.dst->Ico.U64);
}

IRSB* instrument_block(VgCallbackClosure* closure, IRSB* in, const VexGuestLayout* layout,
                       const VexGuestExtents* extents, const VexArchInfo* host,
                       IRType guest_word, IRType host_word)
{
   routine_drop_stale_addresses();
   if (!switching_is_instrumenting()) {
      return in;
   }

   /* If Valgrind replaces code by its own, the program's address counts. */
   const Code* code  = routine_code_at(closure->nraddr);
   Block       block = {
      .out       = deepCopyIRSBExceptStmts(in),
      .sp_offset = layout->offset_SP,
      .routine   = code->routine,
      .module    = code->module,
      .is_stub   = code->is_stub,
      .is_part   = code->is_part,
      .is_skipped = code->is_skipped,
   };
   LastInstruction last = exits_find_last_instruction(in);
   Int  first     = copy_preamble(&block, in);
   Bool exit_seen = False;
   find_inlined(&block, closure->nraddr);
   if (first < in->stmts_used) {
      add_entry_at_start(&block, in->stmts[first]->Ist.IMark.addr);
   }
   repeats_begin(&block, in, first);
   begin_part(&block, in, first, True);
   if (accesses_are_logged() && may_end_path(in, extents->base[0])) {
      add_log_check(&block);
   }
   if (code->is_entry && code->routine->input_argument != 0 && !code->is_part) {
      if (code->is_clone) {
         routine_warn_of_clone(code);
      }
      add_input_argument(&block);
   }
   if (exits_moves_stack_pointer(&block, in)) {
      block.first_sp = stack_pointer(&block);
   }
   for (Int i = first; i < in->stmts_used; i++) {
      const IRStmt* s = in->stmts[i];
      if (s->tag == Ist_IMark) {
         begin_instruction(&block, in, i, i == first, exit_seen);
         exit_seen = False;
      } else if (s->tag == Ist_Exit) {
         add_side_exit(&block, s);
         exit_seen = True;
      }
      add(&block, in->stmts[i]);
      exits_note_frame(&block, in, s);
      exits_add_load(&block, in, s);
      Bool is_control_flow = i > last.first_statement
                             && (exits_pushes_return_address(in, s, &last)
                                 || exits_pops_return_address(in, s));
      if (!is_control_flow) {
         accesses_add(&block, s);
      }
   }
   add_instructions(&block);
   put_log(&block);
   if (in->next->tag == Iex_Const) {   /* of any kind: on ARM, VEX gives all direct jumps that of calls */
      add_way(&block, block.instruction, in->next->Iex.Const.con->Ico.U64, NULL);
   }
   exits_add_block_end(&block, in, &last);
   repeats_add_block_end(&block, in);
   return block.out;
}
