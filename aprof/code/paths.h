/* Paths of files.  Each path is kept once, as long as the process exists, so equal paths have
   equal addresses.  What is known of a file is kept next to its path. */

#pragma once

#include "pub_tool.h"

/* The first member of each entry in a table of paths. */
typedef struct {
   VgHashNode   node;    /* key: hash of the text */
   const HChar* text;
} KeptPath;

/* The hash of a text.  `hash` is the hash of the text before it; PATHS_NO_HASH: there is none. */
#define PATHS_NO_HASH  0xcbf29ce484222325ULL
extern UWord paths_hash(UWord hash, const HChar* text);

/* The entry of this path in the table, which is NULL before it is first needed.  If there is none, makes one
   of `size` bytes: the path, and zeros. */
extern void* paths_kept(VgHashTable** table, const HChar* text, SizeT size);
