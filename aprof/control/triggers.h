/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Dumps that options ask for: when a routine begins or ends, and every so many blocks. */

#ifndef APROF_TRIGGERS_H
#define APROF_TRIGGERS_H

#include "pub_tool_basics.h"

extern void triggers_init(void);

/* Valgrind is about to run code, and has run so many blocks. */
extern void triggers_blocks_run(ULong blocks);

#endif
