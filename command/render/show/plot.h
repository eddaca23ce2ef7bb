/* Plots in plain text. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "util/tree.h"

typedef struct {
   double x;
   double y;
} PlotPoint;

/* Returns the points of a list of x and y; to be freed. */
extern PlotPoint* plot_points(const Answer* list, size_t* count);

typedef struct {
   const PlotPoint* points;
   size_t           count;
   bool             is_log;     /* both axes; if not, y starts at 0 */
   const char*      x_label;
   const char*      y_label;
   double           (*curve)(const void* closure, double x);   /* a line to draw, NAN outside; or NULL */
   const void*      closure;
} Plot;

/* A scatter plot at most `columns` wide.  It needs two points of different x. */
extern void plot_print(FILE* out, const Plot* plot, int columns);

#define SPARK_COLUMNS  10

/* SPARK_COLUMNS characters of up to three bytes. */
typedef char SparkText[SPARK_COLUMNS * 3 + 1];

/* The height of y over x, both from 0, in one line: in blocks, or without
   Unicode in characters that are more or less black. */
extern const char* plot_spark(const PlotPoint* points, size_t count, bool unicode, SparkText text);
