/* Reads one report after the other; besides, only the smallest one is in memory.  Routines are the same if
   their names, object files and symbols are, as when reports are added up (model/builder.c). */

#include "subject/runs.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "model/conditions.h"
#include "model/own.h"

/* A routine is recursive if its calls, those within others too, cost so many times as much as all of them. */
#define RECURSIVE  1.5

/*--- Routines ---*/

static guint hash_names(gconstpointer key)
{
   const RunSubject* routine = key;
   return g_str_hash(routine->name) * 31 + g_str_hash(routine->image);
}

static int compare_names(const RunSubject* a, const RunSubject* b)
{
   int result = strcmp(a->image, b->image);
   result = result != 0 ? result : strcmp(a->name, b->name);
   return result != 0 ? result : g_strcmp0(a->mangled, b->mangled);
}

static gint by_names(gconstpointer left, gconstpointer right)
{
   return compare_names(*(const RunSubject* const*)left, *(const RunSubject* const*)right);
}

static gboolean have_same_names(gconstpointer left, gconstpointer right)
{
   return compare_names(left, right) == 0;
}

RunSubject* run_subjects_find(const RunSubjects* subjects, const Routine* routine)
{
   const RunSubject names = {
      .name = routine->name, .image = routine->image, .mangled = routine->mangled
   };
   return g_hash_table_lookup(subjects->by_names, &names);
}

static RunSubject* new_routine(RunSubjects* subjects, const Routine* names)
{
   guint const runs = subjects->run_count;
   RunSubject* routine = g_new0(RunSubject, 1);
   double*     numbers = g_new0(double, 5 * runs);
   *routine = (RunSubject){
      .name = g_string_chunk_insert_const(subjects->texts, names->name),
      .image = g_string_chunk_insert_const(subjects->texts, names->image),
      .mangled = names->mangled == NULL ? NULL : g_string_chunk_insert_const(subjects->texts, names->mangled),
      .total = numbers, .self = numbers + runs, .calls = numbers + 2 * runs, .input = numbers + 3 * runs,
      .largest = numbers + 4 * runs,
   };
   for (guint run = 0; run < runs; run++) {
      routine->input[run] = NAN;
   }
   g_ptr_array_add(subjects->all, routine);
   g_hash_table_add(subjects->by_names, routine);
   return routine;
}

void run_subject_free(gpointer data)
{
   RunSubject* routine = data;
   g_free(routine->total);   /* and the other arrays */
   g_free(routine->growth);
   g_free(routine);
}

/*--- Reports ---*/

/* The sum of the inputs of all calls. */
static double sum_of_inputs(const Point* points, size_t count)
{
   double inputs = 0;
   for (size_t i = 0; i < count; i++) {
      inputs += (double)points[i].rms * (double)points[i].calls;
   }
   return inputs;
}

/* Several routines of one file may have the same names: they are added up. */
static RunSubject* add_routine(RunSubjects* subjects, Report* report, const Routine* routine, guint run)
{
   assert(run < subjects->run_count);
   size_t        count;
   const Point*  points = report_routine_points(report, routine, &count);
   const Totals* totals = &routine->totals;
   RunSubject*   found = run_subjects_find(subjects, routine);
   found = found == NULL ? new_routine(subjects, routine) : found;
   if (header_has_input(report_header(report))) {
      double before = found->calls[run] == 0 ? 0 : found->input[run] * found->calls[run];
      double calls = found->calls[run] + (double)totals->calls;
      found->input[run] = calls == 0 ? NAN : (before + sum_of_inputs(points, count)) / calls;
   }
   found->is_start_up = routine_is_start_up(routine);
   found->is_main = routine_is_main(routine);
   found->is_recursive = (double)totals->sum >= RECURSIVE * (double)totals->real_sum;
   found->total[run] += (double)totals->real_sum;
   found->self[run] += (double)totals->self_sum;
   found->calls[run] += (double)totals->calls;
   found->largest[run] = fmax(found->largest[run], (double)points_largest_cost(points, count));
   return found;
}

/* Takes from the last report, that of the largest run, what is own code and, if it has contexts, the
   callers. */
static void add_report(RunSubjects* subjects, Report* report, const char* own, guint run)
{
   uint32_t     count = report_routine_count(report);
   RunSubject** found = g_new(RunSubject*, count);
   subjects->cost[run] = (double)report_total_cost(report);
   conditions_copy(&subjects->conditions[run], report_header(report));
   subjects->has_input |= header_has_input(report_header(report));
   for (uint32_t i = 0; i < count; i++) {
      found[i] = add_routine(subjects, report, report_routine(report, i), run);
   }
   run_subjects_set_callers(report, own, found);
   g_free(found);
}

/* Whether the reports can stand side by side: the program was not built anew meanwhile.  Input sizes may be
   missing in some. */
static bool check_header(const Report* first, const Report* report, const char* path, Problem* problem)
{
   const Header* a = report_header(first);
   const Header* b = report_header(report);
   const char*   difference = g_strcmp0(a->application, b->application) != 0 ? "another program"
                            : g_strcmp0(a->modified, b->modified) != 0 ? "a program that was built anew"
                            : g_strcmp0(a->metric, b->metric) != 0 ? "another metric of cost" : NULL;
   if (difference != NULL) {
      problem_set(problem, path, 0, "does not belong to the runs before: it is of %s; begin a new experiment",
                  difference);
   }
   return difference == NULL;
}

static bool read_reports(RunSubjects* subjects, const char* own, Problem* problem)
{
   g_autoptr(Report) first = NULL;
   bool is_right = true;
   for (guint run = 0; run < subjects->run_count && is_right; run++) {
      const char* path = subjects->runs[run]->report;
      Report*     report = experiment_load(subjects->experiment, subjects->runs[run], problem);
      is_right = report != NULL && (first == NULL || check_header(first, report, path, problem));
      if (is_right && first == NULL) {
         subjects->metric = g_strdup(report_header(report)->metric);
         subjects->application = g_strdup(report_header(report)->application);
      }
      if (is_right) {
         add_report(subjects, report, own, run);
      }
      if (first == NULL) {
         first = report;
      } else if (report != NULL) {
         report_free(report);
      }
   }
   return is_right;
}

/* Adds what the run that was ended had cost by then.  Routines that no other run has are left out. */
static bool add_ended(RunSubjects* subjects, Problem* problem)
{
   g_autoptr(Report) report = subjects->ended == NULL ? NULL
                              : experiment_load(subjects->experiment, subjects->ended, problem);
   for (uint32_t i = 0; report != NULL && i < report_routine_count(report); i++) {
      const Routine* routine = report_routine(report, i);
      RunSubject*    found = run_subjects_find(subjects, routine);
      if (found != NULL) {
         found->ended_total += (double)routine->totals.real_sum;
         found->ended_self += (double)routine->totals.self_sum;
      }
   }
   return subjects->ended == NULL || report != NULL;
}

/*--- Runs ---*/

static void take_runs(RunSubjects* subjects)
{
   const GArray* runs = subjects->experiment->runs;
   subjects->runs = g_new0(const ExperimentRun*, runs->len + 1);
   for (guint i = 0; i < runs->len; i++) {
      const ExperimentRun* run = &g_array_index(runs, ExperimentRun, i);
      bool is_ended = !run->good && run->record->ending == RUN_TIMED_OUT && run->report != NULL;
      if (run->good) {
         subjects->runs[subjects->run_count++] = run;
         subjects->ended = NULL;
      } else if (is_ended && subjects->ended == NULL) {
         subjects->ended = run;
      }
   }
   subjects->cost = g_new0(double, subjects->run_count + 1);
   subjects->conditions = g_new0(Header, subjects->run_count + 1);
}

/* Whether an earlier run has the sizes of this one. */
static bool has_been(const RunSubjects* subjects, guint run)
{
   bool has = false;
   for (guint i = 0; i < run && !has; i++) {
      has = subjects->size[i] == subjects->size[run]
         && (subjects->other_size == NULL || subjects->other_size[i] == subjects->other_size[run]);
   }
   return has;
}

static void take_sizes(RunSubjects* subjects)
{
   guint const runs = subjects->run_count;
   subjects->size = g_new(double, runs);
   subjects->other_size = subjects->experiment->parameter_count == 2 ? g_new(double, runs) : NULL;
   assert(runs > 0);
   subjects->last = runs - 1;
   for (guint run = 0; run < runs; run++) {
      const double* size = subjects->runs[run]->size;
      const double* last = subjects->runs[subjects->last]->size;
      subjects->size[run] = size[0];
      assert(run == 0 || subjects->other_size != NULL || subjects->size[run - 1] <= size[0]);
      if (subjects->other_size != NULL) {
         subjects->other_size[run] = size[1];
         subjects->last = size[0] * size[1] > last[0] * last[1] ? run : subjects->last;
      }
      subjects->sizes += !has_been(subjects, run);
   }
}

/*--- All ---*/

RunSubjects* run_subjects_of(const Experiment* experiment, RunDepth depth, const char* own, Problem* problem)
{
   if (experiment_good_runs(experiment) == 0) {
      problem_set(problem, experiment->directory, 0, "has no run that counts");
      return NULL;
   }
   RunSubjects* subjects = g_new0(RunSubjects, 1);
   subjects->experiment = experiment;
   subjects->texts = g_string_chunk_new(65536);
   subjects->all = g_ptr_array_new_with_free_func(run_subject_free);
   subjects->by_names = g_hash_table_new(hash_names, have_same_names);
   subjects->routines = g_ptr_array_new();
   take_runs(subjects);
   take_sizes(subjects);
   if (!read_reports(subjects, own, problem) || !add_ended(subjects, problem)) {
      run_subjects_free(subjects);
      return NULL;
   }
   g_ptr_array_sort(subjects->all, by_names);
   if (depth == RUNS_GROWN) {
      run_subjects_grow_all(subjects);
   }
   return subjects;
}

RunSubjects* run_subjects_take(Experiment* experiment, RunDepth depth, const char* own, Problem* problem)
{
   RunSubjects* subjects = experiment == NULL ? NULL : run_subjects_of(experiment, depth, own, problem);
   if (subjects != NULL) {
      subjects->owned = experiment;
   } else {
      problem_keep_file(problem);
      g_clear_pointer(&experiment, experiment_free);
   }
   return subjects;
}

void run_subjects_free(RunSubjects* subjects)
{
   void* const arrays[] = {
      subjects->runs, subjects->application, subjects->metric, subjects->cost, subjects->conditions,
      subjects->size, subjects->other_size, subjects->memory,
   };
   for (guint run = 0; run < subjects->run_count; run++) {
      if (subjects->conditions[run].comments != NULL) {
         header_free(&subjects->conditions[run]);
      }
   }
   for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++) {
      g_free(arrays[i]);
   }
   g_ptr_array_unref(subjects->routines);
   g_hash_table_unref(subjects->by_names);
   g_ptr_array_unref(subjects->all);
   g_string_chunk_free(subjects->texts);
   g_clear_pointer(&subjects->owned, experiment_free);
   g_free(subjects);
}
