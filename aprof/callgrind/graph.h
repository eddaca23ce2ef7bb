/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The call graph of the Callgrind profile: which routine was called from which
   place of which other, how often and at what cost.  Exists only if that profile
   is wanted.

   A node is what the profile calls a function: a routine at one depth of
   recursion (--separate-recs), and behind some callers (--separate-callers).  So the inclusive cost of a
   recursive routine's first node is not counted twice. */

#ifndef APROF_GRAPH_H
#define APROF_GRAPH_H

#include "pub_tool_basics.h"

#include "callgrind/source.h"
#include "options.h"
#include "profile/profile.h"
#include "translate/routine.h"

/* What is measured at a line of code, or of the activations called from a place. */
typedef struct {
   ULong cost;
   ULong rms;
   ULong from_threads;   /* with --drms=yes, part of rms: read again because another thread wrote it */
   ULong from_kernel;    /* likewise because the kernel wrote it */
} Events;

static inline void events_add(Events* sum, Events events)
{
   sum->cost         += events.cost;
   sum->rms          += events.rms;
   sum->from_threads += events.from_threads;
   sum->from_kernel  += events.from_kernel;
}

static inline Bool events_are_none(Events events)
{
   return events.cost == 0 && events.rms == 0;
}

typedef struct Node {
   VgHashNode     node;      /* key: hash of the next five */
   const Profile* profile;   /* that its activations belong to */
   const Routine* routine;
   UInt           depth;     /* how many activations of the routine were live, at most --separate-recs */
   UInt           caller_count;   /* at most --separate-callers: who has called it, ... */
   const Routine** callers;  /* ... the nearest first */
   CodePlace      entry;
   SourceFile*    file;      /* that of `entry`, or one that stands for an unknown file */
   UInt           number;    /* from 1 */
   UInt           named_in;  /* for callgrind_file.c: the last file in which it was named, ... */
   UInt           called_in; /* ... and the last in which it was called */
} Node;

/* What each call and return needs stands together. */
typedef struct Edge {
   VgHashNode     node;      /* key: hash of caller, routine, depth and place */
   Node*          caller;    /* stands for nobody if graph_has_caller says no */
   const Routine* routine;   /* that was called, at ... */
   UInt           depth;     /* ... this depth, at most --separate-recs */
   Node*          callee;    /* both */
   ULong          calls;     /* ended ones */
   Events         events;    /* of them, inclusive */
   const CodePlace* place;   /* of the call; NULL if nobody called */
   Events         own;       /* the caller's own, at the place: PLT stubs, time */
} Edge;

extern void graph_init(void);

/* What is called by nobody: the first activation of a strand. */
extern Edge* graph_begin(const Routine* routine, const Profile* profile);

/* What runs while nothing is collected: its lines are never written. */
extern Node graph_paused_node;

/* The edge of a call from this place, which it keeps as its last; at this depth, at most
   --separate-recs. */
extern Edge* graph_find_call(Node* caller, CodePlace* place, const Routine* routine, UInt depth);

/* A call of the routine at the given depth, from a place in the activation that was
   itself called by `caller`.  Mostly it is what was called from there before. */
static inline Edge* graph_call(const Edge* caller, CodePlace* place, const Routine* routine, UInt depth)
{
   if (depth > options.separate_recursions) {
      depth = options.separate_recursions;
   }
   Edge* edge = place->last_call;
   if (edge == NULL || edge->caller != caller->callee || edge->routine != routine || edge->depth != depth) {
      edge = graph_find_call(caller->callee, place, routine, depth);
   }
   return edge;
}

/* The edge of a call that was not seen: of what was taken to be called by nobody. */
extern Edge* graph_call_by_new(const Edge* called, const Edge* caller);

extern Bool graph_has_caller(const Edge* edge);

/* Not a call: what the caller does at a place, by a PLT stub or as time, is the `own` of this edge. */
extern Edge* graph_call_of_stub(Node* caller, const CodePlace* place);

/* Forgets the counts of this profile's edges. */
extern void graph_forget(const Profile* profile);

extern void graph_for_each_edge(void (*visit)(Edge* edge, void* data), void* data);

#endif
