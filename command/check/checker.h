/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What aprof check-report knows of a file at a line.

   The checker is a stream: it keeps a few words for each routine and context, and
   nothing of a point.  One mistake should be one message, so a rule that cannot
   be judged, as the line it needs is itself broken, is not applied. */

#ifndef COMMAND_CHECK_CHECKER_H
#define COMMAND_CHECK_CHECKER_H

#include <stdbool.h>
#include <stdint.h>

#include "model/reader.h"
#include "util/id_map.h"
#include "util/wide.h"

#define NONE  UINT32_MAX

typedef struct {
   uint32_t id;
   uint64_t line;           /* its r line */
   Wide     real_sum;       /* of all its points */
   Wide     real_rounded;   /* at most so much of real_sum was rounded up from 0 */
   Wide     self_sum;       /* of all its points */
   Wide     self_rounded;   /* at most so much of self_sum was rounded up from 0 */
   uint64_t max;            /* the largest of its points */
   uint32_t open_contexts;  /* of the contexts that are open, those of this routine */
   bool     has_context;
} CheckedRoutine;

typedef struct {
   uint32_t id;
   uint64_t line;             /* its x line, 0 as long as there is none */
   uint64_t first_point;      /* line of its first point, 0 without one */
   uint32_t points_routine;   /* index of the routine whose r line they stand under, or NONE */
   uint32_t last_rms;         /* of its points so far */
   bool     has_real_sum;     /* one of its points has one above 0, not rounded up */
   uint32_t routine;          /* index, by its x line; or NONE */
   uint32_t parent;           /* index, or NONE */
   bool     is_open;          /* the newest x line's context, or an ancestor of it */
   bool     is_misplaced;     /* by its own fault or an ancestor's, and that has been said */
} CheckedContext;

typedef struct {
   const char*     file;
   uint64_t        violations;
   Record          record;               /* the current one */
   uint64_t        last_line;            /* the number of the newest; 1 in an empty file */

   uint64_t        first_lines[128];     /* by tag, 0 if there is none so far */
   Tag             place_tag;            /* of the line above */
   int             place;                /* of that line in the order of lines */

   CheckedRoutine* routines;
   size_t          routine_capacity;
   IdMap           routine_ids;
   uint32_t        current;              /* index: the newest r line's routine, or NONE */
   bool            current_has_points;
   bool            current_has_mangled;
   uint32_t        current_last_rms;     /* of its p lines */

   CheckedContext* contexts;
   size_t          context_capacity;
   IdMap           context_ids;
   uint32_t        newest_context;       /* index: of the newest x line in preorder, or NONE */

   IdMap           commented_routines;   /* those with lines in comments */
   IdMap           commented_contexts;

   uint64_t        points;
   bool            kinds_mixed;          /* that has been said */
   bool            metric_is_time;       /* so costs are coarse, and what would be 0 is written as 1 */
   uint64_t        reports;              /* that were added up, as far as the header says */
   uint64_t        total;                /* the k line */
   Wide            self_sum;             /* of all points */
   Wide            self_rounded;         /* at most so much of self_sum was rounded up from 0 */

   /* Whether all lines of a kind could be read. */
   bool            total_is_known;
   bool            points_are_known;
   bool            is_part;              /* of several of one run */
   bool            routines_are_known;
   bool            contexts_are_known;
} Checker;

/* Prints "FILE:LINE: what is wrong". */
extern void violation(Checker* checker, uint64_t line, const char* format, ...)
   __attribute__((format(printf, 3, 4)));

/* The usual case: a violation in the current line. */
#define here(checker, ...)  violation(checker, (checker)->record.line, __VA_ARGS__)

extern void checker_free(Checker* checker);

/* The number of reports in each of which a cost of 0 may have been written as 1. */
extern uint64_t checker_rounding_reports(const Checker* checker);

/* The context's own place among the contexts; its x line may come later. */
extern CheckedContext* checker_context(Checker* checker, uint32_t id);

#endif
