/* Decides limits against a baseline, whatever it is: as the comparison that `aprof diff` prints says. */

#pragma once

#include "answer/judge/decision.h"

/* Decides a limit of a routine by what the comparison of the reference has found. */
extern Decision against_baseline(Subjects* subjects, size_t index, const Limit* limit,
                                 const Reference* reference);

/* Decides the limit of the program's cost. */
extern Decision against_total(const Limit* limit, const Reference* reference);

/* Returns the routine that introduces what this one has; NULL: this one, or it is not known. */
extern const Named* against_origin(size_t index, const Reference* reference);
