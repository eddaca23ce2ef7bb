/* Functions for the accesses to memory that generated code does not handle by itself. */

#include "stack/access.h"

#include "cells/shadow.h"
#include "cells/shadow_inside.h"
#include "cells/writes.h"
#include "hot.h"
#include "stack/stack.h"

static inline void read_cell(UInt* stamp)
{
   UInt now = hot_stamp();
   if (*stamp < now) {
      stack_first_read(*stamp);
      *stamp = now;
   }
}

VG_REGPARM(2) void access_read(Addr address, SizeT size)
{
   if (size == 0 || cells_out_of_range(address, size) || hot.paused) {
      return;
   }
   FOR_EACH_CELL(hot.shadow, address, size, cell, stamp, {
      read_cell(stamp);
   });
}

VG_REGPARM(2) void access_write(Addr address, SizeT size)
{
   if (!hot.paused) {
      shadow_set(hot.shadow, address, size, hot_stamp());
   }
}

/* The functions by size, and the table of them, for what does `access(address, size)`. */
#define ACCESS_LAST_CELL(size, access)                                       \
   static VG_REGPARM(1) void access##_last_cell_##size(Addr address)         \
   {                                                                         \
      access(address + (size) - 1, 1);                                       \
   }
#define LAST_CELL_FUNCTION(size, access)  access##_last_cell_##size,
#define LAST_CELL_FUNCTIONS(access, table)                                   \
   ACCESS_FOR_EACH_SIZE(ACCESS_LAST_CELL, access)                            \
   VG_REGPARM(1) void (*const table[])(Addr) = { ACCESS_FOR_EACH_SIZE(LAST_CELL_FUNCTION, access) };

LAST_CELL_FUNCTIONS(access_read, access_read_last_cell)
LAST_CELL_FUNCTIONS(access_write, access_write_last_cell)

/*--- Accesses, with --drms=yes ---*/

/* Returns when the cell was written last, as far as that was recorded; 0: never, or certainly not after
   `last`, which is when the strand accessed it last (0: never). */
static inline UInt last_written(UWord cell, UInt last)
{
   if (last != 0 && hot_latest == 0) {
      return 0;   /* a write by the kernel makes strands forget their accesses */
   }
   UWord       end     = cell;
   const UInt* stamp   = cells_stamps_of(shadow_written, cell, &end, False);
   UInt        written = stamp == NULL ? 0 : *stamp;
   return written == 0 && last == 0 ? writes_mapped_at(cell << cells_bits) : written;
}

/* A recorded write from outside makes the cell new to all activations, as if none had accessed it before. */
static inline void read_dynamic(UInt* stamp, UWord cell)
{
   UInt last    = *stamp >= stack.first_stamp ? *stamp : 0;
   UInt written = last_written(cell, last);
   if (written > last && writes_count_from_outside(written)) {
      stack_first_read(0);
   } else if (last < stack_running_stamp()) {
      stack_first_read(last);
      writes_count_own();
   } else if (last >= written) {
      return;
   }
   *stamp = hot_stamp();
}

VG_REGPARM(2) void access_read_dynamic(Addr address, SizeT size)
{
   if (size == 0 || cells_out_of_range(address, size) || hot.paused) {
      return;
   }
   FOR_EACH_CELL(hot.shadow, address, size, cell, stamp, {
      read_dynamic(stamp, cell);
   });
}

/* Records also what is written while collecting is paused: it matters to other threads. */
VG_REGPARM(2) void access_write_recorded(Addr address, SizeT size)
{
   access_write(address, size);
   shadow_set(shadow_written, address, size, hot_stamp());
}

LAST_CELL_FUNCTIONS(access_write_recorded, access_write_last_cell_recorded)
