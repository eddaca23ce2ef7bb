/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Results in words, for all outputs. */

#ifndef COMMAND_GATE_MESSAGES_H
#define COMMAND_GATE_MESSAGES_H

#include "answer/judge/check.h"

/* "its worst cost grows as n^2 (as n^c, c is 2.14 to 2.21); it inherits that from f; the limit is worst <=
   n log n"; to
   be freed. */
extern char* message_of_result(const Result* result);

/* "2 of 30 limits are violated, 1 may be, ..."; to be freed. */
extern char* message_of_counts(const Gate* gate);

/* "Violated" and the like, for the whole. */
extern const char* message_of_outcome(const Gate* gate);

/* Where an output sends its reader: the routine if that is known, else the line of the rules. */
typedef struct {
   const char* file;
   unsigned    line;
   unsigned    column;     /* 0: not known */
} Place;
extern Place message_place(const Gate* gate, const Result* result);

#endif
