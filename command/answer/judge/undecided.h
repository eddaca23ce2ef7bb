/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What is not decided, by limit: a test suite calls most routines once, and a line for
   each would hide what matters. */

#ifndef COMMAND_ANSWER_JUDGE_UNDECIDED_H
#define COMMAND_ANSWER_JUDGE_UNDECIDED_H

#include "answer/judge/check.h"

typedef struct {
   const Limit*  limit;
   const Result* first;     /* of the costliest routine */
   size_t        count;     /* of routines */
   GString*      names;     /* "main, report and 9 more" */
} UndecidedLimit;

/* UndecidedLimit, those of the costliest routines first; to be freed by g_array_unref. */
extern GArray* undecided_limits(const Check* check);

/* "worst <= n log n cannot be decided of 11 routines (main, report and 9 more); of main: ..."; to be freed.
   */
extern char* undecided_sentence(const UndecidedLimit* undecided);

#endif
