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

   --rep-cost=iteration counts each iteration, and one more block that finds that none is left.

   For 3 iterations, of which the first is in a block with other instructions:

      block 1   mov ...; rep movsq     does an iteration, jumps to block 2
      block 2   rep movsq              does an iteration, jumps to block 2
      block 2   rep movsq              does an iteration, jumps to block 2
      block 2   rep movsq              finds that none is left, goes on after the instruction

   If the program jumps to the instruction from elsewhere, it also comes to block 2.  To tell these
   cases apart, generated code stores in the guest state how far the instruction is.  So each thread
   has its own values, which are saved and restored with the program's registers around a signal
   handler:

      done    bytes done so far; 0 if no such instruction is under way
      left    the value of the count register if the instruction goes on; any other value means that
              a handler never returned, and that this is another execution

   Invariant: at the beginning of a block, done is 0, or left differs from the count register, or
   this is the second or a later block of one execution of such an instruction. */

#include "translate/emit.h"

#include "options.h"
#include "platform.h"

/* The bytes that cost one block. */
#define BLOCK_BYTES  64

typedef struct {
   ULong left;
   ULong done;
} RepeatRegisters;

/* The guest state has these registers after the hot ones. */
#define REGISTERS_OFFSET  (HOT_REGISTERS_OFFSET + sizeof(HotRegisters))
_Static_assert(sizeof(HotRegisters) + sizeof(RepeatRegisters) <= sizeof(PLATFORM_GUEST_STATE),
               "both are in one shadow area");

#define REPEAT_REGISTER(name)  (Int)(REGISTERS_OFFSET + offsetof(RepeatRegisters, name))

static IRExpr* is_equal(Block* b, IRExpr* left, IRExpr* right)
{
   return assign(b, Ity_I1, IRExpr_Binop(Iop_CmpEQ64, left, right));
}

static IRExpr* count_register(Block* b)
{
   return get_register(b, PLATFORM_COUNT_REGISTER, Ity_I64);
}

/* In a block with nothing but the instruction:
      done    = left == count register ? done : 0
      counted = (done & (count register == 0 ? ~0 : BLOCK_BYTES - 1)) == 0 */
static void add_is_counted(Block* b)
{
   IRExpr* count   = count_register(b);
   IRExpr* goes_on = is_equal(b, get_register(b, REPEAT_REGISTER(left), Ity_I64), count);
   IRExpr* mask    = assign(b, Ity_I64, IRExpr_Unop(Iop_1Sto64, goes_on));
   b->repeat.done  = binary(b, Iop_And64, get_register(b, REPEAT_REGISTER(done), Ity_I64), mask);

   IRExpr* is_end     = is_equal(b, count, word(0));
   IRExpr* which      = assign(b, Ity_I64, IRExpr_ITE(is_end, word(~0ULL), word(BLOCK_BYTES - 1)));
   IRExpr* is_counted = is_equal(b, binary(b, Iop_And64, b->repeat.done, which), word(0));
   b->repeat.counted  = assign(b, Ity_I64, IRExpr_Unop(Iop_1Uto64, is_counted));
}

void repeats_begin(Block* b, const IRSB* in, Int first)
{
   Int last = in->stmts_used - 1;
   while (last >= first && in->stmts[last]->tag != Ist_IMark) {
      last--;
   }
   if (last < first || options.cost != CostBlocks || options.rep_cost != RepCostBytes) {
      return;
   }
   UInt length       = in->stmts[last]->Ist.IMark.len;   /* 0: it is no instruction */
   b->repeat.address = in->stmts[last]->Ist.IMark.addr;
   b->repeat.bytes   = platform_repeated_bytes((const UChar*)b->repeat.address, length);
   b->repeat.done    = word(0);
   if (b->repeat.bytes > 0 && last == first) {
      add_is_counted(b);
   }
}

/* The iteration is done, so the count register says how many are left. */
void repeats_add_exit(Block* b, Addr target)
{
   if (b->repeat.bytes == 0) {
      return;
   }
   if (target == b->repeat.address) {
      put_register(b, REPEAT_REGISTER(left), count_register(b));
      put_register(b, REPEAT_REGISTER(done), binary(b, Iop_Add64, b->repeat.done, word(b->repeat.bytes)));
   } else {
      put_register(b, REPEAT_REGISTER(done), word(0));
   }
}

void repeats_add_block_end(Block* b, const IRSB* in)
{
   if (in->next->tag == Iex_Const) {
      repeats_add_exit(b, in->next->Iex.Const.con->Ico.U64);
   }
}
