/* Ids and indices fit the pointers that GLib's tables hold. */

#include "util/id_map.h"

bool id_map_find(const IdMap* map, uint32_t id, uint32_t* index)
{
   gpointer value;
   if (map->indices == NULL
       || !g_hash_table_lookup_extended(map->indices, GUINT_TO_POINTER(id), NULL, &value)) {
      return false;
   }
   *index = GPOINTER_TO_UINT(value);
   return true;
}

uint32_t id_map_find_or_add(IdMap* map, uint32_t id, bool* is_new)
{
   uint32_t index;
   *is_new = !id_map_find(map, id, &index);
   if (*is_new) {
      if (map->indices == NULL) {
         map->indices = g_hash_table_new(NULL, NULL);
      }
      index = map->count++;
      g_hash_table_insert(map->indices, GUINT_TO_POINTER(id), GUINT_TO_POINTER(index));
   }
   g_assert(index < map->count);
   return index;
}

void id_map_free(IdMap* map)
{
   if (map->indices != NULL) {
      g_hash_table_destroy(map->indices);
   }
   *map = (IdMap){ 0 };
}
