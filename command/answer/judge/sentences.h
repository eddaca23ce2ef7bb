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

/* "2 of 30 limits are violated, 1 may be, ..."; to be freed. */
extern char* sentence_of_counts(const Check* check);

/* "Violated" and the like, for the whole. */
extern const char* sentence_of_outcome(const Check* check);

/* Where an output sends its reader: the routine if that is known, else the line of the rules. */
typedef struct {
   const char* file;
   unsigned    line;
   unsigned    column;     /* 0: not known */
} Place;
extern Place check_place(const Check* check, const Result* result);

#endif
