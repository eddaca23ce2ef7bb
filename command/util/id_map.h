/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   From the ids that a report uses, any 32-bit numbers, to dense indices. */

#ifndef COMMAND_UTIL_ID_MAP_H
#define COMMAND_UTIL_ID_MAP_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Starts as zeros. */
typedef struct {
   GHashTable* indices;   /* by id; NULL as long as there is none */
   uint32_t    count;
} IdMap;

extern bool id_map_find(const IdMap* map, uint32_t id, uint32_t* index);

/* The index of the id.  An id that is not there yet gets the next index, the
   number of ids so far; `*is_new` says which. */
extern uint32_t id_map_find_or_add(IdMap* map, uint32_t id, bool* is_new);

extern void id_map_free(IdMap* map);

#endif
