/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Finds the growth of many routines. */

#ifndef COMMAND_SHOW_RANKING_FIT_H
#define COMMAND_SHOW_RANKING_FIT_H

#include "answer/routine_facts.h"
#include "model/report.h"

typedef struct {
   RoutineFacts* row;
   GrowthDepth   depth;
} RowToFit;

typedef struct {
   const Report* report;
   double        times;     /* projection: inputs grow so many times */
   RowToFit*     rows;
   size_t        count;
} RowsToFit;

/* Sets the growth of each row, which the caller frees. */
extern void ranking_fit(const RowsToFit* to_fit);

#endif
