/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The cost is taken for start-up + growing part: the line through the two smallest sizes gives the start-up,
   the two largest sizes give the exponent of what grows. */

#include "experiment/estimate.h"

#include <math.h>

#define MAX_EXPONENT  30

/* Seconds for a basic block on a slow machine, until it is known better. */
#define USUAL_RATE    1e-7

typedef struct {
   double size;
   double cost;
   double seconds;
} Point;

static const Point* point(const Estimate* estimate, guint index)
{
   return &g_array_index(estimate->points, Point, index);
}

static const Point* last_point(const Estimate* estimate)
{
   return point(estimate, estimate->points->len - 1);
}

double estimate_size(const double* size)
{
   return size[0] * (size[1] > 0 ? size[1] : 1);
}

static double growing(const Estimate* estimate, double cost)
{
   return MAX(cost - estimate->start_up, 0);
}

/* Takes the last one of several runs of one size. */
static void take_points(Estimate* estimate, const Experiment* experiment)
{
   for (guint i = 0; i < experiment->runs->len; i++) {
      const ExperimentRun* run = &g_array_index(experiment->runs, ExperimentRun, i);
      const Point          next = { estimate_size(run->size), (double)run->cost, run->seconds };
      guint                count = estimate->points->len;
      if (run->good && count > 0 && last_point(estimate)->size == next.size) {
         g_array_set_size(estimate->points, count - 1);
      }
      if (run->good) {
         g_array_append_val(estimate->points, next);
      }
   }
}

static double find_start_up(const Estimate* estimate)
{
   const Point* a = point(estimate, 0);
   const Point* b = point(estimate, 1);
   double slope = (b->cost - a->cost) / (b->size - a->size);
   return CLAMP(a->cost - slope * a->size, 0, a->cost);
}

static double find_exponent(const Estimate* estimate)
{
   const Point* b = last_point(estimate);
   const Point* a = b - 1;
   double from = growing(estimate, a->cost), to = growing(estimate, b->cost);
   /* The exponent would be that of noise where start-up hides what grows. */
   if (from < 0.05 * estimate->start_up || from <= 0 || a->size <= 0) {
      return 1;
   }
   return CLAMP(log(to / from) / log(b->size / a->size), 1, MAX_EXPONENT);
}

/* Valgrind itself takes some time to start, which belongs to no cost.  While that hides the rate, it is at
   most what explains all of the time. */
static double find_rate(const Estimate* estimate)
{
   const Point* a = point(estimate, 0);
   const Point* b = last_point(estimate);
   double most = b->cost > 0 ? b->seconds / b->cost : 0;
   double grown = b->cost > 2 * a->cost ? (b->seconds - a->seconds) / (b->cost - a->cost) : 0;
   return b->seconds > 1.5 * a->seconds ? grown : MIN(most, MAX(grown, USUAL_RATE));
}

Estimate estimate_make(const Experiment* experiment)
{
   Estimate estimate = { .points = g_array_new(FALSE, FALSE, sizeof(Point)), .exponent = 1 };
   take_points(&estimate, experiment);
   if (estimate.points->len > 1) {
      estimate.start_up = find_start_up(&estimate);
      estimate.exponent = find_exponent(&estimate);
   }
   if (estimate.points->len > 0) {
      estimate.rate = find_rate(&estimate);
   }
   return estimate;
}

void estimate_free(Estimate* estimate)
{
   g_array_unref(estimate->points);
}

double estimate_largest(const Estimate* estimate)
{
   return estimate->points->len == 0 ? 0 : last_point(estimate)->size;
}

/* Estimates by time alone, for programs that wait, which costs nothing.  Times differ by chance, so only what
   is longer by half is taken for growth. */
static double seconds_by_time(const Estimate* estimate, double size)
{
   const Point* first = point(estimate, 0);
   const Point* last = last_point(estimate);
   double       grown = last->seconds - first->seconds;
   if (grown < first->seconds / 2 || last->size <= 0) {
      return 0;
   }
   double before = MAX(last[-1].seconds - first->seconds, 0);
   double exponent = before < first->seconds / 2 || last[-1].size <= 0
                     ? 1 : log(grown / before) / log(last->size / last[-1].size);
   return first->seconds + grown * pow(size / last->size, CLAMP(exponent, 1, MAX_EXPONENT));
}

double estimate_seconds(const Estimate* estimate, double size)
{
   if (estimate->points->len == 0) {
      return NAN;
   }
   const Point* first = point(estimate, 0);
   const Point* last = last_point(estimate);
   double factor = last->size <= 0 ? 1 : pow(size / last->size, estimate->exponent);
   double cost = estimate->start_up + growing(estimate, last->cost) * factor;
   double least = MIN(first->seconds, last->seconds);
   double by_cost = MAX(last->seconds + estimate->rate * (cost - last->cost), least);
   return MAX(by_cost, seconds_by_time(estimate, size));
}

double estimate_growth(const Estimate* estimate)
{
   if (estimate->points->len < 2) {
      return 0;
   }
   return growing(estimate, last_point(estimate)->cost) / MAX(estimate->start_up, 1);
}

double estimate_first_above(const Estimate* estimate, double times)
{
   for (guint i = 0; i < estimate->points->len && estimate->points->len > 1; i++) {
      if (growing(estimate, point(estimate, i)->cost) >= times * estimate->start_up) {
         return point(estimate, i)->size;
      }
   }
   return NAN;
}
