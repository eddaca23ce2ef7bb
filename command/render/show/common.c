/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Lines with a label, and what stands for a point or a class. */

#include "render/show/common.h"

#include <math.h>

#include "util/text.h"

const double show_prediction_times[SHOW_PREDICTIONS] = { 2, 5, 10 };

void show_labelled(const char* label, const char* text, int width)
{
   printf("%-*s", SHOW_LABEL_WIDTH, label);
   text_print_cut(stdout, text, width - SHOW_LABEL_WIDTH);
   putchar('\n');
}

double show_value(View view, const Point* point, RunningMean* running)
{
   running->sum += (double)point->sum;
   running->calls += (double)point->calls;
   switch (view) {
      case VIEW_WORST:     return (double)point->max;
      case VIEW_MEAN:      return (double)point->sum / (double)point->calls;
      case VIEW_BEST:      return (double)point->min;
      case VIEW_AMORTIZED: return running->sum / running->calls;
      case VIEW_CALLS:     return (double)point->calls;
   }
   return NAN;
}

Style show_growth_style(GrowthClass class)
{
   return class >= GROWTH_N_2 && class <= GROWTH_EXP ? STYLE_ALARM
        : growth_is_fast(class)                     ? STYLE_WARNING
        : class <= GROWTH_N                          ? STYLE_GOOD : STYLE_FAINT;
}
