/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The command `aprof`: finds the subcommand and runs it. */

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "cli/subcommands.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/output.h"
#include "util/standard_files.h"
#include "util/usage.h"

static const struct {
   const char* name;
   char*       full_name;   /* for messages */
   int         (*run)(int count, char** arguments);
   const char* summary;
} subcommands[] = {
   { "run", "aprof run", run_main,
     "run a program or a test suite under Valgrind, and show its routines" },
   { "show", "aprof show", show_main,
     "print routines, and how their cost grows with their input" },
   { "html", "aprof html", html_main,
     "write a report as a page for a browser" },
   { "diff", "aprof diff", diff_main,
     "compare two versions: what costs more, or grows faster" },
   { "merge", "aprof merge", merge_main,
     "add up reports of several runs, threads or processes" },
   { "check", "aprof check", check_main,
     "say whether a report keeps the rules of a file, for continuous integration" },
   { "check-report", "aprof check-report", check_report_main,
     "check reports against every rule of the format" },
   { "convert", "aprof convert", convert_main,
     "write a report as a file for another viewer" },
};

#define SUBCOMMANDS  (sizeof subcommands / sizeof *subcommands)

static void print_subcommands(FILE* out)
{
   fputs("Subcommands:\n", out);
   for (size_t i = 0; i < SUBCOMMANDS; i++) {
      fprintf(out, "  %-14s%s\n", subcommands[i].name, subcommands[i].summary);
   }
}

static void print_help(void)
{
   puts("Usage: aprof SUBCOMMAND [OPTION]... REPORT...\n"
        "       aprof run [OPTION]... PROGRAM [ARGUMENT]...\n"
        "\n"
        "Runs programs under Valgrind, and reads the reports that `valgrind --tool=aprof PROGRAM`\n"
        "writes.  They say how the cost of each routine grows with the size of its input.\n");
   print_subcommands(stdout);
   puts("\n"
        "  -h, --help      print this text; `aprof SUBCOMMAND --help` explains a subcommand\n"
        "  -V, --version   print the version of aprof\n"
        "\n"
        "Exit status: 0 done; 1 check or check-report found a violation; 2 wrong use, or a file\n"
        "cannot be read or written; 3 check could decide nothing.");
}

static int run(int count, char** arguments)
{
   if (count < 2) {
      fputs("aprof: no subcommand is given.\n", stderr);
      print_subcommands(stderr);
      return usage_error("aprof", NULL);
   }
   const char* wanted = arguments[1];
   if (strcmp(wanted, "--help") == 0 || strcmp(wanted, "-h") == 0) {
      print_help();
      return EXIT_OK;
   }
   if (strcmp(wanted, "--version") == 0 || strcmp(wanted, "-V") == 0) {
      return print_version();
   }
   for (size_t i = 0; i < SUBCOMMANDS; i++) {
      if (strcmp(wanted, subcommands[i].name) == 0) {
         arguments[1] = subcommands[i].full_name;
         return subcommands[i].run(count - 1, arguments + 1);
      }
   }
   message_print("aprof: \"%s\" is no subcommand.", wanted);
   print_subcommands(stderr);
   return usage_error("aprof", NULL);
}

int main(int count, char** arguments)
{
   standard_files_arrange();
   /* Which characters the terminal shows; numbers stay as they are in C. */
   setlocale(LC_CTYPE, "");
   memory_arrange();
   int status = run(count, arguments);
   /* A full disk shows only here, unless the subcommand has checked the output itself. */
   const char* reason = output_flush(stdout);
   if (reason == NULL && fclose(stdout) != 0) {
      reason = strerror(errno);
   }
   if (reason != NULL && status != EXIT_USAGE) {
      message_print("aprof: the output cannot be written: %s", reason);
      return EXIT_USAGE;
   }
   return status;
}
