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
   const RunSubjects* subjects;
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

static RoutineNames names_of(const SizeCheck* check, const RunSubject* routine)
{
   return (RoutineNames){
      compare_name(routine->name, check->check->texts), routine->name, routine->mangled, routine->image,
      compare_object(routine->image, check->check->texts)
   };
}

static bool is_exact(const RoutinePattern* pattern)
{
   return strpbrk(pattern->name, "*?[") == NULL;
}

/* Finds the limits of a routine, or of the program: NULL. */
static void find_limits(SizeCheck* check, const RunSubject* routine)
{
   const Rules*       rules = check->check->rules;
   const RoutineNames names = routine == NULL ? (RoutineNames){ 0 } : names_of(check, routine);
   bool               own = routine != NULL && routine->is_own;
   g_ptr_array_set_size(check->limits, 0);
   for (guint i = 0; i < rules->rules->len; i++) {
      const Rule*  rule = &g_array_index(rules->rules, Rule, i);
      const Limit* limit = &g_array_index(rule->limits, Limit, 0);
      bool         is_of_program = rule->is_of_size && limit->quantity == QUANTITY_PROGRAM;
      bool         is_meant = rule->is_of_size
         && (routine == NULL ? is_of_program : !is_of_program && pattern_means(&rule->pattern, &names, own));
      check->check->used_rules[i] |= is_meant;
      if (is_meant && (routine == NULL || is_exact(&rule->pattern)
                       || run_subjects_matter(check->subjects, routine->total, SHARE_FORECAST))) {
         limits_set(check->limits, limit);
      }
   }
}

/* The exception that ends last, of those that are not over. */
static const Exception* find_exception(SizeCheck* check, const RunSubject* routine)
{
   const GArray*      all = check->check->rules->exceptions;
   const RoutineNames names = names_of(check, routine);
   const Exception*   found = NULL;
   for (guint i = 0; i < all->len; i++) {
      const Exception* exception = &g_array_index(all, Exception, i);
      if (pattern_means(&exception->pattern, &names, routine->is_own)) {
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

static void add_results(SizeCheck* check, const RunSubject* routine, const Exception* exception,
                        const char* name, const char* object)
{
   for (guint i = 0; i < check->limits->len; i++) {
      const Limit* limit = g_ptr_array_index(check->limits, i);
      if (limit->is_lifted) {
         continue;
      }
      const Decision decision = size_verdict(check->subjects, routine, limit);
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

static void apply_to_routine(SizeCheck* check, RunSubject* routine)
{
   find_limits(check, routine);
   const Exception* exception = find_exception(check, routine);
   if (check->limits->len > 0) {
      run_subjects_grow(check->subjects, routine);
      add_results(check, routine, exception, compare_name(routine->name, check->check->texts),
                  text_file_name(routine->image));
   }
}

static void apply_to_program(SizeCheck* check)
{
   const char* path = check->subjects->application;
   find_limits(check, NULL);
   add_results(check, NULL, NULL, CHECK_PROGRAM, path == NULL ? CHECK_PROGRAM : text_file_name(path));
}

/*------------------------------------------------------------------*/
/*--- All                                                        ---*/
/*------------------------------------------------------------------*/

void size_check_apply(Check* check, const RunSubjects* subjects, const char* today)
{
   SizeCheck size_check = {
      .check = check, .subjects = subjects, .today = today, .limits = g_ptr_array_new(),
   };
   apply_to_program(&size_check);
   for (guint i = 0; i < subjects->all->len; i++) {
      apply_to_routine(&size_check, g_ptr_array_index(subjects->all, i));
   }
   g_ptr_array_unref(size_check.limits);
}
