/* A baseline file as one side of a comparison, so that files and reports are judged alike: a report is made
   of it again, with the few inputs that it has of each routine.  What the file does not have are the other
   inputs, contexts, and routines that no rule compares. */

#pragma once

#include "answer/compare/comparison.h"
#include "answer/judge/baseline.h"

/* Compares a report with the baseline, which keeps its own report until the next comparison.  Both must stay.
   The subjects are those of the report, found by name. */
extern Comparison* baseline_compare(Baseline* baseline, const Subjects* subjects,
                                    const CompareOptions* options);

/* Returns the line of a subject of that report; NULL: it has none. */
extern const BaselineEntry* baseline_entry_of(const Baseline* baseline, const Comparison* comparison,
                                              size_t index);
