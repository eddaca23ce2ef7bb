/* Rules of the whole file, applied at its end. */

#include "format_rules/rules.h"

#include <inttypes.h>

static void header_is_complete(Checker* checker)
{
   static const struct {
      Tag         tag;
      const char* what;
   } needed[] = {
      { TAG_VERSION,      "report version number" },
      { TAG_DATE,         "report creation date" },
      { TAG_TOTAL,        "total program cost" },
      { TAG_MODIFIED,     "executable file modification date" },
      { TAG_METRIC,       "performance metric" },
      { TAG_APPLICATION,  "executable file name" },
      { TAG_COMMAND_LINE, "command line" },
   };
   for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
      if (checker->first_lines[needed[i].tag] == 0) {
         violation(checker, checker->last_line, "there is no %c line: %s", needed[i].tag, needed[i].what);
      }
   }
}

static void routine_ids_are_dense(Checker* checker)
{
   uint32_t count = checker->routine_ids.count;
   for (uint32_t i = 0; i < count && checker->routines_are_known; i++) {
      if (checker->routines[i].id >= count) {
         violation(checker, checker->routines[i].line, "routine ids are dense from 0: %" PRIu32
                   ", but there are only %" PRIu32 " routines", checker->routines[i].id, count);
      }
   }
}

static bool totals_can_be_judged(const Checker* checker)
{
   return checker->first_lines[TAG_TOTAL] != 0 && checker->total_is_known && checker->points_are_known;
}

static bool self_sums_agree(const Checker* checker)
{
   return checker->self_sum == checker->total;
}

static void self_sums_add_up_to_total(Checker* checker)
{
   if (totals_can_be_judged(checker) && !self_sums_agree(checker)) {
      WideText text;
      violation(checker, checker->first_lines[TAG_TOTAL],
                "the self-sums of all points add up to k: %s, k %" PRIu64,
                wide_text(checker->self_sum, text), checker->total);
   }
}

/* If the self-sums do not agree with k, other numbers cannot be compared with k. */
static void real_sums_are_at_most_total(Checker* checker)
{
   if (!totals_can_be_judged(checker) || !self_sums_agree(checker) || checker->is_part) {
      return;
   }
   for (uint32_t i = 0; i < checker->routine_ids.count; i++) {
      const CheckedRoutine* routine = &checker->routines[i];
      if (routine->real_sum > checker->total) {
         WideText text;
         violation(checker, routine->line, "the real-sums of a routine add up to at most k: routine %" PRIu32
                   " %s, k %" PRIu64, routine->id, wide_text(routine->real_sum, text), checker->total);
      }
   }
}

/* Unless it may have cost nothing. */
static uint64_t costliest_activation(const Checker* checker, const CheckedRoutine* routine)
{
   return checker->may_cost_nothing && routine->max <= 1 ? 0 : routine->max;
}

/* The costliest activation of a routine is no recursive one; and the self costs
   of all are part of what the others cost. */
static void real_sums_are_large_enough(Checker* checker)
{
   if (!checker->points_are_known || checker->is_part) {
      return;
   }
   for (uint32_t i = 0; i < checker->routine_ids.count; i++) {
      const CheckedRoutine* routine = &checker->routines[i];
      WideText real, self;
      if (routine->real_sum < costliest_activation(checker, routine)) {
         violation(checker, routine->line, "the real-sums of a routine add up to at least its largest max: "
                   "routine %" PRIu32 " %s, max %" PRIu64, routine->id, wide_text(routine->real_sum, real),
                   routine->max);
      } else if (routine->real_sum < routine->self_sum) {
         violation(checker, routine->line, "the real-sums of a routine add up to at least its self-sums: "
                   "routine %" PRIu32 " %s, self-sums %s", routine->id, wide_text(routine->real_sum, real),
                   wide_text(routine->self_sum, self));
      }
   }
}

static bool has_contexts(const Checker* checker)
{
   return checker->context_ids.count > 0 || checker->first_lines[TAG_CONTEXT] != 0;
}

static void every_context_has_x_line(Checker* checker)
{
   for (uint32_t i = 0; i < checker->context_ids.count && checker->contexts_are_known; i++) {
      const CheckedContext* context = &checker->contexts[i];
      if (context->line == 0) {
         violation(checker, context->first_point, "context %" PRIu32 " has points, but no x line",
                   context->id);
      }
   }
}

/* Readers do not know a context without points, nor anything that is called from it. */
static void every_context_has_points(Checker* checker)
{
   bool is_judged = checker->points_are_known && checker->first_lines[TAG_POINT] == 0;
   for (uint32_t i = 0; i < checker->context_ids.count && is_judged; i++) {
      const CheckedContext* context = &checker->contexts[i];
      if (context->first_point == 0) {
         violation(checker, context->line, "context %" PRIu32 " has an x line, but no points: such lines "
                   "stand in comments", context->id);
      }
   }
}

static void context_ids_start_at_1(Checker* checker)
{
   uint32_t index;
   if (checker->first_lines[TAG_CONTEXT] != 0 && checker->contexts_are_known && checker->points_are_known
       && !id_map_find(&checker->context_ids, 0, &index) && !id_map_find(&checker->context_ids, 1, &index)) {
      violation(checker, checker->first_lines[TAG_CONTEXT], "context ids start at 1: there is no context 1");
   }
}

static void every_routine_has_context(Checker* checker)
{
   if (!has_contexts(checker) || !checker->contexts_are_known) {
      return;
   }
   for (uint32_t i = 0; i < checker->routine_ids.count; i++) {
      if (!checker->routines[i].has_context) {
         violation(checker, checker->routines[i].line,
                   "with contexts, every routine has an x line: routine %" PRIu32 " has none",
                   checker->routines[i].id);
      }
   }
}

const Rule file_rules[] = {
   header_is_complete,
   routine_ids_are_dense,
   self_sums_add_up_to_total,
   real_sums_are_at_most_total,
   real_sums_are_large_enough,
   every_context_has_x_line,
   every_context_has_points,
   context_ids_start_at_1,
   every_routine_has_context,
   NULL
};
