/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Calling contexts (--collect-cct): the nodes of a tree, each a routine called from
   its parent, for all strands together.

   Under --cct-recursion=fold a call of a routine that is on the path from the root
   goes to that routine's node on the path, so that recursion adds no nodes
   (Ammons, Ball, Larus: Exploiting Hardware Performance Counters with Flow and
   Context Sensitive Profiling, PLDI 1997).  No path has a routine twice then, and
   the tree is as deep as there are routines at most.

   Beyond --cct-limit a node that would get another child gets a marked one
   instead, once.  It stands for all that is called from there, however deep. */

#ifndef APROF_CONTEXT_H
#define APROF_CONTEXT_H

#include "pub_tool_basics.h"

#include "translate/routine.h"

typedef struct {
   Routine*       routine;        /* of a marked context: one that stands for all */
   UInt           parent;         /* a smaller number; CONTEXT_NONE of a root */
   UInt           last_context;   /* where its last call has led, and what was called */
   const Routine* last_called;
} Context;

#define CONTEXT_NONE  (~0u)

/* The context that a call of the routine from `caller` begins an activation of;
   `caller` may be CONTEXT_NONE. */
extern UInt context_of_call(UInt caller, Routine* routine);

/* Contexts are numbered from 0. */
extern UInt context_count(void);
extern const Context* context_numbered(UInt number);

/* How many contexts are marked; others only read this. */
extern UInt context_marked;
extern Bool context_is_marked(UInt number);

/* As in a process that has just been forked. */
extern void context_forget_all(void);

#endif
