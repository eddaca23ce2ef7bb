/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Functions on the contents that builder.c, order.c and report.c share. */

#include "model/contents.h"

#include <stdlib.h>

uint32_t contents_routine(const Contents* contents, uint32_t owner)
{
   return contents->point_kind == POINTS_OF_CONTEXTS ? contents->contexts[owner].routine : owner;
}

void contents_change_owners(Contents* contents, size_t first, size_t end, const uint32_t* owners)
{
   for (size_t i = first; i < end; i++) {
      contents->points[i].owner = owners[contents->points[i].owner];
   }
}

void contents_free(Contents* contents)
{
   header_free(&contents->header);
   g_clear_pointer(&contents->texts, g_string_chunk_free);
   free(contents->routines);
   free(contents->contexts);
   free(contents->points);
   *contents = (Contents){ 0 };
}
