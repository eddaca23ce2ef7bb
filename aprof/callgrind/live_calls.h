/* The calls that are under way, for the Callgrind profile.  Each activation of the core
   has a call here, with the edge of the call graph by which it was called.  This listens
   to the core, and tells generated code which node runs. */

#pragma once

#include "pub_tool.h"

#include "callgrind/graph.h"
#include "callgrind/source.h"
#include "stack/running.h"

/* Generated code stores these for the running strand. */
typedef struct {
   CodePlace* call_site;   /* the place of the next call */
   ULong*     reads;       /* the counters for first reads of the next system call */
   Events     stub;        /* events of the running PLT stub, which belong to its caller */
} Here;

extern Here here;

extern void live_calls_init(void);

/* Adds to the running strand's input from threads and from the kernel. */
extern void live_calls_count_input(ULong from_threads, ULong from_kernel);

/* Gives the edge of a call that is under way, and its input from threads and from the kernel
   so far.  False if the activation is only about to become a call. */
extern Bool live_calls_of_activation(const Strand* strand, Word number, Edge** edge, Events* input);

/* Returns what the strand has executed but not placed yet, and the node and place where it belongs. */
extern Events live_calls_rest(const Strand* strand, Node** node, const CodePlace** place);
