/* A history as the files of asv, of which `asv publish` makes its page:

      asv.conf.json                        where the repository is; not touched if it is there
      results/benchmarks.json              the program, and its own routines that have at least a hundredth of
                                           its cost at some commit
      results/MACHINE/machine.json
      results/MACHINE/COMMIT-aprof.json    their costs at a commit; with -NAME for what has a name

   asv makes file names of the names of benchmarks, and reads names with dots as a path. */

#include <errno.h>
#include <glib.h>
#include <inttypes.h>
#include <string.h>

#include "subject/names.h"
#include "history/answers.h"
#include "history/exports.h"
#include "subject/limits.h"
#include "util/json.h"
#include "util/output.h"
#include "util/text.h"

#define NAME_COLUMNS  80
#define HASH_DIGITS   8
#define SUM_DIGITS    6

/* The version that asv compares: results of another one would be old. */
#define BENCHMARK_VERSION  "1"

typedef struct {
   const CurveLine* line;
   const char*      name;     /* of the benchmark */
   uint64_t*        costs;    /* by record */
} Benchmark;

typedef struct {
   const char*   directory;
   const Answer* commits;
   GArray*       lines;        /* CurveLine */
   GArray*       benchmarks;   /* Benchmark */
   Answer*       described;    /* benchmarks.json */
   GHashTable*   names;        /* of benchmarks, by what they are of */
   GHashTable*   machines;     /* those that have a directory */
   Problem*      problem;
} Export;

/*--- Names ---*/

/* Returns what asv makes of a name, and no file system minds; to be freed. */
static char* file_name(const char* name)
{
   char* text = g_strdup(*name == '\0' ? "_" : name);
   for (char* at = text; *at != '\0'; at++) {
      if (strchr("<>:\"/\\^|?*", *at) != NULL || (unsigned char)*at < ' ' || (at == text && *at == '.')) {
         *at = '_';
      }
   }
   return text;
}

/* A name that is short, and has a file of its own: if something of it was changed, or asv changes it, it ends
   in what tells it from others.  To be freed. */
static char* short_name(const char* whole)
{
   char* cut = text_cut(whole, NAME_COLUMNS);
   g_autofree char* file = file_name(cut);
   if (strcmp(file, whole) != 0) {
      g_autofree char* sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, whole, -1);
      char* name = g_strdup_printf("%s %.*s", cut, SUM_DIGITS, sum);
      g_free(cut);
      cut = name;
   }
   return cut;
}

/* Stands behind a dot for the program as a whole: asv takes what is before the last dot for a module. */
#define WHOLE_PROGRAM  "whole_program"

/* The name of the benchmark, which the export keeps: one for all machines, but not for two measures. */
static const char* benchmark_name(Export* export, const CurveLine* line, const char* routine)
{
   const char* program = tree_get_text(line->series, "program");
   g_autofree char* whole = g_strdup_printf("%s.%s", program, routine == NULL ? WHOLE_PROGRAM : routine);
   g_autofree char* key = g_strdup_printf("%s\n%s%s", whole, tree_get_text(line->series, "measure"),
                                          routine == NULL ? "\n" : "");
   const char* known = g_hash_table_lookup(export->names, key);
   if (known == NULL) {
      char* name = short_name(whole);
      for (unsigned i = 2; tree_has(export->described, name); i++) {
         g_autofree char* first = short_name(whole);
         g_free(name);
         name = g_strdup_printf("%s (%u)", first, i);
      }
      g_hash_table_insert(export->names, g_strdup(key), name);
      known = name;
   }
   return known;
}

/*--- Files ---*/

/* Frees the path and the value. */
static bool write_file(const Export* export, char* path, Answer* value)
{
   Output output;
   bool   written = output_open(&output, path, stdout, export->problem);
   if (written) {
      json_print_value(output.file, value);
      putc('\n', output.file);
      written = output_close(&output, export->problem);
   }
   if (!written) {
      problem_keep_file(export->problem);
   }
   tree_free(value);
   g_free(path);
   return written;
}

static bool make_directory(const Export* export, const char* path)
{
   bool made = g_mkdir_with_parents(path, 0777) == 0;
   if (!made) {
      problem_set(export->problem, path, 0, "cannot be made: %s", g_strerror(errno));
      problem_keep_file(export->problem);
   }
   return made;
}

static bool write_configuration(const Export* export, const char* top)
{
   char* path = g_build_filename(export->directory, "asv.conf.json", NULL);
   if (g_file_test(path, G_FILE_TEST_EXISTS)) {
      g_free(path);
      return true;
   }
   static const char* const branches[] = { "HEAD", NULL };
   const CurveLine* first = export->lines->len == 0 ? NULL : &g_array_index(export->lines, CurveLine, 0);
   Answer*          value = tree_object();
   tree_set_count(value, "version", 1);
   tree_set_text(value, "project", first == NULL ? "aprof" : tree_get_text(first->series, "program"));
   tree_set_text(value, "repo", top == NULL ? "." : top);
   tree_set(value, "branches", tree_texts(branches));
   tree_set_text(value, "results_dir", "results");
   tree_set_text(value, "html_dir", "html");
   tree_set_text(value, "show_commit_url", "#");
   return write_file(export, path, value);
}

/* Makes the directory of a machine, unless that was done. */
static bool write_machine(const Export* export, const char* directory, const char* machine)
{
   static const char* const members[] = { "arch", "cpu", "num_cpu", "os", "ram" };
   if (!g_hash_table_add(export->machines, g_strdup(machine))) {
      return true;
   }
   if (!make_directory(export, directory)) {
      return false;
   }
   Answer* value = tree_object();
   tree_set_text(value, "machine", machine);
   for (size_t i = 0; i < G_N_ELEMENTS(members); i++) {
      tree_set_text(value, members[i], "");
   }
   tree_set_count(value, "version", 1);
   return write_file(export, g_build_filename(directory, "machine.json", NULL), value);
}

/*--- Benchmarks ---*/

/* Describes it, if it is the first of its name. */
static void describe(Export* export, const CurveLine* line, const char* routine, const char* name)
{
   const char* program = tree_get_text(line->series, "program");
   const char* measure = tree_get_text(line->series, "measure");
   g_autofree char* pretty = routine == NULL
                             ? g_strdup(program) : g_strdup_printf("%s: %s", program, routine);
   Answer*     value = tree_object();
   tree_set_text(value, "name", name);
   tree_set_text(value, "pretty_name", pretty);
   tree_set_text(value, "code", measure);
   tree_set(value, "param_names", tree_list());
   tree_set(value, "params", tree_list());
   tree_set_text(value, "type", "track");
   tree_set_text(value, "unit", tree_get_text(line->series, "unit"));
   tree_set_text(value, "version", BENCHMARK_VERSION);
   tree_set(export->described, name, value);
}

/* Takes the costs over. */
static void add_benchmark(Export* export, const CurveLine* line, const char* routine, uint64_t* costs)
{
   Benchmark benchmark = { line, benchmark_name(export, line, routine), costs };
   if (!tree_has(export->described, benchmark.name)) {
      describe(export, line, routine, benchmark.name);
   }
   g_array_append_val(export->benchmarks, benchmark);
}

static bool matters(const CurveLine* line, const uint64_t* costs)
{
   for (guint i = 0; i < line->count; i++) {
      if (costs[i] > 0 && (double)costs[i] >= SHARE_SMALL * (double)line->totals[i]) {
         return true;
      }
   }
   return false;
}

static void find_benchmarks(Export* export)
{
   for (guint i = 0; i < export->lines->len; i++) {
      const CurveLine* line = &g_array_index(export->lines, CurveLine, i);
      add_benchmark(export, line, NULL, g_memdup2(line->totals, line->count * sizeof *line->totals));
      for (size_t j = 0; j < tree_length(line->routines); j++) {
         const Answer* routine = tree_at(line->routines, j);
         uint64_t*     costs = strcmp(tree_text_at(routine, 1), COMPARE_PROGRAM) != 0
                               ? NULL : curve_costs(tree_text_at(routine, 2), line->count);
         if (costs != NULL && matters(line, costs)) {
            add_benchmark(export, line, tree_text_at(routine, 0), costs);
         } else {
            g_free(costs);
         }
      }
   }
}

/*--- Results ---*/

/* A result is what was measured at one commit on one machine under one name. */
typedef struct {
   guint       commit;
   const char* machine;
   const char* name;
   Answer*     results;
} Result;

static void free_result(gpointer result)
{
   tree_free(((Result*)result)->results);
   g_free(result);
}

/* Adds the costs of a benchmark to what there is of each commit. */
static void add_results(GHashTable* all, const Benchmark* benchmark)
{
   const char* machine = tree_get_text(benchmark->line->series, "machine");
   const char* name = tree_get_text(benchmark->line->series, "name");
   for (guint i = 0; i < benchmark->line->count; i++) {
      g_autofree char* key = g_strdup_printf("%u\n%s\n%s", benchmark->line->commits[i], machine, name);
      Result* result = g_hash_table_lookup(all, key);
      if (result == NULL) {
         result = g_new(Result, 1);
         *result = (Result){ benchmark->line->commits[i], machine, name, tree_object() };
         g_hash_table_insert(all, g_strdup(key), result);
      }
      if (benchmark->costs[i] > 0) {
         Answer* row = tree_list();
         Answer* values = tree_list();
         tree_append(values, tree_count(benchmark->costs[i]));
         tree_append(row, values);
         tree_append(row, tree_list());
         tree_append(row, tree_text(BENCHMARK_VERSION));
         tree_set(result->results, benchmark->name, row);
      }
   }
}

static Answer* result_value(const Export* export, const Result* result, const char* machine,
                            const char* environment)
{
   static const char* const columns[] = { "result", "params", "version", NULL };
   const Answer* commit = tree_at(export->commits, result->commit);
   Answer*       parameters = tree_object();
   Answer*       value = tree_object();
   tree_set_text(parameters, "machine", machine);
   if (*result->name != '\0') {
      tree_set_text(parameters, "name", result->name);
   }
   tree_set_text(value, "commit_hash", tree_text_at(commit, 0));
   tree_set_text(value, "env_name", environment);
   tree_set_count(value, "date", (uint64_t)tree_position(commit, 1) * 1000);
   tree_set(value, "params", parameters);
   tree_set_text(value, "python", "");
   tree_set(value, "requirements", tree_object());
   tree_set(value, "env_vars", tree_object());
   tree_set(value, "result_columns", tree_texts(columns));
   tree_set(value, "results", tree_share(result->results));
   tree_set(value, "durations", tree_object());
   tree_set_count(value, "version", 2);
   return value;
}

static bool write_result(const Export* export, const Result* result)
{
   g_autofree char* machine = file_name(result->machine);
   g_autofree char* name = file_name(result->name);
   g_autofree char* environment = *result->name == '\0'
                                  ? g_strdup("aprof") : g_strconcat("aprof-", name, NULL);
   g_autofree char* directory = g_build_filename(export->directory, "results", machine, NULL);
   g_autofree char* file = g_strdup_printf("%s/%.*s-%s.json", directory, HASH_DIGITS,
                                           tree_text_at(tree_at(export->commits, result->commit), 0),
                                           environment);
   return write_machine(export, directory, machine)
          && write_file(export, g_strdup(file), result_value(export, result, machine, environment));
}

static bool write_results(const Export* export)
{
   g_autoptr(GHashTable) all = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_result);
   GHashTableIter iterator;
   gpointer       result;
   bool           written = true;
   for (guint i = 0; i < export->benchmarks->len; i++) {
      add_results(all, &g_array_index(export->benchmarks, Benchmark, i));
   }
   g_hash_table_iter_init(&iterator, all);
   while (written && g_hash_table_iter_next(&iterator, NULL, &result)) {
      written = write_result(export, result);
   }
   return written;
}

bool history_write_asv(const Answer* curves, const char* top, const char* directory, Problem* problem)
{
   const Answer* lines = tree_get(curves, "lines");
   g_autofree char* results = g_build_filename(directory, "results", NULL);
   Export        export = {
      .directory = directory, .commits = tree_get(curves, "commits"), .problem = problem,
      .lines = g_array_new(FALSE, FALSE, sizeof(CurveLine)), .described = tree_object(),
      .benchmarks = g_array_new(FALSE, FALSE, sizeof(Benchmark)),
      .names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
      .machines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
   };
   tree_set_count(export.described, "version", 2);   /* not the name of a benchmark */
   for (size_t i = 0; i < tree_length(lines); i++) {
      CurveLine line = curve_line(tree_at(lines, i));
      g_array_append_val(export.lines, line);
   }
   find_benchmarks(&export);
   bool written = make_directory(&export, results) && write_configuration(&export, top)
                  && write_file(&export, g_build_filename(results, "benchmarks.json", NULL),
                                tree_share(export.described))
                  && write_results(&export);
   for (guint i = 0; i < export.benchmarks->len; i++) {
      g_free(g_array_index(export.benchmarks, Benchmark, i).costs);
   }
   for (guint i = 0; i < export.lines->len; i++) {
      curve_line_clear(&g_array_index(export.lines, CurveLine, i));
   }
   g_array_unref(export.benchmarks);
   g_array_unref(export.lines);
   g_hash_table_unref(export.names);
   g_hash_table_unref(export.machines);
   tree_free(export.described);
   return written;
}
