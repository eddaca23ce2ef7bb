/* The oracle behind --check-rms computes read memory sizes word for word by the
   definition.  For each activation, it keeps the set of cells that the activation has
   accessed; with --drms=yes, it also keeps the time of each access and write.  It gets
   the same events as the shadow memory and shares nothing else with it. */

#pragma once

#include "pub_tool.h"

/* Does nothing without --check-rms=yes. */
extern void oracle_init(void);

/* Generated code calls these at each access. */
extern VG_REGPARM(2) void oracle_read(Addr address, SizeT size);
extern VG_REGPARM(2) void oracle_write(Addr address, SizeT size);

/* Prints how many activations were compared and how many disagreed. */
extern void oracle_report(void);
