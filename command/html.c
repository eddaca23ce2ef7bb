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
   LoadOptions load;
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
        "  -b, --baseline=REPORT   compare with REPORT, of a run before\n"
        "      --own=PATTERN,...   your code is in the objects that match; otherwise in the executable and\n"
        "                          in libraries outside the directories of the system\n"
        "      --source=WHICH       put source lines into the page: none, those of your own code, or all\n"
        "                          that can be found; none if the page goes to others  [own]\n"
        "      --fold-generics     show all instances of a template or generic routine as one routine\n"
        "  -f, --force             also add up reports of different programs, metrics or cell sizes\n"
        "  -h, --help              print this text\n"
        "  -V, --version           print the version of aprof\n"
        "\n"
        "Exit status: 0 written, 2 wrong use, an unreadable REPORT, or an unwritable FILE.");
}

static Subject* subject_load(const HtmlOptions* options, const char* const* paths, size_t count,
                             Problem* problem)
{
   Report* report = report_load(paths, count, options->load, problem);
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

/* False, with the problem set, if a report cannot be read or the page cannot be written. */
static bool write_page(const HtmlOptions* options, const char* const* paths, size_t count, const char* path,
                       Problem* problem)
{
   Subject* baseline = NULL;
   Subject* subject = subject_load(options, paths, count, problem);
   bool     done = subject != NULL;
   if (done && options->baseline != NULL) {
      baseline = subject_load(options, &options->baseline, 1, problem);
      done = baseline != NULL;
   }
   Output output;
   done = done && output_open(&output, path, problem);
   if (done) {
      page_write(output.file, subject, baseline, options->source);
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
   bool done = write_page(options, paths, count, path, &problem);
   if (!done) {
      problem_print(&problem, "aprof html");
   } else if (strcmp(path, "-") != 0) {
      printf("Page: %s\n", path);
   }
   g_free(path);
   return done ? EXIT_OK : EXIT_USAGE;
}

enum { OPTION_OWN = 256, OPTION_SOURCE, OPTION_FOLD_GENERICS };

/* False if it is none of the words. */
static bool parse_source(SourceChoice* choice)
{
   static const char* const words[] = { "none", "own", "all" };
   for (int i = 0; i < 3; i++) {
      if (strcmp(optarg, words[i]) == 0) {
         *choice = (SourceChoice)i;
         return true;
      }
   }
   return false;
}

int html_main(int count, char** arguments)
{
   static const struct option long_options[] = {
      { "output",   required_argument, NULL, 'o' },
      { "baseline", required_argument, NULL, 'b' },
      { "own",      required_argument, NULL, OPTION_OWN },
      { "source",   required_argument, NULL, OPTION_SOURCE },
      { "fold-generics", no_argument,  NULL, OPTION_FOLD_GENERICS },
      { "force",    no_argument,       NULL, 'f' },
      { "help",     no_argument,       NULL, 'h' },
      { "version",  no_argument,       NULL, 'V' },
      { 0 },
   };
   HtmlOptions options = { .source = SOURCE_OWN };
   int option;
   while ((option = getopt_long(count, arguments, "o:b:fhV", long_options, NULL)) != -1) {
      switch (option) {
         case 'o': options.output = optarg; break;
         case 'b': options.baseline = optarg; break;
         case OPTION_OWN: options.own = optarg; break;
         case OPTION_SOURCE:
            if (!parse_source(&options.source)) {
               return usage_error(arguments[0], "--source=%s: none, own or all is needed", optarg);
            }
            break;
         case 'f': options.load.force = true; break;
         case OPTION_FOLD_GENERICS: options.load.fold_generics = true; break;
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
