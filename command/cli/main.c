/* The command `aprof`: finds the subcommand and runs it. */

#include <errno.h>
#include <glib.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "cli/subcommands.h"
#include "util/memory.h"
#include "util/output.h"
#include "util/problem.h"
#include "util/caller.h"
#include "util/suggest.h"
#include "util/text.h"

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
   { &history_usage, history_main },
   { &merge_usage, merge_main },
   { &convert_usage, convert_main },
   { &check_report_usage, check_report_main },
};

#define SUBCOMMANDS  (sizeof subcommands / sizeof *subcommands)

/* The word that chooses it. */
static const char* name_of(size_t subcommand)
{
   return usage_subcommand(subcommands[subcommand].usage);
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
        "  -h, --help     Prints this text; `aprof help SUBCOMMAND` explains a subcommand.\n"
        "  -V, --version  Prints the version of aprof.\n"
        "\n"
        "Exit status: 0 done; 1 check or check-report found a violation; 2 wrong use, or a file\n"
        "cannot be read or written; 3 check could decide nothing.\n"
        "\n"
        "Home page: " PACKAGE_URL "\n"
        "Report bugs at " PACKAGE_BUGREPORT);
}

/*--- What is no subcommand ---*/

/* Returns the subcommand for what other programs call it. */
static const char* other_name_meant(const char* word)
{
   static const char* const names[][2] = {
      { "record", "run" }, { "profile", "run" }, { "exec", "run" }, { "start", "run" },
      { "report", "show" }, { "list", "show" }, { "print", "show" }, { "stat", "show" }, { "top", "show" },
      { "view", "html" }, { "plot", "html" }, { "page", "html" }, { "annotate", "html" },
      { "compare", "diff" }, { "export", "convert" }, { "validate", "check-report" },
   };
   for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
      if (strcmp(names[i][0], word) == 0) {
         return names[i][1];
      }
   }
   return NULL;
}

static const char* subcommand_near(const char* word)
{
   Suggestion suggestion = suggestion_for(word);
   for (size_t i = 0; i < SUBCOMMANDS; i++) {
      suggestion_offer(&suggestion, name_of(i));
   }
   return suggestion.nearest != NULL ? suggestion.nearest : other_name_meant(word);
}

/* The subcommand that takes this as its first argument: a report, a directory of results, a program; NULL:
   it is neither. */
static const char* subcommand_for(const char* word)
{
   g_autofree char* program = g_find_program_in_path(word);
   return program != NULL                           ? "run"
          : g_file_test(word, G_FILE_TEST_EXISTS) ? "show" : NULL;
}

/* Says which command was likely meant, as it can be typed. */
static int refuse_word(char** arguments)
{
   const char* word = arguments[1];
   const char* near = strchr(word, '/') == NULL ? subcommand_near(word) : NULL;
   const char* missing = near == NULL ? subcommand_for(word) : NULL;
   if (near == NULL && missing == NULL) {
      message_print("aprof: \"%s\" is not a subcommand.", word);
      print_subcommands(stderr);
      return usage_error("aprof", NULL);
   }
   g_autoptr(GString) line = caller_line(near != NULL ? near : missing);
   text_append_shell_words(line, arguments + (near != NULL ? 2 : 1));
   message_print("aprof: \"%s\" is not a subcommand; did you mean this?", word);
   message_print("   %s", line->str);
   return usage_error("aprof", NULL);
}

/* Options other than those of the command itself belong to a subcommand. */
static int refuse_option(const char* option)
{
   static const char* const own[] = { "--help", "--version", NULL };
   g_autofree char* meant = suggestion_text("", suggestion_among(option, own));
   const char* what = *meant != '\0' ? "%s is not an option%s"
                      : "%s: options stand behind a subcommand, as in: aprof run OPTION PROGRAM%s";
   return usage_error("aprof", what, option, meant);
}

/*--- The command line ---*/

/* The number of the subcommand; SUBCOMMANDS: there is none of this name. */
static size_t find_subcommand(const char* word)
{
   size_t i = 0;
   while (i < SUBCOMMANDS && strcmp(word, name_of(i)) != 0) {
      i++;
   }
   return i;
}

/* `aprof help`, and `aprof help SUBCOMMAND`. */
static int help(char** arguments)
{
   size_t subcommand = arguments[2] == NULL ? SUBCOMMANDS : find_subcommand(arguments[2]);
   if (subcommand < SUBCOMMANDS) {
      fputs(subcommands[subcommand].usage->help, stdout);
   } else if (arguments[2] == NULL) {
      print_help();
   } else {
      g_autofree char* meant = suggestion_text("", subcommand_near(arguments[2]));
      return usage_error("aprof", "help %s: there is no subcommand of this name%s", arguments[2], meant);
   }
   return EXIT_OK;
}

/* `aprof run help`, unless there is such a file or program. */
static bool asks_for_help(char** arguments)
{
   if (arguments[2] == NULL || strcmp(arguments[2], "help") != 0 || arguments[3] != NULL) {
      return false;
   }
   g_autofree char* program = g_find_program_in_path("help");
   return program == NULL && !g_file_test("help", G_FILE_TEST_EXISTS);
}

static int run(int count, char** arguments)
{
   if (count < 2) {
      fputs("aprof: no subcommand is given.\n", stderr);
      print_subcommands(stderr);
      return usage_error("aprof", NULL);
   }
   const char* wanted = arguments[1];
   size_t      subcommand = find_subcommand(wanted);
   if (subcommand < SUBCOMMANDS && asks_for_help(arguments)) {
      fputs(subcommands[subcommand].usage->help, stdout);
      return EXIT_OK;
   }
   if (subcommand < SUBCOMMANDS) {
      arguments[1] = (char*)subcommands[subcommand].usage->name;   /* for messages of getopt */
      g_set_prgname(arguments[1]);
      return subcommands[subcommand].run(count - 1, arguments + 1);
   }
   if (strcmp(wanted, "--help") == 0 || strcmp(wanted, "-h") == 0 || strcmp(wanted, "help") == 0) {
      return help(arguments);
   }
   if (strcmp(wanted, "--version") == 0 || strcmp(wanted, "-V") == 0 || strcmp(wanted, "version") == 0) {
      return print_version();
   }
   return wanted[0] == '-' ? refuse_option(wanted) : refuse_word(arguments);
}

int main(int count, char** arguments)
{
   standard_files_arrange();
   if (count > 0) {
      caller_keep_name(arguments[0]);
   }
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
