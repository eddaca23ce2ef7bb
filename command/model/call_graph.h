/* Who calls whom, and what that costs: the calling contexts of a report, added up by
   caller and callee.

   In these sums, a recursion would count its cost once for each level.  So a routine
   that runs inside itself is a separate function at each level, as in Callgrind: f,
   inside it f'2, and inside that f'3.  Then no function ever runs inside itself.

   The cost of a call is the real cost of its context.  So the calls of a function add up to
   the cost of its routine.  Its self cost and the calls that it makes add up to that, too,
   unless the profiler folded a recursion: then the self cost of the routine that began it
   contains that of the recursive calls, and so does the cost of what it calls.  In a part,
   the calls of an activation may be in another part than the activation. */

#pragma once

#include "model/calls.h"

#define NO_FUNCTION  NO_ROUTINE

typedef struct {
   uint32_t routine;        /* index in the report */
   uint32_t level;          /* 1, or n inside n - 1 other functions of the same routine */
   uint64_t calls;
   uint64_t self;
   uint64_t inclusive;
   size_t   first_call;     /* index in `calls` of the calls that this function makes */
   size_t   call_count;
   size_t   first_caller;   /* index in `callers` of the calls of this function */
   size_t   caller_count;
} Function;

/* A context in the graph. */
typedef struct {
   uint32_t function;
   uint64_t cost;           /* of its calls */
   uint64_t all_calls;
} CallNode;

typedef struct {
   Function* functions;     /* in the order of contexts or, without contexts, of the report's routines */
   uint32_t  function_count;
   Call*     calls;         /* sorted by caller, then callee, which are functions; at least one call each */
   size_t    call_count;
   Call*     root_calls;    /* calls that nobody made, of contexts without parent; sorted by callee */
   size_t    root_call_count;
   uint32_t* callers;       /* indices in `calls`, sorted by callee, then caller */
   CallNode* nodes;         /* by context */
   uint32_t  node_count;    /* 0 without contexts */
   uint64_t  self;          /* the self cost of all functions */
   uint64_t  activations;
} CallGraph;

/* Whether a function begins contexts without parent, and readers could not tell what it costs without the
   calls that nobody made: it is also called, or its self cost and the calls that it makes are not its
   cost. */
extern bool call_graph_needs_root(const CallGraph* graph);

/* Routines without points are left out.  Without contexts there are functions
   and no calls. */
extern CallGraph call_graph_make(const Report* report);

extern void call_graph_free(CallGraph* graph);
