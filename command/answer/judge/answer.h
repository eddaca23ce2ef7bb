/* The answer of aprof check.  docs/formats.md describes it. */

#pragma once

#include "answer/judge/check.h"
#include "util/tree.h"

/* Returns the answer; to be freed by tree_free.  The check must stay.  `paths` are those of the reports, up
   to NULL. */
extern Answer* answer_check(const Check* check, const char* const* paths);

/* "2 of 30 limits are violated, 1 may be, ...", by verdict; to be freed. */
extern char* answer_check_summary(const size_t counts[VERDICTS]);

/* "Violated" and the like, for the whole. */
extern const char* answer_check_verdict(Outcome outcome, bool has_violated);
