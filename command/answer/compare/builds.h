/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Whether the same compiler, with the same options, made an object before and now.
   Debug information says it, if the object files are still there as they ran.  Where
   nothing is known, nothing differs. */

#ifndef COMMAND_ANSWER_COMPARE_BUILDS_H
#define COMMAND_ANSWER_COMPARE_BUILDS_H

#include "answer/compare/side.h"
#include "model/header.h"

typedef struct Builds Builds;

/* If `all_differ`, the user says so of all objects. */
extern Builds* builds_new(const Header* before, const Header* now, bool all_differ);

extern void builds_free(Builds* builds);

/* The objects of the two were compiled differently. */
extern bool builds_differ(Builds* builds, const SideRoutine* before, const SideRoutine* now);

/* Some objects that were asked for differed: `texts` has how the first of them were made, NULL: not known. */
extern bool builds_have_differed(const Builds* builds, const char* made[2], GStringChunk* texts);

#endif
