/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   System calls by which a program maps, changes, locks or limits memory.  Valgrind refuses them where
   its own memory is, but it does not know of flat shadow memory (shadow.h): where that would be in the
   way, it goes. */

#ifndef APROF_MAPPINGS_H
#define APROF_MAPPINGS_H

#include "pub_tool_basics.h"

/* Before the system call. */
extern void mappings_make_way(UInt number, const UWord* arguments);

#endif
