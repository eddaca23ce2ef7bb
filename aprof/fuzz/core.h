/* Functions of Valgrind's core, by the C library: those that the part of the tool needs of which a program of
   its own is made.  There is one file, in memory. */

#pragma once

#include "pub_tool_basics.h"

/* All that was allocated is freed; the file is empty, and a new one. */
extern void core_begin(void);

/* The file has these bytes; it may have grown. */
extern void core_set_file(const void* bytes, SizeT size);

/* Messages since core_begin that have a byte which a terminal could obey. */
extern UInt core_raw_messages(void);
