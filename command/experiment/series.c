/* Reads one report after the other; besides, only the smallest one is in memory.  Routines are the same if
   their names, object files and symbols are, as when reports are added up (model/builder.c). */

#include "experiment/series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/callers.h"
#include "model/conditions.h"
#include "model/own.h"
#include "util/progress.h"

/* A routine is recursive if its calls, those within others too, cost so many times as much as all of them. */
#define RECURSIVE  1.5

typedef struct {
   const Experiment* experiment;
   const char* own;
   Series*     series;
   GHashTable* by_names;   /* RoutineSeries* by itself */
   GPtrArray*  found;      /* of RoutineSeries */
} SeriesReader;

static guint hash_names(gconstpointer key)
{
   const RoutineSeries* routine = key;
   return g_str_hash(routine->name) * 31 + g_str_hash(routine->image);
}

static int compare_names(gconstpointer left, gconstpointer right)
{
   const RoutineSeries* a = left;
   const RoutineSeries* b = right;
   int result = strcmp(a->image, b->image);
   result = result != 0 ? result : strcmp(a->name, b->name);
   return result != 0 ? result : g_strcmp0(a->mangled, b->mangled);
}

static gboolean have_same_names(gconstpointer left, gconstpointer right)
{
   return compare_names(left, right) == 0;
}

static RoutineSeries* find_routine(SeriesReader* reader, const Routine* routine)
{
   const RoutineSeries names = {
      .name = routine->name, .image = routine->image, .mangled = routine->mangled
   };
   return g_hash_table_lookup(reader->by_names, &names);
}

static RoutineSeries* new_routine(SeriesReader* reader, const Routine* names)
{
   Series*        series = reader->series;
   RoutineSeries* routine = g_new0(RoutineSeries, 1);
   double**       arrays[] = { &routine->total, &routine->self, &routine->calls, &routine->input };
   routine->name = g_string_chunk_insert_const(series->texts, names->name);
   routine->image = g_string_chunk_insert_const(series->texts, names->image);
   routine->mangled = names->mangled == NULL ? NULL
                                             : g_string_chunk_insert_const(series->texts, names->mangled);
   for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++) {
      *arrays[i] = g_new0(double, series->run_count);
   }
   for (guint run = 0; run < series->run_count; run++) {
      routine->input[run] = NAN;
   }
   g_ptr_array_add(reader->found, routine);
   g_hash_table_add(reader->by_names, routine);
   return routine;
}

/* The mean input of a call of the routine. */
static double mean_input(Report* report, const Routine* routine)
{
   size_t       count;
   const Point* points = report_routine_points(report, routine, &count);
   double       inputs = 0;
   for (size_t i = 0; i < count; i++) {
      inputs += (double)points[i].rms * (double)points[i].calls;
   }
   return routine->totals.calls == 0 ? NAN : inputs / (double)routine->totals.calls;
}

/* Several routines of one file may have the same names: they are added up. */
static void add_routine(SeriesReader* reader, Report* report, const Routine* routine, guint run)
{
   const Totals*  totals = &routine->totals;
   RoutineSeries* found = find_routine(reader, routine);
   found = found == NULL ? new_routine(reader, routine) : found;
   if (header_has_input(report_header(report))) {
      double before = found->calls[run] == 0 ? 0 : found->input[run] * found->calls[run];
      double inputs = totals->calls == 0 ? 0 : mean_input(report, routine) * (double)totals->calls;
      double calls = found->calls[run] + (double)totals->calls;
      found->input[run] = calls == 0 ? NAN : (before + inputs) / calls;
   }
   found->is_start_up = routine_is_start_up(routine);
   found->is_recursive = (double)totals->sum >= RECURSIVE * (double)totals->real_sum;
   found->total[run] += (double)totals->real_sum;
   found->self[run] += (double)totals->self_sum;
   found->calls[run] += (double)totals->calls;
}

/* Sets what is own code, and the callers, as the largest run with contexts shows them. */
static void set_callers(SeriesReader* reader, const Report* report)
{
   uint32_t        count = report_routine_count(report);
   RoutineSeries** found = g_new(RoutineSeries*, count);
   for (uint32_t i = 0; i < count; i++) {
      found[i] = find_routine(reader, report_routine(report, i));
   }
   Callers callers = callers_find(report, reader->own, (const void* const*)found);
   bool    has_contexts = report_context_count(report) > 0;
   for (uint32_t i = 0; i < count; i++) {
      found[i]->is_own = callers.is_own[i];
      if (has_contexts) {
         const RoutineSeries* caller = callers.caller[i] == NO_ROUTINE ? NULL : found[callers.caller[i]];
         found[i]->caller = caller == NULL ? NULL : caller->name;
         found[i]->caller_image = caller == NULL ? NULL : caller->image;
         found[i]->caller_part = callers.part[i];
      }
   }
   g_free(callers.is_own);
   g_free(callers.caller);
   g_free(callers.part);
   g_free(found);
}

static void add_report(SeriesReader* reader, Report* report, guint run)
{
   reader->series->cost[run] = (double)report_total_cost(report);
   conditions_copy(&reader->series->conditions[run], report_header(report));
   reader->series->has_input |= header_has_input(report_header(report));
   for (uint32_t i = 0; i < report_routine_count(report); i++) {
      add_routine(reader, report, report_routine(report, i), run);
   }
   set_callers(reader, report);
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

static bool read_reports(SeriesReader* reader, Problem* problem)
{
   Series* series = reader->series;
   Report* first = NULL;
   bool    is_right = true;
   for (guint run = 0; run < series->run_count && is_right; run++) {
      const char* path = series->runs[run]->report;
      Report*     report = experiment_load(reader->experiment, series->runs[run], problem);
      is_right = report != NULL && (first == NULL || check_header(first, report, path, problem));
      if (is_right && first == NULL) {
         series->unit = g_strdup(report_header(report)->metric);
         series->application = g_strdup(report_header(report)->application);
      }
      if (is_right) {
         add_report(reader, report, run);
      }
      if (first == NULL) {
         first = report;
      } else if (report != NULL) {
         report_free(report);
      }
   }
   if (first != NULL) {
      report_free(first);
   }
   return is_right;
}

/* Adds what the run that was ended had cost by then.  Routines that no other run has are left out. */
static bool add_ended(SeriesReader* reader, Problem* problem)
{
   Report* report = reader->series->ended == NULL ? NULL
                    : experiment_load(reader->experiment, reader->series->ended, problem);
   for (uint32_t i = 0; report != NULL && i < report_routine_count(report); i++) {
      const Routine* routine = report_routine(report, i);
      RoutineSeries* found = find_routine(reader, routine);
      if (found != NULL) {
         found->ended_total += (double)routine->totals.real_sum;
         found->ended_self += (double)routine->totals.self_sum;
      }
   }
   bool is_read = reader->series->ended == NULL || report != NULL;
   if (report != NULL) {
      report_free(report);
   }
   return is_read;
}

static void free_routine(gpointer data)
{
   RoutineSeries* routine = data;
   g_free(routine->total);
   g_free(routine->self);
   g_free(routine->calls);
   g_free(routine->input);
}

static void take_runs(Series* series, const Experiment* experiment)
{
   series->runs = g_new0(const ExperimentRun*, experiment->runs->len + 1);
   for (guint i = 0; i < experiment->runs->len; i++) {
      const ExperimentRun* run = &g_array_index(experiment->runs, ExperimentRun, i);
      bool is_ended = !run->good && run->record->ending == RUN_TIMED_OUT && run->report != NULL;
      if (run->good) {
         series->runs[series->run_count++] = run;
         series->ended = NULL;
      } else if (is_ended && series->ended == NULL) {
         series->ended = run;
      }
   }
   series->cost = g_new0(double, series->run_count + 1);
   series->conditions = g_new0(Header, series->run_count + 1);
}

Series* series_read(const Experiment* experiment, const char* own, Problem* problem)
{
   Series* series = g_new0(Series, 1);
   SeriesReader reader = {
      .experiment = experiment, .own = own, .series = series, .found = g_ptr_array_new_with_free_func(g_free),
      .by_names = g_hash_table_new(hash_names, have_same_names),
   };
   series->texts = g_string_chunk_new(65536);
   series->routines = g_array_new(FALSE, FALSE, sizeof(RoutineSeries));
   g_array_set_clear_func(series->routines, free_routine);
   take_runs(series, experiment);
   bool is_read = read_reports(&reader, problem) && add_ended(&reader, problem);
   for (guint i = 0; i < reader.found->len; i++) {
      g_array_append_vals(series->routines, g_ptr_array_index(reader.found, i), 1);
   }
   g_array_sort(series->routines, compare_names);
   g_hash_table_unref(reader.by_names);
   g_ptr_array_unref(reader.found);
   if (!is_read) {
      g_clear_pointer(&series, series_free);
   }
   return series;
}

const RoutineSeries* series_find(const Series* series, const Routine* routine)
{
   const RoutineSeries names = {
      .name = routine->name, .image = routine->image, .mangled = routine->mangled
   };
   return bsearch(&names, series->routines->data, series->routines->len, sizeof names, compare_names);
}

void series_free(Series* series)
{
   for (guint run = 0; run < series->run_count; run++) {
      if (series->conditions[run].comments != NULL) {
         header_free(&series->conditions[run]);
      }
   }
   g_free(series->conditions);
   g_free(series->runs);
   g_free(series->application);
   g_free(series->unit);
   g_free(series->cost);
   g_array_unref(series->routines);
   g_string_chunk_free(series->texts);
   g_free(series);
}
