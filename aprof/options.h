/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The command line: what the user chose.  Set once before the program starts. */

#ifndef APROF_OPTIONS_H
#define APROF_OPTIONS_H

#include "pub_tool_basics.h"

#include "translate/selection.h"

typedef enum { CostBlocks, CostInstructions, CostTime } CostMetric;

/* Where blocks are counted: what a repeated string instruction costs. */
typedef enum {
   RepCostBytes,       /* a block for each 64 bytes (repeats.h) */
   RepCostIteration,   /* a block for each iteration */
} RepCost;

/* Routines whose input size is one of their arguments. */
typedef struct InputArgument {
   HChar*                pattern;    /* as it was given: `routines` is what it means */
   Selection*            routines;
   UInt                  number;     /* of the argument, from 1 */
   struct InputArgument* next;
} InputArgument;

/* What becomes of a call of a routine that is on the path to its caller. */
typedef enum {
   CctFold,   /* it goes to that routine's context */
   CctFull,   /* it has one of its own */
} CctRecursion;

typedef struct {
   CostMetric   cost;
   RepCost      rep_cost;
   UInt         memory_resolution;  /* bytes per cell: 1, 2, 4, 8 or 16 */
   const HChar* out_file;           /* name of the report, % sequences not yet expanded */
   Selection*   skipped_routines;   /* their calls are no activations */
   Selection*   objects;            /* those that are profiled; NULL: all */
   Selection*   skipped_objects;    /* those that are not */
   Selection*   toggled_routines;   /* collecting is switched when they are entered and left */
   InputArgument* input_arguments;  /* the last given first; NULL: none */
   UInt         progress;           /* seconds between two progress lines; 0: none */
   Selection*   dump_before;        /* a part is written when they are entered ... */
   Selection*   dump_after;         /* ... or left */
   ULong        dump_every_bb;      /* or that many blocks after the one before; 0: no */
   UInt         max_points;         /* of one routine or context; 0: as many as there are */
   Bool         separate_threads;   /* each thread has a profile, and a report */
   Bool         collect_cct;        /* points go to calling contexts (context.h) */
   CctRecursion cct_recursion;
   UInt         cct_limit;          /* contexts, but for marked ones */
   Bool         collect_at_start;
   Bool         instrument_at_start;
   const HChar* callgrind_file;     /* name of the Callgrind profile, likewise, or NULL */
   Bool         dump_instr;         /* in it: tell instructions apart */
   Bool         dump_line;          /* and lines */
   UInt         separate_recursions; /* and this many depths of recursion, */
   UInt         separate_callers;   /* and this many callers */
   Bool         drms;               /* count a cell again that has been written from outside (writes.h) */
   Bool         separate_binding;   /* what the dynamic linker binds is on a strand of its own */
   Bool         check_rms;          /* compare every rms with the oracle's (oracle.h) */
   UInt         timestamp_limit;    /* highest timestamp before all are renumbered */
} Options;

extern Options options;

/* For VG_(needs_command_line_options). */
extern Bool options_process(const HChar* arg);
extern void options_print_usage(void);
extern void options_print_debug_usage(void);

#endif
