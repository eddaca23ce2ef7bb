/* System calls by which a program maps, changes, locks or limits memory.  Valgrind refuses them where
   its own memory is, but it does not know of flat shadow memory (shadow.h): where that would be in the
   way, it goes.

   Flat shadow memory is for addresses that Valgrind chooses.  Some programs propose higher ones, where
   they would be spread: JavaScript engines and Go.  While shadow memory is flat, such a proposal is not
   followed, as the kernel need not follow it.  What a program demands (MAP_FIXED), it gets. */

#pragma once

#include "pub_tool.h"

/* Before the system call. */
extern void mappings_make_way(UInt number, const UWord* arguments);

/* After it, before another one is made. */
extern void mappings_made(void);
