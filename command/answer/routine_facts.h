/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The rows of a ranking: what is found out of each routine. */

#ifndef COMMAND_SHOW_RANKING_ROWS_H
#define COMMAND_SHOW_RANKING_ROWS_H

#include "growth/growth.h"
#include "model/report.h"

/* What somebody who looks for trouble reads first: of the program's own code, and again of libraries. */
typedef enum {
   SECTION_FASTER,       /* cost that grows faster than the input, on average or at worst */
   SECTION_INHERITED,    /* the same, but because of another routine, which introduces it */
   SECTION_NOT_FASTER,
   SECTION_UNKNOWN,      /* too few points, or no trend in them */
   SECTION_LIBRARY_FASTER,
   SECTION_LIBRARY_INHERITED,
   SECTION_LIBRARY_NOT_FASTER,
   SECTION_LIBRARY_UNKNOWN,
   SECTION_SMALL,        /* a small part of the cost, now and with larger inputs */
   SECTION_START_UP,     /* the dynamic linker, and what runs before main */
} Section;

#define SECTIONS  (SECTION_START_UP + 1)

/* Why the cost of a routine grows faster than its input. */
typedef enum {
   ORIGIN_UNKNOWN,
   ORIGIN_OWN_WORK,      /* its own code does most of it, or grows as fast */
   ORIGIN_RECURSION,     /* it calls itself, directly or through others */
   ORIGIN_CALLS,         /* it calls routines that grow less: often, or with inputs that outgrow its own */
   ORIGIN_INHERITED,     /* one routine that it calls grows as fast: that one introduces it, or inherits it */
} OriginKind;

typedef struct {
   OriginKind     kind;
   bool           is_certain;     /* contexts say who called whom; if not, the costs suggest it */
   const Routine* callee;         /* that costs most, or that it is inherited from; NULL: not known */
   const Routine* root;           /* inherited: who introduces it, as far as that is known; else NULL */
   GrowthClass    class;          /* of the routine's mean cost, if that grows faster, else of its worst */
   GrowthClass    self_class;     /* of the same case, without what it called; not always looked for */
   GrowthClass    callee_class;   /* of the mean cost of all its calls */
   double         self_part;      /* of the routine's cost: 0 to 1 */
   double         callee_part;
   double         callee_calls;   /* by the routine, for each of its activations */
   double         largest_part;   /* the costliest call of the callee, as part of the costliest activation */
} Origin;

/* What was found of a routine's growth. */
typedef struct {
   GrowthClass      classes[GROWTH_CASES];     /* what is shown beyond doubt (Growth.slowest) */
   bool             may_be_faster[GROWTH_CASES];
   double           explained[GROWTH_CASES];   /* by the class; 0 if that is no model */
   GrowthProjection projection;                /* of the cumulative cost */
   GrowthRecord*    records;                   /* of each case; NULL if not asked for */
   Origin*          origin;                    /* NULL: it does not grow faster than its input, or is small */
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
   bool           is_own;       /* code of the program, not of a library */
   bool           is_unknown;   /* growth was not looked for */
} RankedRoutine;

extern GrowthClass ranking_class(const RankedRoutine* row, GrowthCase which);

/* The points allow a faster class, too. */
extern bool ranking_may_be_faster(const RankedRoutine* row, GrowthCase which);

/* Of the mean cost. */
extern bool ranking_is_exponential(const RankedRoutine* row);

/* Why it grows faster than its input; NULL if it does not, or is small. */
extern const Origin* ranking_origin(const RankedRoutine* row);

/* The routine from which a row of SECTION_INHERITED and its like has its growth; NULL of other rows. */
extern const Routine* ranking_inherited_from(const RankedRoutine* row);

/* Faster than linear. */
extern bool ranking_is_fast(GrowthClass class);

/* Of a whole; 0 of nothing. */
extern double ranking_share(uint64_t part, uint64_t whole);

#endif
