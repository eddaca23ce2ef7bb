/* From instructions to events: adds code to each block of the program that counts
   the block, checks its memory accesses, and tells the call stack where it goes. */

#pragma once

#include "pub_tool.h"

/* Makes Valgrind translate single blocks, as aprof counts them, whatever its options say. */
extern void instrument_fix_blocks(void);

/* For VG_(basic_tool_funcs). */
extern IRSB* instrument_block(VgCallbackClosure* closure, IRSB* block, const VexGuestLayout* layout,
                              const VexGuestExtents* extents, const VexArchInfo* host,
                              IRType guest_word, IRType host_word);
