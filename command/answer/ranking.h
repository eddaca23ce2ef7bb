/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Ranks the routines: those of a report that are wanted, with their
   growth and what they will cost on larger inputs, in the order that is wanted. */

#pragma once

#include "subject/subject.h"

typedef enum {
   SORT_DEFAULT,     /* by section, see below; then as SORT_PROJECTED */
   SORT_PROJECTED,   /* share of the program's cost when inputs have grown */
   SORT_TOTAL,
   SORT_SELF,
   SORT_CALLS,
   SORT_POINTS,
   SORT_GROWTH,      /* class of the mean cost, the fastest growth first */
   SORT_NAME,
   SORT_OBJECT,
} SortKey;

/* Inputs are projected to be so many times as large, unless somebody wants another number. */
#define RANKING_TIMES  10.0

/* Part of the program's cost: 0 to 1. */
typedef struct {
   double value;
   double low;      /* the interval that contains it with 95 % confidence */
   double high;
} Share;

typedef struct {
   SortKey     sort;
   double      times;            /* projection: inputs grow so many times */
   const char* name;             /* shell patterns, or parts of the text; NULL: all */
   const char* object;
   const char* own;              /* patterns of objects, separated by commas; NULL: see own.h */
   uint64_t    least_points;
   size_t      growth_limit;     /* growth of the costliest routines only; 0: of all */
   bool        keep_growth;      /* what was found is needed again: do not find it twice */
   size_t      power_law_limit;  /* then, with the power laws of the costliest routines; 0: of all */
} RankingOptions;

typedef struct {
   Subject* rows;          /* those that have points and match */
   size_t         count;
   size_t         routine_count; /* all that have points, also those that do not match */
   uint64_t       total;         /* the program's cost */
   uint32_t       largest;       /* input of a call, of main as a rule: what the program reads */
   double         times;         /* by how much inputs grow, for the projection */
   double         projected;     /* the program's projected cost, but for routines of exponential growth */
   bool           is_partial;    /* growth_limit left routines out */
} Ranking;

extern Ranking ranking_make(Report* report, GrowthAnalysis* analysis, const RankingOptions* options);

extern void ranking_free(Ranking* ranking);

/* The factor by which the routine's cost grows, and its share of the program's cost then. */
extern GrowthProjection ranking_projection(const Ranking* ranking, const Subject* row);
extern Share ranking_projected_share(const Ranking* ranking, const Subject* row);
