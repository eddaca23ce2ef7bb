/* Code that tells the shadow call stack (stack/stack.h) of calls, returns and jumps. */

#pragma once

#include "translate/emit.h"

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
