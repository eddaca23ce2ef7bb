/* Client requests from the program (include/aprof.h), and commands to a running program, from vgdb or by
   GDB's "monitor", which Valgrind passes to the tool in the same way. */

#pragma once

#include "pub_tool.h"

/* For VG_(needs_client_requests). */
extern Bool requests_handle(ThreadId thread, UWord* arguments, UWord* result);

/* For --progress: prints how far the program is, after so many milliseconds. */
extern void requests_progress(UInt milliseconds);

extern void requests_init(void);
