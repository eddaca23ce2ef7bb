/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   From hashes to the indices of items that the caller keeps, and compares. */

#ifndef COMMAND_UTIL_INDEX_MAP_H
#define COMMAND_UTIL_INDEX_MAP_H

#include <stddef.h>
#include <stdint.h>

#define INDEX_NONE  UINT32_MAX

typedef struct {
   struct IndexSlot* slots;
   uint32_t          used;
   unsigned          slots_log2;
} IndexMap;

/* Where in the map a search is. */
typedef uint64_t IndexCursor;

/* The indices of all items that may have this hash, one after the other; then
   INDEX_NONE.  Nothing may be added meanwhile. */
extern uint32_t index_map_first(const IndexMap* map, uint64_t hash, IndexCursor* cursor);
extern uint32_t index_map_next(const IndexMap* map, uint64_t hash, IndexCursor* cursor);

extern void index_map_add(IndexMap* map, uint64_t hash, uint32_t index);

extern void index_map_free(IndexMap* map);

/* Hashes bytes; `hash` is that of what stands before them, or 0. */
extern uint64_t hash_bytes(uint64_t hash, const void* bytes, size_t length);

#endif
