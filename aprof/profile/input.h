/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Counts of input by where it came from, with --drms=yes. */

#ifndef APROF_INPUT_H
#define APROF_INPUT_H

#include "pub_tool_basics.h"

/* How many cells were input to the activation that read them. */
typedef struct {
   ULong all;
   ULong from_threads;   /* those that another thread has written since the strand's last access */
   ULong from_kernel;    /* those that the kernel has written since the strand's last access */
} InputCounts;

static inline void input_add(InputCounts* sum, InputCounts counts)
{
   sum->all          += counts.all;
   sum->from_threads += counts.from_threads;
   sum->from_kernel  += counts.from_kernel;
}

#endif
