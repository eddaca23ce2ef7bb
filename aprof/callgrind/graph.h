/* The call graph of the Callgrind profile: which routine called which other from
   which place, how often and at what cost.  It exists only with --callgrind-out-file.

   A node is what the profile calls a function: a routine at one depth of recursion
   (--separate-recs), with its nearest callers (--separate-callers).  Because each depth
   is a node of its own, the inclusive cost of a recursion counts once. */

#pragma once

#include "pub_tool.h"

#include "callgrind/source.h"
#include "code/routine.h"
#include "options.h"
#include "profile/profile.h"

/* The measurements of a line of code, or of the activations that were called from a place. */
typedef struct {
   ULong cost;
   ULong rms;
   ULong from_threads;   /* with --drms=yes: the part of rms that other threads have written */
   ULong from_kernel;    /* with --drms=yes: the part of rms that the kernel has written */
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
   const Profile* profile;   /* the profile of its activations */
   const Routine* routine;
   UInt           depth;     /* activations of the routine on the stack, at most --separate-recs */
   UInt           caller_count;   /* at most --separate-callers */
   const Routine** callers;  /* the nearest first */
   CodePlace      entry;
   SourceFile*    file;      /* the file of `entry`, or one that stands for an unknown file */
   UInt           number;    /* from 1 */
   UInt           named_in;  /* number of the last file in which it was named (callgrind_file.c) */
   UInt           called_in; /* number of the last file in which it was called (callgrind_file.c) */
} Node;

/* Members that each call and return needs are next to each other. */
typedef struct Edge {
   VgHashNode     node;      /* key: hash of caller, routine, depth and place */
   Node*          caller;    /* a node that stands for nobody if graph_has_caller is False */
   const Routine* routine;   /* the called routine */
   UInt           depth;     /* the depth of the called routine, at most --separate-recs */
   Node*          callee;    /* the node of that routine and depth */
   ULong          calls;     /* calls that have ended */
   Events         events;    /* inclusive events of these calls */
   const CodePlace* place;   /* where the call was made; NULL if nobody called */
   Events         own;       /* the caller's own events at the place: of PLT stubs, and time */
} Edge;

extern void graph_init(void);

/* The first activation of a strand, which nobody calls. */
extern Edge* graph_begin(const Routine* routine, const Profile* profile);

/* The running node while collecting is off.  Its lines are never written. */
extern Node graph_paused_node;

/* The edge of a call from this place.  The place remembers it as its last.  `depth` is at
   most --separate-recs. */
extern Edge* graph_find_call(Node* caller, CodePlace* place, const Routine* routine, UInt depth);

/* A call of the routine at the given depth, from a place in the activation that the edge
   `caller` called.  Mostly, a place calls the same callee as before. */
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

/* The edge of a call that was not seen.  The callee seemed to be called by nobody. */
extern Edge* graph_call_by_new(const Edge* called, const Edge* caller);

extern Bool graph_has_caller(const Edge* edge);

/* The edge whose `own` has what the caller does at the place besides calls: PLT stubs, and time. */
extern Edge* graph_call_of_stub(Node* caller, const CodePlace* place);

/* Forgets the counts of this profile's edges. */
extern void graph_forget(const Profile* profile);

extern void graph_for_each_edge(void (*visit)(Edge* edge, void* data), void* data);
