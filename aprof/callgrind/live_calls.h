/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The calls that are under way, for the Callgrind profile: beside each activation
   of the core, by which edge of the call graph it was called.  Listens to the core,
   and tells generated code which node runs. */

#ifndef APROF_LIVE_CALLS_H
#define APROF_LIVE_CALLS_H

#include "pub_tool_basics.h"

#include "callgrind/graph.h"
#include "callgrind/source.h"
#include "track/activation.h"

/* What generated code leaves here, of the running strand. */
typedef struct {
   CodePlace* call_site;   /* that the next call comes from */
   ULong*     reads;       /* where first reads of the next system call are counted */
   Events     stub;        /* what the PLT stub that runs has done: its caller's */
} Here;

extern Here here;

/* If the Callgrind profile is wanted. */
extern void live_calls_init(void);

/* The running strand has read so many cells again, because a thread or the kernel had
   written them. */
extern void live_calls_count_input(ULong from_threads, ULong from_kernel);

/* A call that is under way: its edge, and of the events from its beginning on those that
   the core does not count.  False if it is only about to become one. */
extern Bool live_calls_of_activation(const Stack* strand, Word number, Edge** edge, Events* input);

/* What the strand has executed that is at no place yet, and the node and place where it is. */
extern Events live_calls_rest(const Stack* strand, Node** node, const CodePlace** place);

#endif
