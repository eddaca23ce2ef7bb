/* Two experiments of aprof grow.  They are compared as reports are, at one size: the largest that both have
   run.  If there is none that is large enough, costs at the largest size that both reach are read between the
   runs.  Besides, curves tell how costs grow, and what ten times that size will cost.  If only that is
   certainly worse or better, the forecasts are compared, at that size.

   The runs did the same work if those of equal sizes did: with the same arguments and inputs, ended in the
   same way.  Runs that failed count there. */

#pragma once

#include "answer/compare/comparison.h"
#include "subject/runs.h"
#include "util/problem.h"

typedef struct GrowthComparison GrowthComparison;

/* The subjects must stay.  NULL, with the problem set, if the experiments cannot be compared. */
extern GrowthComparison* growth_compare(const RunSubjects* before, const RunSubjects* now,
                                        const CompareOptions* options, Problem* problem);

/* Whether the experiment has one size, and enough runs.  If not, the problem is set. */
extern bool growth_is_comparable(const RunSubjects* subjects, Problem* problem);

extern void growth_comparison_free(GrowthComparison* growth);

/* The comparison of what the runs cost at a size. */
extern const Comparison* growth_comparison(const GrowthComparison* growth);

/* The path of the report of a side that it was made with, and NULL. */
extern char** growth_paths(const GrowthComparison* growth, int side);

extern const RunSubjects* growth_side_subjects(const GrowthComparison* growth, int side);
