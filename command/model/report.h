/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The model of a report, or of several added up: everything that is in the
   files, held together, in about 90 bytes for each point.  What could be loaded
   keeps these promises:

   - Every point belongs to a routine or context that is there, and has at
     least one call.  A routine or context has one point for each rms.
   - Every routine has a name and an image; every context has a routine, and
     from parent to parent leads to one that has none.
   - A parent has at most one context of each routine, and contexts are in
     preorder: a context's descendants directly follow it.
   - If there are contexts, every point belongs to one; a routine's points are
     then the sum over its contexts.

   The finer rules of the format are check-report's, in check/. */

#ifndef COMMAND_MODEL_REPORT_H
#define COMMAND_MODEL_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/contents.h"
#include "model/header.h"
#include "model/points.h"
#include "model/routines.h"

typedef struct Report Report;

/* Makes a report of what builder.c has put together, and takes it over. */
extern Report* report_make(Contents* contents);

extern void report_free(Report* report);

extern const Header* report_header(const Report* report);

/* The text of the comment `c KEY: text`, or NULL. */
extern const char* report_comment(const Report* report, const char* key);

/* What shares are of: the k line, unless it is missing or a routine exceeds it. */
extern uint64_t report_total_cost(const Report* report);

extern size_t report_point_count(const Report* report);

/* Routines are in the order in which a single file mentions them; those of
   several files in the order of image and name. */
extern uint32_t report_routine_count(const Report* report);
extern const Routine* report_routine(const Report* report, uint32_t index);
extern uint32_t report_routine_index(const Report* report, const Routine* routine);

extern uint32_t report_context_count(const Report* report);
extern const Context* report_context(const Report* report, uint32_t index);

/* The points of a routine, one for each rms, in ascending order, the contexts
   added up (a sum that does not fit stays at 2^64-1).  Valid until the next call. */
extern const Point* report_routine_points(Report* report, const Routine* routine, size_t* count);

/* The points as they are stored: of a report without contexts, the routine's. */
extern const Point* report_stored_points(const Report* report, const Routine* routine, size_t* count);

/* The points of a context, in ascending order of rms. */
extern const Point* report_context_points(const Report* report, const Context* context, size_t* count);

#endif
