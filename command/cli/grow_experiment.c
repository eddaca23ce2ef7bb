/* Works on an experiment that is there: makes its runs, prints its plan, and shows it. */

#include "cli/grow.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "answer/grow/answer.h"
#include "answer/grow/settled.h"
#include "cli/html_experiment.h"
#include "cli/options.h"
#include "experiment/conduct.h"
#include "experiment/measure.h"
#include "experiment/workplace.h"
#include "model/interpreters.h"
#include "render/grow/outputs.h"
#include "render/terminal.h"
#include "util/caller.h"
#include "util/json.h"
#include "util/number.h"
#include "util/problem.h"
#include "util/text.h"

static int tell(const Problem* problem)
{
   problem_print(problem, grow_usage.name);
   return EXIT_USAGE;
}

/*--- What is shown ---*/

static void print_answer(const GrowWork* work, const Answer* answer)
{
   switch (work->format) {
      case GROW_FORMAT_TEXT: render_grow_text(stdout, answer, work->all, terminal_width(stdout)); break;
      case GROW_FORMAT_JSON: json_print(stdout, answer); break;
      case GROW_FORMAT_CSV:  render_grow_csv(stdout, answer); break;
   }
}

/* False, with the problem set, if the page cannot be written. Its name does not get into JSON or CSV. */
static bool write_page(const GrowWork* work, const Experiment* experiment, const Answer* answer,
                       Problem* problem)
{
   FILE* out = work->format == GROW_FORMAT_TEXT ? stdout : stderr;
   return html_write_experiment(out, experiment->directory, answer, NULL, problem);
}

/* False, with the problem set, if a report cannot be read, or the page cannot be written. */
static bool print_experiment(const GrowWork* work, const Experiment* experiment, Problem* problem)
{
   g_autoptr(Answer) answer = answer_experiment(experiment, problem);
   if (answer == NULL) {
      return false;
   }
   print_answer(work, answer);
   return !work->html || write_page(work, experiment, answer, problem);
}

/*--- What is said ---*/

/* Names the planned runs that are not made. */
static void say_missing(const Experiment* experiment)
{
   g_autoptr(GString) names = g_string_new(NULL);
   for (guint i = 0; i < experiment->planned->len; i++) {
      const PlannedRun* run = &g_array_index(experiment->planned, PlannedRun, i);
      g_string_append_printf(names, "%s%s", i == 0 ? "" : " ", run->name);
   }
   if (experiment->planned->len > 0) {
      message_print("%s: missing: %u of %u runs: %s", g_get_prgname(), experiment->planned->len,
                    experiment->settings->planned->len, names->str);
   }
}

/* Says why larger sizes are not run.  The answer has the command that goes on. */
static void say_end(const Experiment* experiment, ChoiceEnd end, const Limits* limits)
{
   switch (end) {
      case CHOICE_COMPLETE:
         break;
      case CHOICE_BUDGET:
         message_print("%s: %s sizes are beyond the budget of %u s", grow_usage.name,
                       experiment_good_runs(experiment) < FORECAST_LEAST_SIZES ? "more" : "larger",
                       limits->budget);
         break;
      case CHOICE_TIMEOUT:
         message_print("%s: larger sizes are not tried, because one took too long", grow_usage.name);
         break;
      case CHOICE_MEMORY:
         message_print("%s: larger sizes are not tried, because one needed too much memory (--memory)",
                       grow_usage.name);
         break;
      case CHOICE_SETTLED:
         message_print("%s: larger sizes would not change the answer", grow_usage.name);
         break;
      case CHOICE_FAILURES:
         message_print("%s: larger sizes are not tried, because the two largest failed", grow_usage.name);
         break;
   }
}

static void say_interrupted(const Experiment* experiment, int signal_number)
{
   g_autoptr(GString) line = caller_line("grow ");
   text_append_shell_word(line, experiment->directory);
   message_print("%s: ended by a signal (%s): %u runs are complete; `%s` goes on", grow_usage.name,
                 strsignal(signal_number), experiment->runs->len, line->str);
}

static int show(const GrowWork* work, const Experiment* experiment)
{
   Problem problem;
   say_missing(experiment);
   if (!print_experiment(work, experiment, &problem)) {
      return tell(&problem);
   }
   return experiment_good_runs(experiment) > 0 ? EXIT_OK : EXIT_USAGE;
}

/*--- Plans ---*/

/* Prints a command for each planned run that is not made. */
static int print_plan(const Experiment* experiment)
{
   for (guint i = 0; i < experiment->planned->len; i++) {
      const PlannedRun* run = &g_array_index(experiment->planned, PlannedRun, i);
      g_auto(GStrv)      words = conduct_words(experiment, "aprof", run->name);
      g_autoptr(GString) line = g_string_new(caller_name());
      text_append_shell_words(line, words + 1);
      text_print(stdout, line->str);
      putchar('\n');
   }
   return EXIT_OK;
}

/* Finds a run by its number in the plan, or by its name; the name and the file of *run are not copied. */
static bool find_planned(const Experiment* experiment, const char* text, PlannedRun* run, Problem* problem)
{
   const GArray* planned = experiment->settings->planned;
   uint64_t      number;
   if (number_parse(text, &number)) {
      bool is_there = number >= 1 && number <= planned->len;
      if (!is_there) {
         problem_set(problem, NULL, 0, "--run=%s: the plan has the runs 1 to %u", text, planned->len);
      } else {
         *run = g_array_index(planned, PlannedRun, number - 1);
      }
      return is_there;
   }
   for (guint i = 0; i < planned->len; i++) {
      *run = g_array_index(planned, PlannedRun, i);
      if (strcmp(run->name, text) == 0) {
         return true;
      }
   }
   problem_set(problem, NULL, 0, "--run=%s: the plan has no run of this name; `aprof grow --plan DIRECTORY` "
               "prints those that are missing", text);
   return false;
}

/* Finds a run of an experiment that chooses its sizes: any size may be run. */
static bool find_any(const Experiment* experiment, const char* text, PlannedRun* run, Problem* problem)
{
   g_autofree char* prefix = g_strconcat(experiment->parameters[0], "=", NULL);
   *run = (PlannedRun){ .name = (char*)text };
   g_autofree char* number = g_strdup(g_str_has_prefix(text, prefix) ? text + strlen(prefix) : "");
   if (g_str_has_suffix(number, CHOICE_AGAIN)) {
      number[strlen(number) - strlen(CHOICE_AGAIN)] = '\0';
   }
   bool is_right = number_parse(number, &run->size[0]);
   if (!is_right) {
      problem_set(problem, NULL, 0, "--run=%s: a size is needed, as %s100", text, prefix);
   }
   return is_right;
}

static void print_made(Experiment* experiment, const char* name)
{
   const ExperimentRun* run = experiment_run_named(experiment, name);
   if (run != NULL) {
      g_autoptr(Answer) answer = answer_run(experiment, run);
      render_grow_run(stderr, answer);
   }
}

/* Limits of this call come before those of the experiment. */
static Limits limits_of(const GrowWork* work, const Settings* settings)
{
   return (Limits){
      .budget = work->has_budget ? work->limits.budget : settings->budget,
      .runs = work->has_runs ? work->limits.runs : settings->runs,
      .timeout = work->limits.timeout != 0 ? work->limits.timeout : settings->timeout,
      .memory = work->limits.memory != 0 ? work->limits.memory : settings->memory,
      .are_new = work->has_budget || work->has_runs,
   };
}

/* Makes one run, and says what it cost. */
static int make_run(const GrowWork* work, Experiment* experiment)
{
   Problem    problem;
   PlannedRun run;
   int        interrupted = 0;
   bool is_found = experiment->settings->is_fixed ? find_planned(experiment, work->run, &run, &problem)
                                                  : find_any(experiment, work->run, &run, &problem);
   if (!is_found) {
      return tell(&problem);
   }
   g_auto(GStrv) preloaded = work->is_native ? interpreter_preloaded(experiment->settings->command) : NULL;
   if ((experiment_run_named(experiment, run.name) != NULL) != work->is_native && preloaded == NULL) {
      message_print(work->is_native ? "%s: %s is not there yet: without --native, it is made"
                                    : "%s: %s is there already", grow_usage.name, run.name);
      return work->is_native ? EXIT_USAGE : EXIT_OK;
   }
   char* directory = g_canonicalize_filename(experiment->directory, NULL);
   const Limits limits = limits_of(work, experiment->settings);
   g_assert(run.name != NULL);
   const MeasureOptions measure_options = {
      .settings = experiment->settings, .directory = directory, .keep = work->keep,
      .limits = { .seconds = limits.timeout, .memory = limits.memory },
   };
   g_free(experiment->directory);
   experiment->directory = directory;
   MeasureResult result = (work->is_native ? measure_natively : measure_run)(&measure_options, &run,
                                                                             &interrupted, &problem);
   if (result == MEASURE_INTERRUPTED) {
      return 128 + interrupted;
   }
   if (result == MEASURE_REFUSED || !experiment_update(experiment, &problem)) {
      return tell(&problem);
   }
   if (!work->is_native) {
      print_made(experiment, run.name);
   }
   return EXIT_OK;
}

/*--- An experiment that is there ---*/

static int go_on(const GrowWork* work, Experiment* experiment)
{
   Problem   problem;
   Conducted result;
   const ConductOptions conduct_options = {
      .limits = limits_of(work, experiment->settings), .jobs = work->jobs, .keep = work->keep,
      .is_timed = true, .is_settled = experiment_is_settled,
   };
   workplace_clean(experiment->directory);
   if (!conduct(experiment, &conduct_options, &result, &problem)) {
      return tell(&problem);
   }
   if (result.interrupted != 0) {
      say_interrupted(experiment, result.interrupted);
   } else {
      say_end(experiment, result.end, &conduct_options.limits);
   }
   int status = show(work, experiment);   /* last: who looks at the end sees the answer */
   return result.interrupted != 0 ? 128 + result.interrupted : status;
}

/* Whether this user has begun the experiment: only then its command is run. */
static bool is_own(const Experiment* experiment)
{
   if (settings_are_own(experiment->directory)) {
      return true;
   }
   message_print("%s: %s is only shown: its experiment.json belongs to somebody else, or others can write it",
                 grow_usage.name, experiment->directory);
   return false;
}

int grow_work_on(const GrowWork* work, const char* directory)
{
   Problem problem;
   int     status;
   g_autoptr(Experiment) experiment = experiment_open(directory, &problem);
   if (experiment == NULL) {
      return tell(&problem);
   }
   if (work->is_plan) {
      status = print_plan(experiment);
   } else if (work->run != NULL) {
      status = is_own(experiment) ? make_run(work, experiment) : EXIT_USAGE;
   } else if (work->only_shows || experiment->settings->runs_elsewhere || !is_own(experiment)) {
      status = show(work, experiment);
   } else {
      status = go_on(work, experiment);
   }
   return status;
}
