/* Does a benchmark keep what it claims of itself?  It is an experiment, which the rule "program <= CLASS"
   judges. */

#pragma once

#include "answer/judge/decision.h"
#include "subject/runs.h"

/* Returns the class that Google Benchmark writes so, as "n log n" for "NlgN"; NULL: it is none, but a
   function of the program's own. */
extern const char* claim_class(const char* claim);

/* Decides whether the experiment's costs grow no faster than this class of claim_class(). */
extern Verdict claim_judge(const RunSubjects* subjects, const char* class);

/* "n log n, confirmed", or what else is known of the costs; the caller frees it. */
extern char* claim_found(const RunSubjects* subjects);
