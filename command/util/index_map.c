/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   An open-addressing hash of indices.

   Invariant: at most half of the slots are taken, and no empty slot stands
   between the first slot of a hash and a slot that holds it. */

#include "util/index_map.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

struct IndexSlot {
   uint32_t hash;            /* its low half */
   uint32_t index_plus_1;    /* 0: empty */
};

static uint32_t mask_of(const IndexMap* map)
{
   return (uint32_t)(((uint64_t)1 << map->slots_log2) - 1);
}

/* Of the low half only, which is all that the slots keep. */
static uint32_t home_of(const IndexMap* map, uint32_t hash)
{
   return (uint32_t)((hash * 0x9e3779b97f4a7c15u) >> (64 - map->slots_log2));
}

static uint32_t find_from(const IndexMap* map, uint64_t hash, uint32_t slot, IndexCursor* cursor)
{
   while (map->slots[slot].index_plus_1 != 0 && map->slots[slot].hash != (uint32_t)hash) {
      slot = (slot + 1) & mask_of(map);
   }
   *cursor = slot;
   return map->slots[slot].index_plus_1 - 1;   /* an empty slot: INDEX_NONE */
}

uint32_t index_map_first(const IndexMap* map, uint64_t hash, IndexCursor* cursor)
{
   return map->slots == NULL ? INDEX_NONE : find_from(map, hash, home_of(map, (uint32_t)hash), cursor);
}

uint32_t index_map_next(const IndexMap* map, uint64_t hash, IndexCursor* cursor)
{
   return find_from(map, hash, (uint32_t)(*cursor + 1) & mask_of(map), cursor);
}

static void put(IndexMap* map, struct IndexSlot item)
{
   uint32_t slot = home_of(map, item.hash);
   while (map->slots[slot].index_plus_1 != 0) {
      slot = (slot + 1) & mask_of(map);
   }
   map->slots[slot] = item;
}

static void grow(IndexMap* map)
{
   IndexMap larger = { .slots_log2 = map->slots == NULL ? 6 : map->slots_log2 + 1, .used = map->used };
   size_t count = (size_t)1 << larger.slots_log2;
   larger.slots = memory_resize(NULL, count, sizeof *larger.slots);
   memset(larger.slots, 0, count * sizeof *larger.slots);

   size_t old_count = map->slots == NULL ? 0 : (size_t)1 << map->slots_log2;
   for (size_t i = 0; i < old_count; i++) {
      if (map->slots[i].index_plus_1 != 0) {
         put(&larger, map->slots[i]);
      }
   }
   free(map->slots);
   *map = larger;
}

void index_map_add(IndexMap* map, uint64_t hash, uint32_t index)
{
   if (map->slots == NULL || map->used >= ((uint64_t)1 << map->slots_log2) / 2) {
      grow(map);
   }
   put(map, (struct IndexSlot){ (uint32_t)hash, index + 1 });
   map->used++;
}

void index_map_free(IndexMap* map)
{
   free(map->slots);
   *map = (IndexMap){ 0 };
}

/* FNV-1a, its bits mixed once more. */
uint64_t hash_bytes(uint64_t hash, const void* bytes, size_t length)
{
   const unsigned char* at = bytes;
   hash ^= 0xcbf29ce484222325u;
   for (size_t i = 0; i < length; i++) {
      hash = (hash ^ at[i]) * 0x100000001b3u;
   }
   return hash ^ hash >> 32;
}
