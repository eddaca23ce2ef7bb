/* aprof history check: what `aprof check` says against the nearest ancestor.  That one's results are written
   as reports or experiments, which are the baseline. */

#include <stdlib.h>
#include <string.h>

#include "answer/compare/suite.h"
#include "cli/history.h"
#include "cli/subcommands.h"
#include "history/experiments.h"
#include "history/nearest.h"
#include "model/loader.h"
#include "run/directory.h"

typedef struct {
   const HistoryOptions* options;
   const Repository*     repository;
   Store*                store;
   Commit                commit;
   char*                 directory;   /* of all that is made */
   char*                 path;        /* of the baseline */
   GPtrArray*            hashes;      /* of ancestors that it is made of */
} Baselines;

/*--- The baseline ---*/

/* The series of a program; 0: there is none. */
static int64_t series_of(const Baselines* baselines, const char* program, const char* measure)
{
   const char* name = baselines->options->name == NULL ? "" : baselines->options->name;
   g_autoptr(GArray) all = store_series(baselines->store);
   int64_t     found = 0;
   for (guint i = 0; i < all->len; i++) {
      const HistorySeries* series = &g_array_index(all, HistorySeries, i);
      bool is_it = strcmp(series->name, name) == 0 && strcmp(series->program, program) == 0
                   && strcmp(series->machine, history_machine(baselines->options)) == 0
                   && strcmp(series->measure, measure) == 0;
      found = is_it ? series->id : found;
   }
   return found;
}

static void note_commit(const Baselines* baselines, int64_t series, int64_t record)
{
   g_autoptr(GArray) records = store_records(baselines->store, series);
   g_autoptr(GArray) commits = store_commits(baselines->store);
   for (guint i = 0; i < records->len; i++) {
      const StoredRecord* one = &g_array_index(records, StoredRecord, i);
      for (guint k = 0; one->id == record && k < commits->len; k++) {
         const StoredCommit* commit = &g_array_index(commits, StoredCommit, k);
         if (commit->id == one->commit
             && !g_ptr_array_find_with_equal_func(baselines->hashes, commit->hash, g_str_equal, NULL)) {
            g_ptr_array_add(baselines->hashes, g_strdup(commit->hash));
         }
      }
   }
}

/* Reads what the nearest ancestor of a program has.  NULL: there is none, or the store is damaged. */
static Snapshot* read_nearest(const Baselines* baselines, const char* program, const char* measure)
{
   int64_t   series = series_of(baselines, program, measure);
   g_autoptr(GArray) nearest = series == 0 ? NULL : nearest_records(baselines->store, baselines->repository,
                                                                  &baselines->commit, series);
   bool      has = nearest != NULL && nearest->len > 0;
   int64_t   record = has ? g_array_index(nearest, int64_t, 0) : 0;
   Snapshot* snapshot = has ? store_read(baselines->store, record) : NULL;
   if (snapshot != NULL) {
      note_commit(baselines, series, record);
   }
   return snapshot;
}

static bool add_program(const Baselines* baselines, const SuiteProgram* program, unsigned number,
                        Problem* problem)
{
   char**            paths = (char**)program->paths[1]->pdata;
   const LoadOptions load = { .force = baselines->options->force, .find_names = true };
   g_autoptr(Report) report = report_load((const char* const*)paths, g_strv_length(paths), load, problem);
   if (report == NULL) {
      problem_keep_file(problem);
      return false;
   }
   g_autofree char* measure = measure_of_report(report);
   Snapshot* snapshot = read_nearest(baselines, program->name, measure);
   g_autofree char* path = g_strdup_printf("%s/%u.report", baselines->directory, number);
   bool      done = snapshot == NULL || snapshot_write(snapshot, path, problem);
   snapshot_free(snapshot);
   return done && store_is_right(baselines->store, problem);
}

static bool write_reports(const Baselines* baselines, char** paths, Problem* problem)
{
   char** const sides[] = { NULL, paths };
   g_autoptr(GArray) programs = suite_find(sides, problem);
   bool done = programs != NULL;
   for (guint i = 0; done && i < programs->len; i++) {
      done = add_program(baselines, &g_array_index(programs, SuiteProgram, i), i, problem);
   }
   return done;
}

/* Writes what the nearest ancestor of an experiment has, if there is one, into a directory that is made. */
static bool write_experiment(const Baselines* baselines, const NamedExperiment* named, const char* directory,
                             Problem* problem)
{
   RunSubjects* subjects = run_subjects_take(experiment_open(named->directory, problem), RUNS_MEASURED, NULL,
                                             problem);
   bool         done = subjects != NULL;
   if (done) {
      g_autofree char* program = program_of_experiment(named, subjects);
      g_autofree char* measure = measure_of_experiment(subjects);
      Snapshot* snapshot = read_nearest(baselines, program, measure);
      done = snapshot == NULL || experiment_write(snapshot, directory, problem);
      snapshot_free(snapshot);
   }
   if (!done) {
      problem_keep_file(problem);
   }
   g_clear_pointer(&subjects, run_subjects_free);
   return done && store_is_right(baselines->store, problem);
}

/* Several of a directory get the names that they have there. */
static bool write_experiments(Baselines* baselines, const GArray* experiments, Problem* problem)
{
   const NamedExperiment* first = &g_array_index(experiments, NamedExperiment, 0);
   bool                   done = true;
   if (first->program == NULL) {
      g_free(baselines->path);
      baselines->path = g_build_filename(baselines->directory, "experiment", NULL);
      return write_experiment(baselines, first, baselines->path, problem);
   }
   for (guint i = 0; i < experiments->len && done; i++) {
      const NamedExperiment* named = &g_array_index(experiments, NamedExperiment, i);
      g_autofree char* place = g_build_filename(baselines->directory, named->program, NULL);
      done = write_experiment(baselines, named, place, problem);
   }
   return done;
}

static bool write_baseline(Baselines* baselines, const Measured* measured, size_t count, Problem* problem)
{
   if (measured->experiments->len == 0) {
      return write_reports(baselines, measured->reports, problem);
   }
   return (count == 1 || problem_set(problem, NULL, 0, "check: an experiment, or a directory with several, is"
                                                       " checked by itself"))
          && write_experiments(baselines, measured->experiments, problem);
}

/*--- The check ---*/

static int check(const Baselines* baselines, char** words, size_t count)
{
   const HistoryOptions* options = baselines->options;
   g_autoptr(GPtrArray) line = g_ptr_array_new_with_free_func(g_free);
   g_ptr_array_add(line, g_strdup("aprof check"));
   g_ptr_array_add(line, g_strdup_printf("--baseline=%s", baselines->path));
   g_ptr_array_add(line, g_strdup_printf("--format=%s", options->format == HISTORY_FORMAT_JSON ? "json"
                                                                                              : "text"));
   if (options->rules != NULL) {
      g_ptr_array_add(line, g_strdup_printf("--rules=%s", options->rules));
   }
   if (options->force) {
      g_ptr_array_add(line, g_strdup("--force"));
   }
   g_ptr_array_add(line, g_strdup("--"));
   for (size_t i = 0; i < count; i++) {
      g_ptr_array_add(line, g_strdup(words[i]));
   }
   g_ptr_array_add(line, NULL);
   /* getopt changes their order. */
   g_autofree char** given = g_memdup2(line->pdata, line->len * sizeof(char*));
   return check_main((int)line->len - 1, given);
}

static int say_that_none_is_there(const Baselines* baselines)
{
   message_print("aprof history: no ancestor of %.10s is in the history, so nothing can be compared%s",
                 baselines->commit.hash,
                 !baselines->repository->is_shallow ? ""
                 : ": this clone is shallow; `git fetch --unshallow` gets its ancestors");
   return EXIT_OPEN;
}

static bool run(Baselines* baselines, char** words, size_t count, int* status, Problem* problem)
{
   Measured measured;
   bool     done = history_measured(words, count, &measured, problem)
                   && write_baseline(baselines, &measured, count, problem);
   if (done && baselines->hashes->len == 0) {
      *status = say_that_none_is_there(baselines);
   } else if (done) {
      for (guint i = 0; i < baselines->hashes->len; i++) {
         message_print("History: compared with %.10s", (char*)g_ptr_array_index(baselines->hashes, i));
      }
      fflush(stderr);
      *status = check(baselines, words, count);
   }
   measured_clear(&measured);
   return done;
}

static bool prepare(Baselines* baselines, Problem* problem)
{
   const char* revision = baselines->options->commit != NULL ? baselines->options->commit : "HEAD";
   GError*     error = NULL;
   if (!git_commit(baselines->repository, revision, &baselines->commit, problem)
       || !history_open(baselines->options, baselines->repository, false, &baselines->store, problem)) {
      return false;
   }
   baselines->directory = g_dir_make_tmp("aprof-history-XXXXXX", &error);
   if (baselines->directory == NULL) {
      problem_set(problem, NULL, 0, "there is no place for the baseline: %s", error->message);
      g_error_free(error);
   }
   baselines->path = g_strdup(baselines->directory);
   return baselines->directory != NULL;
}

int history_check(const HistoryOptions* options, char** words, size_t count)
{
   Repository repository;
   Problem    problem;
   int        status = EXIT_USAGE;
   if (count == 0) {
      return usage_error(history_usage.name, "check: the REPORTs or the EXPERIMENT to check are needed");
   }
   Baselines baselines = { .options = options, .repository = &repository,
                           .hashes = g_ptr_array_new_with_free_func(g_free) };
   bool done = repository_find(&repository, &problem) && prepare(&baselines, &problem)
               && run(&baselines, words, count, &status, &problem);
   if (!done) {
      problem_print(&problem, history_usage.name);
   }
   if (baselines.directory != NULL) {
      directory_remove(baselines.directory, DIRECTORY_WHOLE);
      g_free(baselines.directory);
   }
   g_free(baselines.path);
   commit_clear(&baselines.commit);
   store_close(baselines.store);
   g_ptr_array_unref(baselines.hashes);
   repository_free(&repository);
   return done ? status : EXIT_USAGE;
}
