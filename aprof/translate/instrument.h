/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   From instructions to events: adds to each block of the program's code what
   counts it, checks its memory accesses, and tells the call stack where it
   leads to. */

#ifndef APROF_INSTRUMENT_H
#define APROF_INSTRUMENT_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* Makes Valgrind translate blocks as they are counted, whatever its options said. */
extern void instrument_fix_blocks(void);

/* For VG_(basic_tool_funcs). */
extern IRSB* instrument_block(VgCallbackClosure* closure, IRSB* block, const VexGuestLayout* layout,
                              const VexGuestExtents* extents, const VexArchInfo* host,
                              IRType guest_word, IRType host_word);

#endif
