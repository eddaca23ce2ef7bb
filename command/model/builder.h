/* Makes a report from one file after the other, for loader.c. */

#pragma once

#include "model/report.h"
#include "util/problem.h"

typedef struct Builder Builder;

/* A builder; `is_folded`: it finds all routines by their names, also those of the first file. */
extern Builder* builder_new(bool is_folded);

extern void builder_free(Builder* builder);

/* Begins one more file. */
extern void builder_begin_file(Builder* builder);

/* Forgets the file that was begun: it cannot be added.  Nothing but points came from it so far. */
extern void builder_abandon_file(Builder* builder);

/* Takes over the header of the file, and adds it to the headers of the other files. */
extern void builder_take_header(Builder* builder, Header* header);

/* The header of the files so far. */
extern const Header* builder_header(const Builder* builder);

/* The routines of the first file, in its order, with their names.  Takes over the array and the texts. */
extern void builder_take_routines(Builder* builder, Routine* routines, uint32_t count, size_t capacity,
                                  GStringChunk* texts);

/* The routine of the report that has the same names as this routine of the file.  A new one gets copies of
   the names.  If a file has two routines of the same names, they become two routines of the report. */
extern uint32_t builder_find_or_add_routine(Builder* builder, const Routine* routine);

/* Finds or adds a routine; several routines of one file with these names become one. */
extern uint32_t builder_find_or_add_single(Builder* builder, const Routine* routine);

extern uint32_t builder_find_or_add_context(Builder* builder, uint32_t parent, uint32_t routine);

/* Makes room for one more point.  Its owner is a number that the file uses. */
extern Point* builder_add_point(Builder* builder);

/* Gives the points of this file their owners in the report: owner o becomes owners[o]. */
extern void builder_end_file(Builder* builder, const uint32_t* owners);

extern PointKind builder_point_kind(const Builder* builder);
extern void builder_set_point_kind(Builder* builder, PointKind kind);

/* Gives the points of the earlier files to their routines.  builder_end_file adds them up. */
extern void builder_drop_contexts(Builder* builder);

/* The report, when all files are added.  NULL, with the problem set, if a sum exceeds 2^64-1.  Frees the
   builder in any case. */
extern Report* builder_finish(Builder* builder, Problem* problem);
