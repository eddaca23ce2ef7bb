/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Instances: what the compiler has inlined into each function, as the debug information says. */

#ifndef COMMAND_INLINED_INSTANCES_H
#define COMMAND_INLINED_INSTANCES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "dwarf/object.h"

/* Addresses are those of the object file. */
typedef struct {
   uint64_t low;
   uint64_t high;   /* behind the last byte */
} Range;

/* One place where a routine was inlined. */
typedef struct {
   int         parent;   /* the instance that it was inlined into; -1: the function itself */
   int         last;     /* the last one that was inlined into it, or into those; itself if none was */
   int         depth;    /* from 1 */
   const char* symbol;   /* of the routine: its linkage name or, without one, its name with namespaces */
   const char* file;     /* that defines it; "" if that is not known */
   bool        is_own;   /* not in a directory of the system or of a package */
   GArray*     ranges;   /* Range */
} Instance;

/* A function with code of its own.  An instance stands before those that were inlined into it. */
typedef struct {
   GArray* ranges;      /* Range; the first one has the entry */
   GArray* instances;   /* Instance */
   GArray* rows;        /* LineRow of its unit, by address; shared */
} Function;

/* The beginning of the code of a line.  Line 0: of no line. */
typedef struct {
   uint64_t address;
   int      line;
} LineRow;

typedef struct {
   GPtrArray*    functions;     /* Function: those with instances, each entry once */
   GHashTable*   never_return;  /* addresses of functions that do not */
   GPtrArray*    tables;        /* of lines: GArray of LineRow */
   GStringChunk* texts;
} Instances;

/* Reads the debug information of an object; without any, there are no functions. */
extern Instances* instances_read(const DebugObject* object, GHashTable* symbols);

extern void instances_free(Instances* instances);

#endif
