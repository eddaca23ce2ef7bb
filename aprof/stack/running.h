/* The strand that runs, its call stack, and the activations there.

   Each call and return needs the running strand's stack, so that is at a fixed address, `stack`, as its hot
   state is (hot.h).  A strand has both itself while another one runs.  All else of a strand is always in its
   Strand.

   Invariant: if no strand runs, `stack` has no activations, and nothing is collected. */

#pragma once

#include "pub_tool.h"

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
         UChar  has_declared : 1; /* the program has declared its input size */
         UChar  resolver : 1;     /* it is the dynamic linker, which binds the called function */
         UChar  is_region : 1;    /* the program has begun it, and not ended it yet */
         UChar  other_stack : 1;  /* it was called on another machine stack, at higher addresses */
         UChar  ends_slowly : 1;  /* its routine or the options need more work at its end */
         UChar  by_hand : 1;      /* code has left its return address and jumped: that may be the first
                                     instruction of another routine */
         UChar  is_over : 1;      /* it is inlined, and ends when the region above it does */
         UInt   instance;         /* it is this one of an inlined routine (code/inlined.h); 0: it is none */
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

/* Whether its code is a part of that of the activation below.  The bottom one is never so. */
static inline Bool activation_is_inside(const Activation* a)
{
   return a->is_region || a->instance != 0;
}

typedef struct CallStack {
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

   UInt        first_stamp; /* timestamp of the bottom activation; older timestamps mean nothing */
   UInt        other_stacks; /* activations that were called on another machine stack */
   Activation* bottom;
   Addr        first_sp;    /* stack pointer at the beginning of the bottom activation */
   Addr        first_base;  /* upper end of the machine stack there, as far as it is known */
} CallStack;

typedef struct Strand {
   CallStack stack;         /* while another strand runs: see stack_of */
   Hot       hot;           /* while another strand runs: see hot_of */
   ThreadId  thread;        /* the thread that runs it, or ran it last */
   Bool      begun;         /* has its bottom activation */
   Bool      just_begun;    /* the jump that is being applied has begun it */
   Bool      binds;         /* it is the dynamic linker, which binds what was called there */
   Bool      schedules;     /* it ends when the thread goes on to another one */
   Addr      apart;         /* what runs here, apart from what it interrupts, has begun at this stack pointer;
                               0: this strand is something else */
   Addr      loaded_at;     /* what the stack pointer was about, before a block has loaded it that ends
                               with no event; 0: it has not */
   UInt      loaded_stamp;  /* timestamp of the activation that did so */
   ULong     paused_cost;   /* the cost when collecting was paused */
   ULong     time;          /* with --cost=time-usec: of clock.h (cost.c) */
   void*     kept[LISTENERS_MAX];   /* what each listener keeps of this strand */

   /* Members of switching.c and strand.c. */
   Addr      left_at;        /* stack pointer when it stopped running */
   Addr      interrupted_at; /* the instruction before which a signal interrupted it last; or 0 */
   struct Strand* interrupted;   /* what this signal handler, or what runs apart, is on top of, or NULL */
   struct Strand* on_top;    /* what is so on top of this strand, or NULL: one waits for the other */
   struct Strand* next;      /* in the list of living strands, or of those to be used again */
} Strand;

extern Strand*   running;   /* NULL: none runs */
extern CallStack stack;     /* that of the running strand */

/* Makes this strand `running`, its stack `stack`, and its hot state `hot`; NULL: none runs.  It must not be
   the one that runs. */
extern void running_select(Strand* strand);

static inline CallStack* stack_of(Strand* strand)
{
   return strand == running ? &stack : &strand->stack;
}

static inline const Hot* hot_of(const Strand* strand)
{
   return strand == running ? &hot : &strand->hot;
}

/* Returns the collected cost of the strand so far. */
static inline ULong strand_cost(const Strand* strand)
{
   return hot_of(strand)->paused ? strand->paused_cost : hot_of(strand)->registers.cost;
}
