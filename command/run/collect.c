/* First, we read the headers of all reports, to know which program each is of.  Then we add up those of one
   program after the other.  A report of a process is removed when the sum that it is in has been written. */

#include "run/collect.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "input/file.h"
#include "model/loader.h"
#include "model/reader.h"
#include "model/writer.h"
#include "util/output.h"
#include "util/progress.h"

/* The report of a process. */
typedef struct {
   char*    path;
   unsigned run;
   unsigned number;     /* of the program under Valgrind; forked processes have that of their parent */
   bool     is_added;
} ProcessReport;

/* All reports of one executable. */
typedef struct {
   char*   path;       /* of the executable */
   char*   modified;
   GArray* reports;    /* of ProcessReport */
} Program;

typedef struct {
   const CollectOptions* options;
   Collected             collected;
   GPtrArray*            programs;   /* of Program, in the order of their first reports */
   GHashTable*           by_key;     /* path and date of the executable: Program */
   bool*                 reported;   /* by number of a program under Valgrind: there is a report of it */
} Collector;

static void tell(Collector* collector, const Problem* problem)
{
   progress_hide();
   problem_print(problem, g_get_prgname());
   collector->collected.problems++;
}

/*--- Which program a report is of ---*/

typedef struct {
   char* application;
   char* modified;
   bool  is_checkpoint;
} ReportHead;

static void take_line(ReportHead* head, const Record* record)
{
   char** text = record->tag == TAG_APPLICATION ? &head->application
               : record->tag == TAG_MODIFIED    ? &head->modified : NULL;
   if (text != NULL) {
      g_free(*text);
      *text = g_strndup(record->value.bytes, record->value.length);
   } else if (record->tag == TAG_COMMENT) {
      head->is_checkpoint |= slice_begins_with(record->value, HEADER_CHECKPOINT ":");
   }
}

/* False, with the problem set, if the file has no program. */
static bool read_head(const char* path, ReportHead* head, Problem* problem)
{
   Record     record;
   ReadResult result = READ_FAILED;
   Reader*    reader = reader_open(path, problem);
   if (reader == NULL) {
      return false;
   }
   while ((result = reader_next(reader, &record, problem)) == READ_RECORD && record.tag != TAG_ROUTINE) {
      take_line(head, &record);
   }
   reader_close(reader);
   if (head->application == NULL && (result == READ_RECORD || result == READ_END)) {
      problem_set(problem, path, 0, "is not an aprof report: it names no program");
   }
   return head->application != NULL;
}

static Program* program_of(Collector* collector, const ReportHead* head)
{
   g_autofree char* key = g_strconcat(head->application, "\n", head->modified, NULL);
   Program*         program = g_hash_table_lookup(collector->by_key, key);
   if (program != NULL) {
      return program;
   }
   program = g_new0(Program, 1);
   program->path = g_strdup(head->application);
   program->modified = g_strdup(head->modified);
   program->reports = g_array_new(FALSE, FALSE, sizeof(ProcessReport));
   g_ptr_array_add(collector->programs, program);
   g_hash_table_insert(collector->by_key, g_steal_pointer(&key), program);
   return program;
}

static void free_program(gpointer data)
{
   g_autofree Program* program = data;
   for (guint i = 0; i < program->reports->len; i++) {
      g_free(g_array_index(program->reports, ProcessReport, i).path);
   }
   g_array_unref(program->reports);
   g_free(program->path);
   g_free(program->modified);
}

/* Adds the report of a process. Those of programs that are not measured are removed. A process that still
   runs replaces its checkpoint. */
static void add_report(Collector* collector, const char* path, unsigned run, unsigned number)
{
   Problem    problem;
   ReportHead head = { 0 };
   bool       is_read = read_head(path, &head, &problem);
   bool       is_replaced = head.is_checkpoint && collector->options->others_run;
   if (!is_read) {
      tell(collector, &problem);
   } else if (!is_replaced && !program_is_measured(collector->options->choice, head.application)) {
      unlink(path);
   } else if (!is_replaced) {
      if (head.is_checkpoint) {
         problem_set(&problem, path, 0, "is only a checkpoint: its process was killed later");
         tell(collector, &problem);
      }
      g_assert(run < collector->options->plan->len && collector->reported[number]);
      const ProcessReport report = { .path = g_strdup(path), .run = run, .number = number };
      g_array_append_val(program_of(collector, &head)->reports, report);
   }
   g_free(head.application);
   g_free(head.modified);
}

/*--- All reports ---*/

/* Whether it is to be added up; without a sample, all are. */
static bool is_of_sample(const Collector* collector, unsigned number)
{
   return collector->options->sample == NULL || sample_has(collector->options->sample, number);
}

static void find_reports(Collector* collector)
{
   const CollectOptions* options = collector->options;
   Problem problem;
   g_autoptr(GPtrArray) names = listing_read(options->directory->processes, &problem);
   if (names == NULL) {
      tell(collector, &problem);
   }
   for (guint i = 0; names != NULL && i < names->len; i++) {
      const char* name = g_ptr_array_index(names, i);
      g_autofree char* path = g_build_filename(options->directory->processes, name, NULL);
      unsigned run, number;
      bool     is_report = valgrind_report_name(name, &run, &number) && run < options->plan->len
                           && number < options->valgrind->programs->len;
      if (is_report) {
         collector->reported[number] = true;
      }
      if (is_report && is_of_sample(collector, number)) {
         add_report(collector, path, run, number);
      } else if (is_report && !options->keep) {
         unlink(path);   /* its process has lost its place in the sample */
      } else if (!is_report && !options->others_run && output_is_unfinished(name)) {
         problem_set(&problem, path, 0, OUTPUT_UNFINISHED);
         tell(collector, &problem);
      }
   }
}

/* Returns how the program ended, if it is the only one that ran, and no launcher started it; NULL: not
   known. */
static const RunEnd* end_of_only(const Collector* collector)
{
   const CollectOptions* options = collector->options;
   bool is_known = options->plan->len == 1 && options->valgrind->programs->len == 1
                   && !options->choice->by_launcher && options->ends[0].ended;
   return is_known ? &options->ends[0] : NULL;
}

static void tell_missing(Collector* collector, const char* program, unsigned count)
{
   Problem       problem;
   const RunEnd* end = end_of_only(collector);
   if (end != NULL && WIFSIGNALED(end->status)) {
      problem_set(&problem, program, 0, "has no report: it was killed by signal %d (%s)",
                  WTERMSIG(end->status), g_strsignal(WTERMSIG(end->status)));
   } else if (end != NULL) {
      problem_set(&problem, program, 0, "has no report: Valgrind could not run it, or the report is in the "
                  "temporary directory; what Valgrind has said is above");
   } else {
      problem_set(&problem, program, 0, "has no report, %u time%s: it was killed, Valgrind could not run it, "
                  "or its report is in the temporary directory", count, count == 1 ? "" : "s");
   }
   tell(collector, &problem);
}

/* A program that was killed, or that Valgrind could not run, leaves no report. */
static void find_missing(Collector* collector)
{
   const GPtrArray* programs = collector->options->valgrind->programs;
   g_autoptr(GHashTable) counts = g_hash_table_new(g_str_hash, g_str_equal);
   GHashTableIter missing;
   gpointer       program, count;
   for (guint number = 0; number < programs->len && !collector->options->others_run; number++) {
      char* path = g_ptr_array_index(programs, number);
      if (path != NULL && !collector->reported[number] && is_of_sample(collector, number)) {
         unsigned before = GPOINTER_TO_UINT(g_hash_table_lookup(counts, path));
         g_hash_table_insert(counts, path, GUINT_TO_POINTER(before + 1));
      }
   }
   g_hash_table_iter_init(&missing, counts);
   while (g_hash_table_iter_next(&missing, &program, &count)) {
      tell_missing(collector, program, GPOINTER_TO_UINT(count));
   }
}

/*--- The sum of one program ---*/

/* NULL if there is nothing to add up, or it cannot be added up; that was told. */
static Report* add_up(Collector* collector, Program* program, guint* added)
{
   ReportSum* sum = report_sum_new((LoadOptions){ .force = false });
   Problem    problem;
   *added = 0;
   for (guint i = 0; i < program->reports->len; i++) {
      ProcessReport* report = &g_array_index(program->reports, ProcessReport, i);
      report->is_added = report_sum_add(sum, report->path, &problem);
      if (report->is_added) {
         ++*added;
      } else {
         tell(collector, &problem);
      }
      progress_advance(1);
   }
   if (*added == 0) {
      report_sum_free(sum);
      return NULL;
   }
   Report* report = report_sum_finish(sum, &problem);
   if (report == NULL) {
      tell(collector, &problem);
   }
   return report;
}

/* Two programs may have the same file name. */
static char* new_report_path(const Collector* collector, const Program* program)
{
   g_autofree char* name = g_path_get_basename(program->path);
   char* path = NULL;
   for (unsigned number = 1; path == NULL || access(path, F_OK) == 0; number++) {
      g_autofree char* suffix = number == 1 ? g_strdup(".report") : g_strdup_printf("-%u.report", number);
      g_autofree char* file = g_strconcat(name, suffix, NULL);
      g_free(path);
      path = g_build_filename(collector->options->directory->path, file, NULL);
   }
   return path;
}

static void record_conditions(const Collector* collector, const Program* program, Report* report)
{
   const CollectOptions* options = collector->options;
   g_autofree bool* is_of_report = g_new0(bool, options->plan->len);
   for (guint i = 0; i < program->reports->len; i++) {
      is_of_report[g_array_index(program->reports, ProcessReport, i).run] = true;
   }
   conditions_record(options->conditions, options->ends, is_of_report, report);
}

/* How many processes the sum has.  What they have forked is part of them. */
static guint count_processes(const Program* program)
{
   g_autoptr(GHashTable) numbers = g_hash_table_new(NULL, NULL);
   for (guint i = 0; i < program->reports->len; i++) {
      const ProcessReport* report = &g_array_index(program->reports, ProcessReport, i);
      if (report->is_added) {
         g_hash_table_add(numbers, GUINT_TO_POINTER(report->number + 1));
      }
   }
   return g_hash_table_size(numbers);
}

/* Says in the report which part of the processes it has.  Returns how many there were; 0: it has all. */
static unsigned record_sample(const Collector* collector, const Program* program, Report* report,
                              guint* processes)
{
   const Sample* sample = collector->options->sample;
   unsigned      begun = sample == NULL ? 0 : sample_begun(sample, program->path, program->modified);
   guint         measured = count_processes(program);
   if (begun <= measured) {
      return 0;
   }
   g_assert(measured > 0);
   report_set_sample(report, measured, begun);
   *processes = measured;
   return begun;
}

static void remove_added(Collector* collector, const Program* program)
{
   for (guint i = 0; i < program->reports->len; i++) {
      const ProcessReport* report = &g_array_index(program->reports, ProcessReport, i);
      if (report->is_added && unlink(report->path) != 0) {
         Problem problem;
         problem_set(&problem, report->path, 0, "is added up, but cannot be removed: %s", strerror(errno));
         tell(collector, &problem);
      }
   }
}

static void collect_program(Collector* collector, Program* program)
{
   Problem problem;
   guint   added;
   g_autoptr(Report) report = add_up(collector, program, &added);
   if (report == NULL) {
      return;
   }
   record_conditions(collector, program, report);
   unsigned begun = record_sample(collector, program, report, &added);
   g_autofree char* path = new_report_path(collector, program);
   if (!writer_write_file(path, report, &problem)) {
      tell(collector, &problem);
      return;
   }
   g_assert(added > 0 && (begun == 0 || begun > added));
   const MeasuredProgram measured = {
      g_steal_pointer(&path), report_total_cost(report), added, begun,
      g_strdup(header_comment(report_header(report), HEADER_INSTRUCTION))
   };
   g_array_append_val(collector->collected.programs, measured);
   if (!collector->options->keep) {
      remove_added(collector, program);
   }
}

/*--- All programs ---*/

static int compare_costs(gconstpointer left, gconstpointer right)
{
   const MeasuredProgram* a = left;
   const MeasuredProgram* b = right;
   return a->cost != b->cost ? (a->cost > b->cost ? -1 : 1) : strcmp(a->report, b->report);
}

static void free_measured(gpointer data)
{
   MeasuredProgram* measured = data;
   g_free(measured->report);
   g_free(measured->instruction);
}

static guint count_reports(const Collector* collector)
{
   guint count = 0;
   for (guint i = 0; i < collector->programs->len; i++) {
      count += ((const Program*)g_ptr_array_index(collector->programs, i))->reports->len;
   }
   return count;
}

Collected collect_reports(const CollectOptions* options)
{
   Collector collector = {
      .options = options,
      .collected.programs = g_array_new(FALSE, FALSE, sizeof(MeasuredProgram)),
      .programs = g_ptr_array_new_with_free_func(free_program),
      .by_key = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
      .reported = g_new0(bool, options->valgrind->programs->len),
   };
   g_array_set_clear_func(collector.collected.programs, free_measured);
   find_reports(&collector);
   find_missing(&collector);
   progress_begin("adding up", count_reports(&collector));
   for (guint i = 0; i < collector.programs->len; i++) {
      collect_program(&collector, g_ptr_array_index(collector.programs, i));
   }
   progress_end();
   g_assert(collector.collected.programs->len <= collector.programs->len);   /* each has one sum */
   g_array_sort(collector.collected.programs, compare_costs);
   g_ptr_array_unref(collector.programs);
   g_hash_table_unref(collector.by_key);
   g_free(collector.reported);
   return collector.collected;
}
