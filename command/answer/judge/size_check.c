/* Results are the same as those of a report, so that all outputs can print them. */

#include "answer/judge/size_check.h"

#include <math.h>
#include <string.h>

#include "answer/grow/cause.h"
#include "subject/limits.h"
#include "subject/names.h"
#include "util/text.h"

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

/* `data` is the routine; of the program, NULL. */
typedef struct {
   const RunSubjects* subjects;
   RunSubject*        routine;
} Asked;

static Decision decide(Check* check, Judged* judged, gconstpointer data, const Limit* limit)
{
   (void)check;
   const Asked* asked = data;
   if (asked->routine != NULL) {
      run_subjects_grow(asked->subjects, asked->routine);
      judged->share = fmax(asked->routine->share, asked->routine->far_share);
   }
   return size_verdict(asked->subjects, asked->routine, limit);
}

static Defined defined_run(const RunSubjects* subjects, const char* name, const char* image,
                           const char* mangled)
{
   return (Defined){ &subjects->conditions[subjects->last], image, definition_symbol(name, mangled) };
}

static void apply_to_routine(Check* check, const Asked* asked, const char* today)
{
   const RunSubject*  routine = asked->routine;
   const RoutineNames names = {
      compare_name(routine->name, check->texts), routine->name, routine->mangled, routine->image,
      compare_object(routine->image, check->texts)
   };
   Judged judged = {
      .names = &names, .is_own = routine->is_own, .is_of_runs = true, .index = NO_INDEX,
      .is_trifle = !run_subjects_matter(asked->subjects, routine->total, SHARE_FORECAST),
      .name = names.name, .object = text_file_name(routine->image),
      .defined = defined_run(asked->subjects, routine->name, routine->image, routine->mangled),
   };
   check_judge(check, &judged, decide, asked, today);
}

static void find_main(Check* check, const RunSubjects* subjects)
{
   for (guint i = 0; i < subjects->all->len; i++) {
      const RunSubject* routine = g_ptr_array_index(subjects->all, i);
      if (routine->is_main) {
         check->main = defined_run(subjects, routine->name, routine->image, routine->mangled);
      }
   }
}

/* The program, and whom the first sentence of `aprof grow` blames. */
static Judged judged_runs(const Check* check, const RunSubjects* subjects)
{
   const Cause cause = cause_of_runs(subjects);
   Judged      program = judged_program(subjects->application, true);
   if (cause.named.name != NULL) {
      program.from = check_name(check, cause.named.name);
      program.defined = defined_run(subjects, cause.named.name, cause.named.object, cause.named.mangled);
   }
   return program;
}

void size_check_apply(Check* check, const RunSubjects* subjects, const char* today)
{
   find_main(check, subjects);
   Judged program = judged_runs(check, subjects);
   check_judge(check, &program, decide, &(Asked){ subjects, NULL }, today);
   for (guint i = 0; i < subjects->all->len; i++) {
      apply_to_routine(check, &(Asked){ subjects, g_ptr_array_index(subjects->all, i) }, today);
   }
}
