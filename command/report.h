/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The model of a report: everything that is in the file, held together, in
   about 90 bytes for each point.  A report that could be loaded keeps these
   promises:

   - Every point belongs to a routine or context that is there, and has at
     least one call.
   - Every routine has a name and an image; every context has a routine, and
     from parent to parent leads to one that has none.

   The finer rules of the format are check_report.c's. */

#ifndef COMMAND_REPORT_H
#define COMMAND_REPORT_H

#include "reader.h"

typedef struct {
   uint32_t    id;
   const char* name;
   const char* image;
   const char* mangled;   /* NULL if there is no u line */
   size_t      first_point;
   size_t      points;
} Routine;

#define NO_CONTEXT  UINT32_MAX

typedef struct {
   uint32_t id;
   uint32_t routine;      /* index */
   uint32_t parent;       /* index, or NO_CONTEXT */
} Context;

/* The header.  Of what is missing, texts are NULL; what has a default has it. */
typedef struct {
   uint64_t    version;
   const char* date;
   bool        has_total;
   uint64_t    total;
   const char* modified;
   const char* metric;          /* bb-count or another */
   const char* input;           /* rms or drms */
   unsigned    memory_resolution;   /* bytes of a cell; 0 if the report does not say */
   const char* application;
   const char* command_line;
   bool        has_real_sums;   /* every point has its own */
   bool        has_self_costs;
} Header;

typedef struct Report Report;

/* NULL, with the problem set, if the file is no report.  "-" is standard input. */
extern Report* report_load(const char* path, Problem* problem);

extern void report_free(Report* report);

extern const Header* report_header(const Report* report);

/* The text of the comment `c KEY: text`, or NULL. */
extern const char* report_comment(const Report* report, const char* key);

/* Routines in the order in which the file mentions them. */
extern uint32_t report_routine_count(const Report* report);
extern const Routine* report_routine(const Report* report, uint32_t index);

extern uint32_t report_context_count(const Report* report);
extern const Context* report_context(const Report* report, uint32_t index);

/* The points of a routine, one for each rms, in ascending order, the contexts
   added up.  Valid until the next call. */
extern const Point* report_routine_points(Report* report, const Routine* routine, size_t* count);

extern uint64_t add_saturating(uint64_t a, uint64_t b);

#endif
