/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   From instructions to events.

   A block comes in as Valgrind's intermediate representation and goes out with
   statements added:

   - at its beginning, cost += 1 (or its instructions, before each exit), and
     likewise the block's own counter if a Callgrind profile is wanted (lines.h);
   - behind each memory access, the marking of its cells as accessed by the running
     activation, and if it is a read, a log of when they were before (reads.h); with
     --drms=yes a check of that time, and a call of shadow_read_dynamic if that
     cannot settle it;
   - before each exit that may be a call, a return or a jump into another
     routine, a call of the function in stack.h that applies it.

   All this stands behind the accesses, not before: an access that faults has
   not happened, and wild addresses fault before they are looked up.

   Whether an exit matters is decided here, once for each block, wherever its
   target is known: jumps inside a routine cost nothing. */

#include "translate/instrument.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_options.h"

#include "callgrind/lines.h"
#include "check/oracle.h"
#include "options.h"
#include "platform.h"
#include "track/hot.h"
#include "track/reads.h"
#include "track/shadow.h"
#include "track/stack.h"
#include "track/strand.h"
#include "translate/routine.h"

/* More accesses to one address in one block than this are checked again. */
#define MAX_SETTLED  64

typedef enum { Read, Write } AccessKind;

/* The block being instrumented. */
typedef struct {
   IRSB*    out;
   Int      sp_offset;        /* of the stack pointer in the guest state */
   Routine* routine;          /* that the block belongs to, or NULL */
   UWord    place;            /* of its code (routine.h) */
   Bool     is_stub;          /* the block is in a procedure linkage table */
   Bool     is_skipped;       /* its routine is left out by an option */
   Bool     is_part;          /* the block was split off from its routine */
   UInt     instructions;     /* not counted yet, if that is the cost */
   Long     lowest_sp;        /* so far, from the stack pointer at its beginning */
   Bool     frame_is_removed; /* the last move of the stack pointer was upwards */
   IRExpr*  first_sp;         /* stack pointer at its beginning, if it moves; else NULL */
   IRExpr*  log;              /* registers.log, as far as loaded and not put back; else NULL */
   UInt     logged;           /* bytes since then */
   struct {
      IRTemp     address;
      UInt       size;
      AccessKind kind;
   } settled[MAX_SETTLED];    /* accessed before in this block */
   UInt     settled_count;

   /* For the Callgrind profile; lines is NULL if it is not wanted. */
   CodeBlock* lines;
   UInt*    place_of;         /* by instruction: the index of its place */
   UInt     line_instructions;   /* of `lines` that have begun */
   IRExpr*  counts;           /* address of its current LineCounts */
} Block;

/* True in blocks with a last instruction that calls (or returns): its store of
   (or load of) the return address is control flow, not an access. */
typedef struct {
   Int  first_statement;      /* of the last instruction */
   Addr next_instruction;     /* behind it */
} LastInstruction;

void instrument_fix_blocks(void)
{
   VG_(clo_vex_control).iropt_unroll_thresh = 0;      /* one loop iteration is one block */
   VG_(clo_vex_control).guest_chase         = False; /* no jump is hidden in a block */
}

/*------------------------------------------------------------*/
/*--- Building statements                                  ---*/
/*------------------------------------------------------------*/

static void add(Block* b, IRStmt* statement)
{
   addStmtToIRSB(b->out, statement);
}

static IRExpr* assign(Block* b, IRType type, IRExpr* expression)
{
   IRTemp temp = newIRTemp(b->out->tyenv, type);
   add(b, IRStmt_WrTmp(temp, expression));
   return IRExpr_RdTmp(temp);
}

static IRExpr* word(ULong value)
{
   return IRExpr_Const(IRConst_U64(value));
}

static IRExpr* word_of_pointer(const void* pointer)
{
   return word((Addr)pointer);
}

static IRExpr* binary(Block* b, IROp op, IRExpr* left, IRExpr* right)
{
   return assign(b, Ity_I64, IRExpr_Binop(op, left, right));
}

static IRExpr* shift(Block* b, IROp op, IRExpr* value, UInt bits)
{
   return bits == 0 ? value : binary(b, op, value, IRExpr_Const(IRConst_U8(bits)));
}

static IRExpr* load(Block* b, IRType type, IRExpr* address)
{
   return assign(b, type, IRExpr_Load(Iend_LE, type, address));
}

static IRExpr* is_not_zero(Block* b, IRExpr* value)
{
   return assign(b, Ity_I1, IRExpr_Unop(Iop_CmpNEZ64, value));
}

/* A call of a helper, if `guard` holds (NULL: always).  It is said to modify
   memory, lest the program's loads before it be moved behind it, next to where
   their value is used: a load that faults must do so before it is counted. */
static void add_call_of(Block* b, UInt in_registers, const HChar* name, void* helper, IRExpr** arguments,
                        IRExpr* guard)
{
   IRDirty* call = unsafeIRDirty_0_N(in_registers, name, VG_(fnptr_to_fnentry)(helper), arguments);
   if (guard != NULL) {
      call->guard = guard;
   }
   call->mFx   = Ifx_Modify;
   call->mAddr = word_of_pointer(&hot);
   call->mSize = sizeof hot;
   add(b, IRStmt_Dirty(call));
}

/* One declared VG_REGPARM. */
static void add_helper_call(Block* b, const HChar* name, void* helper, IRExpr** arguments, IRExpr* guard)
{
   UInt count = 0;
   while (arguments[count] != NULL) {
      count++;
   }
   add_call_of(b, count, name, helper, arguments, guard);
}

#define ADD_HELPER_CALL(b, helper, arguments, guard) add_helper_call(b, #helper, helper, arguments, guard)

static IRExpr* at_distance(Block* b, IRExpr* place, UInt bytes)
{
   return bytes == 0 ? place : binary(b, Iop_Add64, place, word(bytes));
}

/* *(counters + offset) += number.  The sum is written down for both uses, so that each has
   the offset in its instruction, and none needs a register. */
static void add_to(Block* b, IRExpr* counters, UInt offset, IRExpr* number)
{
   IRExpr* count = load(b, Ity_I64, at_distance(b, counters, offset));
   IRExpr* sum   = binary(b, Iop_Add64, count, number);
   add(b, IRStmt_Store(Iend_LE, at_distance(b, counters, offset), sum));
}

/* One of the hot registers. */
#define REGISTER(name)  (Int)(HOT_REGISTERS_OFFSET + offsetof(HotRegisters, name))

static IRExpr* get_register(Block* b, Int offset, IRType type)
{
   return assign(b, type, IRExpr_Get(offset, type));
}

static void put_register(Block* b, Int offset, IRExpr* value)
{
   add(b, IRStmt_Put(offset, value));
}

/* So that what is logged up to here is accounted for.  An event may move the log. */
static void put_log(Block* b)
{
   if (b->log != NULL) {
      put_register(b, REGISTER(log), binary(b, Iop_Add64, b->log, word(b->logged)));
      b->log    = NULL;
      b->logged = 0;
   }
}

/* A call of a function that applies an event.  It gets the guest state first, and may
   change the hot registers there. */
static void add_event_call(Block* b, const HChar* name, void* helper, IRExpr** arguments, IRExpr* guard)
{
   put_log(b);
   add_call_of(b, 0, name, helper, arguments, guard);
   IRDirty* call = b->out->stmts[b->out->stmts_used - 1]->Ist.Dirty.details;
   call->nFxState = 1;
   call->fxState[0].fx        = Ifx_Modify;
   call->fxState[0].offset    = HOT_REGISTERS_OFFSET;
   call->fxState[0].size      = sizeof(HotRegisters);
   call->fxState[0].nRepeats  = 0;
   call->fxState[0].repeatLen = 0;
}

#define ADD_EVENT_CALL(b, helper, arguments, guard) add_event_call(b, #helper, helper, arguments, guard)

static void store_pointer(Block* b, void* field, const void* pointer)
{
   add(b, IRStmt_Store(Iend_LE, word_of_pointer(field), word_of_pointer(pointer)));
}

/*------------------------------------------------------------*/
/*--- Lines                                                ---*/
/*------------------------------------------------------------*/

/* The address of the running node's counters is the same as long as the block exists, but
   loaded: as a constant it would be in the code wherever it is used, which takes ten bytes
   each time.
      current->node != registers.node: lines_switch_node(lines) */
static void add_node_check(Block* b)
{
   b->counts = load(b, Ity_I64, word_of_pointer(&b->lines->current->self));
   IRExpr*  running   = get_register(b, REGISTER(node), Ity_I64);
   IRExpr*  owner     = load(b, Ity_I64, at_distance(b, b->counts, offsetof(LineCounts, node)));
   IRExpr*  differ    = assign(b, Ity_I1, IRExpr_Binop(Iop_CmpNE64, owner, running));
   IRExpr** arguments = mkIRExprVec_1(word_of_pointer(b->lines));
   ADD_HELPER_CALL(b, lines_switch_node, arguments, differ);
}

/* hot.cost += cost, and the lines are executed.  A linkage stub is its caller's,
   wherever that is. */
static void add_cost(Block* b, UInt cost)
{
   if (cost > 0) {
      IRExpr* before = get_register(b, REGISTER(cost), Ity_I64);
      put_register(b, REGISTER(cost), binary(b, Iop_Add64, before, word(cost)));
   }
   if (b->lines != NULL && b->is_stub) {
      if (cost > 0) {
         add_to(b, word_of_pointer(&hot.stub.cost), 0, word(cost));
      }
   } else if (b->lines != NULL) {
      add_to(b, b->counts, offsetof(LineCounts, executions), word(1));
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

/* What is counted from the instruction at statement `from` on, up to an exit with
   more instructions behind it: those are not always executed with these. */
static void begin_lines(Block* b, const IRSB* in, Int from, Bool counts)
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
      add_cost(b, counts && options.cost == CostBlocks);
   }
}

static UInt place_here(const Block* b)
{
   return b->place_of[b->line_instructions - 1];
}

/* What the code at this instruction reads first is counted there. */
static UInt offset_of_reads(const Block* b)
{
   return offsetof(LineCounts, reads) + place_here(b) * lines_kinds_of_reads() * sizeof(ULong);
}

static ULong* reads_here(const Block* b)
{
   return b->is_stub ? &hot.stub.rms : (ULong*)((Addr)b->lines->current + offset_of_reads(b));
}

static void add_reads_here(Block* b, IRExpr* number)
{
   if (b->is_stub) {
      add_to(b, word_of_pointer(reads_here(b)), 0, number);
   } else {
      add_to(b, b->counts, offset_of_reads(b), number);
   }
}

/* To stand before what may be a call. */
static void add_call_place(Block* b)
{
   if (b->lines != NULL) {
      store_pointer(b, &hot.call_place, &b->lines->places[place_here(b)]);
   }
}

/*------------------------------------------------------------*/
/*--- Memory accesses                                      ---*/
/*------------------------------------------------------------*/

/* Sizes for which the check is done inline; an access of one of these that is
   aligned to its size touches max(1, size / resolution) cells exactly. */
static Bool is_inline_size(UInt size)
{
   return size <= 32 && (size & (size - 1)) == 0;
}

static UInt cells_of(UInt size)
{
   return size > options.memory_resolution ? size / options.memory_resolution : 1;
}

/* Reads are logged, unless more must be known of each than its timestamp. */
static Bool reads_are_logged(void)
{
   return !options.drms && shadow_is_flat();
}

/* (address & mask) / resolution * SHADOW_STAMP_SIZE */
static IRExpr* stamp_offset(Block* b, IRExpr* address, IRExpr* mask)
{
   UInt    cell_bits = VG_(log2)(options.memory_resolution);
   IRExpr* cell      = binary(b, Iop_And64, address, mask);
   return cell_bits < 2 ? shift(b, Iop_Shl64, cell, 2 - cell_bits) : shift(b, Iop_Shr64, cell, cell_bits - 2);
}

/* Where the timestamp of an address's cell is. */
static IRExpr* stamp_place(Block* b, IRExpr* address)
{
   IRExpr* mask = get_register(b, REGISTER(mask), Ity_I64);
   IRExpr* offset = stamp_offset(b, address, mask);
   return binary(b, Iop_Add64, offset, get_register(b, REGISTER(stamps), Ity_I64));
}

/* Where that of its last recorded write is; that is not affected by pauses. */
static IRExpr* written_place(Block* b, IRExpr* address)
{
   IRExpr* offset = stamp_offset(b, address, word(shadow_mask(True)));
   return binary(b, Iop_Add64, offset, word(shadow_stamps(shadow_written, True)));
}

static Bool writes_are_recorded(void)
{
   return hot_latest != 0;
}

/* Not zero if the access touches one more cell than one that is aligned to cells: for
   accesses within a cell, if it crosses into the next,
      ((address & (resolution - 1)) + size - 1) & resolution
   and for larger ones, if it is misaligned,
      address & (resolution - 1)
   NULL if that cannot be. */
static IRExpr* misalignment(Block* b, IRExpr* address, UInt size)
{
   UInt resolution = options.memory_resolution;
   if (size == 1 || resolution == 1) {
      return NULL;
   }
   IRExpr* in_cell = binary(b, Iop_And64, address, word(resolution - 1));
   if (size >= resolution) {
      return in_cell;
   }
   return binary(b, Iop_And64, binary(b, Iop_Add64, in_cell, word(size - 1)), word(resolution));
}

/* Timestamps are dealt with by one, two, or multiples of four. */
static IRType type_of_stamps(UInt cells)
{
   return cells == 1 ? Ity_I32 : cells == 2 ? Ity_I64 : Ity_V128;
}

/* Marks cells as accessed by the running activation. */
static void add_stores(Block* b, IRExpr* place, UInt cells)
{
   IRType type = type_of_stamps(cells);
   for (UInt i = 0; i < cells * SHADOW_STAMP_SIZE; i += sizeofIRType(type)) {
      IRExpr* stamp = get_register(b, REGISTER(stamp), type);
      add(b, IRStmt_Store(Iend_LE, at_distance(b, place, i), stamp));
   }
}

static IRExpr* widened(Block* b, IRExpr* half)
{
   return assign(b, Ity_I64, IRExpr_Unop(Iop_32Uto64, half));
}

/* How many of one or two timestamps are older than the running activation:
      limit - former >> 31                                      in a half
      ((UInt)(limit - former) >> 31) + (limit - former >> 63)   in both */
static IRExpr* number_of_first_reads(Block* b, IRExpr* former, IRType type)
{
   IRExpr* limit = get_register(b, REGISTER(limit), type);
   if (type == Ity_I32) {
      IRExpr* behind = assign(b, Ity_I32, IRExpr_Binop(Iop_Sub32, limit, former));
      return shift(b, Iop_Shr64, widened(b, behind), HOT_STAMP_BITS);
   }
   IRExpr* behind = binary(b, Iop_Sub64, limit, former);
   IRExpr* lower  = widened(b, assign(b, Ity_I32, IRExpr_Unop(Iop_64to32, behind)));
   return binary(b, Iop_Add64, shift(b, Iop_Shr64, lower, HOT_STAMP_BITS),
                 shift(b, Iop_Shr64, behind, 32 + HOT_STAMP_BITS));
}

/* A misaligned access touches one more cell, that of its last byte. */
static void add_read_of_last_cell(Block* b, IRExpr* address, UInt size, IRExpr* guard)
{
   UInt size_log2 = VG_(log2)(size);
   if (b->lines == NULL) {
      add_helper_call(b, "shadow_read_last_cell", shadow_read_last_cell[size_log2],
                      mkIRExprVec_1(address), guard);
   } else {
      IRExpr* counter = b->is_stub ? word_of_pointer(reads_here(b))
                                   : at_distance(b, b->counts, offset_of_reads(b));
      add_helper_call(b, "lines_read_last_cell", lines_read_last_cell[size_log2],
                      mkIRExprVec_2(address, counter), guard);
   }
}

/* Logs the timestamps of the cells, and marks them as accessed.  For a Callgrind profile
   it counts at once how many are older than the activation, as the log's accounting will
   find: without a branch, like all here. */
static void add_logged_read(Block* b, IRExpr* address, UInt size)
{
   UInt    cells = cells_of(size);
   IRType  type  = type_of_stamps(b->lines != NULL && cells > 2 ? 2 : cells);
   IRExpr* place = stamp_place(b, address);
   IRExpr* first = NULL;
   if (b->log == NULL) {
      b->log = get_register(b, REGISTER(log), Ity_I64);
   }
   for (UInt i = 0; i < cells * SHADOW_STAMP_SIZE; i += sizeofIRType(type)) {
      IRExpr* former = load(b, type, at_distance(b, place, i));
      add(b, IRStmt_Store(Iend_LE, at_distance(b, b->log, b->logged), former));
      b->logged += sizeofIRType(type);
      if (b->lines != NULL) {
         IRExpr* more = number_of_first_reads(b, former, type);
         first = first == NULL ? more : binary(b, Iop_Add64, first, more);
      }
   }
   add_stores(b, place, cells);
   if (b->lines != NULL) {
      add_reads_here(b, first);
   }
   IRExpr* misaligned = misalignment(b, address, size);
   if (misaligned != NULL) {
      add_read_of_last_cell(b, address, size, is_not_zero(b, misaligned));
   }
}

/* Timestamps of one or two cells. */
static IRExpr* load_stamps(Block* b, IRExpr* at, UInt cells)
{
   return cells == 1 ? widened(b, load(b, Ity_I32, at)) : load(b, Ity_I64, at);
}

/* Has the bit of a half set if its cell has been written since `stamps`:
      ~((stamps | HOT_STALE_BITS) - Load(place))
   A timestamp with that bit is larger than any, so no half borrows. */
static IRExpr* overwritten(Block* b, IRExpr* stamps, IRExpr* at, UInt cells)
{
   IRExpr* raised = binary(b, Iop_Or64, stamps, word(HOT_STALE_BITS));
   IRExpr* ahead  = binary(b, Iop_Sub64, raised, load_stamps(b, at, cells));
   return assign(b, Ity_I64, IRExpr_Unop(Iop_Not64, ahead));
}

/* A call of the function that does all that there is to a read. */
static void add_read_call(Block* b, IRExpr* address, UInt size, IRExpr* guard)
{
   IRExpr** arguments = mkIRExprVec_2(address, word(size));
   if (b->lines != NULL && b->is_stub) {
      ADD_HELPER_CALL(b, lines_read_in_stub, arguments, guard);
   } else if (b->lines != NULL) {
      arguments[1] = word(lines_size_and_counter(size, reads_here(b)));
      ADD_HELPER_CALL(b, lines_read, arguments, guard);
   } else if (options.drms) {
      ADD_HELPER_CALL(b, shadow_read_dynamic, arguments, guard);
   } else {
      ADD_HELPER_CALL(b, shadow_read, arguments, guard);
   }
}

static void add_write_call(Block* b, IRExpr* address, UInt size, IRExpr* guard)
{
   IRExpr** arguments = mkIRExprVec_2(address, word(size));
   if (writes_are_recorded()) {
      ADD_HELPER_CALL(b, shadow_write_recorded, arguments, guard);
   } else {
      ADD_HELPER_CALL(b, shadow_write, arguments, guard);
   }
}

/* Calls a function if a cell's timestamp is older than the running activation, or if
   there is one more cell.
      stale  = registers.limit - Load(place)      for every 8 bytes of timestamps
      needed = (stale & HOT_STALE_BITS) | misalignment != 0
   One cell uses the lower half only.  Where writes are recorded, a cell is stale
   also if it has been overwritten. */
static void add_checked_read(Block* b, IRExpr* address, UInt size)
{
   UInt    cells = cells_of(size);
   IRExpr* first = stamp_place(b, address);
   IRExpr* write = writes_are_recorded() ? written_place(b, address) : NULL;
   IRExpr* stale = NULL;

   for (UInt i = 0; i < cells; i += 2) {
      IRExpr* stamps = load_stamps(b, at_distance(b, first, i * SHADOW_STAMP_SIZE), cells);
      IRExpr* behind = binary(b, Iop_Sub64, get_register(b, REGISTER(limit), Ity_I64), stamps);
      stale = stale == NULL ? behind : binary(b, Iop_Or64, stale, behind);
      if (write != NULL) {
         IRExpr* written = at_distance(b, write, i * SHADOW_STAMP_SIZE);
         stale = binary(b, Iop_Or64, stale, overwritten(b, stamps, written, cells));
      }
   }
   ULong bits = cells == 1 ? HOT_STALE_BITS & 0xffffffffU : HOT_STALE_BITS;
   stale = binary(b, Iop_And64, stale, word(bits));
   IRExpr* misaligned = misalignment(b, address, size);
   add_read_call(b, address, size,
                 is_not_zero(b, misaligned == NULL ? stale : binary(b, Iop_Or64, stale, misaligned)));
}

static void add_inline_write(Block* b, IRExpr* address, UInt size)
{
   add_stores(b, stamp_place(b, address), cells_of(size));
   if (writes_are_recorded()) {
      add_stores(b, written_place(b, address), cells_of(size));
   }
   IRExpr* misaligned = misalignment(b, address, size);
   if (misaligned != NULL) {
      UInt size_log2 = VG_(log2)(size);
      add_helper_call(b, "shadow_write_last_cell",
                      writes_are_recorded() ? shadow_write_last_cell_recorded[size_log2]
                                            : shadow_write_last_cell[size_log2],
                      mkIRExprVec_1(address), is_not_zero(b, misaligned));
   }
}

/* Two accesses to one address in one block: the first settles the second; but a read
   does not record a write. */
static Bool is_settled(Block* b, AccessKind kind, IRExpr* address, UInt size)
{
   if (address->tag != Iex_RdTmp) {
      return False;
   }
   for (UInt i = 0; i < b->settled_count; i++) {
      if (b->settled[i].address == address->Iex.RdTmp.tmp && b->settled[i].size >= size
          && (kind == Read || b->settled[i].kind == Write || !writes_are_recorded())) {
         return True;
      }
   }
   if (b->settled_count < MAX_SETTLED) {
      b->settled[b->settled_count].address = address->Iex.RdTmp.tmp;
      b->settled[b->settled_count].size    = size;
      b->settled[b->settled_count].kind    = kind;
      b->settled_count++;
   }
   return False;
}

static void add_access(Block* b, AccessKind kind, IRExpr* address, UInt size, IRExpr* guard)
{
   if (options.check_rms) {
      IRExpr** arguments = mkIRExprVec_2(address, word(size));
      if (kind == Read) {
         ADD_HELPER_CALL(b, oracle_read, arguments, guard);
      } else {
         ADD_HELPER_CALL(b, oracle_write, arguments, guard);
      }
   }
   if (guard != NULL || !is_inline_size(size) || !shadow_is_flat()) {
      if (kind == Read) {
         add_read_call(b, address, size, guard);
      } else {
         add_write_call(b, address, size, guard);
      }
   } else if (!is_settled(b, kind, address, size)) {
      if (kind == Write) {
         add_inline_write(b, address, size);
      } else if (reads_are_logged()) {
         add_logged_read(b, address, size);
      } else {
         add_checked_read(b, address, size);
      }
   }
}

/* Read first: whatever is written later in the same instruction is not input. */
static void add_dirty_accesses(Block* b, const IRDirty* call)
{
   IRExpr* guard = call->guard->tag == Iex_Const ? NULL : call->guard;
   if (call->mFx == Ifx_Read || call->mFx == Ifx_Modify) {
      add_access(b, Read, call->mAddr, call->mSize, guard);
   }
   if (call->mFx == Ifx_Write || (call->mFx == Ifx_Modify && writes_are_recorded())) {
      add_access(b, Write, call->mAddr, call->mSize, guard);
   }
}

/* old == expected */
static IRExpr* is_equal(Block* b, IRType type, IRTemp old, IRExpr* expected)
{
   IROp op = type == Ity_I8 ? Iop_CasCmpEQ8 : type == Ity_I16 ? Iop_CasCmpEQ16
           : type == Ity_I32 ? Iop_CasCmpEQ32 : Iop_CasCmpEQ64;
   return assign(b, Ity_I1, IRExpr_Binop(op, IRExpr_RdTmp(old), expected));
}

static IRExpr* both(Block* b, IRExpr* left, IRExpr* right)
{
   IRExpr* words = binary(b, Iop_And64, assign(b, Ity_I64, IRExpr_Unop(Iop_1Uto64, left)),
                          assign(b, Ity_I64, IRExpr_Unop(Iop_1Uto64, right)));
   return is_not_zero(b, words);
}

/* A compare-and-swap reads in any case, so that what it may write is accessed
   already; whether it has written matters to other threads only.  A double one works
   on two neighbouring halves. */
static void add_cas_access(Block* b, const IRCAS* cas)
{
   Bool   is_double = cas->dataHi != NULL;
   IRType type      = typeOfIRExpr(b->out->tyenv, cas->dataLo);
   UInt   size      = is_double ? 2 * sizeofIRType(type) : sizeofIRType(type);
   add_access(b, Read, cas->addr, size, NULL);
   if (writes_are_recorded()) {
      IRExpr* has_written = is_equal(b, type, cas->oldLo, cas->expdLo);
      if (is_double) {
         has_written = both(b, has_written, is_equal(b, type, cas->oldHi, cas->expdHi));
      }
      add_access(b, Write, cas->addr, size, has_written);
   }
}

static void add_linked_access(Block* b, const IRStmt* s)
{
   IRExpr* address = s->Ist.LLSC.addr;
   if (s->Ist.LLSC.storedata == NULL) {
      UInt size = sizeofIRType(typeOfIRTemp(b->out->tyenv, s->Ist.LLSC.result));
      add_access(b, Read, address, size, NULL);
   } else {
      UInt size = sizeofIRType(typeOfIRExpr(b->out->tyenv, s->Ist.LLSC.storedata));
      add_access(b, Write, address, size, IRExpr_RdTmp(s->Ist.LLSC.result));
   }
}

static void add_guarded_load(Block* b, const IRLoadG* g)
{
   IRType result;
   IRType loaded;
   typeOfIRLoadGOp(g->cvt, &result, &loaded);
   add_access(b, Read, g->addr, sizeofIRType(loaded), g->guard);
}

static void add_guarded_store(Block* b, const IRStoreG* g)
{
   add_access(b, Write, g->addr, sizeofIRType(typeOfIRExpr(b->out->tyenv, g->data)), g->guard);
}

/* What a statement that is already in the output block did to memory. */
static void add_accesses(Block* b, const IRStmt* s)
{
   switch (s->tag) {
      case Ist_WrTmp:
         if (s->Ist.WrTmp.data->tag == Iex_Load) {
            const IRExpr* loading = s->Ist.WrTmp.data;
            add_access(b, Read, loading->Iex.Load.addr, sizeofIRType(loading->Iex.Load.ty), NULL);
         }
         break;
      case Ist_Store:
         add_access(b, Write, s->Ist.Store.addr,
                    sizeofIRType(typeOfIRExpr(b->out->tyenv, s->Ist.Store.data)), NULL);
         break;
      case Ist_LoadG:  add_guarded_load(b, s->Ist.LoadG.details);   break;
      case Ist_StoreG: add_guarded_store(b, s->Ist.StoreG.details); break;
      case Ist_CAS:    add_cas_access(b, s->Ist.CAS.details);       break;
      case Ist_LLSC:   add_linked_access(b, s);                     break;
      case Ist_Dirty:  add_dirty_accesses(b, s->Ist.Dirty.details); break;
      default:         break;
   }
}

/*------------------------------------------------------------*/
/*--- Return addresses                                     ---*/
/*------------------------------------------------------------*/

static LastInstruction find_last_instruction(const IRSB* in)
{
   LastInstruction last = { in->stmts_used, 0 };
   for (Int i = in->stmts_used - 1; i >= 0; i--) {
      if (in->stmts[i]->tag == Ist_IMark) {
         last.first_statement  = i;
         last.next_instruction = in->stmts[i]->Ist.IMark.addr + in->stmts[i]->Ist.IMark.len;
         break;
      }
   }
   return last;
}

static Bool is_constant(const IRExpr* e, Addr value)
{
   return e->tag == Iex_Const && e->Iex.Const.con->tag == Ico_U64 && e->Iex.Const.con->Ico.U64 == value;
}

/* The call that ends the block pushes the address of the next instruction. */
static Bool pushes_return_address(const IRSB* in, const IRStmt* s, const LastInstruction* last)
{
   return in->jumpkind == Ijk_Call && s->tag == Ist_Store
          && is_constant(s->Ist.Store.data, last->next_instruction);
}

/* The return that ends the block goes to the address that it loads. */
static Bool pops_return_address(const IRSB* in, const IRStmt* s)
{
   return in->jumpkind == Ijk_Ret && s->tag == Ist_WrTmp && s->Ist.WrTmp.data->tag == Iex_Load
          && in->next->tag == Iex_RdTmp && in->next->Iex.RdTmp.tmp == s->Ist.WrTmp.tmp;
}

/*------------------------------------------------------------*/
/*--- Exits                                                ---*/
/*------------------------------------------------------------*/

static IRExpr* stack_pointer(Block* b)
{
   return assign(b, Ity_I64, IRExpr_Get(b->sp_offset, Ity_I64));
}

/* NULL if it is no plain assignment. */
static const IRExpr* assigned_to(const IRSB* in, IRTemp temp)
{
   for (Int i = 0; i < in->stmts_used; i++) {
      const IRStmt* s = in->stmts[i];
      if (s->tag == Ist_WrTmp && s->Ist.WrTmp.tmp == temp) {
         return s->Ist.WrTmp.data;
      }
   }
   return NULL;
}

/* Whether an expression is the stack pointer or the frame pointer plus or minus
   something: the same frame, that is, or one below. */
static Bool is_in_frame(const Block* b, const IRSB* in, const IRExpr* e)
{
   switch (e->tag) {
      case Iex_Get:
         return e->Iex.Get.offset == b->sp_offset || e->Iex.Get.offset == PLATFORM_FRAME_POINTER;
      case Iex_Binop:
         return is_in_frame(b, in, e->Iex.Binop.arg1) || is_in_frame(b, in, e->Iex.Binop.arg2);
      case Iex_RdTmp:
         e = assigned_to(in, e->Iex.RdTmp.tmp);
         return e != NULL && is_in_frame(b, in, e);
      default:
         return False;
   }
}

/* Whether an expression is a register plus a constant. */
static Bool is_at_distance(const IRSB* in, const IRExpr* e, Int guest_register, Long* distance)
{
   *distance = 0;
   while (e != NULL && e->tag != Iex_Get) {
      if (e->tag == Iex_RdTmp) {
         e = assigned_to(in, e->Iex.RdTmp.tmp);
      } else if (e->tag == Iex_Binop && (e->Iex.Binop.op == Iop_Add64 || e->Iex.Binop.op == Iop_Sub64)
                 && e->Iex.Binop.arg2->tag == Iex_Const) {
         Long constant = e->Iex.Binop.arg2->Iex.Const.con->Ico.U64;
         *distance += e->Iex.Binop.op == Iop_Add64 ? constant : -constant;
         e = e->Iex.Binop.arg1;
      } else {
         return False;
      }
   }
   return e != NULL && e->Iex.Get.offset == guest_register;
}

/* A frame has been removed if the stack pointer is higher than it was, or higher
   than the frame pointer. */
static void note_stack_pointer(Block* b, const IRSB* in, const IRStmt* s)
{
   Long distance;
   if (s->tag != Ist_Put || s->Ist.Put.offset != b->sp_offset) {
      return;
   }
   if (is_at_distance(in, s->Ist.Put.data, b->sp_offset, &distance)) {
      b->lowest_sp        = distance < b->lowest_sp ? distance : b->lowest_sp;
      b->frame_is_removed = distance > b->lowest_sp;
   } else {
      b->frame_is_removed = is_at_distance(in, s->Ist.Put.data, PLATFORM_FRAME_POINTER, &distance)
                            && distance > 0;
   }
}

/* Whether the block loads the stack pointer from somewhere, as longjmp and
   coroutine switches do. */
static Bool moves_stack_pointer(const Block* b, const IRSB* in)
{
   for (Int i = 0; i < in->stmts_used; i++) {
      const IRStmt* s = in->stmts[i];
      if (s->tag == Ist_Put && s->Ist.Put.offset == b->sp_offset && !is_in_frame(b, in, s->Ist.Put.data)) {
         return True;
      }
   }
   return False;
}

static void add_stack_moved(Block* b, IRExpr* target)
{
   if (b->first_sp != NULL) {
      IRExpr** arguments = mkIRExprVec_4(IRExpr_GSPTR(), target, stack_pointer(b), b->first_sp);
      if (b->is_skipped) {
         ADD_EVENT_CALL(b, stack_moved_by_skipped, arguments, NULL);
      } else {
         ADD_EVENT_CALL(b, stack_moved, arguments, NULL);
      }
   }
}

/* A call from a routine to what the compiler has split off from it goes on with
   the same activation; so does one to the middle of the routine itself (to get
   at the program counter, or for a return that the code has set up itself). */
static Bool stays_in_activation(const Block* b, const Code* code)
{
   return code->routine != NULL && code->routine == b->routine
          && (!code->is_entry || (code->is_part && !b->is_part));
}

/* A jump of a routine to its own first instruction is a loop, but for `return
   self(...)` as compilers have it: that has removed its frame before.  A loop does
   not: its frame stands outside of it. */
static Bool is_own_tail_call(const Block* b, const Code* code)
{
   return b->frame_is_removed && !stays_in_activation(b, code);
}

/* A jump to a known place, taken if `guard` holds: a tail call if that is where
   another routine begins, or code without a symbol in another object. */
static void add_direct_jump(Block* b, Addr target, IRExpr* guard)
{
   Code* code = routine_code_at(target);
   if (b->is_stub
       || (code->routine != NULL && code->routine == b->routine && !is_own_tail_call(b, code))) {
      return;
   }
   if (code->is_entry || code->is_stub || (code->routine == NULL && code->place != b->place)) {
      Routine* routine = routine_called_at(code);
      if (!code->is_skipped) {
         IRExpr** arguments = mkIRExprVec_3(IRExpr_GSPTR(), word_of_pointer(routine), stack_pointer(b));
         add_call_place(b);
         ADD_EVENT_CALL(b, stack_tail_call, arguments, guard);
      }
   }
}

static void add_indirect_jump(Block* b, IRExpr* target)
{
   add_stack_moved(b, target);
   if (b->is_stub) {
      IRExpr** arguments = mkIRExprVec_3(IRExpr_GSPTR(), target, stack_pointer(b));
      ADD_EVENT_CALL(b, stack_linkage_jump, arguments, NULL);
   } else {
      add_call_place(b);
      Routine* here      = b->frame_is_removed ? NULL : b->routine;   /* see is_own_tail_call */
      IRExpr** arguments = mkIRExprVec_4(IRExpr_GSPTR(), word_of_pointer(here), target, stack_pointer(b));
      ADD_EVENT_CALL(b, stack_jump, arguments, NULL);
   }
}

static void add_call(Block* b, IRExpr* target)
{
   if (target->tag == Iex_Const) {
      Code*    code    = routine_code_at(target->Iex.Const.con->Ico.U64);
      Routine* routine = routine_called_at(code);
      if (code->is_skipped || stays_in_activation(b, code)) {
         return;
      }
      add_call_place(b);
      if (code->is_stub) {
         add(b, IRStmt_Store(Iend_LE, word_of_pointer(&hot.linkage_call), stack_pointer(b)));
      } else {
         IRExpr** arguments = mkIRExprVec_3(IRExpr_GSPTR(), word_of_pointer(routine), stack_pointer(b));
         ADD_EVENT_CALL(b, stack_call, arguments, NULL);
      }
   } else {
      IRExpr** arguments = mkIRExprVec_3(IRExpr_GSPTR(), target, stack_pointer(b));
      add_call_place(b);
      ADD_EVENT_CALL(b, stack_call_to, arguments, NULL);
   }
}

static void add_return(Block* b, IRExpr* target)
{
   add_stack_moved(b, target);
   add_call_place(b);
   IRExpr** arguments = mkIRExprVec_3(IRExpr_GSPTR(), target, stack_pointer(b));
   ADD_EVENT_CALL(b, stack_return, arguments, NULL);
}

/* System calls, client requests and the like go on behind themselves; what a
   system call reads is read here. */
static void add_block_end(Block* b, const IRSB* in)
{
   switch (in->jumpkind) {
      case Ijk_Call:
         add_call(b, in->next);
         break;
      case Ijk_Ret:
         add_return(b, in->next);
         break;
      case Ijk_Boring:
         if (in->next->tag == Iex_Const) {
            add_direct_jump(b, in->next->Iex.Const.con->Ico.U64, NULL);
         } else {
            add_indirect_jump(b, in->next);
         }
         break;
      default:
         if (b->lines != NULL) {
            store_pointer(b, &hot.reads, reads_here(b));
            add_call_place(b);
         }
         break;
   }
}

static void add_side_exit(Block* b, const IRStmt* s)
{
   if (s->Ist.Exit.jk == Ijk_Boring) {
      add_direct_jump(b, s->Ist.Exit.dst->Ico.U64, s->Ist.Exit.guard);
   }
}

/* At the entry of a routine whose input size is an argument: tells its value. */
static void add_input_argument(Block* b)
{
   static const UInt registers[] = PLATFORM_ARGUMENT_REGISTERS;
   UInt const        count       = sizeof registers / sizeof *registers;
   UInt              number      = b->routine->input_argument;
   IRExpr*           value;
   if (number <= count) {
      value = assign(b, Ity_I64, IRExpr_Get(registers[number - 1], Ity_I64));
   } else {
      ULong offset = PLATFORM_RETURN_ADDRESS_SIZE + (number - count - 1) * sizeof(UWord);
      value = load(b, Ity_I64, binary(b, Iop_Add64, stack_pointer(b), word(offset)));
   }
   IRExpr** arguments = mkIRExprVec_2(word_of_pointer(b->routine), value);
   ADD_HELPER_CALL(b, stack_input_argument, arguments, NULL);
}

/*------------------------------------------------------------*/
/*--- The block                                            ---*/
/*------------------------------------------------------------*/

/* What stands before the first instruction checks for modified code. */
static Int copy_preamble(Block* b, const IRSB* in)
{
   Int i = 0;
   while (i < in->stmts_used && in->stmts[i]->tag != Ist_IMark) {
      add(b, in->stmts[i++]);
   }
   return i;
}

/* Whether a path of blocks, one behind the other in one page of code, ends there. */
static Bool ends_path(Addr here, Addr target)
{
   return target <= here || target / VKI_PAGE_SIZE != here / VKI_PAGE_SIZE;
}

/* Whether that may happen without an event. */
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

/* registers.log > reads_log_limit: stack_settle_reads(guest) */
static void add_log_check(Block* b)
{
   IRExpr*  log       = get_register(b, REGISTER(log), Ity_I64);
   IRExpr*  is_long   = assign(b, Ity_I1, IRExpr_Binop(Iop_CmpLT64U, word(reads_log_limit), log));
   IRExpr** arguments = mkIRExprVec_1(IRExpr_GSPTR());
   ADD_EVENT_CALL(b, stack_settle_reads, arguments, is_long);
}

IRSB* instrument_block(VgCallbackClosure* closure, IRSB* in, const VexGuestLayout* layout,
                       const VexGuestExtents* extents, const VexArchInfo* host,
                       IRType guest_word, IRType host_word)
{
   routine_drop_stale_addresses();
   if (!strand_is_instrumenting()) {
      return in;
   }

   /* Where Valgrind replaces code by its own, the program's address counts. */
   const Code* code  = routine_code_at(closure->nraddr);
   Block       block = {
      .out       = deepCopyIRSBExceptStmts(in),
      .sp_offset = layout->offset_SP,
      .routine   = code->routine,
      .place     = code->place,
      .is_stub   = code->is_stub,
      .is_part   = code->is_part,
      .is_skipped = code->is_skipped,
   };
   LastInstruction last = find_last_instruction(in);
   UInt place_of[in->stmts_used];
   Bool exit_seen = False;
   block.place_of = place_of;

   Int i = copy_preamble(&block, in);
   if (options.callgrind_file != NULL) {
      begin_lines(&block, in, i, True);
   } else {
      add_cost(&block, options.cost == CostBlocks);
   }
   if (reads_are_logged() && may_end_path(in, extents->base[0])) {
      add_log_check(&block);
   }
   if (code->is_entry && code->routine->input_argument != 0 && !code->is_part) {
      if (code->is_clone) {
         routine_warn_of_clone(code);
      }
      add_input_argument(&block);
   }
   if (moves_stack_pointer(&block, in)) {
      block.first_sp = stack_pointer(&block);
   }
   for (; i < in->stmts_used; i++) {
      const IRStmt* s = in->stmts[i];
      if (s->tag == Ist_IMark) {
         if (exit_seen && block.lines != NULL) {
            begin_lines(&block, in, i, False);
         }
         exit_seen = False;
         block.instructions += options.cost == CostInstructions;
         block.line_instructions++;
      } else if (s->tag == Ist_Exit) {
         add_instructions(&block);
         put_log(&block);
         add_side_exit(&block, s);
         exit_seen = True;
      }
      add(&block, in->stmts[i]);
      note_stack_pointer(&block, in, s);
      Bool is_control_flow = i > last.first_statement
                             && (pushes_return_address(in, s, &last) || pops_return_address(in, s));
      if (!is_control_flow) {
         add_accesses(&block, s);
      }
   }
   add_instructions(&block);
   put_log(&block);
   add_block_end(&block, in);
   return block.out;
}
