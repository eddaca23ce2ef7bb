/* One routine. */

#include <assert.h>
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "subject/subject.h"
#include "answer/origin.h"
#include "answer/show/again.h"
#include "answer/show/parts.h"
#include "answer/show/show.h"
#include "answer/why.h"
#include "answer/definition.h"
#include "model/calls.h"
#include "util/text.h"

/*--- Growth ---*/

static Answer* growth_value(const Request* request, const Subject* subject)
{
   Answer* value = tree_object();
   for (GrowthCase which = GROWTH_WORST; which < GROWTH_CASES; which++) {
      tree_set(value, growth_case_name(which), part_case(request, subject, which));
   }
   return value;
}

/* Shares are of the whole program, whose growth nobody looks for if one routine is wanted by a reader. */
static Answer* projection_value(const Request* request, const Subject* subject)
{
   bool             has_share = request->detail != DETAIL_READER;
   GrowthProjection projection = subjects_projection(request->subjects, subject);
   Answer*          value = tree_object();
   tree_set_number(value, "times", request->subjects->times);
   tree_set_flag(value, "known", projection.known);
   tree_set_text(value, "state", projection_is_likely(&projection) ? "likely" : "open");
   tree_set(value, "factor", tree_interval(projection.factor, projection.low, projection.high));
   if (has_share) {
      Share share = subjects_far_share(request->subjects, subject);
      assert(!(share.low > share.value) && !(share.value > share.high));
      tree_set(value, "share", tree_interval(share.value, share.low, share.high));
   }
   return value;
}

char* answer_fixed_input(const Subject* subject)
{
   const Totals* totals = &subject->routine->totals;
   ShortText     cost;
   GroupedText   smallest, largest;
   if (!subject_has_fixed_input(subject)) {
      return NULL;
   }
   const char* from = text_grouped_number(subject->smallest, smallest);
   const char* to = text_grouped_number(subject->largest, largest);
   const char* each = text_short_number((double)totals->sum / (double)totals->calls, cost);
   return subject->smallest == subject->largest
          ? g_strdup_printf("%s in each call, which costs about %s", to, each)
          : g_strdup_printf("%s to %s in each call, which costs about %s", from, to, each);
}

const char* answer_not_known(const Subject* subject)
{
   GrowthClass class = subject_class(subject, GROWTH_MEAN);
   bool        needs_inputs = class == GROWTH_TOO_FEW_POINTS || class == GROWTH_RANGE_TOO_NARROW;
   return !needs_inputs || subject_has_fixed_input(subject) ? NULL
        : subject->has_no_input                 ? "its input was not measured"
        : subject->routine->totals.calls == 1   ? "called once"
        : subject->points == 1                  ? "all inputs are of one size"
        : class == GROWTH_TOO_FEW_POINTS      ? "too few inputs of different size"
                                              : "all inputs are of similar size";
}

const char* answer_advice(const Subject* subject)
{
   return subject->has_no_input ? "measure without --rms=no" : "profile several inputs and name all reports";
}

static void set_advice(Answer* value, const Subject* subject)
{
   const char*      reason = answer_not_known(subject);
   g_autofree char* fixed = answer_fixed_input(subject);
   tree_set_text(value, "fixed_input", fixed);
   tree_set_text(value, "not_known", reason);
   tree_set_text(value, "advice", reason == NULL ? NULL : answer_advice(subject));
}

/*--- Origins ---*/

static Answer* routine_reference(const Routine* routine)
{
   if (routine == NULL) {
      return NULL;
   }
   Answer* value = tree_object();
   tree_set_text(value, "name", routine->name);
   tree_set_text(value, "object", routine->image);
   return value;
}

static Answer* origin_value(const Origin* origin)
{
   if (origin == NULL) {
      return NULL;
   }
   Answer* value = tree_object();
   tree_set_text(value, "kind", origin_names[origin->kind]);
   tree_set_flag(value, "certain", origin->is_certain);
   tree_set_text(value, "class", growth_is_fast(origin->class) ? growth_class_name(origin->class) : NULL);
   tree_set_number(value, "self_part", origin->self_part);
   tree_set(value, "callee", routine_reference(origin->callee));
   if (origin->callee != NULL) {
      tree_set_text(value, "callee_class", growth_class_name(origin->callee_class));
      tree_set_number(value, "callee_calls", origin->callee_calls);
      tree_set_number(value, "callee_part", origin->callee_part);
      tree_set_number(value, "largest_part", origin->is_certain ? origin->largest_part : NAN);
   }
   tree_set(value, "introduced_by", routine_reference(origin->root));
   return value;
}

char* answer_why(const Request* request, const Routine* routine, const Routine** callee)
{
   Origin origin;
   *callee = NULL;
   if (!origin_find(request->subjects, routine, &origin)) {
      return NULL;
   }
   *callee = origin.callee;
   const Subject* subject = subjects_at(request->subjects, routine);
   bool           is_mean = origin.class == subject_class(subject, GROWTH_MEAN);
   GrowthText     text;
   const char*    growth = range_text(subject_case(subject, is_mean ? GROWTH_MEAN : GROWTH_WORST), text);
   return why_text(request->report, routine, &origin, growth);
}

static void set_why(Answer* value, const Request* request, const Routine* routine)
{
   const Routine*   callee;
   g_autofree char* why = answer_why(request, routine, &callee);
   tree_set_text(value, "why", why);
}

/*--- Calls ---*/

/* `other` is NO_ROUTINE if nobody called. */
static Answer* call_value(const Request* request, const Call* call, uint32_t other)
{
   const Routine* routine = other == NO_ROUTINE ? NULL : report_routine(request->report, other);
   Answer*        value = tree_object();
   tree_set_text(value, "name", routine == NULL ? NULL : routine->name);
   tree_set_text(value, "object", routine == NULL ? NULL : routine->image);
   tree_set_count(value, "calls", call->totals.calls);
   tree_set_count(value, "cost", call->totals.sum);
   tree_set_count(value, "real_cost", call->totals.real_sum);
   tree_set_number(value, "share", subjects_share_of(request->subjects, call->totals.real_sum));
   return value;
}

static void set_calls(Answer* object, const Request* request, const Routine* routine)
{
   size_t  count;
   Answer* callers = tree_list();
   Answer* callees = tree_list();
   Call*   calls = calls_of_callers(request->report, routine, &count);
   for (size_t i = 0; i < count; i++) {
      tree_append(callers, call_value(request, &calls[i], calls[i].caller));
   }
   free(calls);
   calls = calls_of_callees(request->report, routine, &count);
   for (size_t i = 0; i < count; i++) {
      tree_append(callees, call_value(request, &calls[i], calls[i].callee));
   }
   free(calls);
   tree_set(object, "callers", callers);
   tree_set(object, "callees", callees);
}

/*--- Its code, by debug information ---*/

static Answer* lines_of(const Inlined* inlined)
{
   Answer* lines = tree_list();
   for (guint i = 0; i < inlined->lines->len; i++) {
      tree_append(lines, tree_count((uint64_t)g_array_index(inlined->lines, int, i)));
   }
   return lines;
}

static Answer* inlined_value(const Inlined* inlined)
{
   Answer* value = tree_object();
   tree_set_text(value, "name", inlined->name);
   tree_set(value, "lines", lines_of(inlined));
   tree_set_flag(value, "of_standard_library", own_is_standard_library(inlined->name, NULL));
   return value;
}

static Answer* code_value(const Request* request, const char* problem, const char* file, int line,
                          const GArray* inlined)
{
   Answer* value = tree_object();
   Answer* list = NULL;
   if (problem == NULL) {
      list = tree_list();
      for (guint i = 0; i < inlined->len; i++) {
         tree_append(list, inlined_value(&g_array_index(inlined, Inlined, i)));
      }
   }
   tree_set_text(value, "file", file);
   tree_set(value, "line", file == NULL ? NULL : tree_count((uint64_t)line));
   tree_set_text(value, "problem", problem);
   tree_set(value, "inlined", list);
   tree_set_flag(value, "inlined_is_measured",
                 header_comment(report_header(request->report), HEADER_INLINED) != NULL);
   return value;
}

Answer* part_code(const Request* request, const Routine* routine)
{
   InlinedCode code = definition_find(report_header(request->report), routine->image,
                                      definition_symbol(routine->name, routine->mangled));
   Answer*     value = code_value(request, code.problem, code.file, code.line, code.inlined);
   inlined_free(&code);
   return value;
}

/*--- All of it ---*/

static void set_names(Answer* value, const Request* request, const Routine* routine)
{
   tree_set_text(value, "name", routine->name);
   tree_set_text(value, "object", routine->image);
   tree_set_text(value, "mangled", routine->mangled);
   if (request->detail == DETAIL_READER) {
      tree_set(value, "code", part_code(request, routine));
   }
}

const char* answer_input_unit(const Request* request, const Routine* routine)
{
   const Header* header = report_header(request->report);
   return header_input_argument(header, routine->name, routine->mangled) != 0 ? NULL : "cells";
}

/* Returns the kind of a routine's input, and its unit. */
static Answer* input_value(const Request* request, const Subject* subject)
{
   const Routine* routine = subject->routine;
   unsigned argument = header_input_argument(report_header(request->report), routine->name, routine->mangled);
   Answer*  value = tree_object();
   tree_set_text(value, "kind", subject->has_no_input ? "not measured"
                                : argument != 0       ? "argument" : "cells");
   tree_set(value, "argument", argument == 0 ? NULL : tree_count(argument));
   tree_set_text(value, "unit", subject->has_no_input ? NULL : answer_input_unit(request, routine));
   return value;
}

static Answer* input_range(const Subject* subject)
{
   Answer* range = tree_object();
   tree_set(range, "min", subject->has_no_input ? NULL : tree_count(subject->smallest));
   tree_set(range, "max", subject->has_no_input ? NULL : tree_count(subject->largest));
   return range;
}

static void set_costs(Answer* value, const Request* request, const Subject* subject)
{
   const Totals* totals = &subject->routine->totals;
   tree_set_count(value, "calls", totals->calls);
   tree_set_count(value, "cost", totals->real_sum);
   tree_set_flag(value, "cost_is_bound", subject->routine->cost_is_bound);
   tree_set_number(value, "share", subjects_share(request->subjects, subject));
   bool has_self = report_header(request->report)->has_self_costs;
   tree_set(value, "self_cost", has_self ? tree_count(totals->self_sum) : NULL);
   tree_set_number(value, "self_share",
                   has_self ? subjects_share_of(request->subjects, totals->self_sum) : NAN);
   tree_set_count(value, "points", subject->points);
   tree_set(value, "rms", input_range(subject));
   double again = again_times(request, subject);
   tree_set_number(value, "read_again", again > 0 ? again : NAN);
}

/* Whether all points have one cost: then worst, mean and best are the same. */
static bool have_one_cost(const Point* points, size_t count)
{
   for (size_t i = 0; i < count; i++) {
      if (points[i].min != points[i].max) {
         return false;
      }
   }
   return true;
}

/* Sets what the list shows beside the mean: "" if worst costs grow alike; "to n^2" if slower classes remain
   possible. */
static void set_at_worst(Answer* value)
{
   const char* mean = tree_get_text(value, "growth.mean.shown");
   const char* worst = tree_get_text(value, "growth.worst.shown");
   const char* second = tree_get_text(value, "growth.worst.second");
   const char* shown = second != NULL ? second : worst;
   bool        differs = tree_get(value, "growth.worst.level") != NULL && strcmp(worst, mean) != 0
                         && strcmp(shown, mean) != 0;
   g_autofree char* text = g_strconcat(second != NULL ? "to " : "", shown, NULL);
   tree_set_text(value, "at_worst", differs ? text : "");
}

/* Sets what only the list has. */
static void set_row(Answer* value, const Request* request, const Subject* subject)
{
   bool is_told = again_tells_share(request, subject);
   set_at_worst(value);
   tree_set_flag(value, "exponential", subject_is_exponential(subject));
   tree_set_number(value, "projected", is_told ? tree_get_number(value, "projection.share.value") : NAN);
   part_set_picture(value, request, subject);
}

Answer* part_routine(const Request* request, const Subject* subject)
{
   const Routine* routine = subject->routine;
   Answer*        value = tree_object();
   set_names(value, request, routine);
   if (routine->points == 0) {
      tree_set_count(value, "points", 0);
      return value;
   }
   tree_set_flag(value, "own", subject->is_own);
   if (request->detail != DETAIL_READER) {
      tree_set_text(value, "section", section_names[(Section)subject->section]);
   }
   tree_set(value, "input", input_value(request, subject));
   set_costs(value, request, subject);
   if (request->detail >= DETAIL_LAWS) {
      set_why(value, request, routine);
   }
   if (request->detail >= DETAIL_POINTS) {
      size_t       count;
      const Point* points = report_routine_points(request->report, routine, &count);
      growth_set_points(request->subjects->analysis, points, count);
      if (request->detail == DETAIL_READER) {
         tree_set_flag(value, "one_cost", have_one_cost(points, count));
      }
   }
   tree_set(value, "growth", growth_value(request, subject));
   set_advice(value, subject);
   tree_set(value, "projection", projection_value(request, subject));
   tree_set(value, "origin", origin_value(subject_origin(subject)));
   if (request->detail == DETAIL_ROW) {
      set_row(value, request, subject);
   } else if (request->detail >= DETAIL_POINTS) {
      part_set_points(value, request, routine, NULL, subject->points);
   }
   if (request->detail >= DETAIL_POINTS && report_context_count(request->report) > 0) {
      set_calls(value, request, routine);
   }
   return value;
}
