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

UChar shadow_nothing[SHADOW_MAX_CHUNK + SHADOW_SLACK];
UChar shadow_sink[SHADOW_MAX_CHUNK + SHADOW_SLACK];

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
#define FOR_EACH_CELL(address, size, stamp, body)                                            \
   do {                                                                                      \
      UWord cell_ = (address) >> cell_bits;                                                  \
      UWord last_ = ((address) + (size) - 1) >> cell_bits;                                   \
      UWord mask_ = (1UL << (SHADOW_CHUNK_BITS - cell_bits)) - 1;                            \
      while (cell_ <= last_) {                                                               \
         UInt* chunk_ = need_chunk(hot.chunks, cell_ >> (SHADOW_CHUNK_BITS - cell_bits));    \
         UWord end_   = (cell_ | mask_) < last_ ? (cell_ | mask_) : last_;                   \
         for (; cell_ <= end_; cell_++) {                                                    \
            UInt* stamp = &chunk_[cell_ & mask_];                                            \
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
   FOR_EACH_CELL(address, size, stamp, {
      if (*stamp < now) {
         stack_first_read(*stamp);
         *stamp = now;
      }
   });
}

VG_REGPARM(3) void shadow_read_at(UInt* stamps, Addr address, SizeT size)
{
   UWord first = address >> cell_bits;
   UWord last  = (address + size - 1) >> cell_bits;
   Bool  right_place = !hot.paused
                       && (Addr)stamps - (Addr)shadow_nothing >= sizeof shadow_nothing
                       && (first >> (SHADOW_CHUNK_BITS - cell_bits)) == (last >> (SHADOW_CHUNK_BITS - cell_bits));
   if (!right_place) {
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
   FOR_EACH_CELL(address, size, stamp, {
      *stamp = now;
   });
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
