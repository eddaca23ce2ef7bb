/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Events of the kernel: reads and writes by system calls, and mappings.  For
   Valgrind's events of the same names. */

#ifndef APROF_KERNEL_H
#define APROF_KERNEL_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* Reads by a system call are those of the activation that calls it. */
extern void kernel_reads(CorePart part, ThreadId thread, const HChar* what, Addr address, SizeT size);
extern void kernel_reads_string(CorePart part, ThreadId thread, const HChar* what, Addr address);

/* Writes come from outside, and are no accesses. */
extern void kernel_wrote(CorePart part, ThreadId thread, Addr address, SizeT size);

extern void kernel_memory_at_start(Addr address, SizeT size, Bool read, Bool write, Bool execute,
                                   ULong object);
extern void kernel_memory_mapped(Addr address, SizeT size, Bool read, Bool write, Bool execute,
                                 ULong object);
extern void kernel_memory_moved(Addr from, Addr to, SizeT size);

extern void kernel_thread_created(ThreadId creator, ThreadId thread);

#endif
