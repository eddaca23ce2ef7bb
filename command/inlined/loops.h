/* The loops of a function, and the order of its blocks. */

#pragma once

#include "inlined/flow.h"

/* Finds them when all blocks and edges are there: order, first_edge and edge_end of each block; entered,
   handled, loops, back_edges, low and high of the flow. */
extern void loops_find(Flow* flow);

/* Returns the blocks on ways from one to the other that do not go back, with both; none if there is no such
   way. */
extern Bits loops_between(const Flow* flow, guint first, guint last);
