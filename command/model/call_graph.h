/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Who calls whom, and what that costs: the calling contexts of a report added up
   by caller and callee.

   Added up, a recursion would count its cost once for each level.  So a routine
   that runs inside itself is a function of its own at each level, as Callgrind
   does it: f, and within it f'2, and within that f'3.  No function is then ever
   active twice, and all inclusive costs are exact.

   The cost of a call is the sum of the self costs of the context and of all
   contexts below it.  So a caller's cost is always its own and that of its calls,
   whatever the profiler did with recursion: where it folded the calls of a
   recursion onto the context that began it, they are part of that, once. */

#ifndef COMMAND_MODEL_CALL_GRAPH_H
#define COMMAND_MODEL_CALL_GRAPH_H

#include "model/calls.h"

#define NO_FUNCTION  NO_ROUTINE

typedef struct {
   uint32_t routine;        /* index in the report */
   uint32_t level;          /* 1; n inside n - 1 others of the same routine */
   uint64_t calls;
   uint64_t self;
   uint64_t inclusive;
   size_t   first_call;     /* in `calls`: what this function calls */
   size_t   call_count;
   size_t   first_caller;   /* in `callers`: who calls this function */
   size_t   caller_count;
} Function;

/* What belongs to a context. */
typedef struct {
   uint32_t function;
   uint64_t cost;           /* with all below it */
   uint64_t all_calls;
} CallNode;

typedef struct {
   Function* functions;     /* in the order of the report's routines or, with contexts, of these */
   uint32_t  function_count;
   Call*     calls;         /* by caller, then callee, which are functions; at least one call each */
   size_t    call_count;
   Call*     root_calls;    /* by callee: what began the contexts without parent; their caller is none */
   size_t    root_call_count;
   uint32_t* callers;       /* calls by callee, then caller: indices in `calls` */
   CallNode* nodes;         /* by context */
   uint32_t  node_count;    /* 0 without contexts */
   uint64_t  self;          /* of all functions */
   uint64_t  activations;
} CallGraph;

/* Whether a function runs as a root, and is called as well. */
extern bool call_graph_has_called_root(const CallGraph* graph);

/* Routines without points are left out.  Without contexts there are functions
   and no calls. */
extern CallGraph call_graph_make(const Report* report);

extern void call_graph_free(CallGraph* graph);

#endif
