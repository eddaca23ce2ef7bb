/* aprof check: does a report keep the rules?  Here are the options, and what is read and
   written; answer/judge/ decides. */

#include "cli/subcommands.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answer/compare/comparison.h"
#include "answer/compare/reports.h"
#include "answer/compare/suite.h"
#include "answer/compare/total.h"
#include "answer/judge/baseline_file.h"
#include "answer/judge/baseline_report.h"
#include "answer/judge/sample_rules.h"
#include "answer/judge/update.h"
#include "cli/check_experiment.h"
#include "cli/debug_directory.h"
#include "cli/experiment_suite.h"
#include "cli/options.h"
#include "cli/report_paths.h"
#include "experiment/settings.h"
#include "model/header.h"
#include "model/loader.h"
#include "subject/limits.h"
#include "util/problem.h"

/*--- Reading ---*/

/* A baseline, a file of its own or a report, and what is compared with it. */
typedef struct {
   Baseline*   baseline;   /* or NULL */
   Report*     report;     /* or NULL */
   Comparison* comparison;
   Report*     now;
   char**      paths;      /* of that, up to NULL */
   Subjects*   subjects;
   char*       others[2];  /* why costs cannot be compared, or differ a little (Reference); or NULL */
} LoadedBaseline;

/* Compares with the baseline, again if it has changed. */
static void compare_with(const CheckOptions* options, Check* check, LoadedBaseline* loaded)
{
   const CompareOptions compare = {
      .threshold = check_threshold(check->rules), .least_part = SHARE_TOLD, .own = options->own
   };
   g_clear_pointer(&loaded->comparison, comparison_free);
   loaded->comparison = loaded->baseline != NULL
                        ? baseline_compare(loaded->baseline, check->subjects, &compare)
                        : comparison_make(loaded->report, check->subjects->report, &compare);
   check->reference.comparison = loaded->comparison;
}

static bool load_report(const CheckOptions* options, const char* path, LoadedBaseline* loaded,
                        Problem* problem)
{
   const LoadOptions load = { .force = options->force, .find_names = true };
   loaded->report = report_load((const char* const*)options->baseline_paths,
                                g_strv_length(options->baseline_paths), load, problem);
   return loaded->report != NULL
          && (!options->updates
              || problem_set(problem, path, 0, "is a report: only a baseline can be brought up to date"));
}

static const char* baseline_path(const CheckOptions* options)
{
   return options->baseline != NULL ? options->baseline : DEFAULT_BASELINE;
}

static bool load_baseline(const CheckOptions* options, LoadedBaseline* loaded, Problem* problem)
{
   const char* path = baseline_path(options);
   bool        is_absent = strcmp(path, "-") != 0 && access(path, F_OK) != 0;
   if (is_absent && options->updates) {
      loaded->baseline = baseline_new(path);
      return true;
   }
   if (is_absent && options->baseline == NULL) {
      return problem_set(problem, path, 0, "is not there, and the rules need a baseline: --update-baseline "
                         "writes one, --baseline=FILE names another");
   }
   if (options->baseline_paths == NULL) {
      loaded->baseline = baseline_file_read(path, problem);
      return loaded->baseline != NULL;
   }
   return load_report(options, path, loaded, problem);
}

static void free_baseline(LoadedBaseline* loaded)
{
   g_clear_pointer(&loaded->comparison, comparison_free);
   baseline_free(loaded->baseline);
   g_clear_pointer(&loaded->report, report_free);
   g_clear_pointer(&loaded->subjects, subjects_free);
   g_free(loaded->others[0]);
   g_free(loaded->others[1]);
}

/*--- Writing ---*/

/* False, with the problem set, if an accepted pattern has let nothing in; then nothing is written. */
static bool update(const CheckOptions* options, Check* check, LoadedBaseline* loaded, const char* today,
                   Problem* problem)
{
   const char* const* accepted = (const char* const*)options->accepted->pdata;
   g_autofree bool* used = g_new0(bool, options->accepted->len);
   Update done = update_baseline(check, accepted, used);
   bool   written = true;
   for (size_t i = 0; accepted[i] != NULL && written; i++) {
      if (!used[i]) {
         problem_set(problem, NULL, 0, "--accept=%s: nothing of this name is worse than in the baseline",
                     accepted[i]);
         written = false;
      }
   }
   g_assert(check->reference.baseline != NULL);
   written = written && baseline_file_write(check->reference.baseline, problem);
   if (written) {
      message_print("Baseline: %s: %zu new, %zu better, %zu accepted, %zu worse and not accepted, "
                    "%zu unchanged, %zu not run", check->reference.baseline->path, done.added, done.better,
                    done.accepted, done.refused, done.unchanged, done.absent);
      check->reference.other_environment = NULL;
      compare_with(options, check, loaded);
      check_apply(check, today);
      check_finish(check, today);
   }
   return written;
}

/*--- The check ---*/

/* False, with the problem set, if the baseline cannot be used. */
static bool refer_to_baseline(const CheckOptions* options, Check* check, LoadedBaseline* loaded,
                              Problem* problem)
{
   char why[500];
   if (!rules_need_baseline(check->rules)) {
      if (options->updates) {
         problem_set(problem, check->rules->file, 0, "has no limit against a baseline, so there is nothing "
                     "to update: write, for example, `* worst no-worse-than baseline`");
      }
      return !options->updates;
   }
   if (!load_baseline(options, loaded, problem)) {
      return false;
   }
   const Fingerprint here = fingerprint_of(report_header(check->subjects->report), check->texts);
   const Fingerprint there = loaded->baseline != NULL
      ? loaded->baseline->fingerprint : fingerprint_of(report_header(loaded->report), check->texts);
   loaded->others[0] = fingerprint_other_measure(&there, &here);
   loaded->others[1] = fingerprint_other_environment(&there, &here);
   check->reference = (Reference){
      .path = baseline_path(options), .baseline = loaded->baseline,
      .other_measure = loaded->others[0], .other_environment = loaded->others[1],
   };
   compare_with(options, check, loaded);
   if (loaded->report != NULL && !options->other_program
       && total_is_of_other_program(loaded->comparison, why, sizeof why)) {
      return problem_set(problem, baseline_path(options), 0, "cannot be a baseline here: %s (--other-program "
                         "compares all the same)", why);
   }
   if (options->updates && check->reference.other_measure != NULL) {
      return problem_set(problem, loaded->baseline->path, loaded->baseline->fingerprint_line, "%s; remove "
                         "the file to begin anew", check->reference.other_measure);
   }
   return true;
}

/* Everything but for reading the report and the rules. */
static bool decide(const CheckOptions* options, Check* check, void* data, Problem* problem)
{
   LoadedBaseline* loaded = data;
   Today           today;
   check_write_today(today);
   check->subjects = loaded->subjects = subjects_by_name(loaded->now, NULL, NULL, options->own);
   check->parts = g_strv_length(loaded->paths) > 1 ? (const char* const*)loaded->paths : NULL;
   bool done = refer_to_baseline(options, check, loaded, problem);
   if (done) {
      check_apply(check, today);
      check_finish(check, today);
      done = !options->updates || update(options, check, loaded, today, problem);
   }
   if (done) {
      check_find_places(check);
   }
   return done;
}

/* Warns of what makes the report incomplete, unless the answer says that the baseline's ended otherwise. */
static void warn(const CheckOptions* options, const LoadedBaseline* loaded, const Header* header)
{
   if (options->limit != NULL) {
      return;
   }
   incomplete_warn(header, "aprof check");
   if (loaded->comparison == NULL || loaded->comparison->total.state != TOTAL_OTHER_END) {
      ends_warn(header, "aprof check");
   }
}

/* Prints rules to begin with.  False, with the problem set. */
static bool offer_rules(const CheckOptions* options, Report* report, const char* path, Problem* problem)
{
   Subjects* subjects = subjects_by_name(report, NULL, NULL, options->own);
   g_auto(GStrv) lines = sample_rules(subjects);
   check_offer_rules((const char* const*)lines, path);
   subjects_free(subjects);
   return problem_set(problem, NULL, 0, "`man aprof-rules` has all rules; --update-baseline keeps what "
                      "the program costs now, --baseline=REPORT compares with another report instead");
}

static bool check_report(const CheckOptions* options, Report* report, char** paths,
                         const Concluding* concluding, int* status, Problem* problem)
{
   LoadedBaseline loaded = { .now = report, .paths = paths };   /* a problem may name its files */
   const Checked  checked = {
      options, (const char* const*)paths, report_header(report), *concluding, decide, &loaded
   };
   bool done = check_by_rules(&checked, status, problem);
   warn(options, &loaded, report_header(report));
   free_baseline(&loaded);
   return done;
}

static bool check_program(const CheckOptions* options, char** paths, const Concluding* concluding,
                          int* status, Problem* problem)
{
   const LoadOptions load = { .force = options->force, .find_names = true };
   g_autoptr(Report) report = report_load((const char* const*)paths, g_strv_length(paths), load, problem);
   return report != NULL
          && (check_has_rules(options, report_header(report))
              || offer_rules(options, report, paths[0], problem))
          && check_report(options, report, paths, concluding, status, problem);
}

/*--- Several programs ---*/

/* A program that the baseline lacks is new: compared with itself, it is not worse. */
static bool check_one(const CheckOptions* options, const SuiteProgram* program, const Concluding* concluding,
                      int* status, Problem* problem)
{
   CheckOptions own = *options;
   own.baseline_paths = options->baseline_paths == NULL ? NULL
                        : (char**)program->paths[program->paths[0] == NULL]->pdata;
   return check_program(&own, (char**)program->paths[1]->pdata, concluding, status, problem);
}

static bool check_suite(const CheckOptions* options, const GArray* programs, int* status, Problem* problem)
{
   return options->updates
          ? problem_set(problem, NULL, 0, "the reports are of several programs, and a baseline is of one: "
                        "update it by the reports of that")
          : check_each(options, programs, check_one, status, problem);
}

/* Sets the paths of a baseline of reports. */
static bool find_baseline(CheckOptions* options, Problem* problem)
{
   const char* path = baseline_path(options);
   if (settings_are_in(path)) {
      return problem_set(problem, path, 0, "is an experiment: it is the baseline of another one, and not of "
                         "reports");
   }
   bool is_file = strcmp(path, "-") == 0 || access(path, F_OK) == 0;
   if ((is_file && baseline_file_is_one(path)) || (!is_file && strchr(path, ',') == NULL)) {
      return true;
   }
   options->baseline_paths = reports_find(path, problem);
   return options->baseline_paths != NULL;
}

/* Forced, reports of several programs are added up. */
static int run_reports(const CheckOptions* given, const char* const* names, size_t count)
{
   Problem      problem;
   CheckOptions options = *given;
   int          status = EXIT_USAGE;
   g_auto(GStrv) paths = report_paths_find(names, count, &problem);
   bool         done = paths != NULL && find_baseline(&options, &problem);
   char** const sides[] = { options.baseline_paths, paths };
   g_autoptr(GArray) programs = done ? suite_find(sides, &problem) : NULL;
   done = programs != NULL;
   if (done) {
      bool is_suite = suite_is_one(programs) && !options.force;
      done = is_suite ? check_suite(&options, programs, &status, &problem)
                      : check_program(&options, paths, &(Concluding){ NULL, NULL }, &status, &problem);
   }
   if (!done) {
      problem_print(&problem, "aprof check");
      status = EXIT_USAGE;
   }
   g_strfreev(options.baseline_paths);
   return status;
}

/*--- What is checked ---*/

static int run(const CheckOptions* options, const char* const* names, size_t count)
{
   if (count == 1 && experiment_suite_is_one(names[0])) {
      return check_experiment_suite(options, names[0]);
   }
   for (size_t i = 0; i < count; i++) {
      if (settings_are_in(names[i])) {
         return count == 1
                   ? check_experiment(options, names[0])
                   : usage_error("aprof check", "%s is an experiment, which is checked alone", names[i]);
      }
   }
   return run_reports(options, names, count);
}

/*--- Options ---*/

/* "FORMAT", or "FORMAT:FILE". */
static bool take_format(const Argument* argument, CheckOptions* options)
{
   const Wanted wanted = { argument->word, argument->rest };
   if (wanted.path != NULL && *wanted.path == '\0') {
      return argument_refuse(argument, CHECK_FORMAT, "a file is needed after the colon");
   }
   g_array_append_val(options->outputs.wanted, wanted);
   return true;
}

/* docs/command.md has the words in the order of the enumeration. */
_Static_assert((int)CHECK_OPEN_FAIL == (int)OPEN_FAIL, "--open");

static bool take_option(void* data, int option, const Argument* argument)
{
   CheckOptions* options = data;
   const char* value = argument->value;
   switch ((CheckOption)option) {
      case CHECK_RULES:           options->rules = value; return true;
      case CHECK_ROUTINE:         options->routine = value; return true;
      case CHECK_LIMIT:           options->limit = value; return true;
      case CHECK_BASELINE:        options->baseline = value; return true;
      case CHECK_UPDATE_BASELINE: options->updates = true; return true;
      case CHECK_ACCEPT:          g_ptr_array_add(options->accepted, (char*)value); return true;
      case CHECK_OPEN:            options->open = (OpenPolicy)argument->word; return true;
      case CHECK_FORMAT:          return take_format(argument, options);
      case CHECK_OUTPUT:          options->outputs.usual = value; return true;
      case CHECK_ALL:             options->outputs.shows_all = true; return true;
      case CHECK_OWN:             options->own = value; return true;
      case CHECK_OTHER_PROGRAM:   options->other_program = true; return true;
      case CHECK_DEBUG_DIR:       return debug_directory_take(argument, option);
      case CHECK_FORCE:           options->force = true; return true;
   }
   g_assert_not_reached();
}

/* False, with a message, if options contradict each other. */
static bool complete_options(const char* name, CheckOptions* options)
{
   if (!check_outputs_complete(&options->outputs, name)) {
      return false;
   }
   if ((options->limit == NULL) != (options->routine == NULL)) {
      usage_error(name, "--routine and --limit need each other: which routine is to keep which limit");
      return false;
   }
   if (options->limit != NULL && options->rules != NULL) {
      usage_error(name, "with --limit, no other rule counts: leave --rules out");
      return false;
   }
   if (options->accepted->len > 0 && !options->updates) {
      usage_error(name, "--accept needs --update-baseline");
      return false;
   }
   g_ptr_array_add(options->accepted, NULL);
   return true;
}

static int work(void* data, char** words, size_t count)
{
   CheckOptions* options = data;
   bool is_right = complete_options(check_usage.name, options);
   return is_right ? run(options, (const char* const*)words, count) : EXIT_USAGE;
}

static CheckOptions new_options(FILE* out)
{
   return (CheckOptions){
      .open = OPEN_WARN, .accepted = g_ptr_array_new(),
      .outputs = { .wanted = g_array_new(FALSE, FALSE, sizeof(Wanted)), .usual = "-", .out = out },
   };
}

static void free_options(CheckOptions* options)
{
   g_ptr_array_free(options->accepted, TRUE);
   g_array_free(options->outputs.wanted, TRUE);
}

int check_programs(FILE* out, const char* rules, const char* const* reports, size_t count)
{
   CheckOptions options = new_options(out);
   options.rules = rules;
   options.force = count > 1;   /* they are of different programs */
   complete_options(check_usage.name, &options);
   int status = run(&options, reports, count);
   free_options(&options);
   return status;
}

int check_main(int count, char** words)
{
   static const Subcommand subcommand = {
      .usage = &check_usage, .take = take_option, .needs = "the REPORTs to check", .work = work,
   };
   CheckOptions options = new_options(stdout);
   int status = subcommand_run(&subcommand, &options, count, words);
   free_options(&options);
   return status;
}
