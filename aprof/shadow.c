/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Shadow memory.  Invariant: both halves of a table agree on which chunks are
   there, and a timestamp of 0 means that the strand has not accessed the cell
   since the bottom activation of its stack began. */

#include "shadow.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "hot.h"
#include "stack.h"
#include "valgrind_version.h"
#include "writes.h"

UChar shadow_nothing[SHADOW_MAX_CHUNK + SHADOW_SLACK];
UChar shadow_sink[SHADOW_MAX_CHUNK + SHADOW_SLACK];
Addr* shadow_written;

static UInt  cell_bits;     /* log2 of the bytes in a cell */
static Addr* ignored;       /* shadow_ignored_table, or NULL */
static SizeT chunk_size;    /* bytes of one chunk, with room for SHADOW_SLACK */
static SizeT mapped_chunks;
static UWord covered_bits = PLATFORM_USUAL_ADDRESS_BITS;   /* of addresses, by the tables */

static UWord entries(UWord address_bits)
{
   return 1UL << (address_bits - SHADOW_CHUNK_BITS);
}

UWord shadow_write_half(void)
{
   return entries(covered_bits) * sizeof(Addr);
}

/* Behind the two halves stands the head of the list of chunks. */
static SizeT table_size(void)
{
   return 2 * shadow_write_half() + VKI_PAGE_SIZE;
}

void shadow_init(UInt memory_resolution)
{
   cell_bits  = VG_(log2)(memory_resolution);
   chunk_size = VG_PGROUNDUP((SHADOW_MAX_CHUNK >> cell_bits) + SHADOW_SLACK);
}

static void* map_pages_or_exit(SizeT size)
{
   void* pages = version_map_pages(size);
   if (pages == NULL) {
      VG_(fmsg)("No address space is left for %lu more bytes of shadow memory\n"
                "(%lu MB are in use).  A larger --memory-resolution needs less.\n",
                size, shadow_mapped_bytes() >> 20);
      VG_(exit)(1);
   }
   return pages;
}

Addr* shadow_new_table(void)
{
   return map_pages_or_exit(table_size());
}

SizeT shadow_mapped_bytes(void)
{
   return mapped_chunks * chunk_size;
}

/*------------------------------------------------------------*/
/*--- Chunks                                               ---*/
/*------------------------------------------------------------*/

static UInt* chunk_at(const Addr* table, UWord index)
{
   return table[index] == 0 ? NULL : (UInt*)(table[index] + (Addr)shadow_nothing);
}

static void set_chunk(Addr* table, UWord index, Addr chunk)
{
   table[index]                         = chunk - (Addr)shadow_nothing;
   table[index + entries(covered_bits)] = chunk - (Addr)shadow_sink - 1;
}

/* The chunks of a table are a list of their indices plus 1, since most of a table
   is never in memory and should not be looked at.  Its head stands behind the
   table, and what follows a chunk at the end of its slack. */
static UWord* list_head(Addr* table)
{
   return &table[2 * entries(covered_bits)];
}

static UWord* next_in_list(UInt* chunk)
{
   return (UWord*)((Addr)chunk + chunk_size) - 1;
}

static inline UInt* need_chunk(Addr* table, UWord index)
{
   UInt* chunk = chunk_at(table, index);
   if (chunk == NULL) {
      chunk = map_pages_or_exit(chunk_size);
      mapped_chunks++;
      set_chunk(table, index, (Addr)chunk);
      *next_in_list(chunk) = *list_head(table);
      *list_head(table)    = index + 1;
   }
   return chunk;
}

/* Only that generated code finds its entries there, and so calls nobody. */
Addr* shadow_ignored_table(void)
{
   if (ignored == NULL) {
      ignored = shadow_new_table();
   }
   return ignored;
}

static void ignore_chunk(Addr address)
{
   static UInt* shared;
   if (shared == NULL) {
      shared = map_pages_or_exit(chunk_size);
   }
   set_chunk(ignored, address >> SHADOW_CHUNK_BITS, (Addr)shared);
}

static void for_each_chunk(Addr* table, void (*visit)(Addr* table, UWord index))
{
   UWord next = *list_head(table);
   while (next != 0) {
      UWord index = next - 1;
      next = *next_in_list(chunk_at(table, index));
      visit(table, index);
   }
}

static void unmap_chunk(Addr* table, UWord index)
{
   VG_(am_munmap_valgrind)((Addr)chunk_at(table, index), chunk_size);
   mapped_chunks--;
   table[index] = table[index + entries(covered_bits)] = 0;
}

void shadow_clear(Addr* table)
{
   for_each_chunk(table, unmap_chunk);
   *list_head(table) = 0;
}

void shadow_free_table(Addr* table)
{
   shadow_clear(table);
   VG_(am_munmap_valgrind)((Addr)table, table_size());
}

/*------------------------------------------------------------*/
/*--- Wide tables                                          ---*/
/*------------------------------------------------------------*/

Bool shadow_must_widen(Addr address, SizeT size)
{
   return size > 0 && (address + size - 1) >> covered_bits != 0;
}

void shadow_begin_wide(void)
{
   ignored      = NULL;
   covered_bits = PLATFORM_ADDRESS_BITS;
}

Addr* shadow_widened_table(Addr* narrow)
{
   Addr* wide   = shadow_new_table();
   UWord former = entries(PLATFORM_USUAL_ADDRESS_BITS);
   for (UWord next = narrow[2 * former]; next != 0; next = *next_in_list(chunk_at(narrow, next - 1))) {
      set_chunk(wide, next - 1, (Addr)chunk_at(narrow, next - 1));
   }
   *list_head(wide) = narrow[2 * former];
   VG_(am_munmap_valgrind)((Addr)narrow, 2 * former * sizeof(Addr) + VKI_PAGE_SIZE);
   return wide;
}

/*------------------------------------------------------------*/
/*--- Accesses                                             ---*/
/*------------------------------------------------------------*/

/* Calls that touch no cell outside what generated code can address are the
   rule; beyond that there is no shadow, and the access faults anyway. */
static Bool out_of_range(Addr address, SizeT size)
{
   return address >> covered_bits != 0 || size > (1UL << covered_bits) - address;
}

/* Visits the timestamps of all cells that [address, address + size) touches. */
#define FOR_EACH_CELL(table, address, size, cell, stamp, body)                               \
   do {                                                                                      \
      UWord cell  = (address) >> cell_bits;                                                  \
      UWord last_ = ((address) + (size) - 1) >> cell_bits;                                   \
      UWord mask_ = (1UL << (SHADOW_CHUNK_BITS - cell_bits)) - 1;                            \
      while (cell <= last_) {                                                                \
         UInt* chunk_ = need_chunk(table, cell >> (SHADOW_CHUNK_BITS - cell_bits));          \
         UWord end_   = (cell | mask_) < last_ ? (cell | mask_) : last_;                     \
         for (; cell <= end_; cell++) {                                                      \
            UInt* stamp = &chunk_[cell & mask_];                                             \
            body                                                                             \
         }                                                                                   \
      }                                                                                      \
   } while (0)

VG_REGPARM(2) void shadow_read(Addr address, SizeT size)
{
   if (size == 0 || out_of_range(address, size) || hot.paused) {
      return;
   }
   UInt now = (UInt)hot.stamp;
   FOR_EACH_CELL(hot.chunks, address, size, cell, stamp, {
      if (*stamp < now) {
         stack_first_read(*stamp);
         *stamp = now;
      }
   });
}

/* Whether `stamps` is the place of the timestamps from cell `first` to `last`, and
   the access counts. */
static inline Bool is_place(const UInt* stamps, UWord first, UWord last)
{
   return !hot.paused
          && (Addr)stamps - (Addr)shadow_nothing >= sizeof shadow_nothing
          && (first >> (SHADOW_CHUNK_BITS - cell_bits)) == (last >> (SHADOW_CHUNK_BITS - cell_bits));
}

VG_REGPARM(3) void shadow_read_at(UInt* stamps, Addr address, SizeT size)
{
   UWord first = address >> cell_bits;
   UWord last  = (address + size - 1) >> cell_bits;
   if (!is_place(stamps, first, last)) {
      shadow_read(address, size);
      return;
   }
   UInt now = (UInt)hot.stamp;
   for (UWord i = 0; i <= last - first; i++) {
      if (stamps[i] < now) {
         stack_first_read(stamps[i]);
         stamps[i] = now;
      }
   }
}

VG_REGPARM(2) void shadow_write(Addr address, SizeT size)
{
   if (size == 0 || out_of_range(address, size)) {
      return;
   }
   if (hot.paused) {
      ignore_chunk(address);
      return;
   }
   UInt now = (UInt)hot.stamp;
   FOR_EACH_CELL(hot.chunks, address, size, cell, stamp, {
      *stamp = now;
   });
}

/*------------------------------------------------------------*/
/*--- Accesses, with --drms=yes                            ---*/
/*------------------------------------------------------------*/

/* The last recorded write to a cell that the strand accessed last at `last`, or has
   never accessed (0); 0 if there is none, or certainly none after `last`. */
static inline UInt last_written(UWord cell, UInt last)
{
   if (last != 0 && hot_latest == 0) {
      return 0;   /* the kernel's writes have been forgotten accesses at once */
   }
   const UInt* chunk = chunk_at(shadow_written, cell >> (SHADOW_CHUNK_BITS - cell_bits));
   UInt written = chunk == NULL ? 0 : chunk[cell & ((1UL << (SHADOW_CHUNK_BITS - cell_bits)) - 1)];
   return written == 0 && last == 0 ? writes_mapped_at(cell << cell_bits) : written;
}

/* A recorded write from outside makes the cell new to all activations, so no owner
   has accessed it before. */
static inline void read_dynamic(UInt* stamp, UWord cell)
{
   UInt last    = *stamp >= hot.first_stamp ? *stamp : 0;
   UInt written = last_written(cell, last);
   if (written > last && writes_count_from_outside(written)) {
      hot.top->partial++;
   } else if (last < hot.top->stamp) {
      stack_first_read(last);
      writes_count_own();
   } else if (last >= written) {
      return;
   }
   *stamp = (UInt)hot.stamp;
}

VG_REGPARM(2) void shadow_read_dynamic(Addr address, SizeT size)
{
   if (size == 0 || out_of_range(address, size) || hot.paused) {
      return;
   }
   FOR_EACH_CELL(hot.chunks, address, size, cell, stamp, {
      read_dynamic(stamp, cell);
   });
}

VG_REGPARM(3) void shadow_read_dynamic_at(UInt* stamps, Addr address, SizeT size)
{
   UWord first = address >> cell_bits;
   UWord last  = (address + size - 1) >> cell_bits;
   if (!is_place(stamps, first, last)) {
      shadow_read_dynamic(address, size);
      return;
   }
   for (UWord i = 0; i <= last - first; i++) {
      read_dynamic(&stamps[i], first + i);
   }
}

/* What is written while collecting is paused matters to other threads. */
VG_REGPARM(2) void shadow_write_recorded(Addr address, SizeT size)
{
   shadow_write(address, size);
   shadow_set(shadow_written, address, size, (UInt)hot.stamp);
}

/*------------------------------------------------------------*/
/*--- Ranges                                               ---*/
/*------------------------------------------------------------*/

void shadow_set(Addr* table, Addr address, SizeT size, UInt stamp)
{
   if (size == 0 || out_of_range(address, size)) {
      return;
   }
   FOR_EACH_CELL(table, address, size, cell, place, {
      *place = stamp;
   });
}

/* Visits the cells of a range that have a timestamp.  Where nothing has been
   accessed it only reads, which costs no memory. */
static inline void for_each_known(Addr* table, Addr address, SizeT size, void (*visit)(UInt* stamp, UWord cell))
{
   if (size == 0 || out_of_range(address, size)) {
      return;
   }
   UWord cell = address >> cell_bits;
   UWord last = (address + size - 1) >> cell_bits;
   UWord mask = (1UL << (SHADOW_CHUNK_BITS - cell_bits)) - 1;
   while (cell <= last) {
      UWord end   = (cell | mask) < last ? (cell | mask) : last;
      UInt* chunk = chunk_at(table, cell >> (SHADOW_CHUNK_BITS - cell_bits));
      for (; chunk != NULL && cell <= end; cell++) {
         if (chunk[cell & mask] != 0) {
            visit(&chunk[cell & mask], cell);
         }
      }
      cell = end + 1;
   }
}

static void forget_cell(UInt* stamp, UWord cell)
{
   *stamp = 0;
}

void shadow_forget(Addr* table, Addr address, SizeT size)
{
   for_each_known(table, address, size, forget_cell);
}

static UInt recorded;

static void record_cell(UInt* stamp, UWord cell)
{
   shadow_set(shadow_written, cell << cell_bits, 1, recorded);
}

void shadow_record_where_known(Addr* table, Addr address, SizeT size, UInt written)
{
   recorded = written;
   for_each_known(table, address, size, record_cell);
}

/*------------------------------------------------------------*/
/*--- Renumbering                                          ---*/
/*------------------------------------------------------------*/

static UInt (*renumber_stamp)(UInt);

/* Neighbouring cells often have equal timestamps; pages never accessed are
   zero, and stay untouched. */
static void renumber_chunk(Addr* table, UWord index)
{
   UInt* chunk = chunk_at(table, index);
   UWord cells = 1UL << (SHADOW_CHUNK_BITS - cell_bits);
   UInt  old   = 0;
   UInt  new   = 0;

   for (UWord i = 0; i < cells; i++) {
      if (chunk[i] != 0) {
         if (chunk[i] != old) {
            old = chunk[i];
            new = renumber_stamp(old);
         }
         chunk[i] = new;
      }
   }
}

void shadow_renumber(Addr* table, UInt (*renumber)(UInt))
{
   renumber_stamp = renumber;
   for_each_chunk(table, renumber_chunk);
}

static UInt (*renumber_by_write)(UInt, UInt);

static void renumber_chunk_by_writes(Addr* table, UWord index)
{
   UInt*       chunk   = chunk_at(table, index);
   const UInt* written = chunk_at(shadow_written, index);
   UWord cells     = 1UL << (SHADOW_CHUNK_BITS - cell_bits);
   UInt  old       = 0;
   UInt  old_write = 0;
   UInt  new       = 0;

   for (UWord i = 0; i < cells; i++) {
      if (chunk[i] != 0) {
         UInt write = written == NULL ? 0 : written[i];
         if (chunk[i] != old || write != old_write) {
            old       = chunk[i];
            old_write = write;
            new       = renumber_by_write(old, write);
         }
         chunk[i] = new;
      }
   }
}

void shadow_renumber_by_writes(Addr* table, UInt (*renumber)(UInt, UInt))
{
   renumber_by_write = renumber;
   for_each_chunk(table, renumber_chunk_by_writes);
}
