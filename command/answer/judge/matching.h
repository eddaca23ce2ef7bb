/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Tells which routines a pattern of the rules, or of --accept, is about. */

#ifndef COMMAND_ANSWER_JUDGE_MATCHING_H
#define COMMAND_ANSWER_JUDGE_MATCHING_H

#include "answer/compare/side.h"
#include "answer/judge/rules.h"

/* The pattern is the whole name: the canonical one, the report's or the symbol, each with its parameters or
   without.  That of the object is its path, its file name or its canonical name; without one, only own code
   matches. */
extern bool matching_has(const RoutinePattern* pattern, const SideRoutine* routine, bool is_own);

/* Compares the name alone, whatever the object. */
extern bool matching_has_name(const char* pattern, const SideRoutine* routine);

#endif
