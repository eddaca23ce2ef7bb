/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Self cost by place in the code, for the Callgrind profile: how often each
   block was executed by which node of the call graph, and how many first reads
   each of its lines made.  Generated code counts inline. */

#ifndef APROF_LINES_H
#define APROF_LINES_H

#include "pub_tool_basics.h"
#include "pub_tool_hashtable.h"

#include "callgrind/graph.h"
#include "callgrind/source.h"
#include "options.h"

/* Counters of one node in one block.  All that generated code needs of those that are
   current is in one line of the processor's caches, unless the block has many places. */
typedef struct LineCounts {
   union {
      struct LineCounts* self;     /* its address: generated code loads that */
      struct LineCounts* next;     /* of the other nodes that ran the block */
   };
   Node*              node;        /* NULL: nobody has run it yet */
   ULong              executions;
   ULong              reads[];     /* by place, each as many as there are kinds */
} LineCounts;

/* A block of code, or the part of one behind an exit that may be taken.  It stays
   when the code is translated again. */
typedef struct CodeBlock {
   VgHashNode   node;              /* key: address */
   Bool         counts;            /* a block begins here; False: this is a block's second part */
   UInt         place_count;       /* at least 1 */
   CodePlace*   places;            /* in the order in which they are executed */
   UInt*        instructions;      /* by place: how many there are */
   LineCounts*  others;            /* of nodes that have run it before */
   LineCounts*  current;           /* of the node that has run it last */
} CodeBlock;

/* If the Callgrind profile is wanted. */
extern void lines_init(void);

/* First reads; with --drms=yes also those of what a thread, and the kernel, has written. */
static inline UInt lines_kinds_of_reads(void)
{
   return options.drms ? 3 : 1;
}

/* The block of the instructions at these addresses, one at least.  place_of is set
   to the index of each instruction's place. */
extern CodeBlock* lines_block(const Addr* instructions, UInt count, Bool counts, UInt* place_of);

/* Makes `current` the counters of the running node.  Generated code calls this if they
   are another's; they stay at one address, and contents are swapped. */
extern VG_REGPARM(1) void lines_switch_node(CodeBlock* block);

/* As access_read (shadow.h), but first reads are counted.  One argument is both the
   size and where to count, so that this needs no further code. */
extern VG_REGPARM(2) void lines_read(Addr address, ULong size_and_counter);

/* Likewise as access_read_last_cell, by log2 of the size; without --drms=yes only. */
extern VG_REGPARM(2) void (*const lines_read_last_cell[])(Addr address, ULong* counter);

static inline ULong lines_size_and_counter(SizeT size, const ULong* counter)
{
   return (ULong)(Addr)counter << 16 | size;
}

/* The same in a PLT stub, whose reads are its caller's: counted in here.stub. */
extern VG_REGPARM(2) void lines_read_in_stub(Addr address, SizeT size);

extern void lines_for_each_block(void (*visit)(CodeBlock* block, void* data), void* data);

/* Forgets the counts of this profile's nodes. */
extern void lines_forget(const Profile* profile);

#endif
