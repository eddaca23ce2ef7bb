/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Makes a report, file after file, for loader.c. */

#ifndef COMMAND_MODEL_BUILDER_H
#define COMMAND_MODEL_BUILDER_H

#include "model/report.h"
#include "util/problem.h"

typedef struct Builder Builder;

extern Builder* builder_new(void);

extern void builder_free(Builder* builder);

/* What follows belongs to one more file. */
extern void builder_begin_file(Builder* builder);

/* Takes over the header, and adds it to those of the other files. */
extern void builder_take_header(Builder* builder, Header* header);

/* Of the files so far. */
extern const Header* builder_header(const Builder* builder);

/* The routines of the first file, in its order, with their names.  Takes over the array and the texts. */
extern void builder_take_routines(Builder* builder, Routine* routines, uint32_t count, size_t capacity,
                                  GStringChunk* texts);

/* The routine that has the names of this one of another file; a new one gets copies of the names.  A file's
   second routine of the same names becomes another than its first. */
extern uint32_t builder_find_or_add_routine(Builder* builder, const Routine* routine);

extern uint32_t builder_find_or_add_context(Builder* builder, uint32_t parent, uint32_t routine);

/* Room for one more point, whose owner is a number of the file's own. */
extern Point* builder_add_point(Builder* builder);

/* The points of this file get their owners: owner o becomes owners[o]. */
extern void builder_end_file(Builder* builder, const uint32_t* owners);

extern PointKind builder_point_kind(const Builder* builder);
extern void builder_set_point_kind(Builder* builder, PointKind kind);

/* The points of the files before this one become their routines'.  builder_end_file adds them up. */
extern void builder_drop_contexts(Builder* builder);

/* When all files are added: the report.  NULL, with the problem set, if a sum is beyond 2^64-1.  In any case
   the builder is freed. */
extern Report* builder_finish(Builder* builder, Problem* problem);

#endif
