/* Instructions that Valgrind does not run: the program gets SIGILL there.  The report has their bytes, and
   `aprof run` says what they are. */

#pragma once

#include "pub_tool.h"

/* Control has come to such an instruction.  Generated code calls this. */
extern VG_REGPARM(1) void unknown_reached(Addr address);

/* Calls the function for each place where that was so: the bytes there in hexadecimal digits, the address in
   the object, and the object's path; and as many as fit. */
extern void unknown_for_each(void (*visit)(const HChar* bytes, Addr offset, const HChar* path));
