/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Says in words what one run tells of a case: a class is likely, or the growth is open.  Only other runs can
   confirm a class (answer/grow). */

#pragma once

#include "answer/routine_facts.h"

/* Returns "likely" if a class is, else "open". */
extern const char* case_state(const ClassRange* range);

/* Returns the fastest class that remains possible; one that is no model if there is only one. */
extern GrowthClass case_second(const ClassRange* range);

/* Returns "n^2", "n log n or n^2" if the second class is close, "n to n^3" if it may be anything between, or
   "open". */
extern const char* case_text(const ClassRange* range, GrowthText text);

/* Whether all calls got inputs of about one size, many times: then there is nothing to grow with. */
extern bool has_fixed_input(const RoutineFacts* facts);

/* Returns how alarming the case is, as growth_level: at least n log n if its range is wide, 0 if the input is
   fixed; -1: it is open. */
extern int case_level(const RoutineFacts* facts, GrowthCase which);
