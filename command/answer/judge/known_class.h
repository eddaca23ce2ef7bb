/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Tells what is certain of the class of a routine's worst or mean cost. The exponents of
   the power law are looked for only if the classes alone would say that a limit is
   violated. */

#ifndef COMMAND_ANSWER_JUDGE_KNOWN_CLASS_H
#define COMMAND_ANSWER_JUDGE_KNOWN_CLASS_H

#include "answer/judge/baseline.h"
#include "answer/judge/facts.h"

/* Certainly faster than a class: the slowest that is possible is faster, and so is the lowest exponent. */
extern bool known_class_exceeds(Facts* facts, size_t index, GrowthCase which, GrowthClass limit);

/* Certainly faster than in the baseline, or slower. */
extern bool known_class_is_faster_than_before(Facts* facts, size_t index, GrowthCase which,
                                              const BaselineEntry* entry);
extern bool known_class_was_faster(Facts* facts, size_t index, GrowthCase which, const BaselineEntry* entry);

/* "its worst cost grows as n^2 (as n^c, c is 2.14 to 2.21)", or why it is not known; to be freed. */
extern char* known_class_text(Facts* facts, size_t index, GrowthCase which, bool with_exponents);

#endif
