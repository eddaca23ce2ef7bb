/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The answer of aprof show: a report, and its routines or contexts.  docs/formats.md
   describes it. */

#pragma once

#include "answer/show/subject.h"
#include "util/tree.h"

extern void subject_init(Subject* subject, Report* report, const RankingOptions* options);
extern void subject_free(Subject* subject);

/* Says why a routine's cost grows faster than its input: "n^2: it calls ...", to be freed by g_free; NULL: it
   does not.  `callee` gets the routine that the sentence names, or NULL. */
extern char* answer_why(const Subject* subject, const Routine* routine, const Routine** callee);

/* Says what becomes of a routine's cost with larger inputs, to be freed by g_free; NULL: nobody knows. */
extern char* answer_outlook(const Subject* subject, const RoutineFacts* facts);

/* Says what the list of routines comes to, to be freed by g_free.  `named` gets the routine that the sentence
   names, or NULL. */
extern char* answer_summary(const Subject* subject, const Routine** named);

/* Says what each call costs if all of them get about the same input: "2 to 3 in each call, which
   costs about 4".  NULL: they do not.  To be freed. */
extern char* answer_fixed_input(const RoutineFacts* facts);

/* Says why no class of growth is known; NULL: one is, or there is no trend. */
extern const char* answer_not_known(const RoutineFacts* facts);

/* Says what to do if no class is known. */
extern const char* answer_advice(const RoutineFacts* facts);

/* Returns the unit of the routine's input; NULL if it is the value of an argument, or nobody knows. */
extern const char* answer_input_unit(const Subject* subject, const Routine* routine);

/* Answers with the part of the cost whose growth is open, a sentence about it, and the command of an
   experiment that tells more.  NULL: the report does not name its command. */
extern Answer* answer_unknown(const Subject* subject);

/* Answers with a sentence for each object whose routines have no names, and much of the cost: who would name
   them. */
extern Answer* answer_nameless(const Subject* subject);

/* Answers with the program and the run. */
extern Answer* answer_head(const Subject* subject);

/* Answers with all routines of the ranking, or the first ones up to a limit that is not 0. */
extern Answer* answer_routines(Subject* subject, size_t limit);

/* Answers with these routines, in the order of the ranking; for a reader, in this order. */
extern Answer* answer_some_routines(Subject* subject, const Routine* const* routines, size_t count);

/* Answers with the names of these routines, in this order, and their points. */
extern Answer* answer_points(Subject* subject, const Routine* const* routines, size_t count);

/* Answers with all contexts. */
extern Answer* answer_contexts(Subject* subject);

/* Returns which contexts are above main, or run before it: trees of contexts begin below them.  None, if
   there is nothing else. `found`: how many.  To be freed. */
extern bool* answer_start_up_contexts(const Report* report, size_t* found);

/* Answers with the costliest contexts: those of a routine and below, or if it is NULL, those of the program
   without what every program has.  A limit of 0 is none. */
extern Answer* answer_costliest_contexts(Subject* subject, const Routine* routine, size_t limit);

/* Answers with everything: all routines, contexts and points. */
extern Answer* answer_whole(Subject* subject);
