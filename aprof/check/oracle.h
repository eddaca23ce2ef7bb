/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The oracle behind --check-rms: read memory sizes by the definition, word for
   word, from the explicit set of cells that each activation has accessed; with
   --drms=yes also from the time of each access and write.  It shares nothing with
   the timestamps but the events, to which it listens. */

#ifndef APROF_ORACLE_H
#define APROF_ORACLE_H

#include "pub_tool_basics.h"

/* With --check-rms. */
extern void oracle_init(void);

/* Generated code tells of each access. */
extern VG_REGPARM(2) void oracle_read(Addr address, SizeT size);
extern VG_REGPARM(2) void oracle_write(Addr address, SizeT size);

/* Tells how many activations were compared and how many disagreed. */
extern void oracle_report(void);

#endif
