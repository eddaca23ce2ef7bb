/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   How a model is made: by loader.c, file after file. */

#ifndef COMMAND_REPORT_BUILD_H
#define COMMAND_REPORT_BUILD_H

#include "memory.h"
#include "report.h"

extern Report* report_new(void);

/* What follows belongs to one more file. */
extern void report_begin_file(Report* report);

/* The report takes over the header, and adds it to those of other files. */
extern void report_take_header(Report* report, Header* header);

/* The routines of the first file, in its order, with their names; the report takes over the array and the
   texts. */
extern void report_take_routines(Report* report, Routine* routines, uint32_t count, size_t capacity,
                                 Arena* texts);

/* The routine that has the names of this one of another file, which are copied if it is new; a file's second
   routine of the same names becomes another than its first. */
extern uint32_t report_find_or_add_routine(Report* report, const Routine* routine);

extern uint32_t report_find_or_add_context(Report* report, uint32_t parent, uint32_t routine);

/* Room for one more point, whose owner is a number of the file's own. */
extern Point* report_add_point(Report* report);

/* The points of this file get their owners: owner o becomes owners[o]. */
extern void report_end_file(Report* report, const uint32_t* owners);

/* Whether points belong to contexts; not said as long as there are neither. */
typedef enum { POINTS_OF_UNKNOWN, POINTS_OF_ROUTINES, POINTS_OF_CONTEXTS } PointKind;
extern PointKind report_point_kind(const Report* report);
extern void report_set_point_kind(Report* report, PointKind kind);

/* From contexts to routines: costs are added up. */
extern void report_drop_contexts(Report* report);

/* When all files are added: brings everything into its final order.  Before,
   nothing may be asked.  False if a sum is beyond 2^64-1, with a text that says which. */
extern bool report_seal(Report* report, const char** too_large);

#endif
