/* Reads what is there.  A run counts if its exit status is 0.  But a program may use its exit status as a
   result, as grep does; so if none is 0, those count that end as most others do.  And where a part of a file
   is a mistake, but only its end, the runs do what the whole makes them do.  This is found out here, because
   no run alone can know it. */

#include "experiment/experiment.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "input/file.h"
#include "model/loader.h"

/* All runs do the same if the largest costs at most so many times as much as the smaller ones, and it has at
   least so many times their size. */
#define SAME_RUNS    1.01
#define OTHER_SIZE   4

/* Runs that have not read their input may differ by chance by so much. */
#define SAME_UNREAD  1.05

/* An input of which only the beginning is read is so many times as large as what is read, or larger. */
#define BEGINNING    2

/* From so many runs on, chance does not make each of them cost more than all smaller ones. */
#define SURELY_RISES 4

/* A run costs what others let expect if it costs at most so many times as much, or as little. */
#define SAME_WORK  1.15

static void free_run(gpointer data)
{
   ExperimentRun* run = data;
   g_free(run->name);
   g_free(run->failure);
   g_free(run->report);
   run_record_free(run->record);
}

/*--- The runs that were made ---*/

/* Returns the size in one number: with two parameters, their product. */
static double size_of(const ExperimentRun* run)
{
   return run->size[0] * MAX(run->size[1], 1);
}

/* Two runs of the same sizes keep the order of their names. */
static int compare_runs(gconstpointer left, gconstpointer right)
{
   const ExperimentRun* a = left;
   const ExperimentRun* b = right;
   double of_a = size_of(a);
   double of_b = size_of(b);
   if (of_a != of_b) {
      return of_a < of_b ? -1 : 1;
   }
   return a->size[0] != b->size[0] ? (a->size[0] < b->size[0] ? -1 : 1) : strcmp(a->name, b->name);
}

void experiment_add_run(Experiment* experiment, const char* name, RunRecord* record)
{
   ExperimentRun run = { .name = g_strdup(name), .seconds = record->seconds, .record = record };
   for (unsigned i = 0; i < experiment->parameter_count; i++) {
      run.size[i] = (double)record->size[i];
   }
   g_array_append_val(experiment->runs, run);
}

/* Adds the run of this directory. False, with the problem set, if its record is damaged. */
static bool add_run(Experiment* experiment, const char* name, Problem* problem)
{
   g_autofree char* path = g_build_filename(experiment->directory, name, NULL);
   bool       is_there;
   RunRecord* record = run_record_read(experiment->settings, path, &is_there, problem);
   if (record != NULL) {
      experiment_add_run(experiment, name, record);
   }
   return record != NULL || !is_there;
}

/* The directories of runs have names as n=100; unfinished ones begin otherwise. */
static bool add_runs(Experiment* experiment, Problem* problem)
{
   g_autoptr(GPtrArray) names = listing_read(experiment->directory, problem);
   g_autofree char*     prefix = g_strconcat(experiment->parameters[0], "=", NULL);
   bool added = names != NULL;
   for (guint i = 0; added && i < names->len; i++) {
      const char* name = g_ptr_array_index(names, i);
      added = !g_str_has_prefix(name, prefix) || add_run(experiment, name, problem);
   }
   return added;
}

const ExperimentRun* experiment_run_named(const Experiment* experiment, const char* name)
{
   for (guint i = 0; i < experiment->runs->len; i++) {
      const ExperimentRun* run = experiment_run(experiment, i);
      if (strcmp(run->name, name) == 0) {
         return run;
      }
   }
   return NULL;
}

static void find_planned(Experiment* experiment)
{
   const GArray* all = experiment->settings->planned;
   g_array_set_size(experiment->planned, 0);
   for (guint i = 0; i < all->len; i++) {
      const PlannedRun* run = &g_array_index(all, PlannedRun, i);
      if (experiment_run_named(experiment, run->name) == NULL) {
         g_array_append_val(experiment->planned, *run);
      }
   }
}

/*--- Which runs count ---*/

/* The exit status that shows a success: 0, if a run has it; else the one that most runs have; among equals,
   that of the smallest sizes. */
static int good_status(const GArray* runs)
{
   unsigned counts[256] = { 0 };
   int      good = 0;
   for (guint i = 0; i < runs->len; i++) {
      const RunRecord* record = g_array_index(runs, ExperimentRun, i).record;
      counts[record->number & 255] += record->ending == RUN_EXITED;
   }
   for (guint i = runs->len; i-- > 0 && counts[0] == 0;) {
      const RunRecord* record = g_array_index(runs, ExperimentRun, i).record;
      int              status = record->number & 255;
      if (record->ending == RUN_EXITED && counts[status] >= counts[good]) {
         good = status;
      }
   }
   return good;
}

/* The costliest program of the largest run that ended so. */
static const char* main_program(const GArray* runs, int status)
{
   for (guint i = runs->len; i-- > 0;) {
      const RunRecord* record = g_array_index(runs, ExperimentRun, i).record;
      if (record->ending == RUN_EXITED && record->number == status && record->programs->len > 0) {
         return g_array_index(record->programs, RecordedProgram, 0).report;
      }
   }
   return NULL;
}

static void find_report(const Experiment* experiment, ExperimentRun* run)
{
   const GArray* programs = run->record->programs;
   for (guint i = 0; i < programs->len && experiment->program != NULL; i++) {
      const RecordedProgram* program = &g_array_index(programs, RecordedProgram, i);
      if (strcmp(program->report, experiment->program) == 0) {
         run->cost = program->cost;
         run->report = g_build_filename(experiment->directory, run->name, program->report, NULL);
      }
   }
}

static bool has_status(const ExperimentRun* run, int status)
{
   return run->record->ending == RUN_EXITED && run->record->number == status && run->report != NULL;
}

/* Returns what the run would cost if it did as those with the other status do, beyond `base`: by those next
   to it, one below and one above, or two below; NAN: nothing is known. */
static double cost_by_others(const Experiment* experiment, const ExperimentRun* run, int other, double base)
{
   const ExperimentRun* next[2] = { NULL };
   for (guint i = 0; i < experiment->runs->len; i++) {
      const ExperimentRun* near = experiment_run(experiment, i);
      bool is_next = has_status(near, other) && (double)near->cost > base && size_of(near) != size_of(run);
      if (is_next && size_of(near) < size_of(run)) {
         next[0] = next[1];
         next[1] = near;
      } else if (is_next && size_of(near) > size_of(run)) {
         next[0] = next[1];
         next[1] = near;
         break;
      }
   }
   if (next[0] == NULL || size_of(next[0]) == size_of(next[1]) || size_of(next[0]) > size_of(run)) {
      return NAN;
   }
   double costs[] = { (double)next[0]->cost - base, (double)next[1]->cost - base };
   double power = log(costs[1] / costs[0]) / log(size_of(next[1]) / size_of(next[0]));
   return costs[0] * pow(size_of(run) / size_of(next[0]), power);
}

/* Programs report a mistake at the end of a part of a file, and do the work for the rest of it all the same.
   Returns the status of most runs, which is none of success, if those with success cost what the others let
   expect; `status` if they do not. */
static int status_of_same_work(const Experiment* experiment, int status)
{
   unsigned counts[256] = { 0 };
   int      other = 0;
   double   base = INFINITY;
   bool     is_same = false;
   for (guint i = 0; i < experiment->runs->len; i++) {
      const ExperimentRun* run = experiment_run(experiment, i);
      int                  number = run->record->number & 255;
      counts[number] += has_status(run, number);
      other = number != status && counts[number] > counts[other] ? number : other;
   }
   for (guint i = 0; i < experiment->runs->len; i++) {
      const ExperimentRun* run = experiment_run(experiment, i);
      base = has_status(run, other) ? fmin(base, (double)run->cost) : base;
   }
   if (status != 0 || counts[other] <= counts[0] || experiment->parameter_count != 1) {
      return status;
   }
   for (guint i = 0; i < experiment->runs->len; i++) {
      const ExperimentRun* run = experiment_run(experiment, i);
      double expected = has_status(run, 0) ? cost_by_others(experiment, run, other, base) : NAN;
      double cost = (double)run->cost - base;
      if (!isnan(expected) && !(cost > base && fabs(log(cost / expected)) <= log(SAME_WORK))) {
         return status;
      }
      is_same |= !isnan(expected);
   }
   return is_same ? other : status;
}

/* Why the run does not count, or NULL.  Two exit statuses may count. */
static char* failure_of(const ExperimentRun* run, int status, int other)
{
   const RunRecord* record = run->record;
   if (record->ending != RUN_EXITED || (record->number != status && record->number != other)) {
      g_autofree char* ending = run_record_ending(record);
      return record->ending == RUN_EXITED
             ? g_strdup_printf("%s, the others have %d", ending, status) : g_strdup(ending);
   }
   if (record->problems > 0) {
      return g_strdup("a part of what it measured is lost");
   }
   return run->report == NULL ? g_strdup("no program was measured") : NULL;
}

/* Drops the costlier one of two runs of a size.  Where sizes are chosen, a size is only run again if it cost
   far too much. */
static void drop_costlier(Experiment* experiment)
{
   for (guint i = 1; i < experiment->runs->len; i++) {
      ExperimentRun* run = experiment_run(experiment, i);
      ExperimentRun* before = run - 1;
      if (run->good && before->good && run->size[0] == before->size[0]) {
         ExperimentRun* dropped = run->cost < before->cost ? before : run;
         dropped->good = false;
         dropped->is_repeated = true;
         dropped->failure = g_strdup(run->cost == before->cost ? "another run of this size cost the same"
                                                               : "another run of this size cost less");
      }
   }
}

void experiment_judge(Experiment* experiment)
{
   g_array_sort(experiment->runs, compare_runs);
   int status = good_status(experiment->runs);
   g_free(experiment->program);
   experiment->program = g_strdup(main_program(experiment->runs, status));
   for (guint i = 0; i < experiment->runs->len; i++) {
      find_report(experiment, experiment_run(experiment, i));
   }
   int other = status_of_same_work(experiment, status);
   for (guint i = 0; i < experiment->runs->len; i++) {
      ExperimentRun* run = experiment_run(experiment, i);
      run->failure = failure_of(run, status, other);
      run->good = run->failure == NULL;
   }
   if (!experiment->settings->is_fixed) {
      drop_costlier(experiment);
   }
}

Report* experiment_load(const Experiment* experiment, const ExperimentRun* run, Problem* problem)
{
   const char* path = run->report;
   return experiment->load != NULL ? experiment->load(experiment->load_data, run, problem)
                                   : report_load(&path, 1, (LoadOptions){ .find_names = true }, problem);
}

/* Sums up what the runs that count cost. */
typedef struct {
   guint    count;
   uint64_t least;
   uint64_t most;
   bool     rises;                /* each costs more than the one before */
   const ExperimentRun* largest;  /* NULL: none counts */
} GoodCosts;

/* Takes only runs whose input has more bytes; NAN: all. */
static GoodCosts good_costs(const Experiment* experiment, double bytes)
{
   GoodCosts costs = { .least = UINT64_MAX, .rises = true };
   for (guint i = 0; i < experiment->runs->len; i++) {
      const ExperimentRun* run = experiment_run(experiment, i);
      if (run->good && (isnan(bytes) || run->record->input_bytes > bytes)) {
         assert(costs.count == 0 || size_of(run) >= size_of(costs.largest));
         costs.rises &= costs.count == 0 || run->cost > costs.largest->cost;
         costs.least = MIN(costs.least, run->cost);
         costs.most = MAX(costs.most, run->cost);
         costs.largest = run;
         costs.count++;
      }
   }
   return costs;
}

/* Whether the cost of the runs that count has nothing to do with their sizes. */
static bool costs_are_the_same(const Experiment* experiment)
{
   GoodCosts costs = good_costs(experiment, NAN);
   uint64_t  most = 0;      /* of those that are much smaller than the largest */
   for (guint i = 0; i < experiment->runs->len; i++) {
      const ExperimentRun* run = experiment_run(experiment, i);
      bool is_smaller = run->good && size_of(run) * OTHER_SIZE <= size_of(costs.largest);
      most = is_smaller ? MAX(most, run->cost) : most;
   }
   return most > 0 && (double)costs.largest->cost <= SAME_RUNS * (double)most
          && !(costs.rises && costs.count >= SURELY_RISES);
}

bool experiment_input_is_unread(const Experiment* experiment)
{
   for (guint i = 0; i < experiment->runs->len; i++) {
      const ExperimentRun* run = experiment_run(experiment, i);
      if (run->good && (!run->record->input_is_unread || run->record->number != 0)) {
         return false;
      }
   }
   GoodCosts costs = good_costs(experiment, NAN);
   return costs.count > 1 && (double)costs.most <= SAME_UNREAD * (double)costs.least;
}

bool experiment_reads_beginning(const Experiment* experiment, double* moved, double* bytes)
{
   const ExperimentRun* largest = good_costs(experiment, NAN).largest;
   *moved = largest == NULL ? NAN : largest->record->native_moved;
   *bytes = largest == NULL ? NAN : largest->record->input_bytes;
   if (!(*moved * BEGINNING <= *bytes)) {
      return false;
   }
   GoodCosts costs = good_costs(experiment, *moved);
   return costs.count > 1 && (double)costs.most <= SAME_RUNS * (double)costs.least
          && !(costs.rises && costs.count >= SURELY_RISES);
}

void experiment_conclude(Experiment* experiment)
{
   int status = good_status(experiment->runs);
   experiment->is_unread = experiment_input_is_unread(experiment);
   if (!experiment->is_unread && (status == 0 || !costs_are_the_same(experiment))) {
      return;
   }
   for (guint i = 0; i < experiment->runs->len; i++) {
      ExperimentRun* run = experiment_run(experiment, i);
      if (run->good) {
         run->good = false;
         run->failure = experiment->is_unread ? g_strdup("has not read its input")
                                              : run_record_ending(run->record);
      }
   }
   assert(experiment_good_runs(experiment) == 0);
   experiment->has_failed = true;
}

guint experiment_good_runs(const Experiment* experiment)
{
   return good_costs(experiment, NAN).count;
}

/*--- All together ---*/

bool experiment_update(Experiment* experiment, Problem* problem)
{
   g_array_set_size(experiment->runs, 0);
   experiment->has_failed = experiment->is_unread = false;
   if (!add_runs(experiment, problem)) {
      return false;
   }
   experiment_judge(experiment);
   find_planned(experiment);
   return true;
}

Experiment* experiment_make(const char* name, Settings* settings, LoadRun load, void* load_data)
{
   Experiment* experiment = g_new0(Experiment, 1);
   assert(settings->parameter_count > 0 && settings->parameter_count <= MAX_PARAMETERS);
   *experiment = (Experiment){
      .directory = g_strdup(name), .command = settings->command, .unit = settings->unit,
      .parameter_count = settings->parameter_count, .parameters = settings->parameters,
      .runs = g_array_new(FALSE, FALSE, sizeof(ExperimentRun)),
      .planned = g_array_new(FALSE, FALSE, sizeof(PlannedRun)), .settings = settings,
      .load = load, .load_data = load_data,
   };
   g_array_set_clear_func(experiment->runs, free_run);
   return experiment;
}

Experiment* experiment_open(const char* directory, Problem* problem)
{
   Settings*   settings = settings_read(directory, problem);
   Experiment* experiment = settings == NULL ? NULL : experiment_make(directory, settings, NULL, NULL);
   if (experiment != NULL && !experiment_update(experiment, problem)) {
      problem_keep_file(problem);
      g_clear_pointer(&experiment, experiment_free);
   } else if (experiment != NULL) {
      experiment_conclude(experiment);
   }
   return experiment;
}

void experiment_free(Experiment* experiment)
{
   g_free(experiment->directory);
   g_free(experiment->program);
   g_array_unref(experiment->runs);
   g_array_unref(experiment->planned);
   settings_free(experiment->settings);
   g_free(experiment);
}
