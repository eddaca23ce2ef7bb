/* The verdict on a limit, and what it refers to. */

#pragma once

#include "answer/judge/baseline.h"
#include "subject/subjects.h"
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

/* "violated", "may be violated", "open", "ignored", "kept": for readers. */
extern const char* const verdict_titles[];

/* Says what open verdicts come to. */
typedef enum { OPEN_PASS, OPEN_WARN, OPEN_FAIL } OpenPolicy;

/* Whether a verdict or a finding is a warning, an error or neither: "none", "warning", "error". */
typedef enum { LEVEL_NONE, LEVEL_WARNING, LEVEL_ERROR } Level;
extern const char* const level_names[];

extern Level level_of_verdict(Verdict verdict, OpenPolicy open);

/* The baseline, and how far it can be compared. */
typedef struct {
   const char*       path;          /* NULL: there is none */
   const Comparison* comparison;    /* with it; NULL: there is none */
   Baseline*         baseline;      /* if it is a file of its own; else NULL */
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

/* Makes a decision about a number that is exact, or NAN; and that what the limit is about is not known.  Both
   take the text over. */
extern Decision decision_of(Verdict verdict, char* found, double value);
extern Decision decision_open(char* found);
