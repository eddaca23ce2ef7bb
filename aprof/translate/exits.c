/* From a block's exits to calls, returns and jumps. */

#include "translate/emit.h"

#include "code/unknown.h"
#include "options.h"
#include "platform.h"
#include "stack/calls.h"
#include "translate/observer.h"

/*--- Return addresses ---*/

LastInstruction exits_find_last_instruction(const IRSB* in)
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

/* Whether the block's last instruction leaves the address of the next one in a register. */
static Bool leaves_return_address(const IRSB* in, const LastInstruction* last, Int in_register)
{
   for (Int i = last->first_statement; i < in->stmts_used; i++) {
      const IRStmt* s = in->stmts[i];
      if (s->tag == Ist_Put && s->Ist.Put.offset == in_register
          && is_constant(s->Ist.Put.data, last->next_instruction)) {
         return True;
      }
   }
   return False;
}

/* Whether the block ends with a call.  With a link register, VEX takes a plain jump for one, too; but only a
   call leaves the address of the next instruction there. */
static Bool ends_with_call(const IRSB* in, const LastInstruction* last)
{
   return in->jumpkind == Ijk_Call
          && (!PLATFORM_HAS_LINK_REGISTER || leaves_return_address(in, last, PLATFORM_LINK_REGISTER));
}

/* Whether it ends with a call of what belongs to the routine itself. */
static Bool ends_with_inner_call(const IRSB* in, const LastInstruction* last)
{
   return in->jumpkind == Ijk_Call && PLATFORM_INNER_LINK_REGISTER != PLATFORM_NO_REGISTER
          && leaves_return_address(in, last, PLATFORM_INNER_LINK_REGISTER);
}

/* The call that ends the block pushes the address of the next instruction. */
Bool exits_pushes_return_address(const IRSB* in, const IRStmt* s, const LastInstruction* last)
{
   return in->jumpkind == Ijk_Call && s->tag == Ist_Store
          && is_constant(s->Ist.Store.data, last->next_instruction);
}

/* The return that ends the block goes to the address that it loads. */
Bool exits_pops_return_address(const IRSB* in, const IRStmt* s)
{
   return in->jumpkind == Ijk_Ret && s->tag == Ist_WrTmp && s->Ist.WrTmp.data->tag == Iex_Load
          && in->next->tag == Iex_RdTmp && in->next->Iex.RdTmp.tmp == s->Ist.WrTmp.tmp;
}

/*--- Moves of the stack pointer ---*/

/* The expression that the temporary gets, or NULL if no plain assignment gives it. */
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

/* Whether an expression is the stack pointer or the frame pointer plus or minus something.
   Then it is in the same frame or in a frame below. */
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
static void note_stack_pointer(Block* b, const IRSB* in, const IRExpr* sp)
{
   Long distance;
   if (is_at_distance(in, sp, b->sp_offset, &distance)) {
      b->lowest_sp        = distance < b->lowest_sp ? distance : b->lowest_sp;
      b->frame_is_removed = distance > b->lowest_sp;
      b->has_pushed       = distance < 0;
   } else {
      b->frame_is_removed = is_at_distance(in, sp, PLATFORM_FRAME_POINTER, &distance)
                            && (distance > 0 || (PLATFORM_FRAME_IS_BELOW && distance == 0));
      b->has_pushed       = False;
   }
}

void exits_note_frame(Block* b, const IRSB* in, const IRStmt* s)
{
   if (s->tag == Ist_Put && s->Ist.Put.offset == b->sp_offset) {
      note_stack_pointer(b, in, s->Ist.Put.data);
   } else if (s->tag == Ist_Put && s->Ist.Put.offset == PLATFORM_LINK_REGISTER) {
      b->sets_link_register = True;
   }
}

/* Whether the block may have left a return address where a call does. */
static Bool may_call_by_hand(const Block* b)
{
   return PLATFORM_HAS_LINK_REGISTER ? b->sets_link_register : b->has_pushed;
}

static Bool loads_stack_pointer(const Block* b, const IRSB* in, const IRStmt* s)
{
   return s->tag == Ist_Put && s->Ist.Put.offset == b->sp_offset && !is_in_frame(b, in, s->Ist.Put.data);
}

Bool exits_moves_stack_pointer(const Block* b, const IRSB* in)
{
   for (Int i = 0; i < in->stmts_used; i++) {
      if (loads_stack_pointer(b, in, in->stmts[i])) {
         return True;
      }
   }
   return False;
}

void exits_add_load(Block* b, const IRSB* in, const IRStmt* s)
{
   if (b->first_sp != NULL && in->next->tag == Iex_Const && loads_stack_pointer(b, in, s)) {
      ADD_HELPER_CALL(b, calls_loaded, mkIRExprVec_1(b->first_sp), NULL);
   }
}

/* Adds a call of a function that handles an exit to a routine, or to an address, with the stack pointer that
   the program has then. */
#define ADD_EXIT_CALL(b, helper, to, guard) \
   ADD_EVENT_CALL(b, helper, mkIRExprVec_3(PLATFORM_GUEST_ARGUMENT, to, stack_pointer(b)), guard)

/* Does the same for an event that is nearly always a usual one, for which there are two functions. */
#define ADD_USUAL_CALL(b, event, to) \
   add_event_call(b, #event, options.rms ? (void*)(event) : (void*)event##_no_input, \
                  mkIRExprVec_3(PLATFORM_GUEST_ARGUMENT, to, stack_pointer(b)), NULL)

static void add_stack_moved(Block* b, IRExpr* target)
{
   if (b->first_sp != NULL) {
      IRExpr** arguments = mkIRExprVec_4(PLATFORM_GUEST_ARGUMENT, target, stack_pointer(b), b->first_sp);
      if (b->is_skipped) {
         ADD_EVENT_CALL(b, calls_moved_by_skipped, arguments, NULL);
      } else {
         ADD_EVENT_CALL(b, calls_moved, arguments, NULL);
      }
   }
}

static void add_call_place(Block* b)
{
   if (observer != NULL) {
      observer->call_place(b);
   }
}

/* If a routine calls a part of itself that the compiler has split off, the same activation
   goes on.  It also goes on if the routine calls its own middle (to get the program
   counter, or for a return that the code has set up itself). */
static Bool stays_in_activation(const Block* b, const Code* code)
{
   return code->routine != NULL && code->routine == b->routine
          && (!code->is_entry || (code->is_part && !b->is_part));
}

/* Whether a jump to the own first instruction may be `return self(...)`, as compilers translate it: if the
   routine has removed its frame before.  But generated code has several first instructions, one for each way
   in which it was compiled, and jumps from one to another: V8 does that when it has compiled a function. */
static Bool may_tail_call_itself(const Block* b)
{
   return b->frame_is_removed && (b->routine == NULL || !b->routine->is_generated);
}

/* A jump of a routine to its own first instruction is a loop, unless it is `return self(...)`. */
static Bool is_own_tail_call(const Block* b, const Code* code)
{
   return may_tail_call_itself(b) && !stays_in_activation(b, code);
}

/* Nor is it a loop if the block has left a return address: what it has pushed is known only when it runs. */
static void add_own_jump(Block* b, const Code* code, IRExpr* guard)
{
   if (may_call_by_hand(b) && !stays_in_activation(b, code)) {
      add_call_place(b);
      ADD_EXIT_CALL(b, calls_own_jump, word_of_pointer(b->routine), guard);
   }
}

/* Whether the program only runs into what is next in memory, by no jump. */
static Bool runs_into(const Block* b, Addr target)
{
   return target == b->next_instruction && !platform_is_jump((const UChar*)b->instruction);
}

/* A jump to a known address, taken if `guard` holds.  It is a tail call if another routine
   begins there, or if the address is code without a symbol in another object. */
static void add_direct_jump(Block* b, Addr target, IRExpr* guard)
{
   Code* code = routine_code_at(target);
   if (b->is_stub && !code->is_stub && guard == NULL) {
      ADD_USUAL_CALL(b, calls_plt_jump, word(target));   /* a veneer */
      return;
   }
   if (b->is_stub || runs_into(b, target)) {
      return;
   }
   if (code->routine != NULL && code->routine == b->routine && !is_own_tail_call(b, code)) {
      add_own_jump(b, code, guard);
      return;
   }
   if (code->is_entry || code->is_stub || (code->routine == NULL && code->module != b->module)) {
      Routine* routine = routine_called_at(code);
      if (!code->is_skipped) {
         add_call_place(b);
         ADD_EXIT_CALL(b, calls_tail_call, word_of_pointer(routine), guard);
      }
   }
}

static void add_indirect_jump(Block* b, IRExpr* target)
{
   add_stack_moved(b, target);
   if (b->is_stub) {
      ADD_USUAL_CALL(b, calls_plt_jump, target);
   } else {
      add_call_place(b);
      Routine* from      = may_tail_call_itself(b) ? NULL : b->routine;
      IRExpr** arguments = mkIRExprVec_4(PLATFORM_GUEST_ARGUMENT, word_of_pointer(from), target,
                                         stack_pointer(b));
      if (from != NULL && may_call_by_hand(b)) {
         ADD_EVENT_CALL(b, calls_jump_after_push, arguments, NULL);
      } else {
         ADD_EVENT_CALL(b, calls_jump, arguments, NULL);
      }
   }
}

static void add_call(Block* b, IRExpr* target)
{
   if (target->tag == Iex_Const) {
      Code*    code    = routine_code_at(target->Iex.Const.con->Ico.U64);
      Routine* routine = routine_called_at(code);
      if (code->is_skipped || code->undoes_call || stays_in_activation(b, code)) {
         return;
      }
      add_call_place(b);
      if (code->is_stub) {
         add(b, IRStmt_Store(Iend_LE, word_of_pointer(&hot.plt_call), stack_pointer(b)));
      } else {
         ADD_USUAL_CALL(b, calls_call, word_of_pointer(routine));
      }
   } else {
      add_call_place(b);
      ADD_USUAL_CALL(b, calls_call_to, target);
   }
}

static void add_return(Block* b, IRExpr* target)
{
   if (b->is_stub) {
      ADD_USUAL_CALL(b, calls_plt_jump, target);   /* a thunk */
      return;
   }
   add_stack_moved(b, target);
   add_call_place(b);
   if (b->is_skipped) {
      ADD_EXIT_CALL(b, calls_return_of_skipped, target, NULL);
   } else {
      ADD_USUAL_CALL(b, calls_return, target);
   }
}

static void add_jump(Block* b, IRExpr* target)
{
   if (target->tag == Iex_Const) {
      add_direct_jump(b, target->Iex.Const.con->Ico.U64, NULL);
   } else {
      add_indirect_jump(b, target);
   }
}

/* After a system call, a client request or the like, the program goes on with the next
   instruction. */
void exits_add_block_end(Block* b, const IRSB* in, const LastInstruction* last)
{
   switch (in->jumpkind) {
      case Ijk_Call:
         if (ends_with_call(in, last)) {
            add_call(b, in->next);
         } else if (!ends_with_inner_call(in, last)) {
            add_jump(b, in->next);
         }
         break;
      case Ijk_Ret:
         add_return(b, in->next);
         break;
      case Ijk_Boring:
         add_jump(b, in->next);
         break;
      case Ijk_NoDecode:
         ADD_HELPER_CALL(b, unknown_reached, mkIRExprVec_1(in->next), NULL);
         /* fallthrough */
      default:
         if (observer != NULL) {
            observer->stops(b);
         }
         break;
   }
}

void exits_add_side_exit(Block* b, const IRStmt* s)
{
   if (s->Ist.Exit.jk == Ijk_Boring) {
      add_direct_jump(b, s->Ist.Exit.dst->Ico.U64, s->Ist.Exit.guard);
   }
}
