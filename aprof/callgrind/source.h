/* Source code: which line of which file an instruction comes from.  For the
   Callgrind profile only. */

#pragma once

#include "pub_tool.h"

#include "code/paths.h"

/* A source file or an object file, by its path. */
typedef struct {
   KeptPath path;
   UInt     number;    /* from 1; source files and object files are numbered apart */
   UInt     named_in;  /* number of the last profile in which it was named (callgrind_file.c) */
} SourceFile;

/* A place in the program's code: one for each block and line or, with --dump-instr=yes, for
   each block and instruction. */
typedef struct CodePlace {
   SourceFile*  file;        /* NULL: not known */
   UInt         line;        /* 0: not known */
   Addr         address;     /* in the object file */
   SourceFile*  object;      /* the object file, or one that stands for none */
   struct Edge* last_call;   /* the edge of the last call from here (graph.h); NULL: none yet */
} CodePlace;

/* The place of an address.  To be called early: debug information goes when its object does. */
extern CodePlace source_at(Addr address);

/* The place of an address in the same block of code as `from_address`, whose place is `from`. */
extern CodePlace source_near(Addr address, const CodePlace* from, Addr from_address);

/* The path of a file that is not known. */
#define SOURCE_UNKNOWN  "???"

extern SourceFile* source_file(const HChar* path);
