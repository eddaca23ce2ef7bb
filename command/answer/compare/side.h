/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   One of the two sides of a comparison: the routines of a report by their canonical
   names.  Routines of one canonical name and object are one here; their points are
   added up.  The C library's strlen beside __strlen_avx2 is what chooses that one, so it
   has a name of its own here: strlen (resolver). */

#ifndef COMMAND_ANSWER_COMPARE_SIDE_H
#define COMMAND_ANSWER_COMPARE_SIDE_H

#include <glib.h>
#include <stdbool.h>

#include "answer/compare/renames.h"
#include "model/report.h"

typedef struct {
   const char*    name;          /* canonical, and renamed on the old side */
   const char*    object;        /* canonical; of the program itself, COMPARE_PROGRAM */
   const Routine* routine;       /* the costliest of those that were added up */
   uint32_t       routines;      /* how many were */
   const Point*   points;        /* by ascending rms, each rms once */
   size_t         point_count;
   Totals         totals;
   double         inputs;        /* the sum of the rms of all calls */
   bool           is_own;        /* the program's own code (model/own.h) */
   bool           is_start_up;   /* of the dynamic linker, or runs before main */
   bool           is_variant;    /* of the C library, for some processors */
} SideRoutine;

/* The program is the same object on both sides, whatever its file is called. */
#define COMPARE_PROGRAM  ""

typedef struct {
   Report*       report;
   uint64_t      total;          /* report_total_cost */
   SideRoutine*  routines;       /* those that have points, in the order of the report */
   size_t        count;
   uint32_t*     side_routine;   /* by routine of the report: its index in `routines`, or NO_ROUTINE */
   GStringChunk* texts;
   GPtrArray*    added;          /* arrays of points that are not the report's */
} Side;

/* The report must stay.  `renames` may be NULL, and so may `own`: patterns of objects with own code. */
extern Side* side_make(Report* report, Renames* renames, const char* own);

extern void side_free(Side* side);

/* Functions for hash tables of SideRoutine, by name and object. */
extern guint side_hash_names(gconstpointer routine);
extern gboolean side_has_equal_names(gconstpointer left, gconstpointer right);

/* The smallest and largest rms. */
extern uint32_t side_smallest(const SideRoutine* routine);
extern uint32_t side_largest(const SideRoutine* routine);

#endif
