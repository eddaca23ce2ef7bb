/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Finds which routine before is which routine now. */

#ifndef COMMAND_ANSWER_COMPARE_MATCH_H
#define COMMAND_ANSWER_COMPARE_MATCH_H

#include "answer/compare/pair.h"

/* Makes the pairs: by name and object; then by name alone, where one routine of each side is left of that
   name; then by the name without parameters, in the same way: the parameters of a C++ routine have
   changed.  What has no counterpart is new or gone; if it is a nameless routine that costs next to
   nothing, it is left out. */
extern void match_routines(Comparison* comparison);

/* Links what is new and what is gone if they have equal points that nobody else among them has, and that are
   no coincidence: at least three points, or a good part of the program's cost. */
extern void match_renamed(Comparison* comparison);

#endif
