/* The observer counts what blocks do by counters of its own, beside the strands' cost and input: the
   Callgrind profile, by source line.  Its functions are called while a block is instrumented, and add code
   to it (emit.h); without an observer, none is added.

   A block has one or more parts.  The first begins with the block, and each other with the instruction after
   an exit, because that may not be executed.  The order of calls is, for each part:

      begin, then executed (but not before the next exit or the block's end, with --cost=instr);
      then first_reads, read and read_last_cell for its accesses, and call_place before an exit;
      and at the end of a block that ends with a system call or a request, stops. */

#pragma once

#include "translate/emit.h"

typedef struct {
   /* A part begins, of the instructions at these addresses, at least one.  `is_first`: so does the block. */
   void (*begin)(Block* b, const Addr* instructions, UInt count, Bool is_first);

   /* The part is executed so often (0 or 1, if the block belongs to a repeated string instruction), and adds
      so much cost to the strand; NULL: none. */
   void (*executed)(Block* b, IRExpr* times, IRExpr* cost);

   /* The present instruction has made so many first reads, which the log will have, too. */
   void (*first_reads)(Block* b, IRExpr* number);

   /* Instead of access_read or access_read_dynamic, and of access_read_last_cell (access.h): a call of a
      function that does the same for a read of the present instruction, if `guard` holds. */
   void (*read)(Block* b, IRExpr* address, UInt size, IRExpr* guard);
   void (*read_last_cell)(Block* b, IRExpr* address, UInt size, IRExpr* guard);

   /* If the exit that comes next is a call, the present instruction makes it. */
   void (*call_place)(Block* b);

   /* The kernel, or Valgrind, goes on for the present instruction. */
   void (*stops)(Block* b);
} BlockObserver;

/* NULL: there is none. */
extern const BlockObserver* observer;

/* To be called before the program starts; there is one observer at most. */
extern void observer_register(const BlockObserver* it);
