/* All records are made before the transaction begins, so that others wait only while rows are written. */

#include "history/adding.h"

#include <string.h>

#include "answer/compare/suite.h"
#include "history/experiments.h"
#include "history/laws.h"
#include "history/nearest.h"
#include "history/steps.h"
#include "model/loader.h"

/*--- Preparing ---*/

static void clear_prepared(gpointer data)
{
   Prepared* prepared = data;
   g_free(prepared->program);
   g_free(prepared->measure);
   snapshot_free(prepared->record);
}

static char* measure_of_report(const Report* report)
{
   const Header* header = report_header(report);
   return g_strdup_printf("%s of %s, cells of %u bytes", header->metric,
                          header_has_input(header) ? header->input : "no input", header->memory_resolution);
}

static bool prepare_report(const SuiteProgram* program, const char* top, bool force, GArray* all,
                           Problem* problem)
{
   char**            paths = (char**)program->paths[1]->pdata;
   const LoadOptions load = { .force = force, .find_names = true };
   g_autoptr(Report) report = report_load((const char* const*)paths, g_strv_length(paths), load, problem);
   if (report == NULL) {
      problem_keep_file(problem);
      return false;
   }
   Prepared prepared = { g_strdup(program->name), measure_of_report(report), snapshot_make(report, top) };
   g_array_append_val(all, prepared);
   return true;
}

static bool prepare_reports(char** paths, const char* top, bool force, GArray* all, Problem* problem)
{
   char** const sides[] = { NULL, paths };
   g_autoptr(GArray) programs = suite_find(sides, problem);
   bool done = programs != NULL;
   for (guint i = 0; done && i < programs->len; i++) {
      done = prepare_report(&g_array_index(programs, SuiteProgram, i), top, force, all, problem);
   }
   return done;
}

static char* program_of(const NamedExperiment* named, const RunSubjects* subjects)
{
   const char* application = subjects->application;
   return named->program != NULL ? g_strdup(named->program)
                                 : g_path_get_basename(application == NULL ? "program" : application);
}

static bool prepare_experiment(const NamedExperiment* named, const char* top, GArray* all, Problem* problem)
{
   RunSubjects* subjects = run_subjects_take(experiment_open(named->directory, problem), RUNS_MEASURED, NULL,
                                             problem);
   Snapshot*    snapshot = subjects == NULL ? NULL : experiment_snapshot(subjects, top, problem);
   if (snapshot != NULL) {
      const Prepared prepared = { program_of(named, subjects), measure_of_experiment(subjects), snapshot };
      g_array_append_val(all, prepared);
   } else {
      problem_keep_file(problem);
   }
   g_clear_pointer(&subjects, run_subjects_free);
   return snapshot != NULL;
}

GArray* measured_prepare(const Measured* measured, const char* top, bool force, Problem* problem)
{
   g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(Prepared));
   g_array_set_clear_func(all, clear_prepared);
   bool done = measured->reports[0] == NULL || prepare_reports(measured->reports, top, force, all, problem);
   for (guint i = 0; i < measured->experiments->len && done; i++) {
      done = prepare_experiment(&g_array_index(measured->experiments, NamedExperiment, i), top, all, problem);
   }
   return done ? g_steal_pointer(&all) : NULL;
}

void measured_clear(Measured* measured)
{
   g_strfreev(measured->reports);
   g_clear_pointer(&measured->experiments, g_array_unref);
   *measured = (Measured){ 0 };
}

/*--- Adding ---*/

static void find_steps(Store* store, const Adding* adding, const StoredPlace* place)
{
   g_autoptr(GPtrArray) nearest = nearest_hashes(store, adding->repository, adding->commit, place->series);
   g_autoptr(GArray)    since = g_array_new(FALSE, FALSE, sizeof(int64_t));
   for (guint i = 0; i < nearest->len; i++) {
      int64_t record = store_find(store, g_ptr_array_index(nearest, i), place->series);
      g_array_append_val(since, record);
   }
   g_array_unref(steps_of(store, place->record, since, NULL));
}

static bool add_one(Store* store, const Adding* adding, const Prepared* prepared, char* ancestors,
                    AddCounts counts, Problem* problem)
{
   const Entry entry = {
      .commit = *adding->commit, .ancestors = ancestors, .branch = (char*)adding->branch,
      .added = g_get_real_time() / G_USEC_PER_SEC, .snapshot = prepared->record,
      .series = { .name = (char*)adding->name, .program = prepared->program,
                  .machine = (char*)adding->machine, .measure = prepared->measure },
   };
   StoredPlace place;
   Added       added = store_add(store, &entry, adding->replaces, &place);
   counts[added]++;
   if (added == ADDED_OTHER) {
      g_assert(!adding->replaces);
      return problem_set(problem, NULL, 0, "%.10s has other costs of %s already: --replace replaces them,"
                                           " and --name=NAME keeps both", adding->commit->hash,
                                                     prepared->program);
   }
   if (added != ADDED_SAME) {
      find_steps(store, adding, &place);
   }
   if (added != ADDED_SAME && prepared->record->runs != NULL) {
      g_ptr_array_unref(laws_of(store, place.record));
   }
   return true;
}

/* The records that a store is to get. */
typedef struct {
   const Adding* adding;
   const GArray* prepared;
   unsigned*     counts;     /* AddCounts */
} AddWork;

static bool add_all(Store* store, void* data, Problem* problem)
{
   const AddWork* work = data;
   bool           done = true;
   g_autoptr(GPtrArray) nearest = nearest_hashes(store, work->adding->repository, work->adding->commit, 0);
   g_ptr_array_add(nearest, NULL);
   g_autofree char* ancestors = g_strjoinv(" ", (char**)nearest->pdata);
   memset(work->counts, 0, sizeof(AddCounts));
   for (guint i = 0; i < work->prepared->len && done; i++) {
      done = add_one(store, work->adding, &g_array_index(work->prepared, Prepared, i), ancestors,
                     work->counts, problem);
   }
   return done;
}

bool add_prepared(Store* store, const Adding* adding, const GArray* prepared, AddCounts counts,
                  Problem* problem)
{
   AddWork work = { adding, prepared, counts };
   return store_write(store, add_all, &work, problem);
}
