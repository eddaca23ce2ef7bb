/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   An id is its own hash, and its 32 bits are all that an IndexMap keeps of one: so
   what has the hash is the id. */

#include "util/id_map.h"

bool id_map_find(const IdMap* map, uint32_t id, uint32_t* index)
{
   IndexCursor cursor;
   *index = index_map_first(map, id, &cursor);
   return *index != INDEX_NONE;
}

uint32_t id_map_find_or_add(IdMap* map, uint32_t id, bool* is_new)
{
   uint32_t index;
   *is_new = !id_map_find(map, id, &index);
   if (*is_new) {
      index = map->used;
      index_map_add(map, id, index);
   }
   return index;
}

void id_map_free(IdMap* map)
{
   index_map_free(map);
}
