/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   One object, its routines written one by one.  docs/manual.md describes the layout. */

#include <stdio.h>

#include "render/diff/outputs.h"
#include "render/json.h"

static Answer* side_value(const Diff* diff, int side)
{
   const Header* header = report_header(diff->comparison->sides[side]->report);
   Answer*  value = tree_object();
   Answer*  paths = tree_list();
   for (size_t i = 0; diff->paths[side][i] != NULL; i++) {
      tree_append(paths, tree_text(diff->paths[side][i]));
   }
   tree_set(value, "reports", paths);
   tree_set_text(value, "program", header->application);
   tree_set_text(value, "command", header->command_line);
   tree_set_text(value, "date", header->date);
   tree_set_text(value, "build", diff->comparison->builds[side]);
   tree_set_count(value, "total_cost", diff->comparison->sides[side]->total);
   return value;
}

static Answer* head_value(const Diff* diff)
{
   const Comparison* comparison = diff->comparison;
   const Header*     header = report_header(comparison->sides[1]->report);
   Answer*      value = tree_object();
   Answer*      counts = tree_object();
   tree_set(value, "before", side_value(diff, 0));
   tree_set(value, "now", side_value(diff, 1));
   tree_set_text(value, "metric", header->metric);
   tree_set_text(value, "input", header->input);
   tree_set_number(value, "threshold", comparison->options.threshold);
   tree_set_number(value, "least_share", comparison->options.least_part);
   tree_set_flag(value, "other_build", comparison->is_other_build);
   for (PairState state = STATE_WORSE; state < STATES; state++) {
      tree_set_count(counts, state_name(state), comparison->counts[state]);
   }
   tree_set(value, "counts", counts);
   return value;
}

static Answer* factor_value(const Factor* factor)
{
   if (!factor->known) {
      return NULL;
   }
   Answer* value = tree_interval(factor->value, factor->low, factor->high);
   tree_set_flag(value, "exact", factor->is_exact);
   return value;
}

static Answer* class_value(const ClassRange* range)
{
   Answer* value = tree_object();
   tree_set_text(value, "class", growth_class_name(range->class));
   tree_set_text(value, "slowest", growth_class_name(range->slowest));
   tree_set_text(value, "fastest", growth_class_name(range->fastest));
   return value;
}

static Answer* case_value(const Pair* pair, GrowthCase which)
{
   const CasePair* one = &pair->cases[which];
   Answer*    value = tree_object();
   tree_set(value, "before", pair->has_cases ? class_value(&one->before) : NULL);
   tree_set(value, "now", pair->has_cases ? class_value(&one->now) : NULL);
   tree_set_text(value, "class_change", one->class_change > 0 ? "faster" : one->class_change < 0 ? "slower"
                                                                                              : NULL);
   tree_set(value, "at_largest", factor_value(&one->at_largest));
   tree_set(value, "at_ten_times", factor_value(&one->beyond));
   return value;
}

static Answer* load_value(const SideRoutine* routine)
{
   if (routine == NULL) {
      return NULL;
   }
   Answer* value = tree_object();
   tree_set_text(value, "name", routine->routine->name);
   tree_set_text(value, "object", routine->routine->image);
   tree_set_count(value, "routines", routine->routines);
   tree_set_count(value, "calls", routine->totals.calls);
   tree_set_count(value, "cost", routine->totals.real_sum);
   tree_set_count(value, "self_cost", routine->totals.self_sum);
   tree_set_count(value, "points", routine->point_count);
   tree_set_count(value, "smallest_rms", side_smallest(routine));
   tree_set_count(value, "largest_rms", side_largest(routine));
   tree_set_number(value, "total_rms", routine->inputs);
   return value;
}

/* Pairs refer to each other by their position in the array. */
static void set_position(Answer* to, const char* key, const uint32_t* positions, uint32_t index)
{
   tree_set(to, key, index == NO_PAIR ? NULL : tree_count(positions[index]));
}

static Answer* blame_value(const Pair* pair, const uint32_t* positions)
{
   if (pair->blame.kind == BLAME_NONE) {
      return NULL;
   }
   Answer* value = tree_object();
   tree_set_text(value, "kind", blame_name(pair->blame.kind));
   tree_set_flag(value, "certain", pair->blame.is_certain);
   set_position(value, "callee", positions, pair->blame.callee);
   set_position(value, "root", positions, pair->blame.root);
   return value;
}

static Answer* pair_value(const Pair* pair, const uint32_t* positions)
{
   Answer* value = tree_object();
   tree_set_text(value, "name", pair_routine(pair)->name);
   tree_set_text(value, "state", state_name(pair->state));
   tree_set_text(value, "cause", pair->cause == CAUSE_NONE ? NULL : cause_name(pair->cause));
   tree_set(value, "before", load_value(pair->before));
   tree_set(value, "now", load_value(pair->now));
   tree_set_text(value, "load", load_name(pair->load));
   tree_set_number(value, "added_cost", pair->added);
   tree_set_number(value, "added_self_cost", pair->added_self);
   tree_set_count(value, "largest_common_rms", pair->largest);
   tree_set(value, "same_inputs", factor_value(&pair->same_inputs));
   tree_set(value, "self", factor_value(&pair->self));
   tree_set(value, "worst", case_value(pair, GROWTH_WORST));
   tree_set(value, "mean", case_value(pair, GROWTH_MEAN));
   tree_set(value, "blame", blame_value(pair, positions));
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
