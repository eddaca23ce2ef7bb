/* A libFuzzer target: any bytes, as a file, through everything that reads
   reports.  Beside not crashing, what is loaded must be written so that it can
   be loaded again, and is then written the same, byte by byte; and added to
   itself it has as many points. */

#include "fuzz/target.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answer/origin.h"
#include "answer/ranking.h"
#include "cli/subcommands.h"
#include "growth/growth.h"
#include "model/calls.h"
#include "model/loader.h"
#include "model/writer.h"

/* Fits take time that is better spent on other inputs. */
#define MOST_POINTS_TO_FIT  64

typedef struct {
   char*  bytes;
   size_t size;
} Bytes;

static Report* load(const void* bytes, size_t size, size_t times, Problem* problem)
{
   FuzzPath path;
   int  fd = fuzz_make_file(bytes, size, path);
   const char* paths[] = { path, path, path };
   Report* report = report_load(paths, times, (LoadOptions){ 0 }, problem);
   close(fd);
   return report;
}

static Bytes written(const Report* report)
{
   Bytes bytes = { NULL, 0 };
   FILE* out = open_memstream(&bytes.bytes, &bytes.size);
   writer_write(out, report);
   fclose(out);
   return bytes;
}

/* Its points come from a report whose names may have been made valid, and so the
   same, but no point is lost by that: namesakes stay apart. */
static void check_written(const Report* report)
{
   Bytes   first = written(report);
   Problem problem;
   g_autoptr(Report) again = load(first.bytes, first.size, 1, &problem);
   fuzz_must(again != NULL, "what was written can be loaded");
   fuzz_must(report_point_count(again) == report_point_count(report), "it has the same points");
   Bytes second = written(again);
   fuzz_must(first.size == second.size && memcmp(first.bytes, second.bytes, first.size) == 0,
        "it is written the same again");
   free(first.bytes);
   free(second.bytes);
}

static void check_sums(const Report* report, const uint8_t* data, size_t size)
{
   Problem problem;
   Report* sum = load(data, size, 3, &problem);
   if (sum == NULL) {
      fuzz_must(strstr(problem.reason, "beyond 2^64-1") != NULL, "a report can be added to itself");
      return;
   }
   fuzz_must(report_point_count(sum) == report_point_count(report), "that makes no new points");
   fuzz_must(report_routine_count(sum) == report_routine_count(report), "and no new routines");
   report_free(sum);
}

static void ask_everything(Report* report)
{
   for (uint32_t i = 0; i < report_routine_count(report); i++) {
      const Routine* routine = report_routine(report, i);
      size_t count;
      free(calls_of_callers(report, routine, &count));
      free(calls_of_callees(report, routine, &count));
   }
   if (report_point_count(report) <= MOST_POINTS_TO_FIT) {
      const SubjectOptions options = { .times = 10.0 };
      Subjects*            subjects = subjects_of_report(report, &options);
      Ranking              ranking = ranking_make(subjects, &options, SORT_DEFAULT);
      origins_find(subjects);
      ranking_free(&ranking);
      subjects_free(subjects);
   }
}

static void check_rules(const uint8_t* data, size_t size)
{
   FuzzPath path;
   int  fd = fuzz_make_file(data, size, path);
   char name[] = "aprof check-report";
   char* arguments[] = { name, path, NULL };
   optind = 1;
   check_report_main(2, arguments);
   close(fd);
}

int LLVMFuzzerInitialize(int* count, char*** arguments)
{
   (void)count;
   (void)arguments;
   fuzz_discard_output();   /* what check-report has to say */
   return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
   check_rules(data, size);
   Problem problem;
   Report* report = load(data, size, 1, &problem);
   if (report != NULL) {
      ask_everything(report);
      check_written(report);
      check_sums(report, data, size);
      report_free(report);
   }
   return 0;
}
