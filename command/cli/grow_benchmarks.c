/* aprof grow --google-benchmark: each family of benchmarks becomes an experiment, which says whether its cost
   grows as the program claims.

      DIRECTORY/benchmarks          the list that the program prints
      DIRECTORY/claims-CLOCK.json   what the program writes natively, by three clocks (experiment/claims.h)
      DIRECTORY/FAMILY              the experiment */

#include "cli/grow.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "answer/judge/claim.h"
#include "cli/options.h"
#include "experiment/claims.h"
#include "experiment/conduct.h"
#include "experiment/setup.h"
#include "run/directory.h"
#include "util/problem.h"
#include "util/text.h"

/* The outcomes of all families, for the exit status. */
typedef struct {
   unsigned violated;
   unsigned decided;       /* kept or violated, or without a claim and known */
   int      interrupted;   /* the signal; 0: none */
} Outcomes;

/*--- An experiment ---*/

/* Returns a name for the directory of the family: letters, digits, and "_" for all else. */
static char* directory_of(const char* parent, const GArray* families, guint index)
{
   g_autofree char* name = g_strdup(g_array_index(families, Family, index).name);
   g_strcanon(name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_-", '_');
   char* numbered = g_strdup_printf("%s/%.100s", parent, name);
   for (unsigned i = 2; g_file_test(numbered, G_FILE_TEST_EXISTS); i++) {
      g_free(numbered);
      numbered = g_strdup_printf("%s/%.100s-%u", parent, name, i);
   }
   return numbered;
}

static Settings* settings_for(const BenchmarkWork* work)
{
   Settings* settings = settings_new();
   g_ptr_array_set_size(settings->options, 0);
   for (guint i = 0; i < work->settings->options->len; i++) {
      g_ptr_array_add(settings->options, g_strdup(g_ptr_array_index(work->settings->options, i)));
   }
   g_ptr_array_add(settings->options, g_strdup("--collect-atstart=no"));
   settings->only = g_strdup(work->settings->only);
   settings->valgrind = g_strdup(work->settings->valgrind);
   return settings;
}

/* Writes the settings of the family into a new directory.  False, with the problem set, if that fails. */
static bool set_up(const BenchmarkWork* work, const BenchmarkProgram* program, const Family* family,
                   const char* directory, Problem* problem)
{
   g_auto(GStrv) command = claims_words(program, family);
   Settings*   settings = settings_for(work);
   WantedSizes sizes = { .name = g_strdup("n"), .list = g_array_copy(family->sizes) };
   Wanted      wanted = {
      .command = command, .sizes = g_array_new(FALSE, FALSE, sizeof(WantedSizes)),
      .files = g_ptr_array_new(), .timeout = work->grow->limits.timeout,
      .has_budget = work->grow->has_budget, .budget = work->grow->limits.budget,
      .memory = work->grow->limits.memory,
   };
   g_array_append_val(wanted.sizes, sizes);
   bool done = setup_make(settings, &wanted, problem)
               && (mkdir(directory, 0777) == 0
                   || problem_set(problem, NULL, 0, "%s cannot be made", directory))
               && settings_write(settings, directory, problem);
   setup_free_sizes(&sizes);
   g_array_unref(wanted.sizes);
   g_ptr_array_unref(wanted.files);
   settings_free(settings);
   return done;
}

static bool is_never_settled(const Experiment* experiment)
{
   return experiment == NULL;
}

/* Makes the runs.  NULL, with the problem set, if one could not be made. */
static Experiment* measure(const BenchmarkWork* work, const char* directory, Outcomes* outcomes,
                           Problem* problem)
{
   Experiment* experiment = experiment_open(directory, problem);
   if (experiment == NULL) {
      return NULL;
   }
   const Settings*      settings = experiment->settings;
   const ConductOptions options = {
      .limits = {
         .runs = settings->runs, .budget = settings->budget, .timeout = settings->timeout,
         .memory = settings->memory,
      },
      .jobs = work->grow->jobs, .keep = work->grow->keep, .is_settled = is_never_settled,
   };
   Conducted result;
   bool done = conduct(experiment, &options, &result, problem);
   outcomes->interrupted = result.interrupted;
   if (!done) {
      g_clear_pointer(&experiment, experiment_free);
   }
   return experiment;
}

/*--- The answer ---*/

static void print_line(const char* name, const char* text)
{
   text_print(stdout, name);
   fputs(": ", stdout);
   text_print(stdout, text);
   fputc('\n', stdout);
   fflush(stdout);
}

static void print_judged(const Family* family, const RunSubjects* subjects, const char* class,
                         Verdict verdict, Outcomes* outcomes)
{
   g_autofree char* found = claim_found(subjects);
   g_autofree char* text = g_strdup_printf("claims %s: %s (%s)", class, verdict_titles[verdict], found);
   print_line(family->name, text);
   outcomes->violated += verdict == VERDICT_VIOLATED;
   outcomes->decided += verdict == VERDICT_VIOLATED || verdict == VERDICT_PASSED;
}

static void judge(const Family* family, const RunSubjects* subjects, Outcomes* outcomes)
{
   bool        is_fit = g_strcmp0(family->claim, CLAIM_OF_FIT) == 0;
   const char* class = family->claim == NULL || is_fit ? NULL : claim_class(family->claim);
   if (class != NULL) {
      print_judged(family, subjects, class, claim_judge(subjects, class), outcomes);
   } else {
      g_autofree char* found = claim_found(subjects);
      g_autofree char* text = g_strconcat(family->claim == NULL ? "no claim: "
                                          : is_fit ? "no claim, but a fit of its times: "
                                                   : "claims a function of its own, which is not checked: ",
                                          found, NULL);
      print_line(family->name, text);
      outcomes->decided += subjects->program.is_known && subjects->program.state != CURVE_OPEN;
   }
}

/* False, with the problem set, if nothing was collected: the functions were not found that start and stop the
   library's clock. */
static bool has_cost(const Experiment* experiment, Problem* problem)
{
   for (guint i = 0; i < experiment->runs->len; i++) {
      const ExperimentRun* run = experiment_run(experiment, i);
      if (run->good && run->cost > 0) {
         return true;
      }
   }
   const ExperimentRun* first = experiment->runs->len == 0 ? NULL
                                                : experiment_run(experiment, 0);
   return problem_set(problem, experiment->directory, 0, "nothing was measured: %s",
                      first != NULL && first->failure != NULL
                         ? first->failure : "the program is stripped, or its benchmarks are not of Google "
                                            "Benchmark");
}

/* False, with the problem set, if the family cannot be measured. */
static bool work_on_family(const BenchmarkWork* work, const BenchmarkProgram* program, const Family* family,
                           const char* directory, Outcomes* outcomes, Problem* problem)
{
   if (!set_up(work, program, family, directory, problem)) {
      return false;
   }
   g_autoptr(Experiment) experiment = measure(work, directory, outcomes, problem);
   RunSubjects* subjects = NULL;
   if (experiment != NULL && outcomes->interrupted == 0 && has_cost(experiment, problem)) {
      subjects = run_subjects_of(experiment, RUNS_GROWN, NULL, problem);
   }
   if (subjects != NULL) {
      judge(family, subjects, outcomes);
   } else {
      problem_keep_file(problem);
   }
   bool is_told = subjects != NULL || outcomes->interrupted != 0;
   g_clear_pointer(&subjects, run_subjects_free);
   return is_told;
}

/*--- All families ---*/

static int status_of(const Outcomes* outcomes)
{
   return outcomes->interrupted != 0 ? 128 + outcomes->interrupted
        : outcomes->violated > 0     ? EXIT_FINDING
        : outcomes->decided > 0      ? EXIT_OK : EXIT_OPEN;
}

static bool work_on_all(const BenchmarkWork* work, const BenchmarkProgram* program, const GArray* families,
                        Outcomes* outcomes, Problem* problem)
{
   bool done = true;
   for (guint i = 0; i < families->len && done && outcomes->interrupted == 0; i++) {
      const Family* family = &g_array_index(families, Family, i);
      if (family->obstacle != NULL) {
         g_autofree char* text = g_strconcat("not measured: ", family->obstacle, NULL);
         print_line(family->name, text);
      } else {
         g_autofree char* directory = directory_of(program->directory, families, i);
         done = work_on_family(work, program, family, directory, outcomes, problem);
      }
   }
   return done;
}

int grow_benchmarks(const BenchmarkWork* work, char* const* command)
{
   Problem  problem;
   Outcomes outcomes = { 0 };
   g_autofree char* made = NULL;
   bool     done = directory_make_new(&made, work->output, GROW_DEFAULT_NAME, &problem);
   g_autofree char* directory = done ? g_canonicalize_filename(made, NULL) : NULL;
   const BenchmarkProgram program = {
      .command = command, .directory = directory, .chosen = work->chosen,
      .timeout = work->grow->limits.timeout,
   };
   g_autoptr(GArray) families = NULL;
   if (done) {
      message_print("%s: all is kept in %s", grow_usage.name, made);
      families = claims_find(&program, &problem);
      done = families != NULL && work_on_all(work, &program, families, &outcomes, &problem);
   }
   if (!done) {
      problem_print(&problem, grow_usage.name);
   }
   return done ? status_of(&outcomes) : EXIT_USAGE;
}
