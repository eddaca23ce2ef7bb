/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Commands from outside: vgdb, or GDB's "monitor", on a running program. */

#ifndef APROF_MONITOR_H
#define APROF_MONITOR_H

#include "pub_tool_basics.h"

/* Carries a command out; False if it is none of aprof's. */
extern Bool monitor_command(ThreadId thread, const HChar* command);

/* With --progress: says how far the program is, if it is time to. */
extern void monitor_progress(void);

#endif
