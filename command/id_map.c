/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   An open-addressing hash.

   Invariant: at most half of the slots are taken, and no empty slot stands
   between the first slot of an id and the slot that holds it. */

#include "id_map.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

struct IdSlot {
   uint32_t id;
   uint32_t index_plus_1;   /* 0: empty */
};

/* The slot that holds the id, or the empty one where it would go. */
static struct IdSlot* find_slot(const IdMap* map, uint32_t id)
{
   uint32_t mask = (uint32_t)(((uint64_t)1 << map->slots_log2) - 1);
   /* Fibonacci hashing: dense ids, the usual case, spread evenly. */
   uint32_t slot = (uint32_t)(((uint64_t)id * 0x9e3779b97f4a7c15u) >> (64 - map->slots_log2));
   while (map->slots[slot].index_plus_1 != 0 && map->slots[slot].id != id) {
      slot = (slot + 1) & mask;
   }
   return &map->slots[slot];
}

static void grow(IdMap* map)
{
   IdMap larger = { .slots_log2 = map->slots == NULL ? 4 : map->slots_log2 + 1, .used = map->used };
   size_t count = (size_t)1 << larger.slots_log2;
   larger.slots = memory_resize(NULL, count, sizeof *larger.slots);
   memset(larger.slots, 0, count * sizeof *larger.slots);

   size_t old_count = map->slots == NULL ? 0 : (size_t)1 << map->slots_log2;
   for (size_t i = 0; i < old_count; i++) {
      if (map->slots[i].index_plus_1 != 0) {
         *find_slot(&larger, map->slots[i].id) = map->slots[i];
      }
   }
   free(map->slots);
   *map = larger;
}

uint32_t id_map_find_or_add(IdMap* map, uint32_t id, bool* is_new)
{
   if (map->slots == NULL || map->used >= ((uint64_t)1 << map->slots_log2) / 2) {
      grow(map);
   }
   struct IdSlot* slot = find_slot(map, id);
   *is_new = slot->index_plus_1 == 0;
   if (*is_new) {
      slot->id = id;
      slot->index_plus_1 = ++map->used;
   }
   return slot->index_plus_1 - 1;
}

bool id_map_find(const IdMap* map, uint32_t id, uint32_t* index)
{
   if (map->slots == NULL) {
      return false;
   }
   const struct IdSlot* slot = find_slot(map, id);
   *index = slot->index_plus_1 - 1;
   return slot->index_plus_1 != 0;
}

void id_map_free(IdMap* map)
{
   free(map->slots);
   *map = (IdMap){ 0 };
}
