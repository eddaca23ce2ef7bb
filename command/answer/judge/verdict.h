/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Does a routine keep a limit?  What is measured has an interval that holds with 95 %.
   If all of it is within the limit, the limit is kept; if all of it is beyond, it is
   violated; else nobody can be sure.  Of classes, the interval is from the slowest class
   that the points show to the fastest that they allow, and the exponent of the power law
   must be beyond the limit, too. */

#ifndef COMMAND_ANSWER_JUDGE_VERDICT_H
#define COMMAND_ANSWER_JUDGE_VERDICT_H

#include "answer/judge/decision.h"

/*------------------------------------------------------------------*/
/*--- A limit                                                    ---*/
/*------------------------------------------------------------------*/

extern Decision verdict_of(Facts* facts, size_t index, const Limit* limit, const Reference* reference);

/*------------------------------------------------------------------*/
/*--- A routine and its line in the baseline                     ---*/
/*------------------------------------------------------------------*/

/* The routine costs certainly less than in the baseline, in its class or by more than COMPARE_THRESHOLD. */
extern bool against_baseline_is_better(Facts* facts, size_t index, const BaselineEntry* entry,
                                       const Reference* reference);

/* The baseline has no class of a cost, or not what all calls cost, and now that is known. */
extern bool against_baseline_is_known_now(Facts* facts, size_t index, const BaselineEntry* entry);

/* The line would be the same. */
extern bool against_baseline_is_equal(Facts* facts, size_t index, const BaselineEntry* entry);

/* Whether the code of a routine is not that of its line. */
extern bool against_baseline_has_other_code(Facts* facts, Baseline* baseline);

/* The entry of the routine; NULL if it has none. */
extern const BaselineEntry* against_baseline_entry(Facts* facts, size_t index, Baseline* baseline);

#endif
