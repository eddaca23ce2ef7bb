/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The contents of a report.  builder.c puts them together, order.c sorts them, and
   report.c answers questions about them.  No other file uses them.

   Invariant of a report: contexts are in preorder; points are ordered by routine,
   then context, then rms; `first_point` and `points` of each routine and context
   give its points. */

#ifndef COMMAND_MODEL_CONTENTS_H
#define COMMAND_MODEL_CONTENTS_H

#include <glib.h>

#include "model/header.h"
#include "model/points.h"
#include "model/routines.h"

/* Whether points belong to contexts; unknown as long as there are no points and no contexts. */
typedef enum { POINTS_OF_UNKNOWN, POINTS_OF_ROUTINES, POINTS_OF_CONTEXTS } PointKind;

typedef struct {
   Header        header;
   GStringChunk* texts;           /* names; NULL as long as there are none */
   Routine*      routines;
   uint32_t      routine_count;
   Context*      contexts;
   uint32_t      context_count;
   Point*        points;
   size_t        point_count;
   PointKind     point_kind;
} Contents;

/* Texts are allocated by so many bytes. */
#define TEXTS_BLOCK_SIZE  (64 * 1024)

/* The routine that owns a point. */
extern uint32_t contents_routine(const Contents* contents, uint32_t owner);

/* In the points from `first` to before `end`, owner o becomes owners[o]. */
extern void contents_change_owners(Contents* contents, size_t first, size_t end, const uint32_t* owners);

extern void contents_free(Contents* contents);

#endif
