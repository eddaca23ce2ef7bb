/* Results are the same as those of a report, so that all outputs can print them. */

#include "answer/judge/size_check.h"

#include <math.h>
#include <string.h>

#include "subject/names.h"
#include "answer/judge/patterns.h"
#include "answer/judge/size_verdict.h"
#include "subject/limits.h"
#include "util/text.h"

typedef struct {
   Check*             check;
   const GrowthFacts* facts;
   const char*        today;
   GPtrArray*         limits;            /* of the routine: Limit */
} SizeCheck;

bool size_check_fits(const Rules* rules, const Experiment* experiment, Findings* findings)
{
   size_t before = findings->list->len;
   for (guint i = 0; i < rules->rules->len; i++) {
      const Rule*  rule = &g_array_index(rules->rules, Rule, i);
      const Limit* limit = &g_array_index(rule->limits, Limit, 0);
      if (rule->is_of_size && limit->unit != NULL && strcmp(limit->unit, experiment->unit) != 0) {
         bool is_number = strcmp(experiment->unit, "number") == 0;
         findings_add(findings, FINDING_SYNTAX, limit->file, limit->line, limit->column,
                      "the experiment's sizes are %s, not %s: write the size %s%s",
                      is_number ? "numbers" : experiment->unit, limit->unit,
                      is_number ? "without a unit" : "in ", is_number ? "" : experiment->unit);
      }
   }
   return findings->list->len == before;
}

/*------------------------------------------------------------------*/
/*--- Routines and rules                                         ---*/
/*------------------------------------------------------------------*/

static RoutineNames names_of(const SizeCheck* check, const RoutineSeries* series)
{
   return (RoutineNames){
      compare_name(series->name, check->check->texts), series->name, series->mangled, series->image,
      compare_object(series->image, check->check->texts)
   };
}

static bool is_exact(const RoutinePattern* pattern)
{
   return strpbrk(pattern->name, "*?[") == NULL;
}

/* Finds the limits of a routine, or of the program: NULL. */
static void find_limits(SizeCheck* check, const RoutineSeries* series)
{
   const Rules*       rules = check->check->rules;
   const RoutineNames names = series == NULL ? (RoutineNames){ 0 } : names_of(check, series);
   bool               own = series != NULL && series->is_own;
   g_ptr_array_set_size(check->limits, 0);
   for (guint i = 0; i < rules->rules->len; i++) {
      const Rule*  rule = &g_array_index(rules->rules, Rule, i);
      const Limit* limit = &g_array_index(rule->limits, Limit, 0);
      bool         is_of_program = rule->is_of_size && limit->quantity == QUANTITY_PROGRAM;
      bool         is_meant = rule->is_of_size
         && (series == NULL ? is_of_program : !is_of_program && pattern_means(&rule->pattern, &names, own));
      check->check->used_rules[i] |= is_meant;
      if (is_meant && (series == NULL || is_exact(&rule->pattern)
                       || growth_matters(check->facts, series->total, SHARE_FORECAST))) {
         limits_set(check->limits, limit);
      }
   }
}

/* The exception that ends last, of those that are not over. */
static const Exception* find_exception(SizeCheck* check, const RoutineSeries* series)
{
   const GArray*      all = check->check->rules->exceptions;
   const RoutineNames names = names_of(check, series);
   const Exception*   found = NULL;
   for (guint i = 0; i < all->len; i++) {
      const Exception* exception = &g_array_index(all, Exception, i);
      if (pattern_means(&exception->pattern, &names, series->is_own)) {
         check->check->used_exceptions[i] = true;
         bool is_later = found == NULL || strcmp(found->until, exception->until) < 0;
         found = is_later && strcmp(check->today, exception->until) <= 0 ? exception : found;
      }
   }
   return found;
}

/*------------------------------------------------------------------*/
/*--- Results                                                    ---*/
/*------------------------------------------------------------------*/

static QuantityCurve curve_of(const GrowthFacts* facts, const SizeGrowth* routine, Quantity quantity)
{
   switch (quantity) {
      case QUANTITY_TOTAL:   return (QuantityCurve){ routine->total, routine->series->total };
      case QUANTITY_SELF:    return (QuantityCurve){ routine->self, routine->series->self };
      case QUANTITY_CALLS:   return (QuantityCurve){ routine->calls, routine->series->calls };
      case QUANTITY_PROGRAM: break;
   }
   return (QuantityCurve){ facts->program, facts->series->cost };
}

static void add_results(SizeCheck* check, const SizeGrowth* routine, const Exception* exception,
                        const char* name, const char* object)
{
   for (guint i = 0; i < check->limits->len; i++) {
      const Limit* limit = g_ptr_array_index(check->limits, i);
      if (limit->is_lifted) {
         continue;
      }
      const QuantityCurve of = curve_of(check->facts, routine, limit->quantity);
      const Decision decision = size_verdict(check->facts, &of, limit);
      const Result   result = {
         .index = NO_INDEX, .share = routine == NULL ? INFINITY : fmax(routine->share, routine->far_share),
         .name = text_printable(name, check->check->texts),
         .object = text_printable(object, check->check->texts), .limit = limit,
         .verdict = decision.verdict, .found = decision.found,
         .value = decision.value, .low = decision.low, .high = decision.high,
      };
      check_add_result(check->check, &result, exception);
   }
}

static void apply_to_routine(SizeCheck* check, const RoutineSeries* series)
{
   find_limits(check, series);
   const Exception* exception = find_exception(check, series);
   if (check->limits->len > 0) {
      const SizeGrowth routine = growth_facts_routine(check->facts, series);
      const RoutineNames  names = names_of(check, series);
      add_results(check, &routine, exception, names.name, text_file_name(series->image));
   }
}

static void apply_to_program(SizeCheck* check)
{
   const char* path = check->facts->series->application;
   find_limits(check, NULL);
   add_results(check, NULL, NULL, CHECK_PROGRAM, path == NULL ? CHECK_PROGRAM : text_file_name(path));
}

/*------------------------------------------------------------------*/
/*--- All                                                        ---*/
/*------------------------------------------------------------------*/

void size_check_apply(Check* check, const GrowthFacts* facts, const char* today)
{
   SizeCheck size_check = {
      .check = check, .facts = facts, .today = today, .limits = g_ptr_array_new(),
   };
   apply_to_program(&size_check);
   for (guint i = 0; i < facts->series->routines->len; i++) {
      apply_to_routine(&size_check, &g_array_index(facts->series->routines, RoutineSeries, i));
   }
   g_ptr_array_unref(size_check.limits);
}
