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

/* Tells how the code is not that of a baseline file. */
typedef struct {
   bool is_other_data;
   bool is_other_build;      /* it was compiled otherwise, or so much of it changed that it may have been */
   bool has_changed;         /* the code of a routine changed, which others may inherit from */
} BaselineCode;

/* The baseline, and how far it can be compared. */
typedef struct {
   const char*       path;          /* NULL: there is none */
   const Comparison* comparison;    /* with a baseline that is a report; else NULL */
   Baseline*         baseline;      /* one that is a file of its own; else NULL */
   const char* other_measure;       /* why its numbers cannot be compared; NULL: they can */
   const char* other_environment;   /* why costs differ a little; NULL: they do not */
   const char* other_work;    /* of a file: why the run did other work, and */
   const char* other_end;     /* how it ended otherwise; NULL: it did not, or nothing is known */
   BaselineCode code;         /* of a file */
} Reference;

typedef struct {
   Verdict verdict;
   char*   found;         /* "the worst cost grows as n^2", ...; to be freed */
   double  value;         /* what is compared with the limit; NAN: it is a class, or not known */
   double  low;
   double  high;
} Decision;

/* Whether the program was compiled otherwise than the baseline, as aprof diff says it, too. */
extern bool reference_is_other_build(const Reference* reference);

/* The verdict on a cost that is more than in the baseline: a compiler that made other code may have done
   that, so then nothing is violated for it alone. */
extern Verdict verdict_on_more(const Reference* reference, Verdict verdict);
