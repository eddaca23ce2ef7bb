/* Counts what the program requests of allocators, as cost (--cost=alloc-bytes, --cost=alloc-count). */

#pragma once

#include "pub_tool.h"

/* To be called before the program starts; does nothing with another cost. */
extern void allocations_init(void);

/* A system call is about to be made. */
extern void allocations_before_system_call(UInt number, const UWord* arguments);
