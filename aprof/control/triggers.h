/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What options ask for at calls and returns of routines, and after so many blocks: parts of the report
   (--dump-*), and collecting that is switched (--toggle-collect); the program's own switch, too. */

#ifndef APROF_TRIGGERS_H
#define APROF_TRIGGERS_H

#include "pub_tool_basics.h"

extern void triggers_init(void);

/* Valgrind has executed so many blocks. */
extern void triggers_blocks_run(ULong blocks);

/* The program switches collecting on or off, in whatever the thread runs from here on. */
extern void triggers_toggle_collecting(ThreadId thread);

#endif
