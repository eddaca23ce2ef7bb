#define _GNU_SOURCE   /* memfd_create */

#include "fuzz/target.h"

#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "answer/judge/answer.h"
#include "model/loader.h"
#include "render/check/outputs.h"
#include "util/json.h"
#include "util/memory.h"

int fuzz_make_file(const void* bytes, size_t size, FuzzPath path)
{
   int fd = memfd_create("fuzz", 0);
   if (fd < 0 || write(fd, bytes, size) != (ssize_t)size) {
      abort();
   }
   snprintf(path, sizeof(FuzzPath), "/proc/self/fd/%d", fd);
   return fd;
}

void fuzz_must(bool holds, const char* what)
{
   if (!holds) {
      fprintf(stderr, "not true: %s\n", what);
      abort();
   }
}

void fuzz_discard_output(void)
{
   fuzz_must(freopen("/dev/null", "w", stdout) != NULL, "there is /dev/null");
}

/*--- A report ---*/

static void print_routine(FILE* out, const char* name, unsigned id, unsigned way)
{
   fprintf(out, "r \"%s\" \"/tmp/program\" %u\nu %u \"%s\"\n", name, id, id, name);
   for (unsigned n = 10; n <= 320; n += 10) {
      unsigned long cost = way == 0 ? n : way == 1 ? n * n : (unsigned long)(n * log2(n));
      unsigned long square = cost * cost;
      fprintf(out, "p %u %u %lu %lu %lu %lu 1 %lu %lu %lu %lu %lu\n", id, n, cost, cost, cost, square,
              cost, cost, cost, cost, square);
   }
}

Report* fuzz_sample_report(void)
{
   char*    text;
   size_t   size;
   FuzzPath path;
   Problem  problem;
   FILE*    out = memory_stream(&text, &size);
   fputs("v 4\nt 2026-11-22T08:00:00Z\nk 100000000\ne 0\nm bb-count\ni rms\na /tmp/program\nf program\n",
         out);
   print_routine(out, "find", 0, 0);
   print_routine(out, "sort(int*, int)", 1, 1);
   print_routine(out, "merge", 2, 2);
   memory_stream_end(out, &text);
   int fd = fuzz_make_file(text, size, path);
   const char* paths[] = { path };
   Report* report = report_load(paths, 1, (LoadOptions){ 0 }, &problem);
   fuzz_must(report != NULL, "the sample is a report");
   close(fd);
   free(text);
   return report;
}

/*--- Verdicts ---*/

void fuzz_apply_rules(const Rules* rules, Findings* findings, Subjects* subjects, Reference reference)
{
   static void (*const outputs[])(FILE* out, const Answer* check) = {
      json_print, render_check_markdown, render_junit, render_sarif, render_annotations
   };
   static const char* const no_paths[] = { NULL };
   static FILE* nowhere;
   if (nowhere == NULL) {
      nowhere = fopen("/dev/null", "w");
   }
   Check check = check_begin(rules, findings, subjects);
   check.reference = reference;
   if (subjects != NULL) {
      check_apply(&check, "2026-11-22");
      check_finish(&check, "2026-11-22");
      check_find_places(&check);
   }
   g_autoptr(Answer) answer = answer_check(&check, no_paths);
   for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
      outputs[i](nowhere, answer);
   }
   if (subjects != NULL) {
      render_check_text(nowhere, answer, true, 80);
   }
   check_free(&check);
}
