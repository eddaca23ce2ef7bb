#include "cli/check_parts.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "answer/judge/answer.h"
#include "answer/judge/expected.h"
#include "answer/judge/rules_file.h"
#include "render/check/outputs.h"
#include "subject/limits.h"
#include "util/number.h"
#include "util/problem.h"

/* Exceptions end at midnight, UTC.  SOURCE_DATE_EPOCH, for runs that can be repeated, says what time it is.
   */
void check_write_today(Today text)
{
   const char* epoch = getenv("SOURCE_DATE_EPOCH");
   uint64_t    seconds;
   time_t      now = time(NULL);
   struct tm   date;
   if (epoch != NULL && number_parse(epoch, &seconds)) {
      now = (time_t)seconds;
   }
   gmtime_r(&now, &date);
   strftime(text, sizeof(Today), "%Y-%m-%d", &date);
}

double check_threshold(const Rules* rules)
{
   double threshold = SAME_COST;
   for (guint i = 0; i < rules->rules->len; i++) {
      const GArray* limits = g_array_index(rules->rules, Rule, i).limits;
      for (guint k = 0; k < limits->len; k++) {
         const Limit* limit = &g_array_index(limits, Limit, k);
         if (limit->kind == LIMIT_FACTOR && !limit->is_lifted && limit->number >= 1) {
            threshold = fmin(threshold, limit->number);
         }
      }
   }
   return threshold;
}

static bool is_expected_by(const Header* header)
{
   return header != NULL && expected_are_in(header);
}

static bool has_file(const CheckOptions* options)
{
   return options->rules != NULL || access(DEFAULT_RULES, F_OK) == 0;
}

bool check_has_rules(const CheckOptions* options, const Header* header)
{
   return options->limit != NULL || options->baseline != NULL || has_file(options) || is_expected_by(header);
}

void check_offer_rules(const char* const* lines, const char* path)
{
   message_print("aprof check: there are no rules: write a file " DEFAULT_RULES ", or name one with "
                 "--rules=FILE.  These hold for %s:", problem_file_name(path));
   for (; *lines != NULL; lines++) {
      message_print("   %s", *lines);
   }
}

/* Reads the file of rules.  Without one, those hold that nobody has written, if a baseline is named, or only
   what the program expects. */
static bool read_file(const CheckOptions* options, bool is_expected, Rules* rules, Findings* findings,
                      Problem* problem)
{
   bool is_there = has_file(options);
   if (!is_there && options->baseline != NULL) {
      rules_default(rules, findings);
   } else if (!is_there && is_expected) {
      *rules = rules_new("APROF_EXPECT");
   } else {
      return rules_read(rules, options->rules == NULL ? DEFAULT_RULES : options->rules, findings, problem);
   }
   return true;
}

/* False, with the problem set, if there are no rules to read. */
static bool read_rules(const CheckOptions* options, const Header* header, Rules* rules, Findings* findings,
                       Problem* problem)
{
   if (options->limit != NULL) {
      *rules = rules_new("--limit");
      expected_add(rules, options->routine, options->limit, rules->file, 0, findings);
      return true;
   }
   bool is_expected = is_expected_by(header);
   bool is_read = read_file(options, is_expected, rules, findings, problem);
   if (is_read && is_expected) {
      expected_add_all(rules, header, findings);
   }
   return is_read;
}

/* Prints the findings of rules that cannot be read. */
static void refuse_rules(const Check* check)
{
   findings_sort(check->findings);
   for (guint i = 0; i < check->findings->list->len; i++) {
      const Finding* finding = &g_array_index(check->findings->list, Finding, i);
      const Place    at = { finding->file, finding->line, finding->column };
      g_autofree char* place = place_text(&at);
      message_print("aprof check: %s: %s", place, finding->text);
   }
}

/* False, with the problem set, if the check cannot be written. */
static bool conclude(const Checked* checked, const Check* check, Problem* problem)
{
   const Concluding* concluding = &checked->concluding;
   g_autoptr(Answer) answer = answer_check(check, checked->paths);
   bool              done = true;
   g_assert((concluding->suite != NULL) == (concluding->program != NULL));
   if (concluding->suite != NULL) {
      suite_answer_add(concluding->suite, concluding->program, answer);
   } else {
      done = check_outputs_write(&checked->options->outputs, answer, check_outcome(check), problem);
   }
   return done;
}

bool check_by_rules(const Checked* checked, int* status, Problem* problem)
{
   const CheckOptions* options = checked->options;
   Findings findings = findings_new();
   Rules    rules;
   bool     done = read_rules(options, checked->header, &rules, &findings, problem);
   if (done) {
      Check check = check_begin(&rules, &findings, NULL);
      check.open = options->open;
      done = findings.list->len > 0 || checked->decide(options, &check, checked->data, problem);
      if (findings_count(&findings, FINDING_SYNTAX) > 0) {
         refuse_rules(&check);
      }
      done = done && conclude(checked, &check, problem);
      *status = check_exit_status(check_outcome(&check));
      check_free(&check);
   }
   if (!done) {
      problem_keep_file(problem);
   }
   rules_free(&rules);
   findings_free(&findings);
   return done;
}

bool check_each(const CheckOptions* options, const GArray* programs, CheckProgram check, int* status,
                Problem* problem)
{
   SuiteAnswer* suite = suite_answer_new(options->open);
   bool         done = true;
   Outcome      outcome;
   for (guint i = 0; i < programs->len && done; i++) {
      const SuiteProgram* program = &g_array_index(programs, SuiteProgram, i);
      if (program->paths[1] == NULL) {
         g_assert(program->paths[0] != NULL);
         suite_answer_add_gone(suite, program->name, options->baseline);
      } else {
         done = check(options, program, &(Concluding){ suite, program->name }, status, problem);
      }
   }
   g_autoptr(Answer) answer = suite_answer_finish(suite, &outcome);
   done = done && check_outputs_write(&options->outputs, answer, outcome, problem);
   *status = check_exit_status(outcome);
   return done;
}
