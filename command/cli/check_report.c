/* aprof check-report: applies the rules to each line, and to the whole file. */

#include "cli/subcommands.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/options.h"
#include "format_rules/rules.h"
#include "util/progress.h"
#include "util/text.h"

/*--- Lines ---*/

static const Rule* const rules_by_tag[128] = {
   [TAG_COMMENT]       = comment_rules,
   [TAG_VERSION]       = version_rules,
   [TAG_DATE]          = date_rules,
   [TAG_TOTAL]         = total_rules,
   [TAG_MODIFIED]      = modified_rules,
   [TAG_METRIC]        = metric_rules,
   [TAG_INPUT]         = input_rules,
   [TAG_ROUTINE]       = routine_rules,
   [TAG_MANGLED]       = mangled_rules,
   [TAG_FULL_NAME]     = full_name_rules,
   [TAG_POINT]         = point_rules,
   [TAG_CONTEXT_POINT] = context_point_rules,
   [TAG_CONTEXT]       = context_rules,
};

static void apply(const Rule* rules, Checker* checker)
{
   for (; rules != NULL && *rules != NULL; rules++) {
      (*rules)(checker);
   }
}

static void check_record(Checker* checker)
{
   apply(line_rules, checker);
   apply(tag_rules, checker);
   apply(text_rules, checker);
   if (checker->record.tag == TAG_COMMENT) {
      apply(commented_context_rules, checker);
   }
   apply(rules_by_tag[checker->record.tag], checker);
}

/* Rules that depend on this line can no longer be checked. */
static void forget_what_depends_on(Checker* checker, Tag tag)
{
   switch (tag) {
      case TAG_TOTAL:
         checker->total_is_known = false;
         break;
      case TAG_ROUTINE:
         checker->routines_are_known = false;
         checker->current = NONE;
         break;
      case TAG_POINT:
      case TAG_CONTEXT_POINT:
         checker->points_are_known = false;
         break;
      case TAG_CONTEXT:
         checker->contexts_are_known = false;
         break;
      default:
         break;
   }
}

/* A file that does not even begin with a tag is no report.  A list of its lines would be
   no help. */
static bool is_other_file(const Checker* checker)
{
   return checker->record.line == 1 && checker->record.tag == TAG_UNKNOWN;
}

static void check_bad_line(Checker* checker, const Problem* problem)
{
   if (is_other_file(checker)) {
      here(checker, "this is not an aprof report: %s", problem->reason);
      return;
   }
   here(checker, "%s", problem->reason);
   apply(line_rules, checker);
   if (checker->record.tag != TAG_UNKNOWN) {
      apply(tag_rules, checker);
      forget_what_depends_on(checker, checker->record.tag);
   }
}

static void note_tag(Checker* checker)
{
   uint64_t* first = &checker->first_lines[checker->record.tag];
   if (*first == 0) {
      *first = checker->record.line;
   }
}

/*--- Files ---*/

/* False if the file cannot be read to its end. */
static bool check_lines(Checker* checker, Reader* reader, Problem* problem)
{
   for (;;) {
      switch (reader_next(reader, &checker->record, problem)) {
         case READ_RECORD:   check_record(checker); break;
         case READ_BAD_LINE: check_bad_line(checker, problem); break;
         case READ_END:      apply(file_rules, checker); return true;
         case READ_FAILED:   return false;
      }
      if (is_other_file(checker)) {
         return true;
      }
      note_tag(checker);
      checker->last_line = checker->record.line;
   }
}

static void print_summary(const Checker* checker)
{
   progress_hide();
   text_print(stdout, checker->file);
   printf(": ok, %" PRIu32 " routines, %" PRIu64 " points, %" PRIu32 " contexts, k = %" PRIu64 "\n",
          checker->routine_ids.count, checker->points, checker->context_ids.count,
          checker->total);
}

static int check_file(const char* path, bool verbose)
{
   Checker checker = {
      .file = problem_file_name(path), .last_line = 1, .prints_all = verbose,
      .current = NONE, .newest_context = NONE,
      .total_is_known = true, .points_are_known = true,
      .routines_are_known = true, .contexts_are_known = true,
   };
   Problem problem;
   Reader* reader = reader_open(path, &problem);
   bool    complete = reader != NULL && check_lines(&checker, reader, &problem);
   print_counted_violations(&checker);
   if (complete) {
      if (verbose && checker.violations == 0) {
         print_summary(&checker);
      }
   } else {
      progress_hide();
      problem_print(&problem, "aprof check-report");
   }

   if (reader != NULL) {
      reader_close(reader);
   }
   checker_free(&checker);
   return !complete ? EXIT_USAGE : checker.violations == 0 ? EXIT_OK : EXIT_FINDING;
}

static bool take_option(void* data, int option, const Argument* argument)
{
   (void)argument;
   switch ((CheckReportOption)option) {
      case CHECK_REPORT_VERBOSE: *(bool*)data = true; break;
   }
   return true;
}

static int work(void* data, char** words, size_t count)
{
   int status = EXIT_OK;
   progress_begin_reading((const char* const*)words, count);
   for (size_t i = 0; i < count; i++) {
      int result = check_file(words[i], *(bool*)data);
      status = result > status ? result : status;
   }
   progress_end();
   return status;
}

int check_report_main(int count, char** words)
{
   static const Subcommand check_report = {
      .usage = &check_report_usage, .take = take_option, .needs = "the FILE to check", .work = work,
   };
   bool is_verbose = false;
   return subcommand_run(&check_report, &is_verbose, count, words);
}
