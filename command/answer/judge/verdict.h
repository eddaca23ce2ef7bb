/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Does a routine keep a limit?  What is measured has an interval that holds with 95 %.
   If all of it is within the limit, the limit is kept; if all of it is beyond, it is
   violated; else nobody can be sure.  Of classes, the interval is from the slowest class
   that the points show to the fastest that they allow, and the exponent of the power law
   must be beyond the limit, too. */

#ifndef COMMAND_ANSWER_JUDGE_VERDICT_H
#define COMMAND_ANSWER_JUDGE_VERDICT_H

#include "answer/judge/baseline.h"
#include "answer/judge/facts.h"
#include "answer/judge/rules.h"

typedef enum {
   VERDICT_VIOLATED,
   VERDICT_MAYBE,
   VERDICT_OPEN,          /* what the limit is about is not known, or it is not confirmed that it is kept */
   VERDICT_IGNORED,       /* one of these three, and there is an exception */
   VERDICT_PASSED,
} Verdict;

#define VERDICTS  (VERDICT_PASSED + 1)

/* "violated", "maybe", "open", "ignored", "passed". */
extern const char* const verdict_names[];

/* The baseline, and how far it can be compared. */
typedef struct {
   const char*       path;          /* NULL: there is none */
   const Comparison* comparison;    /* with a baseline that is a report; else NULL */
   Baseline*         baseline;      /* one that is a file of its own; else NULL */
   const char* other_measure;       /* why its numbers cannot be compared; NULL: they can */
   const char* other_environment;   /* why costs differ a little; NULL: they do not */
} Reference;

typedef struct {
   Verdict verdict;
   char*   found;         /* "the worst cost grows as n^2", ...; to be freed */
   double  value;         /* what is compared with the limit; NAN: it is a class, or not known */
   double  low;
   double  high;
} Decision;

/*------------------------------------------------------------------*/
/*--- A limit                                                    ---*/
/*------------------------------------------------------------------*/

extern Decision verdict_of(Facts* facts, size_t index, const Limit* limit, const Reference* reference);

/*------------------------------------------------------------------*/
/*--- A routine and its line in the baseline                     ---*/
/*------------------------------------------------------------------*/

/* The routine costs certainly less than in the baseline, in its class or by more than COMPARE_THRESHOLD. */
extern bool against_baseline_is_better(Facts* facts, size_t index, const BaselineEntry* entry);

/* The baseline has no class of a cost, and now there is one. */
extern bool against_baseline_is_known_now(Facts* facts, size_t index, const BaselineEntry* entry);

/* The line would be the same. */
extern bool against_baseline_is_equal(Facts* facts, size_t index, const BaselineEntry* entry);

/* The entry of the routine; NULL if it has none. */
extern const BaselineEntry* against_baseline_entry(Facts* facts, size_t index, Baseline* baseline);

#endif
