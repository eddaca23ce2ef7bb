/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The oracle behind --check-rms computes read memory sizes word for word by the
   definition.  For each activation, it keeps the set of cells that the activation has
   accessed; with --drms=yes, it also keeps the time of each access and write.  It gets
   the same events as the shadow memory and shares nothing else with it. */

#ifndef APROF_ORACLE_H
#define APROF_ORACLE_H

#include "pub_tool_basics.h"

#include "translate/routine.h"

typedef struct Oracle Oracle;

/* Each strand has an oracle.  The functions below act on the selected one. */
extern Oracle* oracle_new(void);
extern void oracle_free(Oracle* oracle);
extern void oracle_select(Oracle* oracle);

extern VG_REGPARM(2) void oracle_read(Addr address, SizeT size);
extern VG_REGPARM(2) void oracle_write(Addr address, SizeT size);

extern void oracle_call(void);

/* Gives the top activation the cells that the activation below it has accessed. */
extern void oracle_copy_caller(void);

/* The top activation ends with this rms.  Prints a message if its set disagrees. */
extern void oracle_return(const Routine* routine, UInt rms);

/*--- With --drms=yes ---*/

extern void oracle_thread_begins(ThreadId thread);
extern void oracle_thread_runs(ThreadId thread);
extern void oracle_kernel_wrote(Addr address, SizeT size);
extern void oracle_file_mapped(Addr address, SizeT size);

/* Records the writes of threads from now on. */
extern void oracle_record_writes(void);

/* Counts the cells that are input from zero again. */
extern void oracle_forget_input(void);

/* Forgets all recorded writes, and records writes of threads no longer. */
extern void oracle_forked(void);

/* All activations begin again, and have accessed nothing. */
extern void oracle_restart(void);

/* Prints how many activations were compared and how many disagreed. */
extern void oracle_report(void);

#endif
