/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The work that aprof does every now and then while the program runs: progress lines, checkpoints of the
   report, and a look at how much memory is left. */

#ifndef APROF_PERIODIC_H
#define APROF_PERIODIC_H

#include "pub_tool_basics.h"

/* Generated code has stopped, and everything that it has counted is taken over.  Does what is due. */
extern void periodic_look(void);

#endif
