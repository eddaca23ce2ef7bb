/* aprof merge: several reports added up into one. */

#include "cli/subcommands.h"

#include <stdio.h>

#include "cli/options.h"
#include "cli/report_paths.h"
#include "model/header.h"
#include "model/loader.h"
#include "model/writer.h"

typedef struct {
   const char* output;
   bool        force;
} MergeOptions;

static int merge(const MergeOptions* options, const char* const* names, size_t count)
{
   Problem problem;
   g_auto(GStrv)     paths = report_paths_of_one(names, count, options->force, &problem);
   g_autoptr(Report) report = paths == NULL ? NULL
                              : report_load((const char* const*)paths, g_strv_length(paths),
                                            (LoadOptions){ .force = options->force }, &problem);
   if (report != NULL) {
      incomplete_warn(report_header(report), merge_usage.name);
      ends_warn(report_header(report), merge_usage.name);
   }
   if (report == NULL || !writer_write_file(options->output, report, &problem)) {
      problem_print(&problem, merge_usage.name);
      return EXIT_USAGE;
   }
   return EXIT_OK;
}

static bool take_option(void* data, int option, const Argument* argument)
{
   MergeOptions* options = data;
   switch ((MergeOption)option) {
      case MERGE_OUTPUT: options->output = argument->value; break;
      case MERGE_FORCE:  options->force = true; break;
   }
   return true;
}

static int work(void* data, char** words, size_t count)
{
   const MergeOptions* options = data;
   if (options->output == NULL) {
      return usage_error(merge_usage.name, "no output is named: --output=FILE says where the sum goes, "
                         "- for standard output");
   }
   if (count == 0) {
      return usage_error(merge_usage.name,
                         "no report is named: give the REPORTs to add up, or - for standard input");
   }
   return merge(options, (const char* const*)words, count);
}

int merge_main(int count, char** words)
{
   static const Subcommand merge_subcommand = { .usage = &merge_usage, .take = take_option, .work = work };
   MergeOptions options = { 0 };
   return subcommand_run(&merge_subcommand, &options, count, words);
}
