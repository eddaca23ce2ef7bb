/* The library writes "big_o": "N" of a family whose arguments have all run, be it a claim or, of oAuto, its
   own fit of the times.  So the program runs with three clocks (preload/google_benchmark.c).  If all times
   are equal, a fit is constant.  If they become larger or smaller from one benchmark to the next, one of the
   two fits grows.  What is the same in all three is a claim. */

#include "experiment/claims.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "experiment/record.h"
#include "input/file.h"
#include "run/jobs.h"
#include "run/plan.h"
#include "util/caller.h"

#define PRELOADED    "aprof-google-benchmark.so"
#define MAX_MESSAGE  200

/* One iteration of each benchmark: all versions of the library stop when this time is over. */
#define ONE_ITERATION  "--benchmark_min_time=0"

/*--- Running ---*/

/* The file that the clock leaves when it is used. */
static char* mark_of(const BenchmarkProgram* program)
{
   return g_build_filename(program->directory, "mark", NULL);
}

/* Returns the words of the program and its own options.  Functions are bound at the start, so that no first
   call has that cost. */
static char** words_of(const BenchmarkProgram* program, const char* clock, const char* const* options)
{
   g_autoptr(GStrvBuilder) words = g_strv_builder_new();
   const char*   others = g_getenv("LD_PRELOAD");
   g_autofree char* path = caller_companion(PRELOADED);
   g_autofree char* preload = g_strconcat("LD_PRELOAD=", path, others == NULL ? "" : ":", others, NULL);
   g_strv_builder_add_many(words, "env", preload, "LD_BIND_NOW=1", NULL);
   if (clock != NULL) {
      g_autofree char* mark = mark_of(program);
      g_autofree char* clock_word = g_strconcat("APROF_BENCHMARK_CLOCK=", clock, NULL);
      g_autofree char* mark_word = g_strconcat("APROF_BENCHMARK_MARK=", mark, NULL);
      g_strv_builder_add_many(words, clock_word, mark_word, NULL);
   }
   g_strv_builder_addv(words, (const char**)program->command);
   g_strv_builder_addv(words, (const char**)options);
   return g_strv_builder_end(words);
}

char** claims_words(const BenchmarkProgram* program, const Family* family)
{
   g_autofree char*  filter = g_strconcat("--benchmark_filter=", family->filter, NULL);
   const char* const options[] = { filter, ONE_ITERATION, NULL };
   return words_of(program, NULL, options);
}

static char* read_text(const char* path, Problem* problem)
{
   size_t length;
   File*  file = file_open(path, FILE_WORK, problem);
   char*  text = file == NULL ? NULL : file_read_all(file, &length, problem);
   if (file != NULL) {
      file_close(file);
   }
   return text;
}

/* Sets the problem: how the program has ended, and the last line that it said. */
static void tell_end(const RunEnd* end, const char* errors, Problem* problem)
{
   Problem          ignored;
   g_autofree char* text = read_text(errors, &ignored);
   const char*      said = text == NULL ? "" : strrchr(g_strchomp(text), '\n');
   said = said == NULL ? text : said + (*said == '\n');
   g_autofree char* ending =
      end->timed_out             ? g_strdup("took too long")
      : !end->started            ? g_strdup("could not be started")
      : WIFSIGNALED(end->status) ? g_strdup_printf("was ended by signal %d", WTERMSIG(end->status))
                                 : g_strdup_printf("had exit status %d", WEXITSTATUS(end->status));
   problem_set(problem, NULL, 0, "the program, run natively to see its benchmarks, %s%s%.*s", ending,
               *said == '\0' ? "" : ", and said: ", MAX_MESSAGE, said);
}

/* Runs it natively; what it prints goes to a file of the directory.  False, with the problem set, if it
   fails. */
static bool run_native(const BenchmarkProgram* program, char** words, const char* name, Problem* problem)
{
   RunEnd            end = { 0 };
   g_autoptr(GArray) plan = plan_new();
   Run               run = { .words = words, .file = g_strdup("/dev/null"), .is_native = true };
   run.output = g_build_filename(program->directory, name, NULL);
   run.errors = g_build_filename(program->directory, "stderr", NULL);
   g_array_append_val(plan, run);
   const JobOptions options = { .plan = plan, .at_a_time = 1, .timeout = program->timeout, .ends = &end };
   jobs_run(&options);
   jobs_accept_signals();
   bool is_right = end.started && end.ended && !end.timed_out && end.status == 0;
   if (!is_right) {
      tell_end(&end, run.errors, problem);
      problem_keep_file(problem);
   }
   return is_right;
}

/*--- What there is ---*/

static GArray* list_families(const BenchmarkProgram* program, Problem* problem)
{
   const char*       chosen = program->chosen == NULL ? "." : program->chosen;
   g_autofree char*  filter = g_strconcat("--benchmark_filter=", chosen, NULL);
   const char* const options[] = { "--benchmark_list_tests", filter, NULL };
   g_autofree char* path = g_build_filename(program->directory, "benchmarks", NULL);
   GArray* families = NULL;
   g_autofree char* text = run_native(program, words_of(program, NULL, options), "benchmarks", problem)
                           ? read_text(path, problem) : NULL;
   if (text != NULL) {
      g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
      families = families_of(lines);
      if (families->len == 0) {
         problem_set(problem, NULL, 0, "%s has no benchmarks%s%s", program->command[0],
                     program->chosen == NULL ? "" : " that match ",
                     program->chosen == NULL ? "" : program->chosen);
         g_clear_pointer(&families, g_array_unref);
      }
   }
   return families;
}

/* Returns a filter for all that can be measured; NULL: there is nothing. */
static char* filter_of_all(const GArray* families)
{
   GString* filter = g_string_new("--benchmark_filter=");
   size_t   length = filter->len;
   for (guint i = 0; i < families->len; i++) {
      const Family* family = &g_array_index(families, Family, i);
      if (family->obstacle == NULL) {
         g_auto(GStrv) parts = g_strsplit(family->filter, "{}", 2);
         g_string_append_printf(filter, "%s%s[0-9]+%s", filter->len == length ? "" : "|", parts[0], parts[1]);
      }
   }
   return g_string_free(filter, filter->len == length);
}

/*--- What they claim ---*/

static void take_claim(const GArray* families, const char* name, const char* claim)
{
   for (guint i = 0; i < families->len; i++) {
      Family* family = &g_array_index(families, Family, i);
      if (family->obstacle == NULL && strcmp(family->name, name) == 0) {
         bool is_other = family->claim != NULL && strcmp(family->claim, claim) != 0;
         g_free(family->claim);
         family->claim = g_strdup(is_other ? CLAIM_OF_FIT : claim);
      }
   }
}

/* False, with the problem set, if the file is not what the library writes. */
static bool read_claims(const GArray* families, const char* path, Problem* problem)
{
   RecordFile    file = record_read(path, problem);
   const Answer* rows = file.root == NULL ? NULL : record_list(&file, file.root, "benchmarks", true);
   for (size_t i = 0; rows != NULL && i < json_object_array_length(rows); i++) {
      const Answer* row = json_object_array_get_idx(rows, i);
      const char*   claim = record_text(&file, row, "big_o", false);
      const char*   name = record_text(&file, row, "run_name", claim != NULL);
      if (claim != NULL && name != NULL) {
         take_claim(families, name, claim);
      }
   }
   bool is_right = file.root != NULL && !file.is_wrong;
   record_free(&file);
   return is_right;
}

/* False, with the problem set, if the program has run without our clock. */
static bool has_used_clock(const BenchmarkProgram* program, Problem* problem)
{
   g_autofree char* mark = mark_of(program);
   return unlink(mark) == 0
         || problem_set(problem, NULL, 0,
                        "nothing can be preloaded into %s: is it linked with -static? The library "
                        "may be a static one, but libc must not", program->command[0]);
}

static bool find_claims(const BenchmarkProgram* program, const GArray* families, const char* filter,
                        const char* clock, Problem* problem)
{
   g_autofree char*  name = g_strconcat("claims-", clock, ".json", NULL);
   g_autofree char*  path = g_build_filename(program->directory, name, NULL);
   g_autofree char*  out = g_strconcat("--benchmark_out=", path, NULL);
   const char* const options[] = { filter, ONE_ITERATION, out, "--benchmark_out_format=json", NULL };
   bool              done = run_native(program, words_of(program, clock, options), "stdout", problem)
                            && has_used_clock(program, problem)
                            && read_claims(families, path, problem);
   if (!done) {
      problem_keep_file(problem);
   }
   return done;
}

GArray* claims_find(const BenchmarkProgram* program, Problem* problem)
{
   static const char* const clocks[] = { "even", "rising", "falling" };
   GArray*                  families = list_families(program, problem);
   g_autofree char*         filter = families == NULL ? NULL : filter_of_all(families);
   bool                     done = families != NULL;
   for (size_t i = 0; i < G_N_ELEMENTS(clocks) && filter != NULL && done; i++) {
      done = find_claims(program, families, filter, clocks[i], problem);
   }
   if (!done && families != NULL) {
      g_clear_pointer(&families, g_array_unref);
   }
   return families;
}
