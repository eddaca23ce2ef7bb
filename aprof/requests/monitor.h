/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Commands to a running program, from vgdb or by GDB's "monitor". */

#ifndef APROF_MONITOR_H
#define APROF_MONITOR_H

#include "pub_tool_basics.h"

/* Carries out a command.  False if it is not a command of aprof. */
extern Bool monitor_command(ThreadId thread, const HChar* command);

/* For --progress: prints how far the program is, after so many milliseconds. */
extern void monitor_progress(UInt milliseconds);

#endif
