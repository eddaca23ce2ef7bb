/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Which routines matter: the routines of a report that are wanted, with their
   growth and what they will cost on larger inputs, in the order that is wanted. */

#ifndef COMMAND_RANKING_H
#define COMMAND_RANKING_H

#include "growth.h"
#include "report.h"

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

typedef struct {
   const Routine*   routine;
   size_t           points;         /* different rms */
   uint32_t         smallest;       /* rms; both 0 without points */
   uint32_t         largest;
   Section          section;
   bool             has_growth;     /* if not, it was not asked for, and what follows is not known */
   GrowthClass      classes[GROWTH_CASES];
   double           explained[GROWTH_CASES];   /* by the class; 0 if that is no model */
   GrowthProjection projection;     /* of the cumulative cost */
   GrowthRecord*    records;        /* of each case; NULL if not asked for, or if there are too few points */
   Share            projected;
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
   size_t         of;            /* all that have points */
   uint64_t       total;         /* the program's cost */
   double         projected;     /* the same when inputs have grown */
   bool           is_partial;    /* growth_limit left routines out */
} Ranking;

extern Ranking ranking_make(Report* report, GrowthAnalysis* analysis, const RankingOptions* options);

extern void ranking_free(Ranking* ranking);

/* With keep_growth. */
extern const GrowthRecord* ranking_growth(const RankedRoutine* row, GrowthCase which);

/* Whether a text matches what the user gave: a shell pattern, or a part of it. */
extern bool ranking_matches(const char* text, const char* pattern);

/* Faster than linear. */
extern bool ranking_is_fast(GrowthClass class);

/* Of a whole; 0 of nothing. */
extern double ranking_share(uint64_t part, uint64_t whole);

#endif
