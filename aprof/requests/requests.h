/* Client requests from the program (include/aprof.h), and commands to a running program, from vgdb or by
   GDB's "monitor", which Valgrind passes to the tool in the same way. */

#pragma once

#include "pub_tool.h"

/* For VG_(needs_client_requests). */
extern Bool requests_handle(ThreadId thread, UWord* arguments, UWord* result);

/* For --progress: prints how far the program is, after so many milliseconds. */
extern void requests_progress(UInt milliseconds);

extern void requests_init(void);

/*--- The sizes of a complexity test ---*/

/* Returns the next size after one that was measured (0: the first); 0: there are enough. */
extern UWord sizes_next(UWord measured);

/* To be called when generated code has stopped.  `blocks`: how many Valgrind has counted so far. */
extern void sizes_blocks_run(ULong blocks);

extern void sizes_before_system_call(void);

/*--- What options ask for ---*/

/* When a routine begins or ends, and every so many blocks: parts (intermediate reports, --dump-*), and
   switching collecting on or off (--toggle-collect).  Every now and then: progress lines, checkpoints of the
   report, and a look at how much memory is left. */

extern void triggers_init(void);

/* To be called when Valgrind is about to run code.  `blocks`: how many blocks it has run so far. */
extern void triggers_blocks_run(ULong blocks);

/* Generated code has stopped, and everything that it has counted is taken over.  Does what is due. */
extern void triggers_look(void);
