/* A libFuzzer target: any bytes as a rules file, up to the verdicts in all formats.
   Beside not crashing, each limit that was read must be read the same again from its own
   text. */

#include "fuzz/target.h"

#include <unistd.h>

#include "subject/subjects.h"
#include "answer/judge/rules_file.h"

static Subjects* subjects;

static bool read_rules(const void* bytes, size_t size, Rules* rules, Findings* findings, FuzzPath path)
{
   Problem problem;
   int     fd = fuzz_make_file(bytes, size, path);
   bool    is_read = rules_read(rules, path, findings, &problem);
   close(fd);
   return is_read;
}

static void check_limit(const Limit* limit)
{
   FuzzPath path;
   Rules    rules;
   Findings findings = findings_new();
   bool     is_of_size = limit->kind == LIMIT_GROWTH || limit->kind == LIMIT_AT;
   g_autofree char* line = g_strconcat(is_of_size ? "" : "x ", limit->text, "\n", NULL);
   fuzz_must(read_rules(line, strlen(line), &rules, &findings, path) && findings.list->len == 0
             && rules.rules->len == 1, "the text of a limit is a limit");
   const GArray* limits = g_array_index(rules.rules, Rule, 0).limits;
   const Limit*  again = &g_array_index(limits, Limit, 0);
   fuzz_must(limits->len == 1 && limits_are_of_one_kind(limit, again) && again->is_lifted == limit->is_lifted
             && (limit->is_lifted || (again->class == limit->class && again->number == limit->number)),
             "it is the same limit");
   rules_free(&rules);
   findings_free(&findings);
}

int LLVMFuzzerInitialize(int* count, char*** arguments)
{
   (void)count;
   (void)arguments;
   subjects = subjects_by_name(fuzz_sample_report(), NULL, NULL, NULL);
   return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
   FuzzPath path;
   Rules    rules;
   Findings findings = findings_new();
   if (read_rules(data, size, &rules, &findings, path)) {
      for (guint i = 0; i < rules.rules->len; i++) {
         const GArray* limits = g_array_index(rules.rules, Rule, i).limits;
         for (guint k = 0; k < limits->len; k++) {
            check_limit(&g_array_index(limits, Limit, k));
         }
      }
      bool is_right = findings.list->len == 0 && !rules_need_baseline(&rules);
      fuzz_apply_rules(&rules, &findings, is_right ? subjects : NULL, (Reference){ 0 });
   }
   rules_free(&rules);
   findings_free(&findings);
   return 0;
}
