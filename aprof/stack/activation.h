/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The activations of a strand, the stack that they are on, and what else a strand has of its own. */

#ifndef APROF_ACTIVATION_H
#define APROF_ACTIVATION_H

#include "pub_tool_basics.h"

#include "cells/reads.h"
#include "code/routine.h"
#include "hot.h"
#include "listener.h"
#include "platform.h"
#include "profile/profile.h"

/* Timestamps increase strictly from the bottom of a stack to its top. */
typedef struct Activation {
   union {
      ULong unusual;          /* 0 if none of these is set, which is usual */
      struct {
         UShort tail_calls;   /* how many activations have jumped on, up to this one */
         Bool   has_declared; /* the program has declared its input size */
         Bool   resolver;     /* it is the dynamic linker, which binds the called function */
         Bool   is_region;    /* the program has begun it, and not ended it yet */
         Bool   other_stack;  /* it was called on another machine stack, at higher addresses */
         Bool   ends_slowly;  /* its routine or the options need more work at its end */
         Bool   by_hand;      /* code has left its return address and jumped: that may be the first
                                 instruction of another routine */
      };
   };
   UInt     declared;     /* the declared input size, if has_declared is set */
   UInt     table;        /* number of the table of its point (profile.h); not set in a PLT stub */
   Addr     sp;           /* stack pointer at its first instruction */
   ReturnAddress return_address;   /* what its sp does not tell of it (platform.h) */
   ULong    entry_cost;   /* cost of its strand when it was called */
   ULong    callee_cost;  /* inclusive cost of its callees that have ended */
   Routine* routine;
   Addr     log;          /* where its own reads begin in the log (reads.h) */
} Activation;

struct Shadow;

typedef struct Stack {
   /* Members that each call and return needs. */
   Activation* top;         /* the running activation */
   Word        number;      /* the running activation's number from the bottom, from 0 */
   UInt        last_stamp;  /* the highest timestamp given */
   UInt        live_end;
   Activation* end;         /* end of the allocated memory */
   UInt*       live;        /* by routine number: activations on this stack */
   ReadsOfStack reads;      /* by number from the bottom */
   Profile*    profile;     /* where its points go; has tables for all routines below live_end */
   Addr        return_behind_bottom;   /* stack pointer after the return that ends what the bottom
                                          activation has jumped to; 0: it has not jumped */
   Bool        paused;      /* nothing is collected: no access counts, and cost is paused_cost */

   Bool        just_begun;  /* the jump that is being applied has begun this strand */
   UInt        first_stamp; /* timestamp of the bottom activation; older timestamps mean nothing */
   Activation* bottom;
   ThreadId    thread;      /* the thread that runs it, or ran it last */
   Addr        first_sp;    /* stack pointer at the strand's beginning */
   Addr        base;        /* upper end of the machine stack, as far as it is known */
   Addr        first_base;  /* the same of the one that the strand began on */
   UInt        other_stacks; /* activations that were called on another machine stack */
   Addr        apart;       /* what runs here, apart from what it interrupts, has begun at this stack pointer;
                               0: this strand is something else */
   Bool        binds;       /* it is the dynamic linker, which binds what was called there */
   Addr        loaded_at;   /* what the stack pointer was about, before a block has loaded it that ends
                               with no event; 0: it has not */
   UInt        loaded_stamp; /* timestamp of the activation that did so */
   Addr        plt_jump;    /* a PLT stub runs, and has been jumped to at this stack pointer (see
                               hot.plt_call) */
   ULong       paused_cost; /* the cost when collecting was paused */
   ULong       time;        /* with --cost=time-usec: of clock.h (cost.c) */
   struct Shadow* shadow;   /* the strand's own shadow memory */
   Hot         hot;         /* its hot state while another strand runs */
   void*       kept[LISTENERS_MAX];   /* what each listener keeps of this strand */
} Stack;

/* The stack of the running strand, at a fixed address.  If no strand runs, it has no activations and does not
   collect. */
extern Stack running;

/* Makes this stack `running`, and its hot state `hot`; NULL: none runs.  It must not be the one that runs. */
extern void running_select(Stack* stack);

/* The collected cost of the strand so far. */
static inline ULong strand_cost(const Stack* strand)
{
   return strand->paused     ? strand->paused_cost
        : strand == &running ? hot.registers.cost
        :                      strand->hot.registers.cost;
}

#endif
