/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof merge: several reports added up into one. */

#include "cli/subcommands.h"

#include <getopt.h>
#include <stdio.h>

#include "model/incomplete.h"
#include "model/loader.h"
#include "model/writer.h"
#include "util/output.h"
#include "util/usage.h"

typedef struct {
   const char* output;
   bool        force;
} MergeOptions;

static void print_help(void)
{
   puts("Usage: aprof merge [--force] --output=FILE REPORT...\n"
        "\n"
        "Adds up reports of several runs, threads or processes of one program, and writes\n"
        "the sum as one report of version 1.4.  All numbers are exact; the order of the\n"
        "reports does not matter.  \"-\" is standard input, or standard output.\n"
        "\n"
        "  -o, --output=FILE   write the sum to FILE; required\n"
        "  -f, --force         also add up reports of different programs, metrics or cell sizes,\n"
        "                      and reports with contexts together with reports without\n"
        "  -h, --help          print this text\n"
        "  -V, --version       print the version of aprof\n"
        "\n"
        "Exit status: 0 merged; 2 wrong use, a REPORT cannot be read, reports do not fit\n"
        "together, a sum exceeds 2^64-1, or FILE cannot be written.");
}

static int merge(const MergeOptions* options, const char* const* paths, size_t count)
{
   Problem problem;
   Report* report = report_load(paths, count, (LoadOptions){ .force = options->force }, &problem);
   if (report == NULL) {
      problem_print(&problem, "aprof merge");
      return EXIT_USAGE;
   }
   incomplete_warn(report_header(report), "aprof merge");
   Output output;
   bool   written = output_open(&output, options->output, &problem);
   if (written) {
      writer_write(output.file, report);
      written = output_close(&output, &problem);
   }
   if (!written) {
      problem_print(&problem, "aprof merge");
   }
   report_free(report);
   return written ? EXIT_OK : EXIT_USAGE;
}

int merge_main(int count, char** arguments)
{
   static const struct option long_options[] = {
      { "output",  required_argument, NULL, 'o' },
      { "force",   no_argument,       NULL, 'f' },
      { "help",    no_argument,       NULL, 'h' },
      { "version", no_argument,       NULL, 'V' },
      { 0 },
   };
   MergeOptions options = { 0 };
   int option;
   while ((option = getopt_long(count, arguments, "o:fhV", long_options, NULL)) != -1) {
      switch (option) {
         case 'o': options.output = optarg; break;
         case 'f': options.force = true; break;
         case 'h': print_help(); return EXIT_OK;
         case 'V': return print_version();
         default:  return usage_error(arguments[0], NULL);
      }
   }
   if (options.output == NULL) {
      return usage_error(arguments[0], "no output is named: --output=FILE says where the sum goes, "
                         "- for standard output");
   }
   if (optind == count) {
      return usage_error(arguments[0],
                         "no report is named: give the REPORTs to add up, or - for standard input");
   }
   return merge(&options, (const char* const*)arguments + optind, (size_t)(count - optind));
}
