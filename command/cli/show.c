/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof show: reports as answers.  What it prints is in show/; here are its options,
   and the choice among the outputs. */

#include "cli/subcommands.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/incomplete.h"
#include "model/loader.h"
#include "model/signature.h"
#include "render/show/outputs.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/number.h"
#include "util/pattern.h"
#include "util/text.h"
#include "util/usage.h"

#define SIMILAR_NAMES   10
#define GROWTH_LIMIT  1000    /* fits for a list in a fraction of a second */

/*------------------------------------------------------------------*/
/*--- Routines by name                                           ---*/
/*------------------------------------------------------------------*/

static bool has_name(const Routine* routine, const char* name)
{
   return strcmp(routine->name, name) == 0
          || (routine->mangled != NULL && strcmp(routine->mangled, name) == 0);
}

static bool has_name_without_parameters(const Routine* routine, const char* name)
{
   const char* parameters = signature_parameters(routine->name);
   size_t      length = strlen(name);
   return parameters != NULL && (size_t)(parameters - routine->name) == length
          && strncmp(routine->name, name, length) == 0;
}

static bool contains_name(const Routine* routine, const char* name)
{
   return pattern_matches(name, routine->name);
}

static int compare_cost(const void* left, const void* right)
{
   const Routine* a = *(const Routine* const*)left;
   const Routine* b = *(const Routine* const*)right;
   if (a->totals.real_sum != b->totals.real_sum) {
      return a->totals.real_sum > b->totals.real_sum ? -1 : 1;
   }
   return a < b ? -1 : a > b;
}

/* The routines of exactly this name (there may be several, from different
   files); if there are none, those that have it but for the parameters; if there
   are none of these, those whose name contains it.  The costliest first. */
static const Routine** find_routines(const Show* show, size_t* count, bool* exact)
{
   static bool (*const passes[])(const Routine*, const char*) = {
      has_name, has_name_without_parameters, contains_name
   };
   const Routine** found = memory_resize(NULL, 1, sizeof *found);
   size_t capacity = 1;
   *count = 0;
   for (size_t pass = 0; pass < sizeof passes / sizeof *passes && *count == 0; pass++) {
      *exact = pass == 0;
      for (uint32_t i = 0; i < report_routine_count(show->report); i++) {
         const Routine* routine = report_routine(show->report, i);
         const char*    object = show->options->ranking.object;
         if (passes[pass](routine, show->options->routine)
             && (object == NULL || pattern_matches(object, routine->image))) {
            found = memory_grow(found, *count, &capacity, sizeof *found);
            found[(*count)++] = routine;
         }
      }
   }
   qsort(found, *count, sizeof *found, compare_cost);
   return found;
}

static int refuse_ambiguous_name(const Show* show, const Routine** found, size_t count)
{
   message_print("aprof show: no routine has the name \"%s\", and %zu contain it; name one of them:",
                 show->options->routine, count);
   for (size_t i = 0; i < count && i < SIMILAR_NAMES; i++) {
      int half = (show->width - 9) / 2;
      fprintf(stderr, "%6.1f%% ", 100.0 * ranking_share(found[i]->totals.real_sum, show->ranking.total));
      text_print_cut(stderr, found[i]->name, half);
      fputs("   in ", stderr);
      text_print_cut(stderr, found[i]->image, half - 6);
      fputc('\n', stderr);
   }
   if (count > SIMILAR_NAMES) {
      message_print("   and %zu more", count - SIMILAR_NAMES);
   }
   return EXIT_USAGE;
}

/*------------------------------------------------------------------*/
/*--- Showing                                                    ---*/
/*------------------------------------------------------------------*/

static void print_routines(const Show* show, const Routine* const* routines, size_t count)
{
   switch (show->options->format) {
      case FORMAT_JSON: show_json(show, routines, count); return;
      case FORMAT_CSV:  show_csv(show, routines, count); return;
      case FORMAT_TEXT: break;
   }
   for (size_t i = 0; i < count; i++) {
      fputs(i > 0 ? "\n" : "", stdout);
      if (show->options->contexts) {
         show_contexts(show, routines[i]);
      } else {
         show_routine(show, routines[i]);
      }
   }
}

static int show_by_name(const Show* show)
{
   size_t count;
   bool   exact;
   const Routine** found = find_routines(show, &count, &exact);
   int status = EXIT_OK;
   if (count == 0) {
      message_print("aprof show: no routine has a name that contains \"%s\"; --limit=0 lists all",
                    show->options->routine);
      status = EXIT_USAGE;
   } else if (count > 1 && !exact) {
      status = refuse_ambiguous_name(show, found, count);
   } else {
      print_routines(show, (const Routine* const*)found, count);
   }
   free(found);
   return status;
}

static void show_all(const Show* show)
{
   switch (show->options->format) {
      case FORMAT_JSON: show_json(show, NULL, 0); return;
      case FORMAT_CSV:  show_csv(show, NULL, 0); return;
      case FORMAT_TEXT: break;
   }
   if (show->options->contexts) {
      show_contexts(show, NULL);
   } else {
      show_list(show);
   }
}

static int run(const ShowOptions* options)
{
   Problem problem;
   Show show = { .options = options, .width = terminal_width(), .out = stdout };
   show.report = report_load(options->paths, options->path_count, options->load, &problem);
   if (show.report == NULL) {
      problem_print(&problem, "aprof show");
      return EXIT_USAGE;
   }
   bool shows_head = options->format == FORMAT_JSON
                     || (options->format == FORMAT_TEXT && !options->contexts && options->routine == NULL);
   if (!shows_head) {
      incomplete_warn(report_header(show.report), "aprof show");
   }
   int status = EXIT_OK;
   if (options->contexts && report_context_count(show.report) == 0) {
      message_print("aprof show: %s has no calling contexts; "
                    "the tool collects them with --collect-cct=yes",
                    problem_file_name(options->paths[0]));
      status = EXIT_USAGE;
   } else {
      show.analysis = growth_new();
      show.ranking = ranking_make(show.report, show.analysis, &options->ranking);
      if (options->routine != NULL) {
         status = show_by_name(&show);
      } else {
         show_all(&show);
      }
      ranking_free(&show.ranking);
      growth_free(show.analysis);
   }
   report_free(show.report);
   return status;
}

/*------------------------------------------------------------------*/
/*--- Options                                                    ---*/
/*------------------------------------------------------------------*/

static void print_help(void)
{
   puts("Usage: aprof show [OPTION]... REPORT...\n"
        "\n"
        "Prints the routines of a report, or of several reports added up.  Routines whose cost\n"
        "grows faster than their input come first: they will hurt when inputs get larger.\n"
        "\"-\" is standard input.  Reports may be compressed by gzip or zstd.\n"
        "\n"
        "  -r, --routine=NAME     show one routine in depth: its points, growth and callers; NAME may\n"
        "                         be any part of the name that only this routine has\n"
        "  -c, --contexts         show the tree of calling contexts; with --routine, only its contexts\n"
        "  -l, --limit=N          print at most N routines, points or contexts; 0 prints all\n"
        "  -s, --sort=KEY         sort by projected, total, self, calls, points, growth, name or\n"
        "                         object, in one list without sections\n"
        "  -P, --project=TIMES    sort by the share of the cost if all inputs were TIMES as large\n"
        "      --at=N             also predict the cost of calls with an input of N: in JSON, or of\n"
        "                         one routine\n"
        "  -m, --min-points=N     print only routines with at least N points\n"
        "  -n, --name=PATTERN     print only routines whose name contains PATTERN; if PATTERN has one\n"
        "                         of *?[, the whole name must match it\n"
        "  -o, --object=PATTERN   the same for the object file\n"
        "      --own=PATTERN,...  your code is in the objects that match; otherwise in the executable and\n"
        "                         in libraries outside the directories of the system\n"
        "      --fold-generics    show all instances of a template or generic routine as one routine\n"
        "  -p, --plot=VIEW        with --routine, plot the worst, mean, best or amortized cost, or\n"
        "                         the calls  [worst]\n"
        "  -a, --axes=KIND        draw the plot with linear or log axes  [linear]\n"
        "  -F, --format=FORMAT    print text, json or csv  [text]\n"
        "      --color=WHEN       use colours: auto, always or never  [auto]\n"
        "  -f, --force            also add up reports of different programs, metrics or cell sizes\n"
        "  -h, --help             print this text\n"
        "  -V, --version          print the version of aprof\n"
        "\n"
        "Exit status: 0 shown; 2 wrong use, or a REPORT cannot be read.");
}

enum { OPTION_COLOR = 256, OPTION_AT, OPTION_OWN, OPTION_FOLD_GENERICS };

static const struct option long_options[] = {
   { "routine",    required_argument, NULL, 'r' },
   { "contexts",   no_argument,       NULL, 'c' },
   { "limit",      required_argument, NULL, 'l' },
   { "sort",       required_argument, NULL, 's' },
   { "project",    required_argument, NULL, 'P' },
   { "at",         required_argument, NULL, OPTION_AT },
   { "min-points", required_argument, NULL, 'm' },
   { "name",       required_argument, NULL, 'n' },
   { "object",     required_argument, NULL, 'o' },
   { "own",        required_argument, NULL, OPTION_OWN },
   { "fold-generics", no_argument,    NULL, OPTION_FOLD_GENERICS },
   { "plot",       required_argument, NULL, 'p' },
   { "axes",       required_argument, NULL, 'a' },
   { "format",     required_argument, NULL, 'F' },
   { "color",      required_argument, NULL, OPTION_COLOR },
   { "force",      no_argument,       NULL, 'f' },
   { "help",       no_argument,       NULL, 'h' },
   { "version",    no_argument,       NULL, 'V' },
   { 0 },
};

/* The words that an option takes, in the order of its values, up to NULL. */
static const char* const sort_words[] = {
   "projected", "total", "self", "calls", "points", "growth", "name", "object", NULL
};
static const char* const plot_words[] = { "worst", "mean", "best", "amortized", "calls", NULL };
static const char* const axes_words[] = { "linear", "log", NULL };
static const char* const format_words[] = { "text", "json", "csv", NULL };

static bool parse_count(const char* name, const char* option, const char* meaning, uint64_t* count)
{
   if (!number_parse(optarg, count) || *count > UINT32_MAX) {
      usage_error(name, "--%s=%s: a number from 0 to %" PRIu32 " is needed; %s",
                  option, optarg, UINT32_MAX, meaning);
      return false;
   }
   return true;
}

static bool parse_times(const char* name, double* times)
{
   char* end;
   *times = strtod(optarg, &end);
   if (optarg[0] < '0' || optarg[0] > '9' || *end != '\0' || !(*times > 1.0) || *times > 1e6) {
      usage_error(name, "--project=%s: a number above 1 and up to 1000000 is needed, as 10 or 100", optarg);
      return false;
   }
   return true;
}

static bool parse_at(const char* name, uint64_t* input)
{
   if (!number_parse(optarg, input) || *input == 0 || *input > UINT32_MAX) {
      usage_error(name, "--at=%s: an input is needed, a number from 1 to %" PRIu32, optarg, UINT32_MAX);
      return false;
   }
   return true;
}

/* False, with a message, if it is wrong. */
static bool parse_option(const char* name, int option, ShowOptions* options)
{
   int      word = 0;
   uint64_t count;
   switch (option) {
      case 'r': options->routine = optarg; return true;
      case 'c': options->contexts = true; return true;
      case 'f': options->load.force = true; return true;
      case OPTION_FOLD_GENERICS: options->load.fold_generics = true; return true;
      case 'n': options->ranking.name = optarg; return true;
      case 'o': options->ranking.object = optarg; return true;
      case OPTION_OWN: options->ranking.own = optarg; return true;
      case 'm': return parse_count(name, "min-points", "of points", &options->ranking.least_points);
      case 'l':
         options->has_limit = parse_count(name, "limit", "0 shows all", &count);
         options->limit = (size_t)count;
         return options->has_limit;
      case OPTION_AT: return parse_at(name, &options->at);
      case OPTION_COLOR: return terminal_choose_colours(name, optarg);
      case 's':
         word = usage_word(name, "sort", optarg, sort_words);
         options->ranking.sort = (SortKey)(SORT_PROJECTED + word);
         break;
      case 'P':
         options->has_project = parse_times(name, &options->ranking.times);
         return options->has_project;
      case 'p':
         word = usage_word(name, "plot", optarg, plot_words);
         options->plot = (View)word;
         break;
      case 'a':
         word = usage_word(name, "axes", optarg, axes_words);
         options->log_axes = word == 1;
         break;
      case 'F':
         word = usage_word(name, "format", optarg, format_words);
         options->format = (Format)word;
         break;
      default:
         usage_error(name, NULL);
         return false;
   }
   return word >= 0;
}

/* What follows from other options. */
static void complete_options(ShowOptions* options)
{
   if (options->has_project && options->ranking.sort == SORT_DEFAULT) {
      options->ranking.sort = SORT_PROJECTED;
   }
   options->ranking.keep_growth = options->format != FORMAT_TEXT;
   bool shows_all = options->format != FORMAT_TEXT || (options->has_limit && options->limit == 0);
   options->ranking.growth_limit = shows_all ? 0 : GROWTH_LIMIT;
   /* Growth is then needed of what is shown only. */
   if (options->contexts || (options->routine != NULL && options->format == FORMAT_TEXT)) {
      options->ranking.growth_limit = 1;
   }
}

int show_main(int count, char** arguments)
{
   ShowOptions options = { .ranking = { .times = SHOW_DEFAULT_TIMES } };
   int option;
   while ((option = getopt_long(count, arguments, "r:cl:s:P:m:n:o:p:a:F:fhV", long_options, NULL)) != -1) {
      if (option == 'h') {
         print_help();
         return EXIT_OK;
      }
      if (option == 'V') {
         return print_version();
      }
      if (!parse_option(arguments[0], option, &options)) {
         return EXIT_USAGE;
      }
   }
   if (optind == count) {
      return usage_error(arguments[0],
                         "no report is named: give the REPORTs to show, or - for standard input");
   }
   if (options.at > 0 && ((options.routine == NULL && options.format != FORMAT_JSON) || options.contexts)) {
      return usage_error(arguments[0], "--at needs --routine=NAME or --format=json, and no --contexts");
   }
   options.paths = (const char* const*)arguments + optind;
   options.path_count = (size_t)(count - optind);
   complete_options(&options);
   return run(&options);
}
