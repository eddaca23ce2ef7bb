/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Plots in plain text. */

#ifndef COMMAND_PLOT_H
#define COMMAND_PLOT_H

#include <stddef.h>
#include <stdio.h>

typedef struct {
   double x;
   double y;
} PlotPoint;

/* A scatter plot at most `columns` wide, on linear axes: x from its smallest to
   its largest value, y from 0 to its largest.  It needs two different x. */
extern void plot_scatter(FILE* out, const PlotPoint* points, size_t count, int columns,
                         const char* x_label, const char* y_label);

#endif
