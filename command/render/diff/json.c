/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   One object, its routines written one by one.  docs/manual.md describes the layout. */

#include <stdio.h>

#include "render/diff/outputs.h"
#include "util/json_values.h"

static json_object* side_value(const Diff* diff, int side)
{
   const Header* header = report_header(diff->comparison->sides[side]->report);
   json_object*  value = json_new_object();
   json_object*  paths = json_new_array();
   for (size_t i = 0; diff->paths[side][i] != NULL; i++) {
      json_append(paths, json_text(diff->paths[side][i]));
   }
   json_set(value, "reports", paths);
   json_set_text(value, "program", header->application);
   json_set_text(value, "command", header->command_line);
   json_set_text(value, "date", header->date);
   json_set_text(value, "build", diff->comparison->builds[side]);
   json_set_count(value, "total_cost", diff->comparison->sides[side]->total);
   return value;
}

static json_object* head_value(const Diff* diff)
{
   const Comparison* comparison = diff->comparison;
   const Header*     header = report_header(comparison->sides[1]->report);
   json_object*      value = json_new_object();
   json_object*      counts = json_new_object();
   json_set(value, "before", side_value(diff, 0));
   json_set(value, "now", side_value(diff, 1));
   json_set_text(value, "metric", header->metric);
   json_set_text(value, "input", header->input);
   json_set_number(value, "threshold", comparison->options.threshold);
   json_set_number(value, "least_share", comparison->options.least_part);
   json_set(value, "other_build", json_new_boolean(comparison->is_other_build));
   for (PairState state = STATE_WORSE; state < STATES; state++) {
      json_set_count(counts, state_name(state), comparison->counts[state]);
   }
   json_set(value, "counts", counts);
   return value;
}

static json_object* factor_value(const Factor* factor)
{
   if (!factor->known) {
      return NULL;
   }
   json_object* value = json_interval(factor->value, factor->low, factor->high);
   json_set(value, "exact", json_new_boolean(factor->is_exact));
   return value;
}

static json_object* class_value(const ClassRange* range)
{
   json_object* value = json_new_object();
   json_set_text(value, "class", growth_class_name(range->class));
   json_set_text(value, "slowest", growth_class_name(range->slowest));
   json_set_text(value, "fastest", growth_class_name(range->fastest));
   return value;
}

static json_object* case_value(const Pair* pair, GrowthCase which)
{
   const CasePair* one = &pair->cases[which];
   json_object*    value = json_new_object();
   json_set(value, "before", pair->has_cases ? class_value(&one->before) : NULL);
   json_set(value, "now", pair->has_cases ? class_value(&one->now) : NULL);
   json_set_text(value, "class_change", one->class_change > 0 ? "faster" : one->class_change < 0 ? "slower"
                                                                                              : NULL);
   json_set(value, "at_largest", factor_value(&one->at_largest));
   json_set(value, "at_ten_times", factor_value(&one->beyond));
   return value;
}

static json_object* load_value(const SideRoutine* routine)
{
   if (routine == NULL) {
      return NULL;
   }
   json_object* value = json_new_object();
   json_set_text(value, "name", routine->routine->name);
   json_set_text(value, "object", routine->routine->image);
   json_set_count(value, "routines", routine->routines);
   json_set_count(value, "calls", routine->totals.calls);
   json_set_count(value, "cost", routine->totals.real_sum);
   json_set_count(value, "self_cost", routine->totals.self_sum);
   json_set_count(value, "points", routine->point_count);
   json_set_count(value, "smallest_rms", side_smallest(routine));
   json_set_count(value, "largest_rms", side_largest(routine));
   json_set_number(value, "total_rms", routine->inputs);
   return value;
}

/* Pairs refer to each other by their position in the array. */
static void set_position(json_object* to, const char* key, const uint32_t* positions, uint32_t index)
{
   json_set(to, key, index == NO_PAIR ? NULL : json_new_count(positions[index]));
}

static json_object* blame_value(const Pair* pair, const uint32_t* positions)
{
   if (pair->blame.kind == BLAME_NONE) {
      return NULL;
   }
   json_object* value = json_new_object();
   json_set_text(value, "kind", blame_name(pair->blame.kind));
   json_set(value, "certain", json_new_boolean(pair->blame.is_certain));
   set_position(value, "callee", positions, pair->blame.callee);
   set_position(value, "root", positions, pair->blame.root);
   return value;
}

static json_object* pair_value(const Pair* pair, const uint32_t* positions)
{
   json_object* value = json_new_object();
   json_set_text(value, "name", pair_routine(pair)->name);
   json_set_text(value, "state", state_name(pair->state));
   json_set_text(value, "cause", pair->cause == CAUSE_NONE ? NULL : cause_name(pair->cause));
   json_set(value, "before", load_value(pair->before));
   json_set(value, "now", load_value(pair->now));
   json_set_text(value, "load", load_name(pair->load));
   json_set_number(value, "added_cost", pair->added);
   json_set_number(value, "added_self_cost", pair->added_self);
   json_set_count(value, "largest_common_rms", pair->largest);
   json_set(value, "same_inputs", factor_value(&pair->same_inputs));
   json_set(value, "self", factor_value(&pair->self));
   json_set(value, "worst", case_value(pair, GROWTH_WORST));
   json_set(value, "mean", case_value(pair, GROWTH_MEAN));
   json_set(value, "blame", blame_value(pair, positions));
   set_position(value, "renamed", positions, pair->renamed);
   return value;
}

void diff_json(const Diff* diff)
{
   const Comparison* comparison = diff->comparison;
   uint32_t*         positions = g_new(uint32_t, comparison->count + 1);
   for (uint32_t i = 0; i < comparison->count; i++) {
      positions[comparison->order[i]] = i;
   }
   json_print_open(stdout, head_value(diff));
   fputs(",\n\"routines\":[", stdout);
   for (uint32_t i = 0; i < comparison->count; i++) {
      fputs(i == 0 ? "\n" : ",\n", stdout);
      json_print(stdout, pair_value(&comparison->pairs[comparison->order[i]], positions));
   }
   fputs("\n]\n}\n", stdout);
   g_free(positions);
}
