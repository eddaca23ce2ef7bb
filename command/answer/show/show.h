/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The answer of aprof show: a report, and its routines or contexts.  docs/formats.md
   describes it. */

#ifndef COMMAND_ANSWER_SHOW_SHOW_H
#define COMMAND_ANSWER_SHOW_SHOW_H

#include "answer/origin.h"
#include "answer/ranking.h"
#include "answer/tree.h"
#include "growth/growth.h"
#include "model/report.h"

/* How much is told of a routine.  Laws take time, points take room, and to look into a program's files is
   worth it for people only. */
typedef enum {
   DETAIL_ROW,       /* what a row of a table has */
   DETAIL_LAWS,      /* and laws and predictions */
   DETAIL_POINTS,    /* and candidates, points, callers and callees */
   DETAIL_READER,    /* the same, and what a reader wants beside it: a plot, and what was inlined */
} Detail;

/* What a plot, or a column of numbers, has for each rms. */
typedef enum { VIEW_WORST, VIEW_MEAN, VIEW_BEST, VIEW_AMORTIZED, VIEW_CALLS } View;

/* What an answer is about.  All of it must stay as long as the answer. */
typedef struct {
   const char* const*    paths;
   size_t                path_count;
   Report*               report;
   GrowthAnalysis*       analysis;
   const RankingOptions* options;    /* of the ranking */
   Ranking               ranking;
   OriginSearch*         origins;    /* in the ranking */
   Detail                detail;
   View                  view;       /* of a plot */
   uint64_t              at;         /* also predict the cost of calls with this input; 0: not asked for */
} Subject;

extern void subject_init(Subject* subject, Report* report, const RankingOptions* options);
extern void subject_free(Subject* subject);

/* Says why a routine's cost grows faster than its input: "n^2: it calls ...", to be freed by g_free; NULL: it
   does not.  `callee` gets the routine that the sentence names, or NULL. */
extern char* answer_why(const Subject* subject, const Routine* routine, const Routine** callee);

/* Says why no class of growth is known; NULL: one is, or there is no trend.  Then ANSWER_ADVICE says what to
   do. */
extern const char* answer_not_known(const RoutineFacts* facts);
#define ANSWER_ADVICE  "profile several inputs and name all reports"

/* What an input of the routine counts; NULL: it is the value of an argument, or nobody knows. */
extern const char* answer_input_unit(const Subject* subject, const Routine* routine);

/* Answers with all routines of the ranking, or the first ones up to a limit that is not 0. */
extern Answer* answer_routines(Subject* subject, size_t limit);

/* Answers with these routines, in the order of the ranking; for a reader, in this order. */
extern Answer* answer_some_routines(Subject* subject, const Routine* const* routines, size_t count);

/* Answers with the names of these routines, in this order, and their points. */
extern Answer* answer_points(Subject* subject, const Routine* const* routines, size_t count);

/* Answers with all contexts. */
extern Answer* answer_contexts(Subject* subject);

/* Answers with the costliest contexts: those of a routine and below, or if it is NULL, those of the program
   without what every program has.  A limit of 0 is none. */
extern Answer* answer_costliest_contexts(Subject* subject, const Routine* routine, size_t limit);

/* Answers with everything: all routines, contexts and points. */
extern Answer* answer_whole(Subject* subject);

#endif
