/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof show: reports as answers.  What it prints is in show/; here are its options,
   and the choice among the outputs. */

#include "cli/subcommands.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "model/incomplete.h"
#include "model/loader.h"
#include "model/signature.h"
#include "render/show/outputs.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/pattern.h"
#include "util/text.h"

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

static bool take_sort(const Argument* argument, ShowOptions* options)
{
   static const SortKey keys[] = {
      [SHOW_SORT_PROJECTED] = SORT_PROJECTED, [SHOW_SORT_TOTAL] = SORT_TOTAL, [SHOW_SORT_SELF] = SORT_SELF,
      [SHOW_SORT_CALLS] = SORT_CALLS, [SHOW_SORT_POINTS] = SORT_POINTS, [SHOW_SORT_GROWTH] = SORT_GROWTH,
      [SHOW_SORT_NAME] = SORT_NAME, [SHOW_SORT_OBJECT] = SORT_OBJECT,
   };
   options->ranking.sort = keys[argument->word];
   return true;
}

static bool take_plot(const Argument* argument, ShowOptions* options)
{
   static const View views[] = {
      [SHOW_PLOT_WORST] = VIEW_WORST, [SHOW_PLOT_MEAN] = VIEW_MEAN, [SHOW_PLOT_BEST] = VIEW_BEST,
      [SHOW_PLOT_AMORTIZED] = VIEW_AMORTIZED, [SHOW_PLOT_CALLS] = VIEW_CALLS,
   };
   options->plot = views[argument->word];
   return true;
}

static bool take_format(const Argument* argument, ShowOptions* options)
{
   static const Format formats[] = {
      [SHOW_FORMAT_TEXT] = FORMAT_TEXT, [SHOW_FORMAT_JSON] = FORMAT_JSON, [SHOW_FORMAT_CSV] = FORMAT_CSV,
   };
   options->format = formats[argument->word];
   return true;
}

static bool take_limit(const Argument* argument, ShowOptions* options)
{
   uint64_t count;
   options->has_limit = argument_number(argument, SHOW_LIMIT, 0, UINT32_MAX, "0 shows all", &count);
   options->limit = (size_t)count;
   return options->has_limit;
}

static bool take_times(const Argument* argument, ShowOptions* options)
{
   char*  end;
   double times = strtod(argument->value, &end);
   bool   is_number = g_ascii_isdigit(argument->value[0]) && *end == '\0';
   options->has_project = true;
   options->ranking.times = times;
   return (is_number && times > 1.0 && times <= 1e6)
          || argument_refuse(argument, SHOW_PROJECT,
                              "a number above 1 and up to 1000000 is needed, as 10 or 100");
}

static bool take_option(void* data, int option, const Argument* argument)
{
   ShowOptions* options = data;
   const char* value = argument->value;
   switch ((ShowOption)option) {
      case SHOW_ROUTINE:       options->routine = value; return true;
      case SHOW_CONTEXTS:      options->contexts = true; return true;
      case SHOW_LIMIT:         return take_limit(argument, options);
      case SHOW_SORT:          return take_sort(argument, options);
      case SHOW_PROJECT:       return take_times(argument, options);
      case SHOW_AT:            return argument_number(argument, option, 1, UINT32_MAX, NULL, &options->at);
      case SHOW_MIN_POINTS:
         return argument_number(argument, option, 0, UINT32_MAX, "of points",
                                 &options->ranking.least_points);
      case SHOW_NAME:          options->ranking.name = value; return true;
      case SHOW_OBJECT:        options->ranking.object = value; return true;
      case SHOW_OWN:           options->ranking.own = value; return true;
      case SHOW_FOLD_GENERICS: options->load.fold_generics = true; return true;
      case SHOW_PLOT:          return take_plot(argument, options);
      case SHOW_AXES:          options->log_axes = argument->word == SHOW_AXES_LOG; return true;
      case SHOW_FORMAT:        return take_format(argument, options);
      case SHOW_COLOR:         terminal_choose_colours((ColourChoice)argument->word); return true;
      case SHOW_FORCE:         options->load.force = true; return true;
   }
   g_assert_not_reached();
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

static int work(void* data, char** words, size_t count)
{
   ShowOptions* options = data;
   bool has_reason = options->routine != NULL || options->format == FORMAT_JSON;
   options->paths = (const char* const*)words;
   options->path_count = count;
   if (count == 0) {
      return usage_error(show_usage.name,
                         "no report is named: give the REPORTs to show, or - for standard input");
   }
   if (options->at > 0 && (!has_reason || options->contexts)) {
      return usage_error(show_usage.name, "--at needs --routine=NAME or --format=json, and no --contexts");
   }
   complete_options(options);
   return run(options);
}

int show_main(int count, char** words)
{
   static const Subcommand show = { .usage = &show_usage, .take = take_option, .work = work };
   ShowOptions options = { .ranking = { .times = SHOW_DEFAULT_TIMES } };
   return subcommand_run(&show, &options, count, words);
}
