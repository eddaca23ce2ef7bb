/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof show --format=json, and aprof convert --to=json: one object.  Its long
   arrays are written item by item, so that no more than one of these is in
   memory.  What is not known is null.  docs/manual.md describes the layout. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "answer/reason.h"
#include "model/calls.h"
#include "model/incomplete.h"
#include "render/show/outputs.h"
#include "util/json_values.h"

/*------------------------------------------------------------------*/
/*--- Growth                                                     ---*/
/*------------------------------------------------------------------*/

static json_object* fit_value(const GrowthFit* fit)
{
   json_object* value = json_new_object();
   json_set_text(value, "model", growth_class_name(fit->model));
   json_set_number(value, "constant", fit->constant);
   json_set_number(value, "lower", fit->lower);
   json_set_number(value, "factor", fit->factor);
   json_set_number(value, "rate", fit->rate);
   json_set_number(value, "from", fit->from);
   json_set_number(value, "scatter", fit->scatter);
   json_set_number(value, "explained", fit->explained);
   json_set_number(value, "criterion", fit->criterion);
   return value;
}

static json_object* power_law_value(const GrowthPowerLaw* power)
{
   if (!power->fitted) {
      return NULL;
   }
   json_object* value = json_new_object();
   json_set_number(value, "constant", power->constant);
   json_set_number(value, "factor", power->factor);
   json_set(value, "exponent",
                          json_interval(power->exponent, power->exponent_low, power->exponent_high));
   json_set_number(value, "scatter", power->scatter);
   json_set_number(value, "criterion", power->criterion);
   return value;
}

static json_object* fits_value(const GrowthFit* fits)
{
   json_object* value = json_new_array();
   for (int model = 0; model < GROWTH_MODELS; model++) {
      if (fits[model].fitted) {
         json_object* fit = fit_value(&fits[model]);
         json_set_number(fit, "probability", fits[model].probability);
         json_append(value, fit);
      }
   }
   return value;
}

static json_object* prediction_value(const GrowthRecord* record, double n)
{
   GrowthPrediction prediction = predictor_at(&record->predictor, n);
   json_object*     value = json_new_object();
   json_set_number(value, "rms", n);
   json_set(value, "cost", json_interval(prediction.cost, prediction.low, prediction.high));
   return value;
}

/* What calls with larger inputs cost; empty if no class is known. */
static json_object* predictions_value(const Show* show, const GrowthRecord* record, double largest)
{
   json_object* value = json_new_array();
   if (record->class < GROWTH_MODELS) {
      for (size_t i = 0; i < SHOW_PREDICTIONS; i++) {
         json_append(value, prediction_value(record, show_prediction_times[i] * fmax(1, largest)));
      }
      if (show->options->at > 0) {
         json_append(value, prediction_value(record, (double)show->options->at));
      }
   }
   return value;
}

/* In depth, all models are fitted to the points that the analysis has; only then is it known how probable
   each is. */
static json_object* case_value(const Show* show, const RankedRoutine* row, GrowthCase which, bool in_depth)
{
   const GrowthRecord* record = ranking_growth(row, which);
   json_object* value = json_new_object();
   json_set_text(value, "class", growth_class_name(record->class));
   json_set_text(value, "slowest", growth_class_name(record->slowest));
   json_set_text(value, "fastest", growth_class_name(record->fastest));
   json_set(value, "fit", record->fit.fitted ? fit_value(&record->fit) : NULL);
   json_set(value, "power_law", power_law_value(&record->power_law));
   json_set(value, "predictions", predictions_value(show, record, row->largest));
   if (in_depth) {
      json_set(value, "candidates", fits_value(growth_fits_recorded(show->analysis, which, record)));
   }
   return value;
}

static json_object* growth_value(const Show* show, const RankedRoutine* row, bool in_depth)
{
   json_object* value = json_new_object();
   for (GrowthCase which = GROWTH_WORST; which < GROWTH_CASES; which++) {
      json_set(value, growth_case_name(which),
                             case_value(show, row, which, in_depth));
   }
   return value;
}

static json_object* projection_value(const Show* show, const RankedRoutine* row)
{
   GrowthProjection projection = ranking_projection(&show->ranking, row);
   Share            share = ranking_projected_share(&show->ranking, row);
   json_object*     value = json_new_object();
   json_set_number(value, "times", show->options->ranking.times);
   json_set(value, "known", json_new_boolean(projection.known));
   json_set(value, "factor",
                          json_interval(projection.factor, projection.low, projection.high));
   json_set(value, "share", json_interval(share.value, share.low, share.high));
   return value;
}

static json_object* routine_reference(const Routine* routine)
{
   if (routine == NULL) {
      return NULL;
   }
   json_object* value = json_new_object();
   json_set_text(value, "name", routine->name);
   json_set_text(value, "object", routine->image);
   return value;
}

static json_object* origin_value(const RankedRoutine* row)
{
   const Origin* origin = ranking_origin(row);
   if (origin == NULL) {
      return NULL;
   }
   json_object* value = json_new_object();
   json_set_text(value, "kind", reason_name(origin->kind));
   json_set(value, "certain", json_new_boolean(origin->is_certain));
   json_set_text(value, "class", growth_class_name(origin->class));
   json_set_number(value, "self_part", origin->self_part);
   json_set(value, "callee", routine_reference(origin->callee));
   if (origin->callee != NULL) {
      json_set_text(value, "callee_class", growth_class_name(origin->callee_class));
      json_set_number(value, "callee_calls", origin->callee_calls);
      json_set_number(value, "callee_part", origin->callee_part);
      json_set_number(value, "largest_part", origin->is_certain ? origin->largest_part : NAN);
   }
   json_set(value, "introduced_by", routine_reference(origin->root));
   return value;
}

/*------------------------------------------------------------------*/
/*--- Routines                                                   ---*/
/*------------------------------------------------------------------*/

static json_object* point_value(const Point* point, RunningMean* running)
{
   json_object* value = json_new_object();
   json_set_count(value, "rms", point->rms);
   json_set_count(value, "calls", point->calls);
   json_set_count(value, "min", point->min);
   json_set_count(value, "max", point->max);
   json_set_count(value, "sum", point->sum);
   json_set_count(value, "squares", point->squares);
   json_set_count(value, "real_sum", point->real_sum);
   json_set_count(value, "self_sum", point->self_sum);
   json_set_count(value, "self_min", point->self_min);
   json_set_count(value, "self_max", point->self_max);
   json_set_count(value, "self_squares", point->self_squares);
   json_set_number(value, "amortized", show_value(VIEW_AMORTIZED, point, running));
   return value;
}

/* As the last member but for what is printed next. */
static void print_points(const Show* show, const Point* points, size_t count)
{
   RunningMean running = { 0 };
   fputs(",\"point_list\":[", show->out);
   for (size_t i = 0; i < count; i++) {
      fputs(i == 0 ? "" : ",", show->out);
      json_print(show->out, point_value(&points[i], &running));
   }
   fputc(']', show->out);
}

/* The other routine: NO_ROUTINE if there is none. */
static json_object* call_value(const Show* show, const Call* call, uint32_t other)
{
   const Routine* routine = other == NO_ROUTINE ? NULL : report_routine(show->report, other);
   json_object*   value = json_new_object();
   json_set_text(value, "name", routine == NULL ? NULL : routine->name);
   json_set_text(value, "object", routine == NULL ? NULL : routine->image);
   json_set_count(value, "calls", call->totals.calls);
   json_set_count(value, "cost", call->totals.sum);
   json_set_count(value, "real_cost", call->totals.real_sum);
   return value;
}

static void print_calls(const Show* show, const char* key, const Call* calls, size_t count, bool by_caller)
{
   json_object* value = json_new_array();
   for (size_t i = 0; i < count; i++) {
      uint32_t other = by_caller ? calls[i].caller : calls[i].callee;
      json_append(value, call_value(show, &calls[i], other));
   }
   fprintf(show->out, ",\"%s\":", key);
   json_print(show->out, value);
}

static void print_depth(const Show* show, const Routine* routine)
{
   size_t count;
   const Point* points = report_routine_points(show->report, routine, &count);
   print_points(show, points, count);
   if (report_context_count(show->report) > 0) {
      Call* calls = calls_of_callers(show->report, routine, &count);
      print_calls(show, "callers", calls, count, true);
      free(calls);
      calls = calls_of_callees(show->report, routine, &count);
      print_calls(show, "callees", calls, count, false);
      free(calls);
   }
}

static json_object* routine_value(const Show* show, const RankedRoutine* row, bool in_depth)
{
   const Routine* routine = row->routine;
   bool           has_self_costs = report_header(show->report)->has_self_costs;
   json_object*   value = json_new_object();
   json_set_text(value, "name", routine->name);
   json_set_text(value, "object", routine->image);
   json_set_text(value, "mangled", routine->mangled);
   json_set(value, "own", json_new_boolean(row->is_own));
   json_set_count(value, "calls", routine->totals.calls);
   json_set_count(value, "cost", routine->totals.real_sum);
   json_set(value, "cost_is_bound", json_new_boolean(routine->cost_is_bound));
   json_set_number(value, "share", ranking_share(routine->totals.real_sum, show->ranking.total));
   if (has_self_costs) {
      json_set_count(value, "self_cost", routine->totals.self_sum);
      json_set_number(value, "self_share", ranking_share(routine->totals.self_sum, show->ranking.total));
   }
   json_set_count(value, "points", row->points);
   json_object* range = json_new_object();
   json_set_count(range, "min", row->smallest);
   json_set_count(range, "max", row->largest);
   json_set(value, "rms", range);

   if (in_depth) {
      size_t count;
      const Point* points = report_routine_points(show->report, routine, &count);
      growth_set_points(show->analysis, points, count);
   }
   json_set(value, "growth", growth_value(show, row, in_depth));
   GrowthClass class = ranking_class(row, GROWTH_MEAN);
   bool needs_inputs = class == GROWTH_TOO_FEW_POINTS || class == GROWTH_RANGE_TOO_NARROW;
   json_set_text(value, "advice", needs_inputs ? SHOW_ADVICE : NULL);
   json_set(value, "projection", projection_value(show, row));
   json_set(value, "origin", origin_value(row));
   return value;
}

static bool is_among(const Routine* routine, const Routine* const* routines, size_t count)
{
   for (size_t i = 0; i < count; i++) {
      if (routines[i] == routine) {
         return true;
      }
   }
   return routines == NULL;
}

static void print_routine(const Show* show, const RankedRoutine* row, bool in_depth)
{
   json_print_open(show->out, routine_value(show, row, in_depth));
   if (in_depth) {
      print_depth(show, row->routine);
   }
   fputc('}', show->out);
}

/* At most `limit` of them; 0: all. */
static void print_routines(const Show* show, const Routine* const* routines, size_t count, size_t limit,
                           bool in_depth)
{
   size_t printed = 0;
   fputs(",\n\"routines\":[", show->out);
   for (size_t i = 0; i < show->ranking.count && (limit == 0 || printed < limit); i++) {
      const RankedRoutine* row = &show->ranking.rows[i];
      if (is_among(row->routine, routines, count)) {
         fputs(printed++ == 0 ? "\n" : ",\n", show->out);
         print_routine(show, row, in_depth);
      }
   }
   fputs("\n]", show->out);
}

/*------------------------------------------------------------------*/
/*--- Contexts                                                   ---*/
/*------------------------------------------------------------------*/

static json_object* context_value(const Show* show, uint32_t index)
{
   const Context* context = report_context(show->report, index);
   const Routine* routine = report_routine(show->report, context->routine);
   json_object*   value = json_new_object();
   json_set_count(value, "id", index + 1);
   json_set(value, "parent", context->parent == NO_CONTEXT
                                           ? NULL : json_new_count(context->parent + 1));
   json_set_text(value, "name", routine->name);
   json_set_text(value, "object", routine->image);
   json_set_count(value, "calls", context->totals.calls);
   json_set_count(value, "cost", context->totals.sum);
   json_set_count(value, "real_cost", context->totals.real_sum);
   json_set_count(value, "self_cost", context->totals.self_sum);
   json_set_count(value, "points", context->points);
   return value;
}

static void print_contexts(const Show* show, bool in_depth)
{
   fputs(",\n\"contexts\":[", show->out);
   for (uint32_t i = 0; i < report_context_count(show->report); i++) {
      fputs(i == 0 ? "\n" : ",\n", show->out);
      json_print_open(show->out, context_value(show, i));
      if (in_depth) {
         size_t count;
         const Point* points = report_context_points(show->report, report_context(show->report, i), &count);
         print_points(show, points, count);
      }
      fputc('}', show->out);
   }
   fputs("\n]", show->out);
}

/*------------------------------------------------------------------*/
/*--- All of it                                                  ---*/
/*------------------------------------------------------------------*/

static json_object* input_arguments_value(const Header* header)
{
   json_object* value = json_new_array();
   const char*  argument;
   for (size_t index = 0; (argument = header_next_comment(header, HEADER_INPUT_ARGUMENT, &index)) != NULL; ) {
      json_append(value, json_text(argument));
   }
   return value;
}

static json_object* incomplete_value(const Header* header)
{
   json_object*   value = json_new_array();
   IncompleteText text;
   for (size_t index = 0; *incomplete_next(header, &index, text) != '\0'; ) {
      json_append(value, json_text(text));
   }
   return value;
}

static json_object* head_value(const Show* show)
{
   const Header* header = report_header(show->report);
   json_object*  value = json_new_object();
   json_object*  paths = json_new_array();
   for (size_t i = 0; i < show->options->path_count; i++) {
      json_append(paths, json_text(show->options->paths[i]));
   }
   json_set(value, "reports", paths);
   json_set_text(value, "program", header->application);
   json_set_text(value, "command", header->command_line);
   json_set_text(value, "date", header->date);
   json_set_text(value, "metric", header->metric);
   json_set_text(value, "input", header->input);
   json_set(value, "input_arguments", input_arguments_value(header));
   json_set(value, "incomplete", incomplete_value(header));
   json_set_text(value, "program_input", header_comment(header, HEADER_PROGRAM_INPUT));
   json_set(value, "memory_resolution",
            header->memory_resolution == 0 ? NULL : json_new_count(header->memory_resolution));
   json_set_count(value, "total_cost", show->ranking.total);
   json_set_count(value, "routine_count", show->ranking.routine_count);
   return value;
}

void show_json(const Show* show, const Routine* const* routines, size_t count)
{
   json_print_open(show->out, head_value(show));
   if (show->options->contexts) {
      print_contexts(show, false);
   } else {
      print_routines(show, routines, count, routines == NULL ? show->options->limit : 0, routines != NULL);
   }
   fputs("\n}\n", show->out);
}

void show_json_whole(const Show* show)
{
   json_print_open(show->out, head_value(show));
   print_routines(show, NULL, 0, 0, true);
   if (report_context_count(show->report) > 0) {
      print_contexts(show, true);
   }
   fputs("\n}\n", show->out);
}
