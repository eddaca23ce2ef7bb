/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The activations of a strand, and the stack that they are on. */

#ifndef APROF_ACTIVATION_H
#define APROF_ACTIVATION_H

#include "pub_tool_basics.h"

#include "profile/profile.h"
#include "track/reads.h"
#include "translate/routine.h"

/* Timestamps increase strictly from the bottom of a stack to its top. */
typedef struct Activation {
   union {
      ULong unusual;          /* 0 if it is none of these, which is usual */
      struct {
         UShort tail_calls;   /* how many activations have jumped on, up to this one */
         Bool   has_declared; /* its input size was declared, and is `declared` */
         Bool   resolver;     /* is the dynamic linker's, binding what was called */
         Bool   is_region;    /* begun by the program, and not ended by it yet */
         Bool   other_stack;  /* was called on another machine stack, at higher addresses */
         Bool   ends_slowly;  /* its routine or the options want more at its end */
      };
   };
   UInt     declared;
   UInt     place;        /* where its point goes (profile.h); not set while it is in a PLT stub */
   Addr     sp;           /* stack pointer at its first instruction */
   ULong    entry_cost;   /* cost of its strand when it was called */
   ULong    callee_cost;  /* inclusive cost of the activations that it called, ended ones */
   Routine* routine;
   Addr     log;          /* of reads (reads.h): its own begin there */

   /* For the Callgrind profile (graph.h): */
   struct Edge* edge;     /* by which it was called; NULL while that is under way */
   struct CodePlace* call_place;
   ULong    from_threads;   /* of its strand when it was called */
   ULong    from_kernel;
} Activation;

typedef struct {
   Addr        first_sp;    /* stack pointer at its beginning */
   Bool        just_begun;  /* by the jump that is being applied */
   Addr        jumped_from_bottom; /* stack pointer behind the return that ends what the bottom
                               activation has jumped to; 0: nothing */
   Addr        base;        /* upper end of the machine stack, as far as it is known */
   Activation* bottom;
   ReadsOfStack reads;      /* by number from the bottom */
   Activation* end;         /* of the allocated ones */
   UInt        other_stacks; /* activations that were called on another machine stack */
   UInt        last_stamp;  /* the highest timestamp given */
   UInt*       live;        /* by routine number: activations on this stack */
   UInt        live_end;
   UInt*       toggling;    /* by Routine.toggles_collecting: see toggling() in stack.c */
   UInt        toggling_end;
   Profile*    profile;     /* where its points go; has tables for all routines below live_end */
} Stack;

#endif
