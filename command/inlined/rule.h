/* When an instance begins and ends: the rule that docs/call-stack.md states. */

#pragma once

#include "inlined/flow.h"

/* A block that something may change at when control enters it. */
typedef struct {
   guint   block;
   GArray* goes_on;   /* int: instances that go on here, if they have begun; all others end */
   GArray* begins;    /* int: of those, which begin here, if they have not; outer ones first */
} Entering;

/* A way from one block to another that ends instances which both blocks may belong to. */
typedef struct {
   guint   from;
   guint   to;
   GArray* ends;      /* int */
} Leaving;

typedef struct {
   GArray* entering;   /* Entering */
   GArray* leaving;    /* Leaving */
   Bits    used;       /* the instances that begin somewhere */
} Changes;

/* `wanted`: of which instances. */
extern Changes rule_apply(const Flow* flow, const Function* function, Wanted wanted);

extern void rule_free(Changes* changes);

/* Is told of a function. */
typedef void (*TakeChanges)(const Function* function, const Flow* flow, const Changes* changes, void* data);

/* Applies the rule to each function of the object that has wanted instances, on several processors at once.
   Calls `take` for each, in their order, and always in this thread. */
extern void work_through(Code* code, const Instances* instances, Wanted wanted, TakeChanges take, void* data);
