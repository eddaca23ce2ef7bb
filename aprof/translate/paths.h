/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Paths that are kept once, as long as the process exists: equal ones have equal addresses, and
   whatever is known of a file stands beside its path. */

#ifndef APROF_PATHS_H
#define APROF_PATHS_H

#include "pub_tool_basics.h"
#include "pub_tool_hashtable.h"

/* The first member of what stands in a table of paths. */
typedef struct {
   VgHashNode   node;    /* key: hash of the text */
   const HChar* text;
} KeptPath;

/* Of a text; `hash` is that of what stands before it. */
#define PATHS_NO_HASH  0xcbf29ce484222325ULL
extern UWord paths_hash(UWord hash, const HChar* text);

/* What the table has for this path.  If it has nothing, it gets `size` bytes: the path, and zeros. */
extern void* paths_kept(VgHashTable* table, const HChar* text, SizeT size);

#endif
