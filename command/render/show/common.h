/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What the outputs of aprof show have in common. */

#ifndef COMMAND_SHOW_COMMON_H
#define COMMAND_SHOW_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "answer/ranking.h"
#include "growth/growth.h"
#include "model/loader.h"
#include "model/report.h"
#include "render/show/terminal.h"

typedef enum { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV } Format;

/* What a plot, or a column of numbers, has for each rms. */
typedef enum { VIEW_WORST, VIEW_MEAN, VIEW_BEST, VIEW_AMORTIZED, VIEW_CALLS } View;

typedef struct {
   const char* const* paths;
   size_t             path_count;
   LoadOptions        load;
   Format             format;
   const char*        routine;      /* show this one only; NULL: the list */
   bool               contexts;     /* show the tree of calling contexts */
   bool               has_limit;    /* it was given */
   size_t             limit;        /* 0: no limit */
   bool               has_project;
   RankingOptions     ranking;
   View               plot;
   bool               log_axes;
   uint64_t           at;           /* also predict the cost of calls with this input; 0: not asked for */
} ShowOptions;

/* Projection is for inputs that are so many times as large. */
#define SHOW_DEFAULT_TIMES  10.0

/* Costs are predicted for the largest input times these. */
#define SHOW_PREDICTIONS  3
extern const double show_prediction_times[SHOW_PREDICTIONS];

/* What to do if there are too few inputs for a class. */
#define SHOW_ADVICE  "profile several inputs and name all reports"

/* What is shown, and with what. */
typedef struct {
   const ShowOptions* options;
   Report*            report;
   GrowthAnalysis*    analysis;
   Ranking            ranking;
   int                width;
   FILE*              out;        /* where JSON goes */
} Show;

/* For each point in turn: what it has to show.  Starts with a view of zeros. */
typedef struct {
   double sum;     /* over all points so far */
   double calls;
} RunningMean;
extern double show_value(View view, const Point* point, RunningMean* running);

/* "Label        text", cut to fit. */
#define SHOW_LABEL_WIDTH  13
extern void show_labelled(const char* label, const char* text, int width);

/* How a class of growth is coloured. */
extern Style show_growth_style(GrowthClass class);

#endif
