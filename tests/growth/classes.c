/* SPDX-License-Identifier: GPL-2.0-or-later Copyright (C) 2026 The aprof authors

   classes REPORT [--verbose]: for each routine of a report (p lines only), a line with its name and its
   worst, mean and best class, separated by tabs; and all fits. Calls growth.h, without the rest of the
   command. */
// build: $(with_model)
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "growth/growth.h"

static Point* points;
static size_t count;
static size_t capacity;
static char   name[2000];
static bool   verbose;

static void print_fits(GrowthAnalysis* analysis, GrowthCase which)
{
   const GrowthFit*      fits = growth_fits(analysis, which);
   const GrowthPowerLaw* law = growth_power_law(analysis, which);
   GrowthProjection      projection = growth_project(analysis, which, 10);
   printf("   %s: %zu points, rms %u to %u\n", growth_case_name(which), count, points[0].rms, points[count - 1].rms);
   for (unsigned i = 0; i < GROWTH_MODELS; i++) {
      if (fits[i].fitted) {
         printf("      %-10s %12.5g %12.5g %12.5g rate %.3g from %g scatter %.3f explained %.4f criterion %.2f (%.3f)\n",
                growth_class_name(i), fits[i].constant, fits[i].lower, fits[i].factor, fits[i].rate, fits[i].from,
                fits[i].scatter, fits[i].explained, fits[i].criterion, fits[i].probability);
      }
   }
   if (law->fitted) {
      printf("      %.4g + %.4g n^%.3f, exponent %.3f to %.3f, scatter %.3f, criterion %.2f\n", law->constant,
             law->factor, law->exponent, law->exponent_low, law->exponent_high, law->scatter, law->criterion);
   }
   printf("      times 10: %g, %g to %g\n", projection.factor, projection.low, projection.high);
   size_t bins;
   const GrowthResidual* residuals = growth_residuals(analysis, which, &bins);
   for (size_t i = 0; i < bins; i++) {
      printf("         %10.1f %14.1f %14.1f %7.3f %5.2f\n", residuals[i].n, residuals[i].cost, residuals[i].fitted,
             residuals[i].residual, residuals[i].weight);
   }
}

static void print_routine(GrowthAnalysis* analysis)
{
   if (count == 0) {
      return;
   }
   growth_set_points(analysis, points, count);
   printf("%s\t%s\t%s\t%s\n", name, growth_class_name(growth_of(analysis, GROWTH_WORST)->class),
          growth_class_name(growth_of(analysis, GROWTH_MEAN)->class),
          growth_class_name(growth_of(analysis, GROWTH_BEST)->class));
   for (GrowthCase which = 0; verbose && which < GROWTH_CASES; which++) {
      print_fits(analysis, which);
   }
   count = 0;
}

static void add_point(const char* line)
{
   Point point = { 0 };
   if (sscanf(line, "p %*u %" SCNu32 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %*u %" SCNu64, &point.rms, &point.min,
              &point.max, &point.sum, &point.calls) == 5) {
      if (count == capacity) {
         capacity = 2 * capacity + 1000;
         points = realloc(points, capacity * sizeof *points);
      }
      points[count++] = point;
   }
}

int main(int arguments_count, char** arguments)
{
   FILE* file = arguments_count > 1 ? fopen(arguments[1], "r") : NULL;
   verbose = arguments_count > 2;
   if (file == NULL) {
      fputs("usage: classes REPORT [--verbose]\n", stderr);
      return 2;
   }
   GrowthAnalysis* analysis = growth_new();
   char line[5000];
   while (fgets(line, sizeof line, file) != NULL) {
      if (line[0] == 'r') {
         print_routine(analysis);
         if (sscanf(line, "r \"%1999[^\"]\"", name) != 1) {
            strcpy(name, "?");
         }
      } else if (line[0] == 'p') {
         add_point(line);
      }
   }
   print_routine(analysis);
   growth_free(analysis);
   free(points);
   fclose(file);
   return 0;
}
