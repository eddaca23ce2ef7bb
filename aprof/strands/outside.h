/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   With --drms=yes: what strands must know of writes from outside, by other threads and the kernel
   (writes.h). */

#ifndef APROF_OUTSIDE_H
#define APROF_OUTSIDE_H

#include "pub_tool_basics.h"

/* The program's main thread creates another one, or any does. */
extern void outside_thread_created(void);

extern void outside_kernel_wrote(Addr address, SizeT size);
extern void outside_file_mapped(Addr address, SizeT size);

/* With several threads: this one writes from now on. */
extern void outside_begin_turn(ThreadId thread);

/* With several threads: timestamps are used up.  Renumbers those of all strands. */
extern void outside_renumber_all(void);

#endif
