#include "cli/check_experiment.h"

#include "answer/compare/growth.h"
#include "answer/judge/sample_rules.h"
#include "answer/judge/size_check.h"
#include "cli/experiment_suite.h"
#include "subject/limits.h"
#include "util/exit_status.h"

/* False, with the problem set, if it is not what rules about sizes can judge. */
static bool experiment_is_right(const CheckOptions* options, const Experiment* experiment, Problem* problem)
{
   if (options->updates || options->limit != NULL) {
      problem_set(problem, experiment->directory, 0, "is an experiment: %s is for reports",
                  options->updates ? "--update-baseline" : "--limit");
   } else if (experiment->parameter_count > 1) {
      problem_set(problem, experiment->directory, 0, "has two sizes, %s and %s: rules are about one",
                  experiment->parameters[0], experiment->parameters[1]);
   } else {
      return true;
   }
   return false;
}

/* An experiment, and a baseline that is another one. */
typedef struct {
   const RunSubjects* now;
   RunSubjects*       before;
   GrowthComparison*  growth;
   Subjects*          subjects; /* of the report that was compared */
   char*              others[2];
} ExperimentBaseline;

static void free_experiment_baseline(ExperimentBaseline* baseline)
{
   g_clear_pointer(&baseline->subjects, subjects_free);
   g_clear_pointer(&baseline->growth, growth_comparison_free);
   g_clear_pointer(&baseline->before, run_subjects_free);
   g_free(baseline->others[0]);
   g_free(baseline->others[1]);
}

/* Compares with the baseline.  False, with the problem set, if that cannot be. */
static bool compare_experiments(const CheckOptions* options, Check* check, ExperimentBaseline* baseline,
                                Problem* problem)
{
   const CompareOptions compare = {
      .threshold = check_threshold(check->rules), .least_part = SHARE_TOLD, .own = options->own,
      .other_program = options->other_program,
   };
   if (!settings_are_in(options->baseline)) {
      return problem_set(problem, options->baseline, 0, "is no experiment: the baseline of an experiment is "
                         "another one");
   }
   baseline->before = run_subjects_take(experiment_open(options->baseline, problem), RUNS_GROWN, options->own,
                                        problem);
   baseline->growth = baseline->before == NULL
                      ? NULL : growth_compare(baseline->before, baseline->now, &compare, problem);
   if (baseline->growth == NULL) {
      return false;
   }
   const Comparison* comparison = growth_comparison(baseline->growth);
   const Fingerprint there = fingerprint_of(report_header(comparison->sides[0]->report), check->texts);
   const Fingerprint here = fingerprint_of(report_header(comparison->sides[1]->report), check->texts);
   baseline->subjects = subjects_by_name(comparison->sides[1]->report, NULL, NULL, options->own);
   baseline->others[0] = fingerprint_other_measure(&there, &here);
   baseline->others[1] = fingerprint_other_environment(&there, &here);
   check->subjects = baseline->subjects;
   check->reference = (Reference){
      .path = options->baseline, .comparison = comparison, .other_measure = baseline->others[0],
      .other_environment = baseline->others[1],
   };
   return true;
}

/* Everything but for reading the experiment and the rules. */
static bool decide(const CheckOptions* options, Check* check, void* data, Problem* problem)
{
   ExperimentBaseline* baseline = data;
   Today               today;
   check_write_today(today);
   check->is_of_experiment = true;
   if (!size_check_fits(check->rules, baseline->now->experiment, check->findings)) {
      return true;
   }
   if (options->baseline != NULL && rules_need_baseline(check->rules)) {
      if (!compare_experiments(options, check, baseline, problem)) {
         return false;
      }
      check_apply(check, today);
   }
   size_check_apply(check, baseline->now, today);
   check_finish(check, today);
   check_find_places(check);
   return true;
}

static bool judge_experiment(const CheckOptions* options, const RunSubjects* now,
                             const Concluding* concluding, int* status, Problem* problem)
{
   const char* const  paths[] = { now->experiment->directory, NULL };
   ExperimentBaseline baseline = { .now = now };
   const Checked      checked = { options, paths, NULL, *concluding, decide, &baseline };
   bool               done = check_by_rules(&checked, status, problem);
   free_experiment_baseline(&baseline);
   return done;
}

/* Prints rules to begin with.  False, with the problem set. */
static bool offer_size_rules(const RunSubjects* now, Problem* problem)
{
   g_auto(GStrv) lines = sample_size_rules(now);
   check_offer_rules((const char* const*)lines, now->experiment->directory);
   return problem_set(problem, NULL, 0, "`man aprof-rules` has all rules; --baseline=DIRECTORY compares with "
                      "another experiment instead");
}

static bool check_one(const CheckOptions* options, const char* directory, const Concluding* concluding,
                      int* status, Problem* problem)
{
   RunSubjects* now = run_subjects_take(experiment_open(directory, problem), RUNS_GROWN, options->own,
                                        problem);
   bool         done = now != NULL && experiment_is_right(options, now->experiment, problem)
                       && (check_has_rules(options, NULL) || offer_size_rules(now, problem))
                       && judge_experiment(options, now, concluding, status, problem);
   if (!done) {
      problem_keep_file(problem);
   }
   g_clear_pointer(&now, run_subjects_free);
   return done;
}

int check_experiment(const CheckOptions* options, const char* directory)
{
   Problem problem;
   int     status = EXIT_USAGE;
   if (!check_one(options, directory, &(Concluding){ NULL, NULL }, &status, &problem)) {
      problem_print(&problem, "aprof check");
      status = EXIT_USAGE;
   }
   return status;
}

/*--- Several experiments ---*/

/* An experiment that the baseline lacks is new: compared with itself, it is not worse. */
static bool check_program(const CheckOptions* options, const SuiteProgram* program,
                          const Concluding* concluding, int* status, Problem* problem)
{
   CheckOptions own = *options;
   own.baseline = options->baseline == NULL ? NULL
                  : program->paths[program->paths[0] == NULL]->pdata[0];
   return check_one(&own, program->paths[1]->pdata[0], concluding, status, problem);
}

int check_experiment_suite(const CheckOptions* options, const char* directory)
{
   Problem problem;
   int     status = EXIT_USAGE;
   if (options->baseline != NULL && !experiment_suite_is_one(options->baseline)) {
      problem_set(&problem, options->baseline, 0,
                  "has no experiments in it, as the baseline of several needs");
      problem_print(&problem, "aprof check");
      return EXIT_USAGE;
   }
   g_autoptr(GArray) programs = experiment_suite_find((const char* const[]){ options->baseline, directory });
   if (!check_each(options, programs, check_program, &status, &problem)) {
      problem_print(&problem, "aprof check");
      status = EXIT_USAGE;
   }
   return status;
}
