/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Which routines matter: the routines of a report that are wanted, with their
   growth and what they will cost on larger inputs, in the order that is wanted. */

#ifndef COMMAND_SHOW_RANKING_H
#define COMMAND_SHOW_RANKING_H

#include "growth/growth.h"
#include "model/report.h"

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

/* What somebody who looks for trouble reads first. */
typedef enum {
   SECTION_FASTER,       /* cost that grows faster than the input, on average or at worst */
   SECTION_NOT_FASTER,
   SECTION_UNKNOWN,      /* too few points, or no trend in them */
   SECTION_SMALL,        /* a small part of the cost, now and with larger inputs */
   SECTION_START_UP,     /* the dynamic linker, and what runs before main */
} Section;

#define SECTIONS  (SECTION_START_UP + 1)

/* Part of the program's cost: 0 to 1. */
typedef struct {
   double value;
   double low;      /* the interval that contains it with 95 % confidence */
   double high;
} Share;

/* What was found of a routine's growth. */
typedef struct {
   GrowthClass      classes[GROWTH_CASES];         /* what is shown beyond doubt (Growth.slowest) */
   bool             may_be_faster[GROWTH_CASES];
   double           explained[GROWTH_CASES];   /* by the class; 0 if that is no model */
   GrowthProjection projection;                /* of the cumulative cost */
   GrowthRecord*    records;                   /* of each case; NULL if not asked for */
} RankedGrowth;

/* There may be millions of these, most of them with one or two points, so what only those with more have is
   elsewhere. */
typedef struct {
   const Routine* routine;
   RankedGrowth*  growth;       /* NULL: too few points, or not looked for */
   uint32_t       points;       /* different rms */
   uint32_t       smallest;     /* rms; both 0 without points */
   uint32_t       largest;
   double         projected;    /* cost, when inputs have grown */
   uint8_t        section;      /* Section */
   bool           is_unknown;   /* growth was not looked for */
} RankedRoutine;

typedef struct {
   SortKey     sort;
   double      times;            /* projection: inputs grow so many times */
   const char* name;             /* shell patterns, or parts of the text; NULL: all */
   const char* object;
   uint64_t    least_points;
   size_t      growth_limit;     /* growth of the costliest routines only; 0: of all */
   bool        keep_growth;      /* what was found is needed again: do not find it twice */
} RankingOptions;

typedef struct {
   RankedRoutine* rows;          /* those that have points and match */
   size_t         count;
   size_t         routine_count; /* all that have points, also those that do not match */
   uint64_t       total;         /* the program's cost */
   double         times;         /* by how much inputs grow, for the projection */
   double         projected;     /* the program's projected cost, but for routines of exponential growth */
   bool           is_partial;    /* growth_limit left routines out */
} Ranking;

extern Ranking ranking_make(Report* report, GrowthAnalysis* analysis, const RankingOptions* options);

extern void ranking_free(Ranking* ranking);

extern GrowthClass ranking_class(const RankedRoutine* row, GrowthCase which);

/* The points allow a faster class, too. */
extern bool ranking_may_be_faster(const RankedRoutine* row, GrowthCase which);

/* Of the mean cost. */
extern bool ranking_is_exponential(const RankedRoutine* row);

/* With keep_growth. */
extern const GrowthRecord* ranking_growth(const RankedRoutine* row, GrowthCase which);

/* By what factor the routine's cost grows, and its share of the program's cost then. */
extern GrowthProjection ranking_projection(const Ranking* ranking, const RankedRoutine* row);
extern Share ranking_projected_share(const Ranking* ranking, const RankedRoutine* row);

/* Faster than linear. */
extern bool ranking_is_fast(GrowthClass class);

/* Of a whole; 0 of nothing. */
extern double ranking_share(uint64_t part, uint64_t whole);

#endif
