/* Memory accesses: which of the cells that the running activation reads it has not accessed before. */

#pragma once

#include "pub_tool.h"

/* The running activation accesses [address, address + size), in any size and alignment; ignored while
   collecting is paused.  Generated code calls these for all accesses that it does not handle itself. */
extern VG_REGPARM(2) void access_read(Addr address, SizeT size);
extern VG_REGPARM(2) void access_write(Addr address, SizeT size);

/* Functions by log2 of an access' size, for the cell of its last byte: so they need no further argument. */
extern VG_REGPARM(1) void (*const access_read_last_cell[])(Addr address);
extern VG_REGPARM(1) void (*const access_write_last_cell[])(Addr address);
#define ACCESS_FOR_EACH_SIZE(apply, to) \
   apply(1, to) apply(2, to) apply(4, to) apply(8, to) apply(16, to) apply(32, to)

/* Functions for --drms=yes.  The last two record writes, while there are several threads. */
extern VG_REGPARM(2) void access_read_dynamic(Addr address, SizeT size);
extern VG_REGPARM(2) void access_write_recorded(Addr address, SizeT size);
extern VG_REGPARM(1) void (*const access_write_last_cell_recorded[])(Addr address);
