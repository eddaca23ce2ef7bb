/* aprof diff: two versions of a program, routine by routine.  What changed is found in
   answer/compare/; here are the options. */

#include "cli/subcommands.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>

#include "answer/compare/answer.h"
#include "answer/compare/comparison.h"
#include "answer/compare/reports.h"
#include "answer/compare/suite.h"
#include "answer/compare/total.h"
#include "cli/debug_directory.h"
#include "cli/experiment_suite.h"
#include "cli/options.h"
#include "model/header.h"
#include "render/diff/outputs.h"
#include "render/terminal.h"
#include "subject/limits.h"
#include "subject/runs.h"
#include "util/json.h"
#include "util/problem.h"

typedef struct {
   CompareOptions compare;
   int            format;      /* DIFF_FORMAT_TEXT, ... */
   bool           all;
   bool           force;
} DiffOptions;

/*--- Comparing ---*/

static void print(const DiffOptions* options, const Answer* diff)
{
   switch (options->format) {
      case DIFF_FORMAT_TEXT:
         render_diff_text(stdout, diff, options->all, terminal_width(stdout), terminal_line(stdout));
         break;
      case DIFF_FORMAT_JSON:     json_print(stdout, diff); break;
      case DIFF_FORMAT_CSV:      render_diff_csv(stdout, diff); break;
      case DIFF_FORMAT_MARKDOWN: render_diff_markdown(stdout, diff, options->all); break;
   }
}

static void warn_of_unused_maps(const char* name, const Renames* renames)
{
   const char* unused;
   for (size_t index = 0; (unused = renames_next_unused(renames, &index)) != NULL;) {
      message_print("%s: --map=%s matches no routine of OLD", name, unused);
   }
}

/* False, with the problem set, if the reports do not fit together. */
static bool compare(const char* name, const DiffOptions* options, Report* before, Report* now,
                    char** paths[2], Problem* problem)
{
   char why[500];
   if (!options->force && comparison_differs(before, now, why, sizeof why)) {
      return problem_set(problem, paths[1][0], 0, "cannot be compared with %s: %s (--force compares all the "
                         "same)", problem_file_name(paths[0][0]), why);
   }
   /* If the ends differ, the answer says it. */
   if (g_strcmp0(header_comment(report_header(before), HEADER_ENDED),
                 header_comment(report_header(now), HEADER_ENDED)) == 0) {
      ends_warn(report_header(now), name);
   }
   Comparison* comparison = comparison_make(before, now, &options->compare);
   if (!options->compare.other_program && total_is_of_other_program(comparison, why, sizeof why)) {
      comparison_free(comparison);
      return problem_set(problem, paths[1][0], 0, "is not compared with %s: %s (--other-program compares all "
                         "the same)", problem_file_name(paths[0][0]), why);
   }
   g_autoptr(Answer) diff = answer_diff(comparison, paths);
   print(options, diff);
   warn_of_unused_maps(name, options->compare.renames);
   comparison_free(comparison);
   return true;
}

/* NULL, with the problem set, if they cannot be read. */
static Report* load(const char* name, const DiffOptions* options, char** paths, Problem* problem)
{
   const LoadOptions load_options = { .force = options->force, .find_names = true };
   Report* report = report_load((const char* const*)paths, g_strv_length(paths), load_options, problem);
   if (report != NULL) {
      incomplete_warn(report_header(report), name);
   }
   return report;
}

/* Compares two sides of one program. */
static bool run_program(const char* name, const DiffOptions* options, char** paths[2], Problem* problem)
{
   g_autoptr(Report) before = load(name, options, paths[0], problem);
   g_autoptr(Report) now = before == NULL ? NULL : load(name, options, paths[1], problem);
   bool done = now != NULL && compare(name, options, before, now, paths, problem);
   if (!done) {
      problem_keep_file(problem);
   }
   return done;
}

/*--- Several programs ---*/

static void print_suite(const DiffOptions* options, const Answer* diff)
{
   switch (options->format) {
      case DIFF_FORMAT_TEXT:     render_suite_diff_text(stdout, diff, options->all); break;
      case DIFF_FORMAT_JSON:     json_print(stdout, diff); break;
      case DIFF_FORMAT_CSV:      render_suite_diff_csv(stdout, diff); break;
      case DIFF_FORMAT_MARKDOWN: render_suite_diff_markdown(stdout, diff, options->all); break;
   }
}

static bool add_program(const char* name, const DiffOptions* options, const SuiteProgram* program,
                        SuiteSum* sum, Problem* problem)
{
   char why[500];
   g_assert(program->paths[0] != NULL || program->paths[1] != NULL);
   if (program->paths[0] == NULL || program->paths[1] == NULL) {
      suite_sum_add(sum, program, NULL);
      return true;
   }
   g_autoptr(Report) before = load(name, options, (char**)program->paths[0]->pdata, problem);
   g_autoptr(Report) now = before == NULL ? NULL
                           : load(name, options, (char**)program->paths[1]->pdata, problem);
   if (now == NULL) {
      problem_keep_file(problem);
      return false;
   }
   if (!options->force && comparison_differs(before, now, why, sizeof why)) {
      suite_sum_add_refused(sum, program, why);
   } else {
      Comparison* comparison = comparison_make(before, now, &options->compare);
      suite_sum_add(sum, program, comparison);
      comparison_free(comparison);
   }
   return true;
}

static bool run_suite(const char* name, const DiffOptions* options, const GArray* programs, Problem* problem)
{
   SuiteSum* sum = suite_sum_new();
   bool      done = true;
   for (guint i = 0; i < programs->len && done; i++) {
      done = add_program(name, options, &g_array_index(programs, SuiteProgram, i), sum, problem);
   }
   if (done) {
      g_autoptr(Answer) diff = suite_sum_answer(sum);
      print_suite(options, diff);
      warn_of_unused_maps(name, options->compare.renames);
   }
   suite_sum_free(sum);
   return done;
}

/* Forced, reports of several programs are added up. */
static int run(const char* name, const DiffOptions* options, char* const* sides)
{
   Problem problem;
   char**  paths[2] = { reports_find(sides[0], &problem), NULL };
   paths[1] = paths[0] == NULL ? NULL : reports_find(sides[1], &problem);
   g_autoptr(GArray) programs = paths[1] == NULL ? NULL : suite_find(paths, &problem);
   bool    done = programs != NULL;
   if (done) {
      bool is_suite = suite_is_one(programs) && !options->force;
      done = is_suite ? run_suite(name, options, programs, &problem)
                      : run_program(name, options, paths, &problem);
   }
   if (!done) {
      problem_print(&problem, name);
   }
   g_strfreev(paths[0]);
   g_strfreev(paths[1]);
   return done ? EXIT_OK : EXIT_USAGE;
}

/*--- Experiments ---*/

/* Reads the experiments of both sides, as far as they can be read.  False, with the problem set, if one
   cannot. */
static bool read_two(const DiffOptions* options, char* const* sides, RunSubjects* subjects[2],
                     Problem* problem)
{
   const char* own = options->compare.own;
   subjects[0] = run_subjects_take(experiment_open(sides[0], problem), RUNS_GROWN, own, problem);
   subjects[1] = subjects[0] == NULL ? NULL
                 : run_subjects_take(experiment_open(sides[1], problem), RUNS_GROWN, own, problem);
   return subjects[1] != NULL;
}

static void free_two(RunSubjects* subjects[2])
{
   g_clear_pointer(&subjects[0], run_subjects_free);
   g_clear_pointer(&subjects[1], run_subjects_free);
}

static int run_experiments(const char* name, const DiffOptions* options, char* const* sides)
{
   Problem           problem;
   RunSubjects*      subjects[2];
   bool              done = read_two(options, sides, subjects, &problem);
   GrowthComparison* growth = done ? growth_compare(subjects[0], subjects[1], &options->compare, &problem)
                                   : NULL;
   if (growth != NULL) {
      g_autoptr(Answer) diff = answer_growth_diff(growth);
      print(options, diff);
      warn_of_unused_maps(name, options->compare.renames);
      growth_comparison_free(growth);
   } else {
      problem_print(&problem, name);
   }
   free_two(subjects);
   return growth != NULL ? EXIT_OK : EXIT_USAGE;
}

/* False, with the problem set, if an experiment cannot be read.  One that cannot be compared is told. */
static bool add_experiment(const DiffOptions* options, const SuiteProgram* program, SuiteSum* sum,
                           Problem* problem)
{
   if (program->paths[0] == NULL || program->paths[1] == NULL) {
      suite_sum_add(sum, program, NULL);
      return true;
   }
   char* const  sides[] = { program->paths[0]->pdata[0], program->paths[1]->pdata[0] };
   RunSubjects* subjects[2];
   bool         done = read_two(options, sides, subjects, problem);
   if (done) {
      GrowthComparison* growth = growth_compare(subjects[0], subjects[1], &options->compare, problem);
      if (growth == NULL) {
         suite_sum_add_refused(sum, program, problem->reason);
      } else {
         suite_sum_add(sum, program, growth_comparison(growth));
         growth_comparison_free(growth);
      }
   }
   free_two(subjects);
   return done;
}

static int run_experiment_suite(const char* name, const DiffOptions* options, char* const* sides)
{
   Problem   problem;
   SuiteSum* sum = suite_sum_new();
   g_autoptr(GArray) programs = experiment_suite_find((const char* const[]){ sides[0], sides[1] });
   bool      done = true;
   for (guint i = 0; i < programs->len && done; i++) {
      done = add_experiment(options, &g_array_index(programs, SuiteProgram, i), sum, &problem);
   }
   if (done) {
      g_autoptr(Answer) diff = suite_sum_answer(sum);
      print_suite(options, diff);
      warn_of_unused_maps(name, options->compare.renames);
   } else {
      problem_print(&problem, name);
   }
   suite_sum_free(sum);
   return done ? EXIT_OK : EXIT_USAGE;
}

/*--- Options ---*/

/* False, with a message, if it is no such number. */
static bool take_number(const Argument* argument, int option, double least, double most,
                        const char* example, double* number)
{
   char* end;
   *number = strtod(argument->value, &end);
   bool is_number = g_ascii_isdigit(argument->value[0]) && *end == '\0';
   return (is_number && *number >= least && *number <= most)
          || argument_refuse(argument, option, "a number from %g to %g is needed, as %s", least, most,
                             example);
}

static bool take_share(const Argument* argument, DiffOptions* options)
{
   double percent;
   bool   is_right = take_number(argument, DIFF_LEAST_SHARE, 0, 100, "0.5", &percent);
   options->compare.least_part = percent / 100;
   return is_right;
}

static bool take_map(const Argument* argument, DiffOptions* options)
{
   char why[400];
   return renames_add(options->compare.renames, argument->value, why, sizeof why)
          || argument_refuse(argument, DIFF_MAP, "%s", why);
}

static bool take_option(void* data, int option, const Argument* argument)
{
   DiffOptions* options = data;
   switch ((DiffOption)option) {
      case DIFF_ALL:         options->all = true; return true;
      case DIFF_FORMAT:      options->format = argument->word; return true;
      case DIFF_MAP:         return take_map(argument, options);
      case DIFF_THRESHOLD:
         return take_number(argument, option, 1, 1000, "1.05", &options->compare.threshold);
      case DIFF_LEAST_SHARE: return take_share(argument, options);
      case DIFF_OWN:         options->compare.own = argument->value; return true;
      case DIFF_OTHER_BUILD: options->compare.other_build = true; return true;
      case DIFF_COLOR:       terminal_choose_colours((ColourChoice)argument->word); return true;
      case DIFF_OTHER_PROGRAM: options->compare.other_program = true; return true;
      case DIFF_DEBUG_DIR:   return debug_directory_take(argument, option);
      case DIFF_FORCE:       options->force = true; return true;
   }
   g_assert_not_reached();
}

static int work(void* data, char** words, size_t count)
{
   DiffOptions* options = data;
   if (count != 2) {
      return usage_error(diff_usage.name, "two sides are needed, OLD and NEW, not %zu: several reports of "
                         "one side have commas between, or are in a directory", count);
   }
   options->compare.all_cases = options->all || options->format == DIFF_FORMAT_JSON
                                || options->format == DIFF_FORMAT_CSV;
   bool are_experiments[] = { settings_are_in(words[0]), settings_are_in(words[1]) };
   if (are_experiments[0] != are_experiments[1]) {
      return usage_error(diff_usage.name,
                         "%s is an experiment, and %s is none: an experiment is compared with another",
                         words[are_experiments[0] ? 0 : 1], words[are_experiments[0] ? 1 : 0]);
   }
   if (experiment_suite_is_one(words[0]) && experiment_suite_is_one(words[1])) {
      return run_experiment_suite(diff_usage.name, options, words);
   }
   return are_experiments[0] ? run_experiments(diff_usage.name, options, words)
                             : run(diff_usage.name, options, words);
}

int diff_main(int count, char** words)
{
   static const Subcommand diff = { .usage = &diff_usage, .take = take_option, .work = work };
   DiffOptions options = {
      .compare = {
         .threshold = SAME_COST, .least_part = SHARE_TOLD, .renames = renames_new()
      },
   };
   int status = subcommand_run(&diff, &options, count, words);
   renames_free(options.compare.renames);
   return status;
}
