/* Calling contexts (--collect-cct): the nodes of a tree.  Each node is a routine
   that was called from its parent.  All strands share the tree.

   With --cct-recursion=fold, if the called routine is on the path from the root
   already, the call goes to the node that it has there.  So recursion adds no nodes
   (Ammons, Ball, Larus: Exploiting Hardware Performance Counters with Flow and
   Context Sensitive Profiling, PLDI 1997).  Then no path has a routine twice, and
   the tree is at most as deep as there are routines.

   Beyond --cct-limit, a node that needs another child gets one marked child
   instead.  It stands for everything that is called from there, however deep. */

#pragma once

#include "pub_tool.h"

#include "code/routine.h"

typedef struct {
   Routine*       routine;        /* in a marked context, a routine that stands for all */
   UInt           parent;         /* a smaller number; a root has CONTEXT_NONE */
   UInt           last_context;   /* the context of its last call */
   const Routine* last_called;    /* the routine that this call has called */
} Context;

#define CONTEXT_NONE  (~0u)

/* The context of a call of the routine from `caller`, which may be CONTEXT_NONE. */
extern UInt context_of_call(UInt caller, Routine* routine);

/* Contexts are numbered from 0. */
extern UInt context_count(void);
extern const Context* context_numbered(UInt number);

/* At most so many contexts from now on, marked ones not counted. */
extern UInt context_limit;

/* How many contexts are marked.  Other files only read this. */
extern UInt context_marked;
extern Bool context_is_marked(UInt number);

/* For a process that has just been forked. */
extern void context_forget_all(void);
