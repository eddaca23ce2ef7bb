/* aprof merge: several reports added up into one. */

#include "cli/subcommands.h"

#include <stdio.h>

#include "cli/options.h"
#include "cli/report_paths.h"
#include "model/header.h"
#include "model/loader.h"
#include "model/writer.h"
#include "util/output.h"

typedef struct {
   const char* output;
   bool        force;
} MergeOptions;

static int merge(const MergeOptions* options, const char* const* names, size_t count)
{
   Problem problem;
   char**  paths = report_paths_of_one(names, count, options->force, &problem);
   Report* report = paths == NULL ? NULL
                    : report_load((const char* const*)paths, g_strv_length(paths),
                                  (LoadOptions){ .force = options->force }, &problem);
   if (report == NULL) {
      problem_print(&problem, "aprof merge");
      g_strfreev(paths);
      return EXIT_USAGE;
   }
   incomplete_warn(report_header(report), "aprof merge");
   ends_warn(report_header(report), "aprof merge");
   Output output;
   bool   written = output_open(&output, options->output, stdout, &problem);
   if (written) {
      writer_write(output.file, report);
      written = output_close(&output, &problem);
   }
   if (!written) {
      problem_print(&problem, "aprof merge");
   }
   report_free(report);
   g_strfreev(paths);
   return written ? EXIT_OK : EXIT_USAGE;
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
