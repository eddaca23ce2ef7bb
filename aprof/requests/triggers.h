/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The work that options ask for when a routine begins or ends, and every so many blocks: parts
   (intermediate reports, --dump-*), and switching collecting on or off (--toggle-collect).
   The program's own requests to switch collecting are here, too. */

#ifndef APROF_TRIGGERS_H
#define APROF_TRIGGERS_H

#include "pub_tool_basics.h"

extern void triggers_init(void);

/* To be called when Valgrind is about to run code.  `blocks`: how many blocks it has run so far. */
extern void triggers_blocks_run(ULong blocks);

/* The program switches collecting on or off, for everything that the thread runs from now on. */
extern void triggers_toggle_collecting(ThreadId thread);

#endif
