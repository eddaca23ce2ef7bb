/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Results in words, for all outputs. */

#ifndef COMMAND_ANSWER_JUDGE_SENTENCES_H
#define COMMAND_ANSWER_JUDGE_SENTENCES_H

#include "answer/judge/check.h"

/* "its worst cost grows as n^2 (as n^c, c is 2.14 to 2.21); it inherits that from f; the limit is worst <=
   n log n"; to
   be freed. */
extern char* sentence_of_result(const Result* result);

/* "worst <= n log n cannot be decided of 11 routines (main, report and 9 more); of main: ..."; to be
   freed. */
extern char* sentence_of_undecided(const Result* first, size_t count, const char* names);

/* "2 of 30 limits are violated, 1 may be, ..."; to be freed. */
extern char* sentence_of_counts(const Check* check);

/* "Violated" and the like, for the whole. */
extern const char* sentence_of_outcome(const Check* check);

#endif
