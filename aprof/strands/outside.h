/* The kernel's reads and writes, mappings, and turns of threads. */

#pragma once

#include "pub_tool.h"

/*--- Valgrind's events of the same names ---*/

/* Reads by a system call are those of the activation that calls it. */
extern void outside_reads(CorePart part, ThreadId thread, const HChar* what, Addr address, SizeT size);
extern void outside_reads_string(CorePart part, ThreadId thread, const HChar* what, Addr address);

/* Writes come from outside, and are no accesses. */
extern void outside_wrote(CorePart part, ThreadId thread, Addr address, SizeT size);

extern void outside_memory_at_start(Addr address, SizeT size, Bool read, Bool write, Bool execute,
                                    ULong object);
extern void outside_memory_mapped(Addr address, SizeT size, Bool read, Bool write, Bool execute,
                                  ULong object);
extern void outside_memory_moved(Addr from, Addr to, SizeT size);

extern void outside_thread_created(ThreadId creator, ThreadId thread);

/*--- Writes by several threads (writes.h), with --drms=yes ---*/

/* Begins the turn of this thread, if there are several: it writes from now on. */
extern void outside_begin_turn(ThreadId thread);

/* Renumbers the timestamps of all strands, when several threads have used them up. */
extern void outside_renumber_all(void);
