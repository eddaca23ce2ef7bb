/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Sentences about a pair and a comparison. */

#ifndef COMMAND_ANSWER_COMPARE_WORDS_H
#define COMMAND_ANSWER_COMPARE_WORDS_H

#include "answer/compare/comparison.h"

typedef char GrowthWords[128];

/* The case that shows the change best: the one whose class changed, or whose factor is farther from 1. */
extern GrowthCase words_case(const Pair* pair);

/* "n -> n^2", "n^2", "-"; with "at worst: " before it if the mean is another story. */
extern const char* words_growth(const Pair* pair, GrowthWords text);

/* Why it is so: "own code", "calls find_word more", "from find_word?", which is likely.  NULL: there is
   nothing to say. */
extern const char* words_reason(const Comparison* comparison, const Pair* pair);

/* Returns the reason or, of a pair that is the same for a cause, the cause. */
extern const char* words_cause_or_reason(const Comparison* comparison, const Pair* pair);

/* The first line: what got worse, or that nothing did. */
extern char* words_verdict(const Comparison* comparison);

/* "2 worse, 1 maybe, 12 same, 240 identical": all states that occur; of worse and better, always. */
extern char* words_counts(const Comparison* comparison);

/* Returns which differences are not counted, and why: "12 of libraries, which got other arguments (cost x0.74
   to x1.40)". To be freed by g_strfreev. */
extern char** words_notes(const Comparison* comparison);

/* Returns which routines of the program's own code were called otherwise: "count_words: 25 -> 100 calls,
   largest n 3.9k -> 3.9k". */
extern char** words_loads(const Comparison* comparison);

/* The renames that are offered: "parse_old is gone, and parse, which is new, has the same points: ...". */
extern char** words_renames(const Comparison* comparison);

#endif
