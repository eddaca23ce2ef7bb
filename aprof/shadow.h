/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Shadow memory: for every memory cell the timestamp of the last access by
   the running strand (0: none).

   A cell is an aligned granule of --memory-resolution bytes.  Each strand has
   its own shadow memory: a first-level table that holds, for each megabyte of
   the address space, the place of a chunk of 32-bit timestamps.  Chunks appear
   at the first access, and cost memory only where the program has touched its
   own.

   Generated code (instrument.c) looks timestamps up by itself.  The table has
   two halves, for reading and for writing, whose entries are relative to two
   constant areas, so that a missing chunk (entry 0) needs no test of its own:
      reading:  chunk - shadow_nothing     missing: all timestamps are 0
      writing:  chunk - shadow_sink - 1    missing: nobody reads what is written
   An entry for writing plus 1 is a multiple of SHADOW_ALIGNMENT if and only if
   the chunk is there. */

#ifndef APROF_SHADOW_H
#define APROF_SHADOW_H

#include "pub_tool_basics.h"

#include "platform.h"

#define SHADOW_CHUNK_BITS   20
#define SHADOW_STAMP_SIZE   4u

/* From an entry for reading to the one for writing, in bytes.  Code that was
   translated before a table was widened must be discarded. */
extern UWord shadow_write_half(void);

/* The largest chunk, that of one-byte cells, and what a misaligned access at
   its end may touch beyond. */
#define SHADOW_MAX_CHUNK    ((1UL << SHADOW_CHUNK_BITS) * SHADOW_STAMP_SIZE)
#define SHADOW_SLACK        256

#define SHADOW_ALIGNMENT    64

extern UChar shadow_nothing[SHADOW_MAX_CHUNK + SHADOW_SLACK] __attribute__((aligned(SHADOW_ALIGNMENT)));
extern UChar shadow_sink[SHADOW_MAX_CHUNK + SHADOW_SLACK] __attribute__((aligned(SHADOW_ALIGNMENT)));

extern void shadow_init(UInt memory_resolution);

/* A first-level table without chunks, for a new strand. */
extern Addr* shadow_new_table(void);

/* Tables cover the addresses that Valgrind gives memory at, which keeps them
   small.  Once a program has memory above, all of them must be widened. */
extern Bool shadow_must_widen(Addr address, SizeT size);

/* From now on tables are wide; each existing one must be replaced (and that for
   ignored accesses be asked for again). */
extern void shadow_begin_wide(void);
extern Addr* shadow_widened_table(Addr* table);

/* A table for accesses that do not count: what is stored there means nothing. */
extern Addr* shadow_ignored_table(void);

/* Forgets all accesses; the table stays usable. */
extern void shadow_clear(Addr* table);

/* The same for [address, address + size), which may be of any size. */
extern void shadow_forget(Addr* table, Addr address, SizeT size);

/* Sets the timestamps of all cells of [address, address + size). */
extern void shadow_set(Addr* table, Addr address, SizeT size, UInt stamp);

extern void shadow_free_table(Addr* table);

/* The running activation accesses [address, address + size), in any size and
   alignment; ignored while collecting is paused.  Exact, and all that there is to be known: generated code calls
   these for whatever it cannot settle by itself. */
extern VG_REGPARM(2) void shadow_read(Addr address, SizeT size);
extern VG_REGPARM(2) void shadow_write(Addr address, SizeT size);

/* The same as shadow_read for generated code, which has the place of the first
   timestamp already; that place counts only for an access that is aligned as
   instrument.c says, and not if the chunk is missing. */
extern VG_REGPARM(3) void shadow_read_at(UInt* stamps, Addr address, SizeT size);

/* The same with --drms=yes.  Writes are recorded by the second one, which is used
   while there are several threads. */
extern VG_REGPARM(2) void shadow_read_dynamic(Addr address, SizeT size);
extern VG_REGPARM(3) void shadow_read_dynamic_at(UInt* stamps, Addr address, SizeT size);
extern VG_REGPARM(2) void shadow_write_recorded(Addr address, SizeT size);

/* With --drms=yes: for every memory cell the timestamp of the last recorded write
   to it (writes.h), in a table like those of strands. */
extern Addr* shadow_written;

/* Replaces every timestamp t of a table by renumber(t). */
extern void shadow_renumber(Addr* table, UInt (*renumber)(UInt));

/* Records a write to those cells of a range that have a timestamp in the table. */
extern void shadow_record_where_known(Addr* table, Addr address, SizeT size, UInt written);

/* The same by renumber(t, w), where w is that of the last recorded write to the cell, or 0. */
extern void shadow_renumber_by_writes(Addr* table, UInt (*renumber)(UInt, UInt));

/* Bytes of chunks mapped now, for statistics. */
extern SizeT shadow_mapped_bytes(void);

#endif
