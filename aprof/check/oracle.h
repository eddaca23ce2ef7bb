/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The oracle behind --check-rms: read memory sizes by the definition, word for
   word, from the explicit set of cells that each activation has accessed; with
   --drms=yes also from the time of each access and write.  It shares nothing with
   the timestamps but the events. */

#ifndef APROF_ORACLE_H
#define APROF_ORACLE_H

#include "pub_tool_basics.h"

#include "translate/routine.h"

typedef struct Oracle Oracle;

/* One per strand; the functions below act on the selected one. */
extern Oracle* oracle_new(void);
extern void oracle_free(Oracle* oracle);
extern void oracle_select(Oracle* oracle);

extern VG_REGPARM(2) void oracle_read(Addr address, SizeT size);
extern VG_REGPARM(2) void oracle_write(Addr address, SizeT size);

extern void oracle_call(void);

/* The top activation has accessed so far what the one below it has. */
extern void oracle_copy_caller(void);

/* The top activation ends with this rms: says so if its set disagrees. */
extern void oracle_return(const Routine* routine, UInt rms);

/*--- With --drms=yes ---*/

extern void oracle_thread_begins(ThreadId thread);
extern void oracle_thread_runs(ThreadId thread);
extern void oracle_kernel_wrote(Addr address, SizeT size);
extern void oracle_file_mapped(Addr address, SizeT size);

/* From now on the writes of threads count. */
extern void oracle_record_writes(void);

/* How many cells were input counts from zero. */
extern void oracle_forget_input(void);

/* They do not any more, and no write has been recorded. */
extern void oracle_forked(void);

/* All activations begin anew, having accessed nothing. */
extern void oracle_restart(void);

/* Tells how many activations were compared and how many disagreed. */
extern void oracle_report(void);

#endif
