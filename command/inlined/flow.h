/* The flow of control in a function: blocks, the edges between them, and loops. */

#pragma once

#include "inlined/bits.h"
#include "dwarf/code.h"
#include "inlined/instances.h"

/* An instruction, and what it belongs to. */
typedef struct {
   Decoded decoded;
   int     instance;      /* the innermost one; -1: the function itself */
   int     line;          /* of what does not just go on; 0: of none, which says nothing; -1: not known */
   int     column;        /* of the same; 0: not known */
   bool    decides;       /* it is a branch, a jump to several places, or a call */
   bool    is_known_call; /* a call that is no mere panic: it does something for the routine */
   guint   block;
} Step;

/* Blocks that others lead to, or come from. */
typedef struct {
   guint* blocks;
   guint  count;
} BlockList;

/* Instructions that run one after the other. */
typedef struct {
   guint   first;         /* its steps: from this one ... */
   guint   end;           /* ... up to this one, which is not part of it */
   guint   order;         /* edges that do not lead back lead to a higher one, unless loops cross; 0: only a
                             loop of its own leads here */
   guint   first_edge;    /* the back edges that leave it: from this number ... */
   guint   edge_end;      /* ... up to this one, which does not */
   BlockList next;
   BlockList before;
   bool    is_root;       /* control comes here from nowhere in the function: its entry, or a handler of
                             exceptions, or where setjmp returns to */
} FlowBlock;

typedef struct {
   guint header;
   guint latch;           /* the block that jumps back */
   Bits  body;            /* blocks */
} Loop;

/* A way from one block to the next. */
typedef struct {
   guint from;
   guint to;
} Way;

typedef struct {
   GArray*    steps;      /* Step, by address */
   FlowBlock* blocks;     /* by address */
   guint*     ways;       /* all lists of their next ones and of those before */
   guint      count;
   guint      entry;
   Bits       entered;    /* blocks that the entry leads to; all others are handlers of exceptions */
   Bits       handled;    /* those others, and what they lead to */
   guint      low;        /* of the jumps to several places that lead back into loops without a header: the
                             lowest order that one leads to, */
   guint      high;       /* and the highest that one comes from; 0: there are none */
   GArray*    loops;      /* Loop: all back edges to one header are one; latch means nothing */
   GArray*    back_edges; /* Loop: each of them alone, also those of loops without a header */
} Flow;

/* Returns the flow without what loops_find adds; NULL: nothing can be decoded. */
extern Flow* flow_of(const Code* code, const Instances* instances, const Function* function);

/* Finds the loops, and the order of blocks: order, first_edge and edge_end of each block; entered, handled,
   loops, back_edges, low and high of the flow. */
extern void loops_find(Flow* flow);

/* Returns the blocks on ways from one to the other that do not go back, with both; none if there is no such
   way. */
extern Bits loops_between(const Flow* flow, guint first, guint last);

/* Gives blocks that stand for a detour of an instance to that one: the debug information gives them to
   another.  The order of blocks is known. */
extern void strays_mend(Flow* flow, const Function* function);

extern void flow_free(Flow* flow);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Flow, flow_free)

static inline const Step* flow_step(const Flow* flow, guint index)
{
   return &g_array_index(flow->steps, Step, index);
}

static inline uint64_t flow_address(const Flow* flow, guint block)
{
   return flow_step(flow, flow->blocks[block].first)->decoded.address;
}

/* Whether code of the inner one is code of the outer one, too. */
static inline bool flow_is_inside(const Function* function, int inner, int outer)
{
   return inner >= outer && inner <= g_array_index(function->instances, Instance, outer).last;
}
