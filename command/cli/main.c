/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The command `aprof`: finds the subcommand and runs it. */

#include <errno.h>
#include <glib.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "cli/subcommands.h"
#include "util/memory.h"
#include "util/output.h"
#include "util/problem.h"
#include "util/caller.h"

static const struct {
   const Usage* usage;
   int          (*run)(int count, char** words);
} subcommands[] = {
   { &run_usage, run_main },
   { &grow_usage, grow_main },
   { &show_usage, show_main },
   { &html_usage, html_main },
   { &diff_usage, diff_main },
   { &check_usage, check_main },
   { &merge_usage, merge_main },
   { &convert_usage, convert_main },
   { &check_report_usage, check_report_main },
};

#define SUBCOMMANDS  (sizeof subcommands / sizeof *subcommands)

/* The word that chooses it. */
static const char* name_of(size_t subcommand)
{
   return subcommands[subcommand].usage->name + strlen("aprof ");
}

static void print_subcommands(FILE* out)
{
   fputs("Subcommands:\n", out);
   for (size_t i = 0; i < SUBCOMMANDS; i++) {
      fprintf(out, "  %-14s%s\n", name_of(i), subcommands[i].usage->summary);
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
        "  -h, --help     Prints this text; `aprof SUBCOMMAND --help` explains a subcommand.\n"
        "  -V, --version  Prints the version of aprof.\n"
        "\n"
        "Exit status: 0 done; 1 check or check-report found a violation; 2 wrong use, or a file\n"
        "cannot be read or written; 3 check could decide nothing.\n"
        "\n"
        "Home page: " PACKAGE_URL "\n"
        "Report bugs at " PACKAGE_BUGREPORT);
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
      if (strcmp(wanted, name_of(i)) == 0) {
         arguments[1] = (char*)subcommands[i].usage->name;   /* for messages of getopt */
         g_set_prgname(arguments[1]);
         return subcommands[i].run(count - 1, arguments + 1);
      }
   }
   message_print("aprof: \"%s\" is not a subcommand.", wanted);
   print_subcommands(stderr);
   return usage_error("aprof", NULL);
}

int main(int count, char** arguments)
{
   standard_files_arrange();
   /* The locale only decides which characters the terminal shows; numbers stay as they are in C. */
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
