/* The sentences of a comparison.  Texts without const are to be freed by g_free. */

#pragma once

#include "answer/compare/pair.h"
#include "util/tree.h"

typedef char GrowthWords[2 * sizeof(CurveText) + sizeof "worst  -> "];

/* The case that shows the change best: the one whose class changed, or whose factor is farther from 1. */
extern GrowthCase words_case(const Pair* pair);

/* "n -> n^2", "n^2", "open"; with "worst " before it if the mean is another story. */
extern const char* words_growth(const Pair* pair, GrowthWords text);

/* Returns the class of a curve: "n^2", "open".  0 is the side before. */
extern const char* words_class_of_sizes(const SizePair* sizes, int side);

/* Adds what the program costs: "the program costs 9.0 times as much (12.1M -> 109M)", with `as_in` behind
   "as much"; of experiments, "at 10,000 lines the program costs 1.02 times as much (12.1M -> 12.4M), and 3.1
   times at ten times that (confirmed)". */
extern void words_add_total(GString* text, const Comparison* comparison, const char* as_in);

/* Adds who did that: ": find_word, changed, costs 9.0 times as much"; or that the code is as it was, or was
   compiled otherwise. */
extern void words_add_cause(GString* text, const Comparison* comparison);

/* Why it is so: "own code", "calls find_word more", "from find_word?", which is likely.  NULL: there is
   nothing to say. */
extern const char* words_reason(const Comparison* comparison, const Pair* pair);

/* The first line: what the program costs now and who did it; or why that cannot be said. */
extern char* words_verdict(const Comparison* comparison);

/* "2 worse, 1 maybe, 12 same, 240 identical": all states that occur; of worse and better, always. */
extern char* words_counts(const Comparison* comparison);

/* Answers with the renames that are offered: "parse_old -> parse: --map=...". */
extern Answer* words_renames(const Comparison* comparison);
