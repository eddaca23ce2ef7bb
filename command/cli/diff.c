/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof diff: two versions of a program, routine by routine.  What changed is found in
   compare/, and printed in diff/; here are the options. */

#include "cli/subcommands.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "answer/compare/reports.h"
#include "model/incomplete.h"
#include "render/diff/outputs.h"
#include "render/show/terminal.h"
#include "util/message.h"
#include "util/usage.h"

typedef enum { DIFF_TEXT, DIFF_JSON, DIFF_CSV, DIFF_MARKDOWN } DiffFormat;

typedef struct {
   CompareOptions compare;
   DiffFormat     format;
   bool           all;
   bool           force;
} DiffOptions;

static void print_help(void)
{
   puts("Usage: aprof diff [OPTION]... OLD NEW\n"
        "\n"
        "Compares two versions of a program: which routines cost more for the same input, or grow\n"
        "faster, and which of them introduced that.  OLD and NEW are each a report, a directory\n"
        "with reports, or several of these with commas between, which are added up.\n"
        "\n"
        "  -a, --all                  print all routines, and not only what fits on a screen\n"
        "  -F, --format=FORMAT        print text, json, csv or markdown  [text]\n"
        "  -M, --map=s/OLD/NEW/       routines of OLD whose names match the regular expression OLD are\n"
        "                             called NEW now; may be repeated\n"
        "  -t, --threshold=FACTOR     costs that differ by no more than this are the same  [1.05]\n"
        "      --least-share=PERCENT  so are differences up to this part of the program's cost  [0.05]\n"
        "      --own=PATTERN,...      your code is in the objects that match; otherwise in the executable\n"
        "                             and in libraries outside the directories of the system\n"
        "      --other-build          OLD and NEW were compiled with other options: only a change of the\n"
        "                             class counts\n"
        "      --color=WHEN           use colours: auto, always or never  [auto]\n"
        "  -f, --force                also compare and add up reports that measured different things\n"
        "  -h, --help                 print this text\n"
        "  -V, --version              print the version of aprof\n"
        "\n"
        "Exit status: 0 compared, whatever was found; 2 wrong use, or a report cannot be read.");
}

/*------------------------------------------------------------------*/
/*--- Comparing                                                  ---*/
/*------------------------------------------------------------------*/

static void print(const DiffOptions* options, const Diff* diff)
{
   switch (options->format) {
      case DIFF_TEXT:     diff_text(diff); break;
      case DIFF_JSON:     diff_json(diff); break;
      case DIFF_CSV:      diff_csv(diff); break;
      case DIFF_MARKDOWN: diff_markdown(diff); break;
   }
}

static void warn_of_unused_maps(const char* name, const Renames* renames)
{
   const char* unused;
   for (size_t index = 0; (unused = renames_next_unused(renames, &index)) != NULL;) {
      message_print("%s: --map=%s matches no routine of OLD", name, unused);
   }
}

/* False, with the problem set, if the reports do not fit together. */
static bool compare(const char* name, const DiffOptions* options, Report* const reports[2], char** paths[2],
                    Problem* problem)
{
   char why[500];
   if (!options->force && comparison_differs(reports[0], reports[1], why, sizeof why)) {
      problem_set(problem, paths[1][0], 0, "cannot be compared with %s: %s (--force compares all the same)",
                  problem_file_name(paths[0][0]), why);
      return false;
   }
   Comparison* comparison = comparison_make(reports[0], reports[1], &options->compare);
   Diff diff = { .comparison = comparison, .paths = { paths[0], paths[1] }, .all = options->all,
                 .width = terminal_width() };
   print(options, &diff);
   warn_of_unused_maps(name, options->compare.renames);
   comparison_free(comparison);
   return true;
}

static int run(const char* name, const DiffOptions* options, char* const* sides)
{
   Problem problem;
   char**  paths[2] = { NULL, NULL };
   Report* reports[2] = { NULL, NULL };
   bool    done = true;
   for (int side = 0; side < 2 && done; side++) {
      const LoadOptions load = { .force = options->force };
      reports[side] = reports_load(sides[side], load, &paths[side], &problem);
      done = reports[side] != NULL;
      if (done) {
         incomplete_warn(report_header(reports[side]), name);
      }
   }
   done = done && compare(name, options, reports, paths, &problem);
   if (!done) {
      problem_print(&problem, name);
   }
   for (int side = 0; side < 2; side++) {
      if (reports[side] != NULL) {
         report_free(reports[side]);
      }
      g_strfreev(paths[side]);
   }
   return done ? EXIT_OK : EXIT_USAGE;
}

/*------------------------------------------------------------------*/
/*--- Options                                                    ---*/
/*------------------------------------------------------------------*/

enum { OPTION_LEAST_SHARE = 256, OPTION_OWN, OPTION_OTHER_BUILD, OPTION_COLOR };

static const struct option long_options[] = {
   { "all",         no_argument,       NULL, 'a' },
   { "format",      required_argument, NULL, 'F' },
   { "map",         required_argument, NULL, 'M' },
   { "threshold",   required_argument, NULL, 't' },
   { "least-share", required_argument, NULL, OPTION_LEAST_SHARE },
   { "own",         required_argument, NULL, OPTION_OWN },
   { "other-build", no_argument,       NULL, OPTION_OTHER_BUILD },
   { "color",       required_argument, NULL, OPTION_COLOR },
   { "force",       no_argument,       NULL, 'f' },
   { "help",        no_argument,       NULL, 'h' },
   { "version",     no_argument,       NULL, 'V' },
   { 0 },
};

static const char* const format_words[] = { "text", "json", "csv", "markdown", NULL };

/* False, with a message, if it is no such number. */
static bool parse_number(const char* name, const char* option, double least, double most, const char* example,
                         double* number)
{
   char* end;
   *number = strtod(optarg, &end);
   if (optarg[0] < '0' || optarg[0] > '9' || *end != '\0' || !(*number >= least) || *number > most) {
      usage_error(name, "--%s=%s: a number from %g to %g is needed, as %s", option, optarg, least, most,
                  example);
      return false;
   }
   return true;
}

static bool parse_map(const char* name, Renames* renames)
{
   char why[400];
   if (!renames_add(renames, optarg, why, sizeof why)) {
      usage_error(name, "--map=%s: %s", optarg, why);
      return false;
   }
   return true;
}

/* False, with a message, if it is wrong. */
static bool parse_option(const char* name, int option, DiffOptions* options)
{
   int    word;
   double percent;
   switch (option) {
      case 'a': options->all = true; return true;
      case 'f': options->force = true; return true;
      case 'M': return parse_map(name, options->compare.renames);
      case 't': return parse_number(name, "threshold", 1, 1000, "1.05", &options->compare.threshold);
      case OPTION_OWN: options->compare.own = optarg; return true;
      case OPTION_OTHER_BUILD: options->compare.other_build = true; return true;
      case OPTION_COLOR: return terminal_choose_colours(name, optarg);
      case OPTION_LEAST_SHARE:
         if (!parse_number(name, "least-share", 0, 100, "0.05", &percent)) {
            return false;
         }
         options->compare.least_part = percent / 100;
         return true;
      case 'F':
         word = usage_word(name, "format", optarg, format_words);
         options->format = (DiffFormat)word;
         return word >= 0;
      default:
         usage_error(name, NULL);
         return false;
   }
}

static int parse_and_run(int count, char** arguments, DiffOptions* options)
{
   int option;
   while ((option = getopt_long(count, arguments, "aF:M:t:fhV", long_options, NULL)) != -1) {
      if (option == 'h') {
         print_help();
         return EXIT_OK;
      }
      if (option == 'V') {
         return print_version();
      }
      if (!parse_option(arguments[0], option, options)) {
         return EXIT_USAGE;
      }
   }
   if (count - optind != 2) {
      return usage_error(arguments[0], "two sides are needed, OLD and NEW, not %d: several reports of one "
                         "side have commas between, or are in a directory", count - optind);
   }
   options->compare.all_cases = options->all || options->format == DIFF_JSON || options->format == DIFF_CSV;
   return run(arguments[0], options, arguments + optind);
}

int diff_main(int count, char** arguments)
{
   DiffOptions options = {
      .compare = {
         .threshold = COMPARE_THRESHOLD, .least_part = COMPARE_LEAST_PART, .renames = renames_new()
      },
   };
   int status = parse_and_run(count, arguments, &options);
   renames_free(options.compare.renames);
   return status;
}
