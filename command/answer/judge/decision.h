/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The decision that a limit comes to for a routine. */

#ifndef COMMAND_ANSWER_JUDGE_DECISION_H
#define COMMAND_ANSWER_JUDGE_DECISION_H

#include "answer/judge/baseline.h"

typedef enum {
   VERDICT_VIOLATED,
   VERDICT_MAYBE,
   VERDICT_UNDECIDED,     /* what the limit is about is not known */
   VERDICT_IGNORED,       /* one of these three, and there is an exception */
   VERDICT_PASSED,
} Verdict;

#define VERDICTS  (VERDICT_PASSED + 1)

/* "violated", "maybe", "undecided", "ignored", "passed". */
extern const char* verdict_name(Verdict verdict);

/* The baseline, and how far it can be compared. */
typedef struct {
   Baseline*   baseline;            /* NULL: there is none */
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

#endif
