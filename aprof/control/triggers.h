/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Parts (intermediate reports) that options ask for: when a routine begins or ends, and
   every so many blocks. */

#ifndef APROF_TRIGGERS_H
#define APROF_TRIGGERS_H

#include "pub_tool_basics.h"

extern void triggers_init(void);

/* To be called when Valgrind is about to run code.  `blocks`: how many blocks it has run so far. */
extern void triggers_blocks_run(ULong blocks);

#endif
