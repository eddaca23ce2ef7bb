/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Routines, and the calling contexts that they ran in. */

#ifndef COMMAND_MODEL_ROUTINES_H
#define COMMAND_MODEL_ROUTINES_H

#include <stdbool.h>

#include "model/points.h"

#define NO_ROUTINE  UINT32_MAX
#define NO_CONTEXT  UINT32_MAX

typedef struct {
   const char* name;
   const char* image;
   const char* mangled;        /* NULL if there is no u line */
   size_t      first_point;    /* the first point of all its contexts */
   uint32_t    points;         /* the number of points of all its contexts */
   uint32_t    first_context;  /* index of the first of its contexts, or NO_CONTEXT */
   bool        has_instances;  /* several instances of a generic routine have become this one */
   bool        cost_is_bound;  /* its real_sum may count calls among these twice (folding.h) */
   Totals      totals;
} Routine;

typedef struct {
   uint32_t routine;           /* index */
   uint32_t parent;            /* index, or NO_CONTEXT */
   uint32_t first_child;       /* index, or NO_CONTEXT */
   uint32_t next_sibling;      /* index, or NO_CONTEXT */
   uint32_t next_of_routine;   /* index, or NO_CONTEXT */
   uint32_t points;
   size_t   first_point;
   Totals   totals;            /* of its own points; costs in `sum` and `real_sum` are inclusive */
} Context;

#endif
