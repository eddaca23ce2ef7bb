/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof show --format=json, and aprof convert --to=json: one object.  Its long
   arrays are written item by item, so that no more than one of these is in
   memory.  What is not known is null.  docs/manual.md describes the layout. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "answer/why.h"
#include "model/calls.h"
#include "model/incomplete.h"
#include "render/show/outputs.h"
#include "render/json.h"

/*------------------------------------------------------------------*/
/*--- Growth                                                     ---*/
/*------------------------------------------------------------------*/

static Answer* fit_value(const GrowthFit* fit)
{
   Answer* value = tree_object();
   tree_set_text(value, "model", growth_class_name(fit->model));
   tree_set_number(value, "constant", fit->constant);
   tree_set_number(value, "lower", fit->lower);
   tree_set_number(value, "factor", fit->factor);
   tree_set_number(value, "rate", fit->rate);
   tree_set_number(value, "from", fit->from);
   tree_set_number(value, "scatter", fit->scatter);
   tree_set_number(value, "explained", fit->explained);
   tree_set_number(value, "criterion", fit->criterion);
   return value;
}

static Answer* power_law_value(const GrowthPowerLaw* power)
{
   if (!power->fitted) {
      return NULL;
   }
   Answer* value = tree_object();
   tree_set_number(value, "constant", power->constant);
   tree_set_number(value, "factor", power->factor);
   tree_set(value, "exponent",
                          tree_interval(power->exponent, power->exponent_low, power->exponent_high));
   tree_set_number(value, "scatter", power->scatter);
   tree_set_number(value, "criterion", power->criterion);
   return value;
}

static Answer* fits_value(const GrowthFit* fits)
{
   Answer* value = tree_list();
   for (int model = 0; model < GROWTH_MODELS; model++) {
      if (fits[model].fitted) {
         Answer* fit = fit_value(&fits[model]);
         tree_set_number(fit, "probability", fits[model].probability);
         tree_append(value, fit);
      }
   }
   return value;
}

static Answer* prediction_value(const GrowthRecord* record, double n)
{
   GrowthPrediction prediction = predictor_at(&record->predictor, n);
   Answer*     value = tree_object();
   tree_set_number(value, "rms", n);
   tree_set(value, "cost", tree_interval(prediction.cost, prediction.low, prediction.high));
   return value;
}

/* What calls with larger inputs cost; empty if no class is known. */
static Answer* predictions_value(const Show* show, const GrowthRecord* record, double largest)
{
   Answer* value = tree_list();
   if (record->class < GROWTH_MODELS) {
      for (size_t i = 0; i < SHOW_PREDICTIONS; i++) {
         tree_append(value, prediction_value(record, show_prediction_times[i] * fmax(1, largest)));
      }
      if (show->options->at > 0) {
         tree_append(value, prediction_value(record, (double)show->options->at));
      }
   }
   return value;
}

/* In depth, all models are fitted to the points that the analysis has; only then is it known how probable
   each is. */
static Answer* case_value(const Show* show, const RoutineFacts* row, GrowthCase which, bool in_depth)
{
   const GrowthRecord* record = routine_record(row, which);
   Answer* value = tree_object();
   tree_set_text(value, "class", growth_class_name(record->class));
   tree_set_text(value, "slowest", growth_class_name(record->slowest));
   tree_set_text(value, "fastest", growth_class_name(record->fastest));
   tree_set(value, "fit", record->fit.fitted ? fit_value(&record->fit) : NULL);
   tree_set(value, "power_law", power_law_value(&record->power_law));
   tree_set(value, "predictions", predictions_value(show, record, row->largest));
   if (in_depth) {
      tree_set(value, "candidates", fits_value(growth_fits_recorded(show->analysis, which, record)));
   }
   return value;
}

static Answer* growth_value(const Show* show, const RoutineFacts* row, bool in_depth)
{
   Answer* value = tree_object();
   for (GrowthCase which = GROWTH_WORST; which < GROWTH_CASES; which++) {
      tree_set(value, growth_case_name(which),
                             case_value(show, row, which, in_depth));
   }
   return value;
}

static Answer* projection_value(const Show* show, const RoutineFacts* row)
{
   GrowthProjection projection = ranking_projection(&show->ranking, row);
   Share            share = ranking_projected_share(&show->ranking, row);
   Answer*     value = tree_object();
   tree_set_number(value, "times", show->options->ranking.times);
   tree_set_flag(value, "known", projection.known);
   tree_set(value, "factor",
                          tree_interval(projection.factor, projection.low, projection.high));
   tree_set(value, "share", tree_interval(share.value, share.low, share.high));
   return value;
}

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

static Answer* origin_value(const RoutineFacts* row)
{
   const Origin* origin = routine_origin(row);
   if (origin == NULL) {
      return NULL;
   }
   Answer* value = tree_object();
   tree_set_text(value, "kind", reason_name(origin->kind));
   tree_set_flag(value, "certain", origin->is_certain);
   tree_set_text(value, "class", growth_class_name(origin->class));
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

/*------------------------------------------------------------------*/
/*--- Routines                                                   ---*/
/*------------------------------------------------------------------*/

static Answer* point_value(const Point* point, RunningMean* running)
{
   Answer* value = tree_object();
   tree_set_count(value, "rms", point->rms);
   tree_set_count(value, "calls", point->calls);
   tree_set_count(value, "min", point->min);
   tree_set_count(value, "max", point->max);
   tree_set_count(value, "sum", point->sum);
   tree_set_count(value, "squares", point->squares);
   tree_set_count(value, "real_sum", point->real_sum);
   tree_set_count(value, "self_sum", point->self_sum);
   tree_set_count(value, "self_min", point->self_min);
   tree_set_count(value, "self_max", point->self_max);
   tree_set_count(value, "self_squares", point->self_squares);
   tree_set_number(value, "amortized", show_value(VIEW_AMORTIZED, point, running));
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
static Answer* call_value(const Show* show, const Call* call, uint32_t other)
{
   const Routine* routine = other == NO_ROUTINE ? NULL : report_routine(show->report, other);
   Answer*   value = tree_object();
   tree_set_text(value, "name", routine == NULL ? NULL : routine->name);
   tree_set_text(value, "object", routine == NULL ? NULL : routine->image);
   tree_set_count(value, "calls", call->totals.calls);
   tree_set_count(value, "cost", call->totals.sum);
   tree_set_count(value, "real_cost", call->totals.real_sum);
   return value;
}

static void print_calls(const Show* show, const char* key, const Call* calls, size_t count, bool by_caller)
{
   Answer* value = tree_list();
   for (size_t i = 0; i < count; i++) {
      uint32_t other = by_caller ? calls[i].caller : calls[i].callee;
      tree_append(value, call_value(show, &calls[i], other));
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

static Answer* routine_value(const Show* show, const RoutineFacts* row, bool in_depth)
{
   const Routine* routine = row->routine;
   bool           has_self_costs = report_header(show->report)->has_self_costs;
   Answer*   value = tree_object();
   tree_set_text(value, "name", routine->name);
   tree_set_text(value, "object", routine->image);
   tree_set_text(value, "mangled", routine->mangled);
   tree_set_flag(value, "own", row->is_own);
   tree_set_count(value, "calls", routine->totals.calls);
   tree_set_count(value, "cost", routine->totals.real_sum);
   tree_set_flag(value, "cost_is_bound", routine->cost_is_bound);
   tree_set_number(value, "share", ranking_share(routine->totals.real_sum, show->ranking.total));
   if (has_self_costs) {
      tree_set_count(value, "self_cost", routine->totals.self_sum);
      tree_set_number(value, "self_share", ranking_share(routine->totals.self_sum, show->ranking.total));
   }
   tree_set_count(value, "points", row->points);
   Answer* range = tree_object();
   tree_set_count(range, "min", row->smallest);
   tree_set_count(range, "max", row->largest);
   tree_set(value, "rms", range);

   if (in_depth) {
      size_t count;
      const Point* points = report_routine_points(show->report, routine, &count);
      growth_set_points(show->analysis, points, count);
   }
   tree_set(value, "growth", growth_value(show, row, in_depth));
   GrowthClass class = routine_class(row, GROWTH_MEAN);
   bool needs_inputs = class == GROWTH_TOO_FEW_POINTS || class == GROWTH_RANGE_TOO_NARROW;
   tree_set_text(value, "advice", needs_inputs ? SHOW_ADVICE : NULL);
   tree_set(value, "projection", projection_value(show, row));
   tree_set(value, "origin", origin_value(row));
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

static void print_routine(const Show* show, const RoutineFacts* row, bool in_depth)
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
      const RoutineFacts* row = &show->ranking.rows[i];
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

static Answer* context_value(const Show* show, uint32_t index)
{
   const Context* context = report_context(show->report, index);
   const Routine* routine = report_routine(show->report, context->routine);
   Answer*   value = tree_object();
   tree_set_count(value, "id", index + 1);
   tree_set(value, "parent", context->parent == NO_CONTEXT
                                           ? NULL : tree_count(context->parent + 1));
   tree_set_text(value, "name", routine->name);
   tree_set_text(value, "object", routine->image);
   tree_set_count(value, "calls", context->totals.calls);
   tree_set_count(value, "cost", context->totals.sum);
   tree_set_count(value, "real_cost", context->totals.real_sum);
   tree_set_count(value, "self_cost", context->totals.self_sum);
   tree_set_count(value, "points", context->points);
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

static Answer* input_arguments_value(const Header* header)
{
   Answer* value = tree_list();
   const char*  argument;
   for (size_t index = 0; (argument = header_next_comment(header, HEADER_INPUT_ARGUMENT, &index)) != NULL; ) {
      tree_append(value, tree_text(argument));
   }
   return value;
}

static Answer* incomplete_value(const Header* header)
{
   Answer*   value = tree_list();
   IncompleteText text;
   for (size_t index = 0; *incomplete_next(header, &index, text) != '\0'; ) {
      tree_append(value, tree_text(text));
   }
   return value;
}

static Answer* head_value(const Show* show)
{
   const Header* header = report_header(show->report);
   Answer*  value = tree_object();
   Answer*  paths = tree_list();
   for (size_t i = 0; i < show->options->path_count; i++) {
      tree_append(paths, tree_text(show->options->paths[i]));
   }
   tree_set(value, "reports", paths);
   tree_set_text(value, "program", header->application);
   tree_set_text(value, "command", header->command_line);
   tree_set_text(value, "date", header->date);
   tree_set_text(value, "metric", header->metric);
   tree_set_text(value, "input", header->input);
   tree_set(value, "input_arguments", input_arguments_value(header));
   tree_set(value, "incomplete", incomplete_value(header));
   tree_set_text(value, "program_input", header_comment(header, HEADER_PROGRAM_INPUT));
   tree_set(value, "memory_resolution",
            header->memory_resolution == 0 ? NULL : tree_count(header->memory_resolution));
   tree_set_count(value, "total_cost", show->ranking.total);
   tree_set_count(value, "routine_count", show->ranking.routine_count);
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
