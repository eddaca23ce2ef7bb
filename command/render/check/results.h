/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Reads what several renderers of a check need. */

#ifndef COMMAND_RENDER_CHECK_RESULTS_H
#define COMMAND_RENDER_CHECK_RESULTS_H

#include <stdbool.h>

#include "answer/tree.h"

/* Results are sorted by verdict, so those of one verdict are together. */
typedef struct {
   const char* verdict;
   const char* title;      /* "may be violated" */
   const char* level;
   size_t      first;
   size_t      count;
} Verdicts;

/* "violated", "maybe", "undecided", "ignored", "passed": in the order of the results. */
#define VERDICT_COUNT  5

/* Finds all of them. */
extern void results_by_verdict(const Answer* check, Verdicts verdicts[VERDICT_COUNT]);

/* The level of a finding, a result or an undecided limit, or that of a verdict. */
extern bool has_level(const Answer* of, const char* level);
extern bool verdict_has_level(const Verdicts* verdicts, const char* level);

typedef struct {
   const char* file;
   unsigned    line;       /* 0: not known */
   unsigned    column;     /* 0: not known */
} Place;

/* The place of a finding or a limit. */
extern Place place_of(const Answer* of);

/* Returns where an output sends its reader: the routine if that is known, else the line of the rules. */
extern Place place_of_result(const Answer* result);

#endif
