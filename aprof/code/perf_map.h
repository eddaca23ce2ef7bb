/* The perf map: what a program that generates code says of it.

   Linux' perf has no symbols for such code either.  So for perf, JavaScript engines, Python and
   others write a line for each piece of code into /tmp/perf-PID.map:

      START SIZE NAME        two hexadecimal numbers; NAME is the rest of the line

   The file is read while it grows.  Of several lines for an address, the newest one holds.
   Lines that were in the file before the program began are those of another process.  A jitdump has the same
   in another form (jitdump.c), and counts beside it. */

#pragma once

#include "pub_tool.h"

#include "code/named_code.h"

/* Before the program begins. */
extern void perf_map_init(void);

/* The process begins, or has been forked: a child has a map of its own, and still the names of its parent. */
extern void perf_map_begin(void);

/* Returns the code that the map or the jitdump names at this address, or NULL.  The first time, this reads
   both. */
extern const NamedCode* perf_map_find(Addr address);

/* Returns the line of source code that the jitdump tells for this address, or NULL. */
extern const CodeLine* perf_map_line(Addr address);

/* Memory has been mapped: if it is executable, it may be a jitdump. */
extern void perf_map_memory_mapped(Addr address, Bool execute);

/* A system call has ended, which may have written to them.  If so, reads what is new.  True if an
   answer that perf_map_find gave is out of date; then generated code will be translated again. */
extern Bool perf_map_after_system_call(UInt number);

/*--- The jitdump ---*/

/* The process begins, or has been forked: nothing is mapped that is its own. */
extern void jitdump_begin(void);

/* Executable memory has been mapped, which may be the file. */
extern void jitdump_memory_mapped(Addr address);

/* Names the code of new records (named_code.h). */
extern void jitdump_read_new(void);
