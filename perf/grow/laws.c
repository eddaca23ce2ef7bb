/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   laws: says what all laws of the forecasts make of some runs, for judge_grow --ceiling.  Reads lines of
   numbers

      COUNT SIZE... VALUE... ASKED

   with COUNT sizes and as many values, and prints a line for each: of all laws that fit, the value at the
   size that is asked for, and the weight that the forecast gives it. */

#include <math.h>
#include <stdio.h>

#include "growth/forecast.h"

#define MOST_RUNS  FORECAST_MOST_SIZES

static int read_numbers(double* numbers, int count)
{
   int read = 0;
   while (read < count && scanf("%lf", &numbers[read]) == 1) {
      read++;
   }
   return read;
}

/* A routine that smaller runs do not call begins where it is called first, as in growth/curve.c. */
static Runs without_zeros(const double* sizes, const double* values, unsigned count)
{
   unsigned zeros = 0;
   while (zeros < count && values[zeros] == 0) {
      zeros++;
   }
   return (Runs){ .size = sizes + zeros, .value = values + zeros, .count = count - zeros };
}

int main(void)
{
   int      count;
   double   sizes[MOST_RUNS], values[MOST_RUNS], asked;
   Forecast forecast;
   while (scanf("%d", &count) == 1 && count > 0 && count <= MOST_RUNS) {
      if (read_numbers(sizes, count) != count || read_numbers(values, count) != count
          || read_numbers(&asked, 1) != 1) {
         fprintf(stderr, "laws: a line ends too early\n");
         return 2;
      }
      Runs runs = without_zeros(sizes, values, (unsigned)count);
      forecast_make(&forecast, &runs);
      for (unsigned i = 0; i < forecast.laws; i++) {
         const JudgedLaw* judged = &forecast.law[i];
         printf("%s%.9g %.9g", i == 0 ? "" : " ", law_at(&judged->law, asked), judged->weight);
      }
      printf("\n");
      fflush(stdout);
   }
   return 0;
}
