/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Writes from outside, by other threads and the kernel (writes.h), and what they change in all strands, with
   --drms=yes. */

#ifndef APROF_OUTSIDE_H
#define APROF_OUTSIDE_H

#include "pub_tool_basics.h"

/* The program's main thread creates another one, or any does. */
extern void outside_thread_created(void);

extern void outside_kernel_wrote(Addr address, SizeT size);
extern void outside_file_mapped(Addr address, SizeT size);

/* Begins the turn of this thread, if there are several: it writes from now on. */
extern void outside_begin_turn(ThreadId thread);

/* Renumbers the timestamps of all strands, when several threads have used them up. */
extern void outside_renumber_all(void);

#endif
