/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof show as a function. */

#ifndef COMMAND_CLI_SHOW_H
#define COMMAND_CLI_SHOW_H

#include <stdio.h>

#include "answer/show/show.h"
#include "model/loader.h"

typedef enum { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV } Format;

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

/* Shows the reports; returns the exit status. */
extern int show_reports(FILE* out, const ShowOptions* options);

#endif
