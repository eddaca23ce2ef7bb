/* Maps the ids of a report, which may be any 32-bit numbers, to indices 0, 1, 2, ... */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Begins as all zeros. */
typedef struct {
   GHashTable* indices;   /* by id; NULL as long as there is no id */
   uint32_t    count;
} IdMap;

extern bool id_map_find(const IdMap* map, uint32_t id, uint32_t* index);

/* The index of the id.  A new id gets the next index, which is the number of ids so far.
   `*is_new` says whether the id is new. */
extern uint32_t id_map_find_or_add(IdMap* map, uint32_t id, bool* is_new);

extern void id_map_free(IdMap* map);
