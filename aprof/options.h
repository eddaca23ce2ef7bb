/* The command line: what the user chose.  Set once before the program starts. */

#pragma once

#include "pub_tool.h"

/* The names that an option was given, as patterns: * stands for any text, ? for any
   character, and \ makes the next character an ordinary one.  NULL is the empty selection. */
typedef struct Selection Selection;

/* The fewest points that --max-points can ask for: as many as a table of one leading binary digit has. */
#define OPTIONS_FEWEST_POINTS  33

typedef enum { CostBlocks, CostInstructions, CostTime, CostAllocBytes, CostAllocCount } CostMetric;

/* The cost of a repeated string instruction, with --cost=bb-count. */
typedef enum {
   RepCostBytes,       /* a block for each 64 bytes (repeats.c) */
   RepCostIteration,   /* a block for each iteration */
} RepCost;

/* Routines whose input size is one of their arguments. */
typedef struct InputArgument {
   HChar*                pattern;    /* the text that was given; `routines` has its meaning */
   Selection*            routines;
   UInt                  number;     /* of the argument, from 1 */
   struct InputArgument* next;
} InputArgument;

/* The inlined routines that have activations. */
typedef enum {
   InlinedNo,
   InlinedOwn,   /* those of the user's own code */
   InlinedAll,
} Inlined;

/* The context of a call if the routine is already on the path to its caller. */
typedef enum {
   CctFold,   /* the context that the routine has on the path */
   CctFull,   /* a context of its own */
} CctRecursion;

typedef struct {
   CostMetric   cost;
   RepCost      rep_cost;
   UInt         memory_resolution;  /* bytes per cell: 1, 2, 4, 8 or 16 */
   const HChar* out_file;           /* name of the report, % sequences not yet expanded */
   Selection*   skipped_routines;   /* a call of such a routine is no activation */
   Selection*   objects;            /* only these object files are profiled; NULL: all */
   Selection*   skipped_objects;    /* these object files are not profiled */
   Selection*   toggled_routines;   /* entering or leaving such a routine switches collecting */
   InputArgument* input_arguments;  /* the last given first; NULL: none */
   UInt         progress;           /* milliseconds between two progress lines; 0: none */
   UInt         checkpoint;         /* milliseconds between two checkpoints; 0: none */
   Bool         checkpoint_is_asked_for;   /* it is not the default */
   Selection*   dump_before;        /* entering such a routine writes a part */
   Selection*   dump_after;         /* leaving such a routine writes a part */
   ULong        dump_every_bb;      /* blocks from one part to the next; 0: no parts */
   UInt         max_points;         /* of one routine or context; 0: no limit */
   Bool         separate_threads;   /* each thread has a profile, and a report */
   Bool         collect_cct;        /* points go to calling contexts (context.h) */
   CctRecursion cct_recursion;
   UInt         cct_limit;          /* the number of contexts; marked ones do not count */
   Inlined      inlined;            /* which inlined routines have activations (inlined.h) */
   const HChar* inlined_maps;       /* directory in which maps for that are kept; NULL: none */
   Bool         separate_inlined;   /* each routine that one was inlined into has one of its own */
   Bool         collect_at_start;
   Bool         instrument_at_start;
   const HChar* callgrind_file;     /* name of the Callgrind profile, % sequences not yet expanded, or NULL */
   Bool         dump_instr;         /* the Callgrind profile tells instructions apart */
   Bool         dump_line;          /* the Callgrind profile tells lines apart */
   UInt         separate_recursions; /* levels of recursion that the Callgrind profile tells apart */
   UInt         separate_callers;   /* callers by which the Callgrind profile tells routines apart */
   Bool         rms;                /* input is measured; without it, only calls and costs are */
   Bool         drms;               /* count a cell again if it was written from outside (writes.h) */
   Bool         separate_binding;   /* the dynamic linker binds functions on a strand of its own */
   Selection*   separate_routines;  /* such routines run on strands of their own */
   Bool         separate_runtime;   /* so does what runtime systems do for themselves (symbols.h) */
   Bool         perf_map;           /* the program names generated code (perf_map.h) */
   Bool         check_rms;          /* compare every rms with the oracle's (oracle.h) */
   UInt         timestamp_limit;    /* highest timestamp before all are renumbered */
} Options;

extern Options options;

/* Whether the cost is what is requested of allocators (stack/allocations.c). */
static inline Bool options_cost_is_requested(void)
{
   return options.cost == CostAllocBytes || options.cost == CostAllocCount;
}

extern Bool options_select(const Selection* selection, const HChar* name);

/* Whether a pattern matches the whole path or its last component. */
extern Bool options_select_path(const Selection* selection, const HChar* path);

/* Sets what holds without options; to be called before any is processed. */
extern void options_init(void);

/* For VG_(needs_command_line_options). */
extern Bool options_process(const HChar* arg);

/* To be called when all options are processed: ends the process if some exclude each other. */
extern void options_check(void);

extern void options_print_usage(void);
extern void options_print_debug_usage(void);
