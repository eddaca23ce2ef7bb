#include "experiment/conduct.h"

#include <inttypes.h>
#include <math.h>

#include "experiment/estimate.h"
#include "experiment/measure.h"
#include "experiment/workplace.h"
#include "model/interpreters.h"
#include "run/jobs.h"
#include "run/plan.h"
#include "run/usage.h"
#include "util/caller.h"
#include "util/problem.h"
#include "util/text.h"

/* Other plans are told if the largest size differs by this factor. */
#define MUCH  1.5

/* The functions of a script are also timed at so many times the largest size. */
#define LARGER  4

/*--- What is said ---*/

static void say_first_look(const ConductOptions* options)
{
   unsigned budget = options->limits.budget;
   g_autofree char* limit = budget == 0 ? g_strdup("")
                                        : g_strdup_printf(", in %u s of their own time", budget);
   message_print("%s: small runs first, to see what start-up costs; then %u sizes%s", g_get_prgname(),
                 options->limits.runs, limit);
}

static void say_choice(const Choice* choice)
{
   const PlannedRun* last = &g_array_index(choice->runs, PlannedRun, choice->runs->len - 1);
   bool      is_known = !isnan(choice->seconds), is_short = choice->seconds < 1;
   ShortText time;
   message_print("%s: %u run%s, up to %s: %s%s", g_get_prgname(), choice->runs->len,
                 choice->runs->len == 1 ? "" : "s", last->name, is_known && !is_short ? "about " : "",
                 !is_known ? "how long it takes is known after the first"
                 : is_short ? "less than a second" : text_time(choice->seconds, time));
}

/*--- Runs ---*/

char** conduct_words(const Experiment* experiment, const char* program, const char* run)
{
   g_autofree char* directory = g_canonicalize_filename(experiment->directory, NULL);
   g_autofree char* option = g_strconcat("--run=", run, NULL);
   return g_strdupv((char*[]){ (char*)program, "grow", option, directory, NULL });
}

/* Adds "--NAME=NUMBER" unless the number is 0. */
static void add_number(GStrvBuilder* builder, const char* name, uint64_t number)
{
   g_autofree char* option = g_strdup_printf("--%s=%" PRIu64, name, number);
   if (number != 0) {
      g_strv_builder_add(builder, option);
   }
}

/* The limits have the timeout of the run.  `option`: one more, or NULL. */
static Run worker(const Experiment* experiment, const ConductOptions* options, const char* run,
                  const char* option)
{
   const Limits* limits = &options->limits;
   g_autofree char*        program = caller_program();
   g_auto(GStrv)           words = conduct_words(experiment, program, run);
   g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
   g_strv_builder_addv(builder, (const char**)(char*[]){ words[0], words[1], words[2], NULL });
   add_number(builder, "timeout", limits->timeout);
   add_number(builder, "memory", limits->memory);
   if (options->keep) {
      g_strv_builder_add(builder, "--keep");
   }
   if (option != NULL) {
      g_strv_builder_add(builder, option);
   }
   g_strv_builder_add(builder, words[3]);
   return (Run){ .words = g_strv_builder_end(builder), .file = g_strdup("/dev/null"), .is_native = true };
}

static JobResult run_batch(const Experiment* experiment, const ConductOptions* options, const Choice* choice)
{
   g_autoptr(GArray) plan = plan_new();
   /* The largest one comes last, alone: it confirms the others. */
   guint   count = choice->runs->len == 1 ? 1 : MIN(options->jobs, choice->runs->len - 1);
   ConductOptions limited = *options;
   if (choice->timeout > 0) {
      limited.limits.timeout = MIN((unsigned)ceil(choice->timeout), limited.limits.timeout);
   }
   if (count > 1 && limited.limits.memory == 0) {
      limited.limits.memory = usage_free_memory() / count;
   }
   for (guint i = 0; i < count; i++) {
      Run run = worker(experiment, &limited, g_array_index(choice->runs, PlannedRun, i).name, NULL);
      g_array_append_val(plan, run);
   }
   const JobOptions job_options = { .plan = plan, .at_a_time = count };
   JobResult result = jobs_run(&job_options);
   jobs_accept_signals();
   return result;
}

/*--- All runs ---*/

/* The plan that was told last. */
typedef struct {
   bool   of_look;
   double largest;   /* the largest size; 0: nothing was said */
} Said;

/* Tells what comes: before the first look, before the rest, and when it has become much more or less. */
static void say_what_comes(const ConductOptions* options, const char* parameter, const Choice* choice,
                           Said* said)
{
   g_assert(choice->runs->len > 0);
   const PlannedRun* last = &g_array_index(choice->runs, PlannedRun, choice->runs->len - 1);
   double largest = estimate_size((double[]){ (double)last->size[0], (double)last->size[1] });
   if (choice->is_again) {
      message_print("%s: %s = %.0f cost far more than the sizes near it: once more, and the lower cost "
                    "counts", g_get_prgname(), parameter, (double)last->size[0]);
      return;
   }
   if (choice->is_first_look && !said->of_look) {
      say_first_look(options);
      said->of_look = true;
   }
   if (!choice->is_first_look
       && (said->largest == 0 || largest > MUCH * said->largest || largest * MUCH < said->largest)) {
      say_choice(choice);
      said->largest = largest;
   }
}

/* Makes the directory in which the first run leaves what it finds out for --inlined, for all others.  False,
   with the problem set, if that is not possible. */
static bool prepare_maps(Workplace* maps, const Experiment* experiment, Problem* problem)
{
   bool done = maps->temporary != NULL || workplace_make(maps, experiment->directory, "maps", problem);
   if (done) {
      g_setenv(MEASURE_MAPS, maps->temporary, TRUE);
   }
   return done;
}

/* False if that is all: there are no more runs, or one could not be made. */
static bool make_next_runs(Experiment* experiment, const ConductOptions* options, const Choice* choice,
                           Conducted* result, Problem* problem, bool* is_right)
{
   guint     before = experiment->runs->len;
   JobResult jobs = run_batch(experiment, options, choice);
   result->interrupted = jobs.interrupted;
   *is_right = experiment_update(experiment, problem);
   if (*is_right && jobs.interrupted == 0 && experiment->runs->len == before) {
      problem_set(problem, NULL, 0, "the run %s could not be made",
                  g_array_index(choice->runs, PlannedRun, 0).name);
      *is_right = false;
   }
   return *is_right && jobs.interrupted == 0;
}

/* Adds a larger run to the plan, which only times the functions of a script: without Valgrind, it is soon
   over, and which function grows shows best where much is to be done. */
static void add_larger_run(GArray* plan, const Experiment* experiment, const ConductOptions* options)
{
   const Settings* settings = experiment->settings;
   g_auto(GStrv)   preloaded = interpreter_preloaded(settings->command);
   uint64_t        largest = 0;
   for (guint i = 0; i < experiment->runs->len; i++) {
      const ExperimentRun* run = experiment_run(experiment, i);
      largest = run->good ? (uint64_t)run->size[0] : largest;
   }
   uint64_t size = MIN(settings->range.high, LARGER * largest);
   if (preloaded != NULL && !settings->is_fixed && size > largest) {
      g_autofree char* name = settings_run_name(settings, (uint64_t[MAX_PARAMETERS]){ size });
      Run larger = worker(experiment, options, name, "--native");
      g_array_append_val(plan, larger);
   }
}

/* Measures how long the runs that count take without Valgrind, so that costs are also times, and how much
   memory.  Begins with the largest, in case that it is interrupted. */
static bool measure_native_runs(Experiment* experiment, const ConductOptions* options, Conducted* result,
                                Problem* problem)
{
   g_autoptr(GArray) plan = plan_new();
   for (guint i = experiment->runs->len; i-- > 0;) {
      const ExperimentRun* run = experiment_run(experiment, i);
      if (run->good && isnan(run->record->native_seconds)) {
         Run native = worker(experiment, options, run->name, "--native");
         g_array_append_val(plan, native);
      }
   }
   add_larger_run(plan, experiment, options);
   result->interrupted = jobs_run(&(JobOptions){ .plan = plan, .at_a_time = 1 }).interrupted;
   jobs_accept_signals();
   return experiment_update(experiment, problem);
}

/* Whether so much time has passed by the clock that the machine is too busy for the budget. */
static bool is_late(const Limits* limits, gint64 begun)
{
   double passed = (double)(g_get_monotonic_time() - begun) / G_USEC_PER_SEC;
   return limits->budget != 0 && passed > USAGE_BY_THE_CLOCK * limits->budget;
}

bool conduct(Experiment* experiment, const ConductOptions* options, Conducted* result, Problem* problem)
{
   ConductOptions effective = *options;
   gint64 begun = g_get_monotonic_time();
   Said   said = { 0 };
   Workplace maps = { 0 };
   bool is_right, goes_on, is_new = false, is_vain = false;
   /* If nobody says how long a run may take: twice what all may take together, because its time was only
      estimated; 0: as long as it likes. */
   if (effective.limits.timeout == 0) {
      effective.limits.timeout = 2 * effective.limits.budget;
   }
   *result = (Conducted){ 0 };
   goes_on = is_right = experiment_update(experiment, problem);
   while (goes_on) {
      Choice choice = choose_runs(experiment, &effective.limits);
      bool is_settled = choice.runs->len > 0 && choice.may_settle && options->is_settled(experiment);
      result->end = is_settled ? CHOICE_SETTLED : choice.end;
      goes_on = choice.runs->len > 0 && !is_settled;
      if (goes_on) {
         say_what_comes(options, experiment->parameters[0], &choice, &said);
         is_right = prepare_maps(&maps, experiment, problem);
         goes_on = is_right && make_next_runs(experiment, &effective, &choice, result, problem, &is_right);
         is_new = true;
      }
      g_array_unref(choice.runs);
      is_vain = experiment_input_is_unread(experiment);
      goes_on = goes_on && !is_vain;
      if (goes_on && is_late(&options->limits, begun)) {
         result->end = CHOICE_BUDGET;
         goes_on = false;
      }
   }
   if (is_new && is_right && !is_vain && result->interrupted == 0 && options->is_timed) {
      is_right = measure_native_runs(experiment, &effective, result, problem);
   }
   g_unsetenv(MEASURE_MAPS);
   workplace_remove(&maps);
   experiment_conclude(experiment);
   return is_right;
}
