/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof html: reports as one page for a browser.  What is in the page is written
   in html/; here are the options. */

#include "subcommands.h"

#include <getopt.h>
#include <glib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/reports.h"
#include "html/page.h"
#include "model/loader.h"
#include "show/common.h"
#include "util/output.h"
#include "util/usage.h"

typedef struct {
   const char* output;      /* NULL: named after the first report */
   const char* baseline;    /* NULL: no comparison */
   const char* own;         /* patterns of objects; NULL: see model/own.h */
   SourceChoice source;
   bool        force;
} HtmlOptions;

static void print_help(void)
{
   puts("Usage: aprof html [OPTION]... REPORT...\n"
        "\n"
        "Writes a report, or several added up, as one HTML file: what will hurt when inputs get\n"
        "larger, all routines with their plots, calling contexts as a tree and a flame graph.\n"
        "The file needs no server and no network, and can be sent to others.  \"-\" is standard\n"
        "input, or standard output.\n"
        "\n"
        "  -o, --output=FILE       write the page to FILE  [REPORT.html, of the first REPORT]\n"
        "  -b, --baseline=REPORT   compare with REPORT, of a run before, as aprof diff does; also with a\n"
        "                          directory of reports, or with several and commas between\n"
        "      --own=PATTERN,...   your code is in the objects that match; otherwise in the executable and\n"
        "                          in libraries outside the directories of the system\n"
        "      --source=WHICH       put source lines into the page: none, those of your own code, or all\n"
        "                          that can be found; none if the page goes to others  [own]\n"
        "  -f, --force             also add up reports of different programs, metrics or cell sizes\n"
        "  -h, --help              print this text\n"
        "  -V, --version           print the version of aprof\n"
        "\n"
        "Exit status: 0 written, 2 wrong use, an unreadable REPORT, or an unwritable FILE.");
}

/* Takes over the report, which may be NULL. */
static Subject* subject_make(const HtmlOptions* options, Report* report, const char* const* paths,
                             size_t count)
{
   if (report == NULL) {
      return NULL;
   }
   const RankingOptions ranking = { .times = SHOW_DEFAULT_TIMES, .own = options->own, .keep_growth = true };
   Subject* subject = g_new0(Subject, 1);
   *subject = (Subject){ .report = report, .analysis = growth_new(), .paths = paths, .path_count = count };
   subject->ranking = ranking_make(report, subject->analysis, &ranking);
   return subject;
}

static void subject_free(Subject* subject)
{
   if (subject != NULL) {
      ranking_free(&subject->ranking);
      growth_free(subject->analysis);
      report_free(subject->report);
      g_free(subject);
   }
}

/* What the report is compared with.  `paths` gets its paths. */
static Subject* load_baseline(const HtmlOptions* options, const Subject* subject, char*** paths,
                              Problem* problem)
{
   char    why[500];
   Report* report = reports_load(options->baseline, options->force, paths, problem);
   if (report != NULL && !options->force && comparison_differs(report, subject->report, why, sizeof why)) {
      problem_set(problem, subject->paths[0], 0, "cannot be compared with %s: %s",
                  problem_file_name((*paths)[0]), why);
      report_free(report);
      report = NULL;
   }
   size_t count = *paths == NULL ? 0 : g_strv_length(*paths);
   return subject_make(options, report, (const char* const*)*paths, count);
}

static Comparison* compare(const HtmlOptions* options, const Subject* baseline, const Subject* subject)
{
   const CompareOptions compare_options = {
      .threshold = COMPARE_THRESHOLD, .least_part = COMPARE_LEAST_PART, .own = options->own, .all_cases = true
   };
   return comparison_make(baseline->report, subject->report, &compare_options);
}

static void write_data(FILE* out, const HtmlOptions* options, const Subject* subject, const Subject* baseline)
{
   Comparison* comparison = baseline == NULL ? NULL : compare(options, baseline, subject);
   page_write(out, subject, baseline, comparison, options->source);
   if (comparison != NULL) {
      comparison_free(comparison);
   }
}

/* False, with the problem set, if a report cannot be read or the page cannot be written.  `baseline_paths`
   gets the paths of the baseline. */
static bool write_page(const HtmlOptions* options, const char* const* paths, size_t count, const char* path,
                       char*** baseline_paths, Problem* problem)
{
   Subject* baseline = NULL;
   Subject* subject = subject_make(options, report_load(paths, count, options->force, problem), paths, count);
   bool     done = subject != NULL;
   if (done && options->baseline != NULL) {
      baseline = load_baseline(options, subject, baseline_paths, problem);
      done = baseline != NULL;
   }
   Output output;
   done = done && output_open(&output, path, problem);
   if (done) {
      write_data(output.file, options, subject, baseline);
      done = output_close(&output, problem);
   }
   subject_free(subject);
   subject_free(baseline);
   return done;
}

static int run(const HtmlOptions* options, const char* const* paths, size_t count)
{
   Problem problem;
   char*   path = options->output != NULL   ? g_strdup(options->output)
                : strcmp(paths[0], "-") == 0 ? g_strdup("aprof.html")
                : g_strconcat(paths[0], ".html", NULL);
   char** baseline_paths = NULL;   /* the problem may name one */
   bool   done = write_page(options, paths, count, path, &baseline_paths, &problem);
   if (!done) {
      problem_print(&problem, "aprof html");
   } else if (strcmp(path, "-") != 0) {
      printf("Page: %s\n", path);
   }
   g_strfreev(baseline_paths);
   g_free(path);
   return done ? EXIT_OK : EXIT_USAGE;
}

enum { OPTION_OWN = 256, OPTION_SOURCE };

/* In the order of SourceChoice. */
static const char* const source_words[] = { "none", "own", "all", NULL };

int html_main(int count, char** arguments)
{
   static const struct option long_options[] = {
      { "output",   required_argument, NULL, 'o' },
      { "baseline", required_argument, NULL, 'b' },
      { "own",      required_argument, NULL, OPTION_OWN },
      { "source",   required_argument, NULL, OPTION_SOURCE },
      { "force",    no_argument,       NULL, 'f' },
      { "help",     no_argument,       NULL, 'h' },
      { "version",  no_argument,       NULL, 'V' },
      { 0 },
   };
   HtmlOptions options = { .source = SOURCE_OWN };
   int option, word;
   while ((option = getopt_long(count, arguments, "o:b:fhV", long_options, NULL)) != -1) {
      switch (option) {
         case 'o': options.output = optarg; break;
         case 'b': options.baseline = optarg; break;
         case OPTION_OWN: options.own = optarg; break;
         case OPTION_SOURCE:
            word = usage_word(arguments[0], "source", optarg, source_words);
            if (word < 0) {
               return EXIT_USAGE;
            }
            options.source = (SourceChoice)word;
            break;
         case 'f': options.force = true; break;
         case 'h': print_help(); return EXIT_OK;
         case 'V': return print_version();
         default:  return usage_error(arguments[0], NULL);
      }
   }
   if (optind == count) {
      return usage_error(arguments[0],
                         "no report is named: give the REPORTs to show, or - for standard input");
   }
   return run(&options, (const char* const*)arguments + optind, (size_t)(count - optind));
}
