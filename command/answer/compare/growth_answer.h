/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The answer of aprof diff of two experiments.  docs/formats.md describes it. */

#ifndef COMMAND_ANSWER_COMPARE_GROWTH_ANSWER_H
#define COMMAND_ANSWER_COMPARE_GROWTH_ANSWER_H

#include "answer/compare/growth.h"
#include "util/tree.h"

extern Answer* answer_growth_comparison(const GrowthComparison* comparison);

#endif
