/* A libFuzzer target: any bytes as a baseline, up to the verdicts in all formats.  Beside
   not crashing, what was read must be written so that it can be read again, and is then
   written the same, byte by byte. */

#include "fuzz/target.h"

#include <unistd.h>

#include "answer/judge/baseline_file.h"
#include "answer/judge/baseline_report.h"
#include "answer/judge/rules_file.h"
#include "subject/limits.h"
#include "subject/subjects.h"

static Subjects* subjects;
static Rules  rules;
static char*  written;   /* the path of a file */

static Baseline* read_baseline(const void* bytes, size_t size)
{
   FuzzPath  path;
   Problem   problem;
   int       fd = fuzz_make_file(bytes, size, path);
   Baseline* baseline = baseline_file_is_one(path) ? baseline_file_read(path, &problem) : NULL;
   close(fd);
   return baseline;
}

static char* write_baseline(Baseline* baseline, gsize* size)
{
   Problem problem;
   char*   text = NULL;
   baseline->path = written;
   fuzz_must(baseline_file_write(baseline, &problem) && g_file_get_contents(written, &text, size, NULL),
             "it can be written");
   return text;
}

static void check_written(Baseline* baseline)
{
   gsize first_size, second_size;
   g_autofree char* first = write_baseline(baseline, &first_size);
   Baseline* again = read_baseline(first, first_size);
   fuzz_must(again != NULL, "what was written can be read");
   fuzz_must(again->entries->len == baseline->entries->len, "it has as many entries");
   g_autofree char* second = write_baseline(again, &second_size);
   fuzz_must(first_size == second_size && memcmp(first, second, first_size) == 0,
             "it is written the same again");
   baseline_free(again);
}

static void read_rules(void)
{
   static const char text[] = "* worst no-worse-than baseline  mean no-worse-than baseline  factor <= 1.1\n";
   Findings findings = findings_new();
   Problem  problem;
   FuzzPath path;
   int      fd = fuzz_make_file(text, strlen(text), path);
   fuzz_must(rules_read(&rules, path, &findings, &problem) && findings.list->len == 0, "the rules are right");
   rules.file = "rules";
   close(fd);
   findings_free(&findings);
}

int LLVMFuzzerInitialize(int* count, char*** arguments)
{
   (void)count;
   (void)arguments;
   subjects = subjects_by_name(fuzz_sample_report(), NULL, NULL, NULL);
   read_rules();
   written = g_strdup_printf("%s/fuzz_baseline.%ld", g_get_tmp_dir(), (long)getpid());
   return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
   Baseline* baseline = read_baseline(data, size);
   if (baseline != NULL) {
      Findings findings = findings_new();
      check_written(baseline);
      const CompareOptions options = { .threshold = SAME_COST, .least_part = SHARE_TOLD };
      Comparison*          comparison = baseline_compare(baseline, subjects, &options);
      fuzz_apply_rules(&rules, &findings, subjects,
                       (Reference){ .baseline = baseline, .comparison = comparison });
      comparison_free(comparison);
      findings_free(&findings);
      baseline_free(baseline);
      unlink(written);
   }
   return 0;
}
