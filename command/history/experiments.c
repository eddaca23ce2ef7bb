/* The header of the snapshot of an experiment has these lines:

      a PATH       the program
      x TEXT       the settings, as settings_text has them */

#include "history/experiments.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "answer/compare/growth.h"
#include "history/series.h"

/* The directory of the working tree, in what is stored. */
#define TOP  "."

/*--- Making ---*/

/* The settings, with paths as in reports; the working directory itself is a path without a slash behind. */
static char* settings_line(const Settings* settings, const char* top)
{
   g_autofree char* text = settings_text(settings);
   g_autofree char* shorter = snapshot_without_top(text, top);
   GString* line = g_string_new(shorter);
   if (top != NULL && *top != '\0') {
      g_autofree char* quoted = g_strdup_printf("\"%s\"", top);
      g_string_replace(line, quoted, "\"" TOP "\"", 0);
   }
   return g_string_free(line, FALSE);
}

static char* header_of(const RunSubjects* subjects, const char* top)
{
   const char* program = subjects->application;
   g_autofree char* application = program == NULL ? NULL : snapshot_without_top(program, top);
   g_autofree char* line = settings_line(subjects->experiment->settings, top);
   return application == NULL ? g_strdup_printf("x %s\n", line)
                              : g_strdup_printf("a %s\nx %s\n", application, line);
}

/* Leaves out how long it took, what was measured without Valgrind, which differs each time, what a run that
   counts has said, and other programs than that of the experiment.  Only of an input of which nothing but the
   beginning is read, its size remains: nothing is confirmed then (experiment_reads_beginning).  How much was
   read differs, too, and 0 stands for it. */
static char* ending_of(const Experiment* experiment, const ExperimentRun* run)
{
   RunRecord record = *run->record;
   record.seconds = 0;
   record.native_seconds = record.native_kernel_seconds = record.native_memory = NAN;
   double moved, bytes;
   bool   is_beginning = experiment_reads_beginning(experiment, &moved, &bytes);
   record.native_moved = is_beginning ? 0 : NAN;
   record.input_bytes = is_beginning && record.input_bytes > moved ? record.input_bytes : NAN;
   record.words = run->good ? NULL : record.words;
   record.programs = g_array_new(FALSE, FALSE, sizeof(RecordedProgram));
   for (guint i = 0; i < run->record->programs->len; i++) {
      const RecordedProgram* program = &g_array_index(run->record->programs, RecordedProgram, i);
      if (g_strcmp0(program->report, experiment->program) == 0) {
         g_array_append_vals(record.programs, program, 1);
      }
   }
   char* text = run_record_text(&record, experiment->settings);
   g_array_unref(record.programs);
   return text;
}

static bool add_run(Snapshot* snapshot, const Experiment* experiment, const ExperimentRun* run,
                    const char* top, Problem* problem)
{
   g_autoptr(Report) report = run->good ? experiment_load(experiment, run, problem) : NULL;
   if (run->good && report == NULL) {
      return false;
   }
   const SnapshotRun added = {
      .name = g_strdup(run->name), .size = run->size[0], .counts = run->good,
      .ending = ending_of(experiment, run), .report = report == NULL ? NULL : snapshot_make(report, top),
   };
   if (report != NULL) {
      snapshot->total = added.report->total;
      g_free(snapshot->date);
      g_free(snapshot->modified);
      snapshot->date = g_strdup(added.report->date);
      snapshot->modified = g_strdup(added.report->modified);
   }
   snapshot_add_run(snapshot, &added);
   return true;
}

Snapshot* experiment_snapshot(const RunSubjects* subjects, const char* top, Problem* problem)
{
   const Experiment*   experiment = subjects->experiment;
   g_autoptr(Snapshot) snapshot = snapshot_new();
   bool                done = growth_is_comparable(subjects, problem);
   snapshot->header = header_of(subjects, top);
   for (guint i = 0; i < experiment->runs->len && done; i++) {
      done = add_run(snapshot, experiment, experiment_run(experiment, i), top, problem);
   }
   if (!done) {
      problem_keep_file(problem);
      return NULL;
   }
   return g_steal_pointer(&snapshot);
}

char* measure_of_experiment(const RunSubjects* subjects)
{
   const Experiment* experiment = subjects->experiment;
   return strcmp(experiment->unit, "number") == 0
             ? g_strdup_printf("%s" SERIES_BY "%s", subjects->metric, experiment->parameters[0])
             : g_strdup_printf("%s" SERIES_BY "%s, in %s", subjects->metric, experiment->parameters[0],
                               experiment->unit);
}

/*--- The experiment again ---*/

static Report* load(void* data, const ExperimentRun* run, Problem* problem)
{
   const KeptExperiment* kept = data;
   const SnapshotRun*    own = snapshot_run(kept->snapshot, run->name);
   const SnapshotRun*    other = snapshot_run(kept->other, run->name);
   if (own == NULL || own->report == NULL) {
      problem_set(problem, NULL, 0, "the run %s has no report in the history", run->name);
      return NULL;
   }
   return snapshot_report(own->report, other == NULL ? NULL : other->report, NULL);
}

static bool add_runs(Experiment* experiment, const Snapshot* snapshot, Problem* problem)
{
   bool done = true;
   g_assert(snapshot->runs != NULL);   /* it is of an experiment */
   for (guint i = 0; i < snapshot->runs->len && done; i++) {
      const SnapshotRun* run = &g_array_index(snapshot->runs, SnapshotRun, i);
      RunRecord* record = run_record_parse(experiment->settings, run->name, run->ending, problem);
      done = record != NULL;
      if (done) {
         experiment_add_run(experiment, run->name, record);
      }
   }
   experiment_judge(experiment);
   return done;
}

bool kept_experiment_make(KeptExperiment* kept, const Snapshot* snapshot, const Snapshot* other,
                          const char* own, const char* name, Problem* problem)
{
   *kept = (KeptExperiment){ .snapshot = snapshot, .other = other };
   g_autofree char*      text = snapshot_header_value(snapshot->header, 'x');
   Settings*             settings = settings_parse(name, text == NULL ? "" : text, problem);
   g_autoptr(Experiment) experiment = settings == NULL ? NULL : experiment_make(name, settings, load, kept);
   if (experiment == NULL || !add_runs(experiment, snapshot, problem)) {
      return false;
   }
   kept->subjects = run_subjects_take(g_steal_pointer(&experiment), RUNS_GROWN, own, problem);
   return kept->subjects != NULL;
}

void kept_experiment_clear(KeptExperiment* kept)
{
   g_clear_pointer(&kept->subjects, run_subjects_free);
}

/*--- As files ---*/

static bool make_directory(const char* path, Problem* problem)
{
   return mkdir(path, 0777) == 0 || problem_set(problem, path, 0, "cannot be made: %s", strerror(errno));
}

static bool write_run(const KeptExperiment* kept, const ExperimentRun* run, const char* directory,
                      Problem* problem)
{
   const Experiment*  experiment = kept->subjects->experiment;
   const SnapshotRun* kept_run = snapshot_run(kept->snapshot, run->name);
   g_assert(kept_run != NULL);   /* the experiment was made of these */
   g_autofree char* place = g_build_filename(directory, run->name, NULL);
   g_autofree char* report = experiment->program == NULL
                             ? NULL : g_build_filename(place, experiment->program, NULL);
   bool done = make_directory(place, problem)
               && run_record_write(run->record, experiment->settings, place, problem)
               && (kept_run->report == NULL || report == NULL
                   || snapshot_write(kept_run->report, report, problem));
   if (!done) {
      problem_keep_file(problem);
   }
   return done;
}

bool experiment_write(const Snapshot* snapshot, const char* directory, Problem* problem)
{
   KeptExperiment kept;
   bool done = kept_experiment_make(&kept, snapshot, NULL, NULL, directory, problem)
               && make_directory(directory, problem)
               && settings_write(kept.subjects->experiment->settings, directory, problem);
   for (guint i = 0; done && i < kept.subjects->experiment->runs->len; i++) {
      done = write_run(&kept, experiment_run(kept.subjects->experiment, i), directory,
                       problem);
   }
   kept_experiment_clear(&kept);
   return done;
}
