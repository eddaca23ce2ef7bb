/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The activations of a strand, the stack that they are on, and what else a strand has of its own. */

#ifndef APROF_ACTIVATION_H
#define APROF_ACTIVATION_H

#include "pub_tool_basics.h"

#include "profile/profile.h"
#include "track/hot.h"
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
   UInt     table;        /* where its point goes (profile.h); not set while it is in a PLT stub */
   Addr     sp;           /* stack pointer at its first instruction */
   ULong    entry_cost;   /* cost of its strand when it was called */
   ULong    callee_cost;  /* inclusive cost of the activations that it called, ended ones */
   Routine* routine;
   Addr     log;          /* of reads (reads.h): its own begin there */
} Activation;

/* How many listeners there may be (listener.h). */
#define LISTENERS_MAX  8

struct Shadow;

typedef struct {
   /* What each call and return needs. */
   Activation* top;         /* the running activation, and ... */
   Word        number;      /* ... its number from the bottom, from 0 */
   UInt        last_stamp;  /* the highest timestamp given */
   UInt        live_end;
   Activation* end;         /* of the allocated ones */
   UInt*       live;        /* by routine number: activations on this stack */
   ReadsOfStack reads;      /* by number from the bottom */
   Profile*    profile;     /* where its points go; has tables for all routines below live_end */
   Addr        return_behind_bottom;   /* stack pointer after the return that ends what the bottom
                                          activation has jumped to; 0: it has not jumped */
   Bool        paused;      /* nothing is collected: no access counts, and cost is paused_cost */

   Bool        just_begun;  /* by the jump that is being applied */
   UInt        first_stamp; /* timestamp of the bottom activation; older ones mean nothing */
   Activation* bottom;
   ThreadId    thread;      /* that runs it, or has run it last */
   Addr        first_sp;    /* stack pointer at its beginning */
   Addr        base;        /* upper end of the machine stack, as far as it is known */
   UInt        other_stacks; /* activations that were called on another machine stack */
   Addr        binds;       /* the dynamic linker runs here and binds what was called at this stack pointer;
                               0: this strand is something else */
   Addr        plt_jump;    /* a PLT stub runs, and has been jumped to at this stack pointer (see hot.plt_call) */
   ULong       paused_cost; /* what the cost was when collecting was paused */
   ULong       ticks;       /* of the clock, where cost is time: see cost.c */
   struct Shadow* shadow;   /* the strand's own shadow memory */
   Hot         hot;         /* while another strand runs; that of the running one is `hot` */
   void*       kept[LISTENERS_MAX];   /* what each listener keeps of this strand */
} Stack;

/* That of the strand that runs, or one without activations, where nothing is collected. */
extern Stack* running;

/* Cost of the strand so far, as far as it was collected. */
static inline ULong strand_cost(const Stack* strand)
{
   return strand->paused    ? strand->paused_cost
        : strand == running ? hot.registers.cost
        :                     strand->hot.registers.cost;
}

#endif
