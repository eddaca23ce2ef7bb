/* The contents of one file, in tables.

   An id has a meaning only in its own file, and a line may mention a routine or a
   context before the line of this routine or context.  So each file has tables of its
   own from ids to routines and contexts.  The owners of its points are indices in these. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/builder.h"
#include "model/header.h"
#include "model/report.h"
#include "util/id_map.h"
#include "util/number.h"
#include "util/problem.h"

typedef struct {
   uint32_t id;
   uint64_t line;          /* number of the first line that mentions it */
} Mention;

typedef struct {
   uint32_t id;
   uint64_t line;
   uint32_t routine;       /* index in the file's table; NO_ROUTINE as long as it has only been mentioned */
   uint32_t parent;        /* index in the file's table, or NO_CONTEXT */
   uint32_t order;         /* position of its x line among all x lines */
} FileContext;

typedef struct {
   const char*  path;
   Problem*     problem;
   Builder*     builder;           /* gets the points at once */

   Header       header;
   Wide         self_sum;          /* of all points */
   uint64_t     first_lines[128];  /* by tag: number of its first line; 0 if there is none */
   GStringChunk* texts;

   Routine*     routines;          /* a routine that has only been mentioned has no name */
   size_t       routine_capacity;
   Mention*     mentions;          /* by routine */
   size_t       mention_capacity;
   IdMap        routine_ids;

   FileContext* contexts;
   size_t       context_capacity;
   IdMap        context_ids;
   uint32_t*    context_order;     /* parents before their children */
   uint32_t     x_lines;
   bool         has_moved_contexts;   /* a comment gave a context another parent than its x line */

   uint32_t     last_id;           /* id of the newest point's owner */
   uint32_t     last_index;        /* index of this owner; UINT32_MAX as long as there is no point */
} FileTables;

/* Reads all of a file; its points go to the builder.  False, with the problem set, if it is no report.  The
   tables must be freed in any case. */
extern bool file_tables_read(FileTables* tables, const char* path, Builder* builder, Problem* problem);

extern void file_tables_free(FileTables* tables);

extern PointKind file_tables_point_kind(const FileTables* tables);
