/* Finding what is known of a routine, and questions about it. */

#include "subject/subject.h"

#include <assert.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "subject/limits.h"
#include "util/memory.h"

uint64_t whole_of(uint64_t total, uint64_t start_up, uint64_t main_cost)
{
   uint64_t rest = total - MIN(total, start_up);
   return main_cost < total ? MAX(rest, main_cost) : rest;
}

double share_of(double part, double whole)
{
   return part <= 0 ? 0.0 : part >= whole ? 1.0 : part / whole;
}

/* Two classes are close if they are at most so many classes apart, as n log n and n^2. */
#define CLOSE_STEPS  2

/* Inputs are of about one size if the largest is at most the smallest times this, and a few cells more; and
   if there were enough calls. */
#define FIXED_RANGE  1.25
#define FIXED_CELLS  4
#define FIXED_CALLS  10

/*--- Finding ---*/

/* An argument, or what the program has declared, is measured anyway. */
static bool has_no_input(const Point* points, size_t count, const Header* header)
{
   return count == 1 && points[0].rms == 0 && !header_has_input(header);
}

static double mean_input(const Point* points, size_t count)
{
   double calls = 0, sum = 0;
   for (size_t i = 0; i < count; i++) {
      assert(points[i].calls > 0 && (i == 0 || points[i - 1].rms < points[i].rms));
      calls += (double)points[i].calls;
      sum += (double)points[i].calls * points[i].rms;
   }
   return sum / calls;
}

Subject subject_make(const Routine* routine, const OwnCode* own)
{
   assert(routine->name != NULL && routine->image != NULL);
   return (Subject){
      .routine = routine, .is_own = own_has(own, routine), .is_start_up = routine_is_start_up(routine),
      .section = SECTION_SMALL
   };
}

void subject_set_points(Subject* subject, const Point* points, size_t count, const Header* header)
{
   assert(count > 0 && points[0].rms <= points[count - 1].rms);
   subject->points = (uint32_t)count;
   subject->smallest = points[0].rms;
   subject->largest = points[count - 1].rms;
   subject->mean_input = (float)mean_input(points, count);
   subject->has_no_input = has_no_input(points, count, header);
}

static void find_case(GrowthAnalysis* analysis, GrowthCase which, SubjectGrowth* found)
{
   const Growth* growth = growth_of(analysis, which);
   assert(growth->class >= GROWTH_MODELS
          || (growth->slowest <= growth->class && growth->class <= growth->fastest));
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

SubjectGrowth* subject_growth_find(GrowthAnalysis* analysis, const Point* points, size_t count, double times,
                                   GrowthDepth depth)
{
   SubjectGrowth* found = memory_resize(NULL, 1, sizeof *found);
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

void subject_growth_free(SubjectGrowth* growth)
{
   if (growth != NULL) {
      free(growth->records);
      free(growth->origin);
      free(growth);
   }
}

/*--- Sections ---*/

const char* const section_names[SECTIONS] = {
   [SECTION_FASTER] = "faster", [SECTION_INHERITED] = "inherited", [SECTION_NOT_FASTER] = "not_faster",
   [SECTION_UNKNOWN] = "unknown", [SECTION_LIBRARY_FASTER] = "library_faster",
   [SECTION_LIBRARY_INHERITED] = "library_inherited", [SECTION_LIBRARY_NOT_FASTER] = "library_not_faster",
   [SECTION_LIBRARY_UNKNOWN] = "library_unknown", [SECTION_SMALL] = "small",
   [SECTION_START_UP] = "start_up",
};

#define OPEN          "open (called once, inputs too few or too similar, or no trend)"
#define NOT_FASTER    "a call likely grows as its input, or slower; many calls add up"
#define NOT_MEASURED  "open (inputs were not measured)"

const char* section_title(Section section, bool has_input, bool has_doubt)
{
   if (has_doubt && section == SECTION_FASTER) {
      return "Your code: likely grows faster than its input, or may";
   }
   if (has_doubt && section == SECTION_LIBRARY_FASTER) {
      return "Libraries: likely grows faster than its input, or may";
   }
   if (!has_input && section == SECTION_UNKNOWN) {
      return "Your code: " NOT_MEASURED;
   }
   if (!has_input && section == SECTION_LIBRARY_UNKNOWN) {
      return "Libraries: " NOT_MEASURED;
   }
   static const char* const titles[SECTIONS] = {
      [SECTION_FASTER]             = "Your code: likely grows faster than its input",
      [SECTION_INHERITED]          = "Your code: the same, because of what it calls",
      [SECTION_NOT_FASTER]         = ("Your code: " NOT_FASTER),
      [SECTION_UNKNOWN]            = ("Your code: " OPEN),
      [SECTION_LIBRARY_FASTER]     = "Libraries: likely grows faster than its input",
      [SECTION_LIBRARY_INHERITED]  = "Libraries: the same, because of what they call",
      [SECTION_LIBRARY_NOT_FASTER] = ("Libraries: " NOT_FASTER),
      [SECTION_LIBRARY_UNKNOWN]    = ("Libraries: " OPEN),
      [SECTION_SMALL]              = "Less than 1 % of the cost, now and with larger inputs",
      [SECTION_START_UP]           = "Dynamic linker, what runs before main, small nameless routines",
   };
   return titles[section];
}

/*--- Questions ---*/

const ClassRange* subject_case(const Subject* subject, GrowthCase which)
{
   static const ClassRange none = { GROWTH_TOO_FEW_POINTS, GROWTH_TOO_FEW_POINTS, GROWTH_TOO_FEW_POINTS };
   return subject->growth == NULL ? &none : &subject->growth->cases[which];
}

bool subject_is_unknown(const Subject* subject)
{
   return subject->is_rest && subject->growth == NULL;
}

bool range_has_class(const ClassRange* range)
{
   return range->class < GROWTH_MODELS;
}

double subject_explained(const Subject* subject, GrowthCase which)
{
   return subject->growth == NULL ? 0.0 : subject->growth->explained[which];
}

const GrowthRecord* subject_record(const Subject* subject, GrowthCase which)
{
   static const GrowthRecord none = { .first_bin = 0 };
   assert(subject->growth == NULL || subject->growth->records != NULL);
   return subject->growth == NULL ? &none : &subject->growth->records[which];
}

GrowthPrediction subject_predict(const Subject* subject, GrowthCase which, double n)
{
   bool has_class = range_has_class(subject_case(subject, which));
   return has_class ? predictor_at(&subject_record(subject, which)->predictor, n)
                    : (GrowthPrediction){ .known = false };
}

/* Whether classes remain possible that are far from each other. */
static bool range_is_wide(const ClassRange* range)
{
   return range_has_class(range) && range->fastest - range->slowest > CLOSE_STEPS;
}

RangeOrder range_order(const ClassRange* below, const ClassRange* above)
{
   assert(!range_has_class(below) || below->slowest <= below->fastest);
   assert(!range_has_class(above) || above->slowest <= above->fastest);
   bool is_above = range_has_class(below) && range_has_class(above) && above->slowest > below->fastest;
   return !is_above ? ORDER_OPEN
          : above->slowest > below->fastest + 1 || below->class == GROWTH_CONSTANT ? ORDER_CERTAIN
                                                                                  : ORDER_BY_EXPONENTS;
}

GrowthClass range_class(const ClassRange* range)
{
   return range_has_class(range) ? range->slowest : range->class;
}

GrowthClass subject_class(const Subject* subject, GrowthCase which)
{
   return range_class(subject_case(subject, which));
}

bool subject_is_fast(const Subject* subject, GrowthCase which)
{
   return growth_is_fast(subject_class(subject, which)) || range_is_wide(subject_case(subject, which));
}

bool subject_is_doubtful(const Subject* subject)
{
   return !growth_is_fast(subject_class(subject, GROWTH_MEAN))
          && !growth_is_fast(subject_class(subject, GROWTH_WORST))
          && (subject_is_fast(subject, GROWTH_MEAN) || subject_is_fast(subject, GROWTH_WORST));
}

bool subject_is_exponential(const Subject* subject)
{
   return subject_class(subject, GROWTH_MEAN) == GROWTH_EXP;
}

bool subject_is_marginal(const Subject* subject, double share)
{
   return share < SHARE_SMALL && subject->points < GROWTH_LEAST_POINTS
          && own_is_nameless(subject->routine->name);
}

const Origin* subject_origin(const Subject* subject)
{
   return subject->growth == NULL ? NULL : subject->growth->origin;
}

/*--- In words ---*/

const char* range_state(const ClassRange* range)
{
   return range_has_class(range) ? "likely" : "open";
}

GrowthClass range_second(const ClassRange* range)
{
   return range_has_class(range) && range->fastest > range->slowest ? range->fastest : GROWTH_NO_TREND;
}

const char* range_text(const ClassRange* range, GrowthText text)
{
   GrowthClass second = range_second(range);
   if (!range_has_class(range)) {
      return range_state(range);
   }
   if (range_is_wide(range)) {
      return growth_range_name(range->class, range->slowest, range->fastest, text);
   }
   if (second >= GROWTH_MODELS) {
      return growth_class_name(range->slowest);
   }
   snprintf(text, sizeof(GrowthText), "%s or %s", growth_class_name(range->slowest),
            growth_class_name(second));
   return text;
}

/* Whether its input is fixed if its mean cost has no class. */
static bool inputs_are_near(const Subject* subject)
{
   return !subject->has_no_input && !subject_is_unknown(subject) && subject->points > 0
          && subject->routine->totals.calls >= FIXED_CALLS
          && subject->largest <= FIXED_RANGE * subject->smallest + FIXED_CELLS;
}

bool subject_has_fixed_input(const Subject* subject)
{
   return !range_has_class(subject_case(subject, GROWTH_MEAN)) && inputs_are_near(subject);
}

const char* subject_growth_text(const Subject* subject, const ClassRange* mean,
                                const ClassRange* shown, GrowthText text)
{
   return subject_is_unknown(subject) ? "?"
          : !range_has_class(mean) && inputs_are_near(subject) ? SUBJECT_FIXED_INPUT
          : range_text(shown, text);
}

int range_level(const ClassRange* range)
{
   int level = growth_level(range_class(range));
   int least = range_is_wide(range) ? growth_level(GROWTH_N_LOG_N) : level;
   return level > least ? level : least;
}

int subject_level(const Subject* subject, GrowthCase which)
{
   return subject_has_fixed_input(subject) ? growth_level(GROWTH_CONSTANT)
                                           : range_level(subject_case(subject, which));
}
