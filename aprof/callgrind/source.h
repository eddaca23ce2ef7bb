/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Source code: which line of which file an instruction comes from.  For the
   Callgrind profile only. */

#ifndef APROF_SOURCE_H
#define APROF_SOURCE_H

#include "pub_tool_basics.h"

#include "translate/paths.h"

/* A source file, or an object file, as files name it; one for each path. */
typedef struct {
   KeptPath path;
   UInt     number;    /* from 1; among source or among object files */
   UInt     named_in;  /* the last profile in which it was named (callgrind_file.c) */
} SourceFile;

/* A place in the program's code, one for each block and instruction, or, where
   instructions are not told apart, for each block and line. */
typedef struct CodePlace {
   SourceFile*  file;        /* NULL: not known */
   UInt         line;        /* 0: not known */
   Addr         address;     /* in ... */
   SourceFile*  object;      /* ... this object file, or one that stands for none */
   struct Edge* last_call;   /* by which something was called from here last; NULL: nothing yet (graph.h) */
} CodePlace;

extern void source_init(void);

/* What is known of an address now; debug information goes when its object does. */
extern CodePlace source_at(Addr address);

/* The same for an address in the same block of code as that of another place. */
extern CodePlace source_near(Addr address, const CodePlace* from, Addr from_address);

/* For paths that are not known. */
#define SOURCE_UNKNOWN  "???"

extern SourceFile* source_file(const HChar* path);
extern SourceFile* source_object(const HChar* path);

#endif
