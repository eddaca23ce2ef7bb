/* The answer of aprof diff.  docs/formats.md describes it. */

#pragma once

#include "answer/compare/comparison.h"
#include "answer/compare/growth.h"
#include "util/tree.h"

/* Returns the answer; to be freed by tree_free.  The comparison must stay.  `paths` are those of the reports
   before and now, up to NULL. */
extern Answer* answer_diff(const Comparison* comparison, char** const paths[2]);

/* Returns the same of two experiments. */
extern Answer* answer_growth_diff(const GrowthComparison* growth);
