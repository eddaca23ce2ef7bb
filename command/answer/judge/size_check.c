/* Results are the same as those of a report, so that all outputs can print them. */

#include "answer/judge/size_check.h"

#include <math.h>
#include <string.h>

#include "answer/judge/size_verdict.h"
#include "subject/limits.h"
#include "subject/names.h"
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

/*--- Routines and rules ---*/

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
static void find_limits(const SizeCheck* check, const RunSubject* routine, const RoutineNames* names)
{
   const Rules* rules = check->check->rules;
   bool         matters = routine == NULL
                          || run_subjects_matter(check->subjects, routine->total, SHARE_FORECAST);
   g_ptr_array_set_size(check->limits, 0);
   for (guint i = 0; i < rules->rules->len; i++) {
      const Rule*  rule = &g_array_index(rules->rules, Rule, i);
      const Limit* limit = &g_array_index(rule->limits, Limit, 0);
      bool         is_meant = rule->is_of_size
                              && (routine == NULL) == (limit->quantity == QUANTITY_PROGRAM)
                              && (routine == NULL || pattern_means(&rule->pattern, names, routine->is_own));
      check->check->used_rules[i] |= is_meant;
      if (is_meant && (matters || is_exact(&rule->pattern))) {
         limits_set(check->limits, limit);
      }
   }
}

/*--- Results ---*/

/* Judges a routine, or the program: NULL. */
static void add_results(const SizeCheck* check, const RunSubject* routine, const Exception* exception,
                        const char* name, const char* path)
{
   GStringChunk* texts = check->check->texts;
   for (guint i = 0; i < check->limits->len; i++) {
      const Limit* limit = g_ptr_array_index(check->limits, i);
      if (!limit->is_lifted) {
         const Decision decision = size_verdict(check->subjects, routine, limit);
         const Result   about = {
            .index = NO_INDEX, .share = routine == NULL ? INFINITY : fmax(routine->share, routine->far_share),
            .name = text_printable(name, texts), .object = text_printable(text_file_name(path), texts),
            .limit = limit,
         };
         check_add(check->check, about, &decision, exception);
      }
   }
}

static void apply_to_routine(SizeCheck* check, RunSubject* routine)
{
   const RoutineNames names = names_of(check, routine);
   const Exception*   exception = check_find_exception(check->check, &names, routine->is_own, check->today);
   find_limits(check, routine, &names);
   if (check->limits->len > 0) {
      run_subjects_grow(check->subjects, routine);
      add_results(check, routine, exception, names.name, routine->image);
   }
}

static void apply_to_program(SizeCheck* check)
{
   const char* path = check->subjects->application;
   find_limits(check, NULL, NULL);
   add_results(check, NULL, NULL, CHECK_PROGRAM, path == NULL ? CHECK_PROGRAM : path);
}

/*--- All ---*/

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
