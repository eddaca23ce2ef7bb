/* Self cost by place in the code, for the Callgrind profile: how often each node of
   the call graph executed each block, and how many first reads each line made.
   Generated code counts inline. */

#pragma once

#include "pub_tool.h"

#include "callgrind/graph.h"
#include "callgrind/source.h"
#include "options.h"

/* Counters of one node in one block.  Unless the block has many places, one cache line has
   everything that generated code needs of the current counters. */
typedef struct LineCounts {
   union {
      struct LineCounts* self;     /* in `current`: its own address, which generated code loads */
      struct LineCounts* next;     /* in `others`: the next in the list */
   };
   Node*              node;        /* NULL: no node has run the block yet */
   ULong              executions;
   ULong              reads[];     /* lines_kinds_of_reads() counters for each place */
} LineCounts;

/* A block of code, or the part of a block after an exit that may be taken.  It stays if
   the code is translated again. */
typedef struct CodeBlock {
   VgHashNode   node;              /* key: address */
   Bool         counts;            /* a block begins here; False: this is a later part of a block */
   UInt         place_count;       /* at least 1 */
   CodePlace*   places;            /* in the order in which they are executed */
   UInt*        instructions;      /* by place: the number of its instructions */
   LineCounts*  others;            /* the counters of nodes that ran it earlier */
   LineCounts*  current;           /* the counters of the node that ran it last */
} CodeBlock;

/* From now on, blocks get code that counts. */
extern void lines_init(void);

/* Kinds of first reads: all; none with --rms=no; with --drms=yes also those that came from threads, and those
   that came from the kernel. */
static inline UInt lines_kinds_of_reads(void)
{
   return options.drms ? 3 : options.rms ? 1 : 0;
}

extern void lines_for_each_block(void (*visit)(CodeBlock* block, void* data), void* data);

/* Forgets the counts of this profile's nodes. */
extern void lines_forget(const Profile* profile);
