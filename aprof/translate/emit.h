/* The block that is being instrumented, and functions that add statements to it. */

#pragma once

#include "pub_tool.h"

#include "code/inlined.h"
#include "code/routine.h"
#include "hot.h"

/* A block remembers so many accesses that need no further code. */
#define MAX_SETTLED  64

typedef enum { Read, Write } AccessKind;

/* A repeated string instruction (repeats.c), which ends its block. */
typedef struct {
   UInt    bytes;      /* bytes of one iteration; 0: the block has no such instruction */
   Addr    address;    /* address of the instruction */
   IRExpr* done;       /* bytes that the instruction has done before this block */
   IRExpr* counted;    /* 1 if this block counts, 0 if not; NULL: it always counts */
} Repeat;

/* The block being instrumented. */
typedef struct {
   IRSB*    out;
   Int      sp_offset;        /* offset of the stack pointer in the guest state */
   Routine* routine;          /* the routine of the block, or NULL */
   UWord    module;           /* that its code is in (routine.h) */
   Bool     is_stub;          /* the block is in a PLT */
   Bool     is_skipped;       /* its routine is left out by an option */
   Bool     is_part;          /* the block was split off from its routine */
   UInt     instructions;     /* instructions not counted yet, with --cost=instr */
   Long     lowest_sp;        /* the lowest stack pointer so far, relative to the block's beginning */
   Bool     frame_is_removed; /* the block has removed a stack frame */
   Bool     has_pushed;       /* the stack pointer is lower than it was at the beginning */
   Bool     sets_link_register; /* if there is one */
   Addr     instruction;      /* address of the present instruction, ... */
   Addr     next_instruction; /* ... and of what is behind it */
   IRExpr*  first_sp;         /* stack pointer at the beginning, if the block loads it; else NULL */
   IRExpr*  log;              /* registers.log while it is in a temporary; else NULL */
   UInt     logged;           /* bytes logged since then */
   struct {
      IRTemp     address;
      UInt       size;
      AccessKind kind;
   } settled[MAX_SETTLED];    /* accesses earlier in this block */
   UInt     settled_count;
   Repeat   repeat;
   const InlinedObject* inlined;   /* what was inlined in the block's object, or NULL */
   Addr     bias;             /* of addresses in that object */
   UInt     part_instructions;   /* instructions of the present part (observer.h) that have begun */
   void*    observed;         /* what the observer knows of this part */
   IRExpr*  counters;         /* address of the observer's counters */
} Block;

static inline void add(Block* b, IRStmt* statement)
{
   addStmtToIRSB(b->out, statement);
}

static inline IRExpr* assign(Block* b, IRType type, IRExpr* expression)
{
   IRTemp temp = newIRTemp(b->out->tyenv, type);
   add(b, IRStmt_WrTmp(temp, expression));
   return IRExpr_RdTmp(temp);
}

static inline IRExpr* word(ULong value)
{
   return IRExpr_Const(IRConst_U64(value));
}

static inline IRExpr* word_of_pointer(const void* pointer)
{
   return word((Addr)pointer);
}

static inline IRExpr* binary(Block* b, IROp op, IRExpr* left, IRExpr* right)
{
   return assign(b, Ity_I64, IRExpr_Binop(op, left, right));
}

static inline IRExpr* shift(Block* b, IROp op, IRExpr* value, UInt bits)
{
   return bits == 0 ? value : binary(b, op, value, IRExpr_Const(IRConst_U8(bits)));
}

static inline IRExpr* load(Block* b, IRType type, IRExpr* address)
{
   return assign(b, type, IRExpr_Load(Iend_LE, type, address));
}

static inline IRExpr* is_not_zero(Block* b, IRExpr* value)
{
   return assign(b, Ity_I1, IRExpr_Unop(Iop_CmpNEZ64, value));
}

/* A call of a helper, if `guard` holds (NULL: always).  It is declared to modify memory.
   Otherwise Valgrind might move loads of the program behind the call, to where their
   values are used.  But a load that faults must do so before it is counted. */
static inline void add_call_of(Block* b, UInt in_registers, const HChar* name, void* helper,
                               IRExpr** arguments, IRExpr* guard)
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

/* A call of a helper that is declared VG_REGPARM. */
static inline void add_helper_call(Block* b, const HChar* name, void* helper, IRExpr** arguments,
                                   IRExpr* guard)
{
   UInt count = 0;
   while (arguments[count] != NULL) {
      count++;
   }
   add_call_of(b, count, name, helper, arguments, guard);
}

#define ADD_HELPER_CALL(b, helper, arguments, guard) add_helper_call(b, #helper, helper, arguments, guard)

static inline IRExpr* at_distance(Block* b, IRExpr* address, UInt bytes)
{
   return bytes == 0 ? address : binary(b, Iop_Add64, address, word(bytes));
}

/* *(counters + offset) += number.  The address is computed once for the load and once for the
   store, so that each has the offset in its instruction and needs no register. */
static inline void add_to(Block* b, IRExpr* counters, UInt offset, IRExpr* number)
{
   IRExpr* count = load(b, Ity_I64, at_distance(b, counters, offset));
   IRExpr* sum   = binary(b, Iop_Add64, count, number);
   add(b, IRStmt_Store(Iend_LE, at_distance(b, counters, offset), sum));
}

/* The offset of one of the hot registers. */
#define REGISTER(name)  (Int)(HOT_REGISTERS_OFFSET + offsetof(HotRegisters, name))

static inline IRExpr* get_register(Block* b, Int offset, IRType type)
{
   return assign(b, type, IRExpr_Get(offset, type));
}

static inline void put_register(Block* b, Int offset, IRExpr* value)
{
   add(b, IRStmt_Put(offset, value));
}

/* Stores the end of the log.  To be called before an event, which may examine or move the log. */
static inline void put_log(Block* b)
{
   if (b->log != NULL) {
      put_register(b, REGISTER(log), binary(b, Iop_Add64, b->log, word(b->logged)));
      b->log    = NULL;
      b->logged = 0;
   }
}

/* A call of a function that handles an event.  Its first argument is the guest state, where
   it may change the hot registers. */
static inline void add_event_call(Block* b, const HChar* name, void* helper, IRExpr** arguments,
                                  IRExpr* guard)
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

static inline void store_pointer(Block* b, void* field, const void* pointer)
{
   add(b, IRStmt_Store(Iend_LE, word_of_pointer(field), word_of_pointer(pointer)));
}

static inline IRExpr* stack_pointer(Block* b)
{
   return assign(b, Ity_I64, IRExpr_Get(b->sp_offset, Ity_I64));
}

/*--- Accesses ---*/

/* Code that marks the cells of each memory access, and logs or checks those that are read. */

/* Whether reads are logged (cells/reads.h).  They are not if the timestamp of a read is not enough. */
extern Bool accesses_are_logged(void);

/* Adds code for the accesses of a statement that is already in the output block. */
extern void accesses_add(Block* b, const IRStmt* s);

/*--- Exits ---*/

/* Code that tells the shadow call stack (stack/stack.h) of calls, returns and jumps. */

/* The last instruction of a block.  If it is a call or a return, its store or load of the
   return address is control flow and not an access. */
typedef struct {
   Int  first_statement;      /* index of its first statement */
   Addr next_instruction;     /* address of the instruction after it */
} LastInstruction;

extern LastInstruction exits_find_last_instruction(const IRSB* in);

/* Whether the statement pushes, or pops, a return address. */
extern Bool exits_pushes_return_address(const IRSB* in, const IRStmt* s, const LastInstruction* last);
extern Bool exits_pops_return_address(const IRSB* in, const IRStmt* s);

/* Notes what the statement does to the stack frame and the link register. */
extern void exits_note_frame(Block* b, const IRSB* in, const IRStmt* s);

/* Whether the block loads the stack pointer from somewhere, as longjmp and coroutine switches do. */
extern Bool exits_moves_stack_pointer(const Block* b, const IRSB* in);

/* If the statement loads the stack pointer, in a block that ends with no event, tells of it. */
extern void exits_add_load(Block* b, const IRSB* in, const IRStmt* s);

/* Adds the event of an exit before the exit; and the event at the end of the block. */
extern void exits_add_side_exit(Block* b, const IRStmt* s);
extern void exits_add_block_end(Block* b, const IRSB* in, const LastInstruction* last);

/*--- Repeated string instructions (repeats.c) ---*/

/* Finds out whether the block ends with such an instruction, and adds code that decides whether the
   block counts.  `first` is the statement of the block's first instruction.  To be called before the
   block's cost is added. */
extern void repeats_begin(Block* b, const IRSB* in, Int first);

/* Adds code that stores how far the instruction is: before an exit to `target`, and at the end of the
   block. */
extern void repeats_add_exit(Block* b, Addr target);
extern void repeats_add_block_end(Block* b, const IRSB* in);
