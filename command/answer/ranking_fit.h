/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Finds the growth of many routines. */

#ifndef COMMAND_SHOW_RANKING_FIT_H
#define COMMAND_SHOW_RANKING_FIT_H

#include "answer/routine_facts.h"
#include "model/report.h"

typedef struct {
   RankedRoutine* row;
   bool           keep;         /* with records of each case */
   bool           power_law;    /* in these */
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
