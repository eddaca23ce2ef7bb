/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Finding what is known of a routine, and questions about it. */

#include "answer/routine_facts.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

double ranking_share(uint64_t part, uint64_t whole)
{
   return whole == 0 ? 0.0 : (double)part / (double)whole;
}

/* Two classes are close if they are at most so many classes apart, as n log n and n^2. */
#define CLOSE_STEPS  2

/*------------------------------------------------------------------*/
/*--- Finding                                                    ---*/
/*------------------------------------------------------------------*/

/* An argument, or what the program has declared, is measured anyway. */
static bool has_no_input(const Point* points, size_t count, const Header* header)
{
   return count == 1 && points[0].rms == 0 && !header_has_input(header);
}

static double mean_input(const Point* points, size_t count)
{
   double calls = 0, sum = 0;
   for (size_t i = 0; i < count; i++) {
      calls += (double)points[i].calls;
      sum += (double)points[i].calls * points[i].rms;
   }
   return sum / calls;
}

RoutineFacts routine_facts(const Routine* routine, bool is_own, const Point* points, size_t count,
                           const Header* header)
{
   return (RoutineFacts){
      .routine = routine, .is_own = is_own, .points = (uint32_t)count,
      .smallest = points[0].rms, .largest = points[count - 1].rms,
      .mean_input = (float)mean_input(points, count),
      .has_no_input = has_no_input(points, count, header)
   };
}

static void find_case(GrowthAnalysis* analysis, GrowthCase which, RoutineGrowth* found)
{
   const Growth* growth = growth_of(analysis, which);
   found->cases[which] = (ClassRange){ growth->class, growth->slowest, growth->fastest };
   found->explained[which] = growth->fit == NULL ? 0.0 : growth->fit->explained;
}

static GrowthRecord* find_records(GrowthAnalysis* analysis, bool with_power_law)
{
   GrowthRecord* records = memory_resize(NULL, GROWTH_CASES, sizeof *records);
   for (GrowthCase which = GROWTH_WORST; which < GROWTH_CASES; which++) {
      records[which] = growth_record(analysis, which, with_power_law);
   }
   return records;
}

RoutineGrowth* routine_growth_find(GrowthAnalysis* analysis, const Point* points, size_t count, double times,
                                   GrowthDepth depth)
{
   RoutineGrowth* found = memory_resize(NULL, 1, sizeof *found);
   growth_set_points(analysis, points, count);
   for (GrowthCase which = GROWTH_WORST; which < GROWTH_CASES; which++) {
      find_case(analysis, which, found);
   }
   found->projection = times > 0 ? growth_project(analysis, GROWTH_MEAN, times)
                                 : (GrowthProjection){ .known = false };
   found->records = depth >= GROWTH_FOR_PREDICTIONS ? find_records(analysis, depth == GROWTH_FOR_LAWS) : NULL;
   found->origin = NULL;
   return found;
}

void routine_growth_free(RoutineGrowth* growth)
{
   if (growth != NULL) {
      free(growth->records);
      free(growth->origin);
      free(growth);
   }
}

/*------------------------------------------------------------------*/
/*--- Sections                                                   ---*/
/*------------------------------------------------------------------*/

const char* const section_names[SECTIONS] = {
   [SECTION_FASTER] = "faster", [SECTION_INHERITED] = "inherited", [SECTION_NOT_FASTER] = "not_faster",
   [SECTION_UNKNOWN] = "unknown", [SECTION_LIBRARY_FASTER] = "library_faster",
   [SECTION_LIBRARY_INHERITED] = "library_inherited", [SECTION_LIBRARY_NOT_FASTER] = "library_not_faster",
   [SECTION_LIBRARY_UNKNOWN] = "library_unknown", [SECTION_SMALL] = "small",
   [SECTION_START_UP] = "start_up",
};

#define OPEN          "open (called once, inputs too few or too similar, or no trend)"
#define NOT_MEASURED  "open (inputs were not measured)"

const char* section_title(Section section, bool has_input)
{
   if (!has_input && section == SECTION_UNKNOWN) {
      return "Your code: " NOT_MEASURED;
   }
   if (!has_input && section == SECTION_LIBRARY_UNKNOWN) {
      return "Libraries: " NOT_MEASURED;
   }
   static const char* const titles[SECTIONS] = {
      [SECTION_FASTER]             = "Your code: likely grows faster than its input",
      [SECTION_INHERITED]          = "Your code: the same, because of what it calls",
      [SECTION_NOT_FASTER]         = "Your code: likely grows as its input, or slower",
      [SECTION_UNKNOWN]            = ("Your code: " OPEN),
      [SECTION_LIBRARY_FASTER]     = "Libraries: likely grows faster than its input",
      [SECTION_LIBRARY_INHERITED]  = "Libraries: the same, because of what they call",
      [SECTION_LIBRARY_NOT_FASTER] = "Libraries: likely grows as its input, or slower",
      [SECTION_LIBRARY_UNKNOWN]    = ("Libraries: " OPEN),
      [SECTION_SMALL]              = "Less than 1% of the cost, now and with larger inputs",
      [SECTION_START_UP]           = "Dynamic linker, what runs before main, small nameless routines",
   };
   return titles[section];
}

/*------------------------------------------------------------------*/
/*--- Questions                                                  ---*/
/*------------------------------------------------------------------*/

const ClassRange* routine_case(const RoutineFacts* facts, GrowthCase which)
{
   static const ClassRange none = { GROWTH_TOO_FEW_POINTS, GROWTH_TOO_FEW_POINTS, GROWTH_TOO_FEW_POINTS };
   return facts->growth == NULL ? &none : &facts->growth->cases[which];
}

bool routine_has_class(const ClassRange* range)
{
   return range->class < GROWTH_MODELS;
}

double routine_explained(const RoutineFacts* facts, GrowthCase which)
{
   return facts->growth == NULL ? 0.0 : facts->growth->explained[which];
}

const GrowthRecord* routine_record(const RoutineFacts* facts, GrowthCase which)
{
   static const GrowthRecord none = { .first_bin = 0 };
   return facts->growth == NULL ? &none : &facts->growth->records[which];
}

GrowthPrediction routine_predict(const RoutineFacts* facts, GrowthCase which, double n)
{
   bool has_class = routine_has_class(routine_case(facts, which));
   return has_class ? predictor_at(&routine_record(facts, which)->predictor, n)
                    : (GrowthPrediction){ .known = false };
}

bool routine_has_wide_range(const ClassRange* range)
{
   return routine_has_class(range) && range->fastest - range->slowest > CLOSE_STEPS;
}

GrowthClass routine_class(const RoutineFacts* facts, GrowthCase which)
{
   const ClassRange* found = routine_case(facts, which);
   return routine_has_class(found) ? found->slowest : found->class;
}

bool routine_is_fast(const RoutineFacts* facts, GrowthCase which)
{
   return growth_is_fast(routine_class(facts, which)) || routine_has_wide_range(routine_case(facts, which));
}

bool routine_is_exponential(const RoutineFacts* facts)
{
   return routine_class(facts, GROWTH_MEAN) == GROWTH_EXP;
}

const Origin* routine_origin(const RoutineFacts* facts)
{
   return facts->growth == NULL ? NULL : facts->growth->origin;
}

