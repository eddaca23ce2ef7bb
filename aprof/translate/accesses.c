/* From memory accesses to marks, and to the log of reads. */

#include "translate/emit.h"

#include "cells/reads.h"
#include "cells/shadow.h"
#include "options.h"
#include "oracle/oracle.h"
#include "stack/access.h"
#include "translate/observer.h"

/* Sizes that generated code handles inline.  An access of such a size that is aligned to
   its size touches exactly max(1, size / resolution) cells. */
static Bool is_inline_size(UInt size)
{
   return size <= 32 && (size & (size - 1)) == 0;
}

static UInt cells_of(UInt size)
{
   return size > options.memory_resolution ? size / options.memory_resolution : 1;
}

Bool accesses_are_logged(void)
{
   return options.rms && !options.drms && shadow_is_flat();
}

/* (address & mask) / resolution * SHADOW_STAMP_SIZE */
static IRExpr* stamp_offset(Block* b, IRExpr* address, IRExpr* mask)
{
   UInt    cell_bits = VG_(log2)(options.memory_resolution);
   IRExpr* cell      = binary(b, Iop_And64, address, mask);
   return cell_bits < 2 ? shift(b, Iop_Shl64, cell, 2 - cell_bits) : shift(b, Iop_Shr64, cell, cell_bits - 2);
}

/* The address of the timestamp of an address's cell. */
static IRExpr* stamps_at_of(Block* b, IRExpr* address)
{
   IRExpr* mask = get_register(b, REGISTER(mask), Ity_I64);
   IRExpr* offset = stamp_offset(b, address, mask);
   return binary(b, Iop_Add64, offset, get_register(b, REGISTER(stamps), Ity_I64));
}

/* The address of the time of its last recorded write.  Writes are recorded also while collecting is off. */
static IRExpr* written_place(Block* b, IRExpr* address)
{
   IRExpr* offset = stamp_offset(b, address, word(shadow_mask(True)));
   return binary(b, Iop_Add64, offset, word(shadow_stamps(shadow_written, True)));
}

static Bool writes_are_recorded(void)
{
   return hot_latest != 0;
}

/* Not zero if the access touches one more cell than an aligned one.  An access that is smaller
   than a cell does so if it crosses into the next:
      ((address & (resolution - 1)) + size - 1) & resolution
   A larger access does so if it is misaligned:
      address & (resolution - 1)
   NULL if no access of this size can. */
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

/* Timestamps are handled one, two or as many as possible at a time. */
static IRType type_of_stamps(UInt cells)
{
   return cells == 1 ? Ity_I32 : cells == 2 ? Ity_I64 : PLATFORM_WIDEST_TYPE;
}

/* Marks cells as accessed by the running activation. */
static void add_stores(Block* b, IRExpr* stamps_at, UInt cells)
{
   IRType type = type_of_stamps(cells);
   for (UInt i = 0; i < cells * SHADOW_STAMP_SIZE; i += sizeofIRType(type)) {
      IRExpr* stamp = get_register(b, REGISTER(stamp), type);
      add(b, IRStmt_Store(Iend_LE, at_distance(b, stamps_at, i), stamp));
   }
}

static IRExpr* widened(Block* b, IRExpr* half)
{
   return assign(b, Ity_I64, IRExpr_Unop(Iop_32Uto64, half));
}

/* How many of one or two timestamps are older than the running activation:
      limit - former >> 31                                      for one
      ((UInt)(limit - former) >> 31) + (limit - former >> 63)   for two */
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
   if (observer != NULL) {
      observer->read_last_cell(b, address, size, guard);
   } else {
      add_helper_call(b, "access_read_last_cell", access_read_last_cell[VG_(log2)(size)],
                      mkIRExprVec_1(address), guard);
   }
}

/* Logs the timestamps of the cells, and marks them as accessed.  For the observer, also
   counts at once how many are older than the activation, without a branch.  The
   examination of the log will find the same number. */
static void add_logged_read(Block* b, IRExpr* address, UInt size)
{
   UInt    cells = cells_of(size);
   IRType  type  = type_of_stamps(observer != NULL && cells > 2 ? 2 : cells);
   IRExpr* stamps_at = stamps_at_of(b, address);
   IRExpr* first = NULL;
   if (b->log == NULL) {
      b->log = get_register(b, REGISTER(log), Ity_I64);
   }
   for (UInt i = 0; i < cells * SHADOW_STAMP_SIZE; i += sizeofIRType(type)) {
      IRExpr* former = load(b, type, at_distance(b, stamps_at, i));
      add(b, IRStmt_Store(Iend_LE, at_distance(b, b->log, b->logged), former));
      b->logged += sizeofIRType(type);
      if (observer != NULL) {
         IRExpr* more = number_of_first_reads(b, former, type);
         first = first == NULL ? more : binary(b, Iop_Add64, first, more);
      }
   }
   add_stores(b, stamps_at, cells);
   if (observer != NULL) {
      observer->first_reads(b, first);
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

/* Each half of the result is one cell.  Its bit of HOT_STALE_BITS is set if the cell has been
   written since its timestamp in `stamps`:
      ~((stamps | HOT_STALE_BITS) - Load(stamps_at))
   A timestamp with that bit is larger than any time, so no half borrows. */
static IRExpr* overwritten(Block* b, IRExpr* stamps, IRExpr* at, UInt cells)
{
   IRExpr* raised = binary(b, Iop_Or64, stamps, word(HOT_STALE_BITS));
   IRExpr* ahead  = binary(b, Iop_Sub64, raised, load_stamps(b, at, cells));
   return assign(b, Ity_I64, IRExpr_Unop(Iop_Not64, ahead));
}

/* A call of a function that does everything for a read. */
static void add_read_call(Block* b, IRExpr* address, UInt size, IRExpr* guard)
{
   IRExpr** arguments = mkIRExprVec_2(address, word(size));
   if (observer != NULL) {
      observer->read(b, address, size, guard);
   } else if (options.drms) {
      ADD_HELPER_CALL(b, access_read_dynamic, arguments, guard);
   } else {
      ADD_HELPER_CALL(b, access_read, arguments, guard);
   }
}

static void add_write_call(Block* b, IRExpr* address, UInt size, IRExpr* guard)
{
   IRExpr** arguments = mkIRExprVec_2(address, word(size));
   if (writes_are_recorded()) {
      ADD_HELPER_CALL(b, access_write_recorded, arguments, guard);
   } else {
      ADD_HELPER_CALL(b, access_write, arguments, guard);
   }
}

/* Calls a function if a cell's timestamp is older than the running activation, or if
   there is one more cell.
      stale  = registers.limit - Load(stamps_at)      for every 8 bytes of timestamps
      needed = (stale & HOT_STALE_BITS) | misalignment != 0
   One cell uses only the lower half.  If writes are recorded, a cell is also stale if
   it has been overwritten. */
static void add_checked_read(Block* b, IRExpr* address, UInt size)
{
   UInt    cells = cells_of(size);
   IRExpr* first = stamps_at_of(b, address);
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
   add_stores(b, stamps_at_of(b, address), cells_of(size));
   if (writes_are_recorded()) {
      add_stores(b, written_place(b, address), cells_of(size));
   }
   IRExpr* misaligned = misalignment(b, address, size);
   if (misaligned != NULL) {
      UInt size_log2 = VG_(log2)(size);
      add_helper_call(b, "access_write_last_cell",
                      writes_are_recorded() ? access_write_last_cell_recorded[size_log2]
                                            : access_write_last_cell[size_log2],
                      mkIRExprVec_1(address), is_not_zero(b, misaligned));
   }
}

/* If a block accesses one address twice, the second access needs no code, except that a read
   does not record a later write. */
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
      } else if (accesses_are_logged()) {
         add_logged_read(b, address, size);
      } else {
         add_checked_read(b, address, size);
      }
   }
}

/* The read comes first, because what an instruction has written before its read would not be input. */
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

/* A compare-and-swap always reads, so the cells are accessed whether it writes or not.
   Whether it has written matters only to other threads.  A double one works on two
   neighbouring halves. */
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

void accesses_add(Block* b, const IRStmt* s)
{
   if (!options.rms) {
      return;
   }
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
