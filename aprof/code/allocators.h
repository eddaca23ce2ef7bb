/* Functions that allocate memory, by their symbols, and which of their arguments say how much. */

#pragma once

#include "pub_tool.h"

/* Arguments are numbered from 1; 0: there is none. */
typedef struct Allocator {
   const HChar* name;
   UInt         size;      /* the argument that says how many bytes, ... */
   UInt         count;     /* ... and the one that says how often */
   UInt         block;     /* the block that it allocates anew: of 0 bytes, it frees it */
   Bool         is_mmap;   /* it asks the kernel, for what its other arguments say */
} Allocator;

/* Returns what a function of this symbol allocates, which has this name in its language, or NULL.  `image` is
   the path of its object. */
extern const Allocator* allocators_find(const HChar* symbol, const HChar* name, const HChar* image);

/* Whether the object is glibc's dynamic linker.  It maps what objects need, and has an allocator of its own
   until malloc is there; none of that is the program's request. */
extern Bool allocators_is_linker(const HChar* image);
