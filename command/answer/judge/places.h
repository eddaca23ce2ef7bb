/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Finds where the routines of results are defined, by debug information. */

#ifndef COMMAND_ANSWER_JUDGE_PLACES_H
#define COMMAND_ANSWER_JUDGE_PLACES_H

#include "answer/judge/check.h"

/* Fills in `file` and `line` of the results that are errors or warnings, or have an exception.  A file
   below the
   working directory is relative to it, as consumers of results want it. */
extern void places_find(Check* check);

#endif
