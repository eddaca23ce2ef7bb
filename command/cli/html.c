/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof html: reports as one page for a browser.  What is in the page is written
   in html/; here are the options. */

#include "cli/subcommands.h"

#include <getopt.h>
#include <glib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer/compare/reports.h"
#include "line_costs/profile.h"
#include "model/loader.h"
#include "render/page/favourites.h"
#include "render/page/page.h"
#include "render/show/common.h"
#include "util/output.h"
#include "util/text.h"
#include "util/usage.h"

typedef struct {
   const char* output;      /* NULL: named after the first report */
   const char* baseline;    /* NULL: no comparison */
   GPtrArray*  profiles;    /* paths of Callgrind profiles */
   const char* favourites;  /* NULL: none */
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
        "  -b, --baseline=REPORT   compare with REPORT, of a run before, as aprof diff does; also with a\n"
        "                          directory of reports, or with several and commas between\n"
        "      --callgrind=PROFILE show what each source line costs, by a Callgrind profile of the run;\n"
        "                          can be given several times\n"
        "      --favourites=FILE   mark the favourites that a page has exported\n"
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

/* Takes over the report, which may be NULL. */
static Subject* subject_make(const HtmlOptions* options, Report* report, const char* const* paths,
                             size_t count)
{
   if (report == NULL) {
      return NULL;
   }
   const RankingOptions ranking = {
      .times = SHOW_DEFAULT_TIMES, .own = options->own, .keep_growth = true,
      .power_law_limit = SECTION_ROUTINES_WITH_LAWS,
   };
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
   Report* report = reports_load(options->baseline, options->load, paths, problem);
   if (report != NULL && !options->load.force
       && comparison_differs(report, subject->report, why, sizeof why)) {
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

/* NULL, with the problem set, if one cannot be read. */
static Profile* load_profiles(const GPtrArray* paths, const Report* report, Problem* problem)
{
   Profile* profile = profile_new();
   for (uint32_t i = 0; i < report_routine_count(report); i++) {
      const Routine* routine = report_routine(report, i);
      profile_know(profile, routine->image, routine->name);
      if (routine->mangled != NULL) {
         profile_know(profile, routine->image, routine->mangled);
      }
   }
   for (guint i = 0; i < paths->len; i++) {
      if (!profile_load(profile, g_ptr_array_index(paths, i), problem)) {
         profile_free(profile);
         return NULL;
      }
   }
   return profile;
}

/* What is not there is NULL. */
typedef struct {
   Subject* subject;
   Subject* baseline;
   char**   baseline_paths;
   Comparison* comparison;
   Profile* profile;
   GArray*  favourites;
} Loaded;

/* False, with the problem set, if a file cannot be read. */
static bool load_all(const HtmlOptions* options, const char* const* paths, size_t count, Loaded* loaded,
                     Problem* problem)
{
   Report* report = report_load(paths, count, options->load, problem);
   bool    done = report != NULL;
   if (done && options->profiles->len > 0) {
      loaded->profile = load_profiles(options->profiles, report, problem);
      done = loaded->profile != NULL;
   }
   loaded->subject = subject_make(options, report, paths, count);
   if (done && options->baseline != NULL) {
      loaded->baseline = load_baseline(options, loaded->subject, &loaded->baseline_paths, problem);
      done = loaded->baseline != NULL;
      loaded->comparison = done ? compare(options, loaded->baseline, loaded->subject) : NULL;
   }
   if (done && options->favourites != NULL) {
      loaded->favourites = favourites_load(options->favourites, loaded->subject->report, problem);
      done = loaded->favourites != NULL;
   }
   return done;
}

static void free_all(Loaded* loaded)
{
   if (loaded->comparison != NULL) {
      comparison_free(loaded->comparison);
   }
   subject_free(loaded->subject);
   subject_free(loaded->baseline);
   g_strfreev(loaded->baseline_paths);
   profile_free(loaded->profile);
   if (loaded->favourites != NULL) {
      g_array_free(loaded->favourites, TRUE);
   }
}

/* False, with the problem set, if a file cannot be read or the page cannot be written. */
static bool write_page(const HtmlOptions* options, const char* const* paths, size_t count, const char* path,
                       Loaded* loaded, Problem* problem)
{
   Output output;
   bool   done = load_all(options, paths, count, loaded, problem) && output_open(&output, path, problem);
   if (done) {
      const PageContents contents = {
         .subject = loaded->subject, .baseline = loaded->baseline, .comparison = loaded->comparison,
         .source = options->source, .profile = loaded->profile, .favourites = loaded->favourites,
      };
      page_write(output.file, &contents);
      done = output_close(&output, problem);
   }
   return done;
}

static int run(const HtmlOptions* options, const char* const* paths, size_t count)
{
   Problem problem;
   char*   path = options->output != NULL   ? g_strdup(options->output)
                : strcmp(paths[0], "-") == 0 ? g_strdup("aprof.html")
                : g_strconcat(paths[0], ".html", NULL);
   Loaded loaded = { 0 };   /* the problem may name a path of it */
   bool   done = write_page(options, paths, count, path, &loaded, &problem);
   if (!done) {
      problem_print(&problem, "aprof html");
   } else if (strcmp(path, "-") != 0) {
      fputs("Page: ", stdout);
      text_print(stdout, path);
      putchar('\n');
   }
   free_all(&loaded);
   g_free(path);
   return done ? EXIT_OK : EXIT_USAGE;
}

#define NO_STATUS  (-1)

enum { OPTION_CALLGRIND = 256, OPTION_FAVOURITES, OPTION_OWN, OPTION_SOURCE, OPTION_FOLD_GENERICS };

/* In the order of SourceChoice. */
static const char* const source_words[] = { "none", "own", "all", NULL };

/* The exit status, or NO_STATUS if there is something to do. */
static int parse_options(int count, char** arguments, HtmlOptions* options)
{
   static const struct option long_options[] = {
      { "output",     required_argument, NULL, 'o' },
      { "baseline",   required_argument, NULL, 'b' },
      { "callgrind",  required_argument, NULL, OPTION_CALLGRIND },
      { "favourites", required_argument, NULL, OPTION_FAVOURITES },
      { "own",        required_argument, NULL, OPTION_OWN },
      { "source",     required_argument, NULL, OPTION_SOURCE },
      { "fold-generics", no_argument,    NULL, OPTION_FOLD_GENERICS },
      { "force",      no_argument,       NULL, 'f' },
      { "help",       no_argument,       NULL, 'h' },
      { "version",    no_argument,       NULL, 'V' },
      { 0 },
   };
   int option, word;
   while ((option = getopt_long(count, arguments, "o:b:fhV", long_options, NULL)) != -1) {
      switch (option) {
         case 'o': options->output = optarg; break;
         case 'b': options->baseline = optarg; break;
         case OPTION_CALLGRIND: g_ptr_array_add(options->profiles, optarg); break;
         case OPTION_FAVOURITES: options->favourites = optarg; break;
         case OPTION_OWN: options->own = optarg; break;
         case OPTION_SOURCE:
            word = usage_word(arguments[0], "source", optarg, source_words);
            if (word < 0) {
               return EXIT_USAGE;
            }
            options->source = (SourceChoice)word;
            break;
         case 'f': options->load.force = true; break;
         case OPTION_FOLD_GENERICS: options->load.fold_generics = true; break;
         case 'h': print_help(); return EXIT_OK;
         case 'V': return print_version();
         default:  return usage_error(arguments[0], NULL);
      }
   }
   if (optind == count) {
      return usage_error(arguments[0],
                         "no report is named: give the REPORTs to show, or - for standard input");
   }
   return NO_STATUS;
}

int html_main(int count, char** arguments)
{
   HtmlOptions options = { .profiles = g_ptr_array_new(), .source = SOURCE_OWN };
   int status = parse_options(count, arguments, &options);
   if (status == NO_STATUS) {
      status = run(&options, (const char* const*)arguments + optind, (size_t)(count - optind));
   }
   g_ptr_array_free(options.profiles, TRUE);
   return status;
}
