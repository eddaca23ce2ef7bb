/* aprof show: reports as answers.  Here are its options, and the choice among what
   answer/show/ can answer and render/show/ can print. */

#include "cli/subcommands.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer/show/show.h"
#include "cli/debug_directory.h"
#include "cli/grow.h"
#include "cli/html_experiment.h"
#include "cli/options.h"
#include "cli/report_paths.h"
#include "experiment/settings.h"
#include "growth/far.h"
#include "model/header.h"
#include "model/loader.h"
#include "model/names.h"
#include "model/readable.h"
#include "render/show/outputs.h"
#include "subject/limits.h"
#include "util/json.h"
#include "util/pattern.h"
#include "util/problem.h"
#include "util/suggest.h"
#include "util/text.h"

#define SIMILAR_NAMES   10
#define MOST_CONTEXTS   40

typedef struct {
   const char* const* paths;
   size_t             path_count;
   LoadOptions        load;
   int                format;       /* SHOW_FORMAT_TEXT, ... */
   const char*        routine;      /* show this one only; NULL: the list */
   bool               contexts;     /* show the tree of calling contexts */
   bool               has_limit;    /* it was given */
   size_t             limit;        /* 0: no limit */
   bool               has_project;
   SubjectOptions     subjects;
   SortKey            sort;
   View               plot;
   bool               log_axes;
   const char*        of_reports;   /* name of an option that experiments do not have; NULL: none was given */
   uint64_t           at;           /* also predict the cost of calls with this input; 0: not asked for */
} ShowOptions;

/*--- Routines by name ---*/

static bool has_name_without_parameters(const Routine* routine, const char* name)
{
   const char* parameters = signature_parameters(routine->name);
   size_t      length = strlen(name);
   return parameters != NULL && (size_t)(parameters - routine->name) == length
          && strncmp(routine->name, name, length) == 0;
}

static bool has_readable_name(const Routine* routine, const char* name)
{
   g_autofree char* readable = name_readable(routine->name);
   return readable != NULL && strcmp(readable, name) == 0;
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

/* Finds the routines of exactly this name (there may be several, from different
   files); if there are none, those that have it but for the parameters; if there
   are none of these, those whose name contains it.  The costliest first. */
static const Routine** find_routines(const Report* report, const ShowOptions* options, size_t* count,
                                     bool* exact)
{
   static bool (*const passes[])(const Routine*, const char*) = {
      routine_is_named, has_name_without_parameters, has_readable_name, contains_name
   };
   GPtrArray* found = g_ptr_array_new();
   for (size_t pass = 0; pass < sizeof passes / sizeof *passes && found->len == 0; pass++) {
      *exact = pass == 0;
      for (uint32_t i = 0; i < report_routine_count(report); i++) {
         const Routine* routine = report_routine(report, i);
         const char*    object = options->subjects.object;
         if (passes[pass](routine, options->routine)
             && (object == NULL || pattern_matches(object, routine->image))) {
            g_ptr_array_add(found, (Routine*)routine);
         }
      }
   }
   g_ptr_array_sort(found, compare_cost);
   *count = found->len;
   return (const Routine**)g_ptr_array_free(found, FALSE);
}

/* Names are printed in full, so that they can be pasted. */
static int refuse_ambiguous_name(const Request* request, const char* name, const Routine** found,
                                 size_t count)
{
   message_print("aprof show: no routine has the name \"%s\", and %zu contain it; name one of them:", name,
                 count);
   for (size_t i = 0; i < count && i < SIMILAR_NAMES; i++) {
      g_autoptr(GString) word = g_string_new(NULL);
      text_append_shell_word(word, found[i]->name);
      message_print("%6.1f%%  --routine=%s   (%s)",
                    100.0 * subjects_share_of(request->subjects, found[i]->totals.real_sum), word->str,
                    text_file_name(found[i]->image));
   }
   if (count > SIMILAR_NAMES) {
      message_print("   and %zu more", count - SIMILAR_NAMES);
   }
   return EXIT_USAGE;
}

/*--- Showing ---*/

/* How an answer is printed. */
typedef void (*Render)(FILE* out, const Answer* answer);
typedef void (*RenderText)(FILE* out, const Answer* answer, const Look* look);

static void print(FILE* out, Answer* answer, const ShowOptions* options, Render csv, RenderText text)
{
   const Look look = {
      .width = terminal_width(out), .line = terminal_line(out), .has_unicode = terminal_has_unicode(out),
      .has_limit = options->has_limit, .limit = options->limit,
      .view = options->plot, .log_axes = options->log_axes,
      .at = options->at, .options = debug_directory_options()
   };
   switch (options->format) {
      case SHOW_FORMAT_JSON: json_print(out, answer); break;
      case SHOW_FORMAT_CSV:  csv(out, answer); break;
      case SHOW_FORMAT_TEXT: text(out, answer, &look); break;
   }
   tree_free(answer);
}

/* Prints the contexts of the routine, or of all routines if it is NULL. Programs get all of them. */
static void show_contexts(FILE* out, Request* request, const ShowOptions* options, const Routine* routine)
{
   size_t limit = options->has_limit ? options->limit : MOST_CONTEXTS;
   print(out, options->format == SHOW_FORMAT_TEXT ? answer_costliest_contexts(request, routine, limit)
                                             : answer_contexts(request),
         options, render_contexts_csv, render_contexts);
}

static void show_routines(FILE* out, Request* request, const ShowOptions* options,
                          const Routine* const* routines, size_t count)
{
   request->detail = options->format == SHOW_FORMAT_TEXT ? DETAIL_READER : DETAIL_POINTS;
   print(out, options->format == SHOW_FORMAT_CSV ? answer_points(request, routines, count)
                                            : answer_some_routines(request, routines, count),
         options, render_points_csv, render_routines);
}

static void show_found(FILE* out, Request* request, const ShowOptions* options,
                       const Routine* const* routines, size_t count)
{
   if (!options->contexts) {
      show_routines(out, request, options, routines, count);
      return;
   }
   size_t answers = options->format == SHOW_FORMAT_TEXT ? count : 1;
   for (size_t i = 0; i < answers; i++) {
      fputs(i > 0 ? "\n" : "", out);
      show_contexts(out, request, options, routines[i]);
   }
}

/* Says which name is nearest, if one is, as it can be typed. */
static int refuse_unknown_name(const Request* request, const char* name, const char* object)
{
   Suggestion suggestion = suggestion_for(name);
   g_autoptr(GStringChunk) texts = g_string_chunk_new(4096);
   for (uint32_t i = 0; i < report_routine_count(request->report); i++) {
      const Routine* routine = report_routine(request->report, i);
      if (object != NULL && !pattern_matches(object, routine->image)) {
         continue;
      }
      g_autofree char* own = name_own(routine->name);
      suggestion_offer(&suggestion, routine->name);
      suggestion_offer(&suggestion, g_string_chunk_insert_const(texts, own));
   }
   g_autoptr(GString) option = g_string_new(NULL);
   if (suggestion.nearest != NULL) {
      text_append_shell_word(option, suggestion.nearest);
   }
   char* meant = suggestion_text("--routine=", suggestion.nearest == NULL ? NULL : option->str);
   message_print("aprof show: no routine has a name that contains \"%s\"%s", name,
                 suggestion.nearest == NULL ? "; --limit=0 lists all" : meant);
   g_free(meant);
   return EXIT_USAGE;
}

static int show_by_name(FILE* out, Request* request, const ShowOptions* options)
{
   size_t count;
   bool   exact = false;
   g_autofree const Routine** found = find_routines(request->report, options, &count, &exact);
   int status = EXIT_OK;
   if (count == 0) {
      status = refuse_unknown_name(request, options->routine, options->subjects.object);
   } else if (count > 1 && !exact) {
      status = refuse_ambiguous_name(request, options->routine, found, count);
   } else {
      show_found(out, request, options, (const Routine* const*)found, count);
   }
   return status;
}

static int show_all(FILE* out, Request* request, const ShowOptions* options)
{
   request->detail = options->format == SHOW_FORMAT_TEXT ? DETAIL_ROW : DETAIL_LAWS;
   if (options->contexts) {
      show_contexts(out, request, options, NULL);
   } else {
      size_t limit = options->format == SHOW_FORMAT_TEXT ? 0 : options->limit;
      print(out, answer_routines(request, limit), options, render_list_csv, render_list);
   }
   return EXIT_OK;
}

static int show_report(FILE* out, Report* report, const ShowOptions* options)
{
   Request request = {
      .paths = options->paths, .path_count = options->path_count, .at = options->at, .view = options->plot,
      .sort = options->sort,
   };
   request_init(&request, report, &options->subjects);
   int status = options->routine != NULL ? show_by_name(out, &request, options)
                                         : show_all(out, &request, options);
   request_free(&request);
   return status;
}

static int show_reports(FILE* out, const ShowOptions* options)
{
   Problem problem;
   g_autoptr(Report) report = report_load(options->paths, options->path_count, options->load, &problem);
   if (report == NULL) {
      problem_print(&problem, "aprof show");
      return EXIT_USAGE;
   }
   bool is_list = !options->contexts && options->routine == NULL;
   bool shows_head = options->format == SHOW_FORMAT_JSON || (options->format == SHOW_FORMAT_TEXT && is_list);
   if (!shows_head) {
      incomplete_warn(report_header(report), "aprof show");
      ends_warn(report_header(report), "aprof show");
   }
   int status = EXIT_USAGE;
   if (options->contexts && report_context_count(report) == 0) {
      message_print("aprof show: %s has no calling contexts; "
                    "the tool collects them with --collect-cct=yes",
                    problem_file_name(options->paths[0]));
   } else {
      status = show_report(out, report, options);
   }
   return status;
}

/*--- Options ---*/

static bool take_limit(const Argument* argument, ShowOptions* options)
{
   uint64_t count = 0;
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
   options->subjects.times = times;
   return (is_number && times > 1.0 && times <= 1e6)
          || argument_refuse(argument, SHOW_PROJECT,
                              "a number above 1 and up to 1000000 is needed, as 10 or 100");
}

/* docs/command.md has the words in the order of the enumerations. */
_Static_assert(SORT_PROJECTED + (int)SHOW_SORT_OBJECT == (int)SORT_OBJECT, "--sort");
_Static_assert((int)SHOW_PLOT_CALLS == (int)VIEW_CALLS, "--plot");

static bool take_option(void* data, int option, const Argument* argument)
{
   ShowOptions* options = data;
   const char* value = argument->value;
   if (option != SHOW_LIMIT && option != SHOW_FORMAT && option != SHOW_COLOR && option != SHOW_DEBUG_DIR) {
      options->of_reports = argument->usage->options[option].name;
   }
   switch ((ShowOption)option) {
      case SHOW_ROUTINE:       options->routine = value; return true;
      case SHOW_CONTEXTS:      options->contexts = true; return true;
      case SHOW_LIMIT:         return take_limit(argument, options);
      case SHOW_SORT:          options->sort = SORT_PROJECTED + (SortKey)argument->word; return true;
      case SHOW_PROJECT:       return take_times(argument, options);
      case SHOW_AT:            return argument_number(argument, option, 1, UINT32_MAX, NULL, &options->at);
      case SHOW_MIN_POINTS:
         return argument_number(argument, option, 0, UINT32_MAX, "of points",
                                 &options->subjects.least_points);
      case SHOW_NAME:          options->subjects.name = value; return true;
      case SHOW_OBJECT:        options->subjects.object = value; return true;
      case SHOW_OWN:           options->subjects.own = value; return true;
      case SHOW_FOLD_GENERICS: options->load.fold_generics = true; return true;
      case SHOW_PLOT:          options->plot = (View)argument->word; return true;
      case SHOW_AXES:          options->log_axes = argument->word == SHOW_AXES_LOG; return true;
      case SHOW_FORMAT:        options->format = argument->word; return true;
      case SHOW_COLOR:         terminal_choose_colours((ColourChoice)argument->word); return true;
      case SHOW_DEBUG_DIR:     return debug_directory_take(argument, option);
      case SHOW_FORCE:         options->load.force = true; return true;
   }
   g_assert_not_reached();
}

/* Sets the options that follow from others. */
static void complete_options(ShowOptions* options)
{
   if (options->has_project && options->sort == SORT_DEFAULT) {
      options->sort = SORT_PROJECTED;
   }
   options->subjects.keep_growth = options->format != SHOW_FORMAT_TEXT;
   options->subjects.growth_limit = options->has_limit && options->limit == 0 ? 0 : MOST_FITTED;
   options->subjects.finds_rest = options->format != SHOW_FORMAT_TEXT;
   /* Growth is then needed of what is shown only. */
   if (options->contexts || (options->routine != NULL && options->format == SHOW_FORMAT_TEXT)) {
      options->subjects.growth_limit = 1;
   }
}

/* An experiment is shown as `aprof grow` shows it. */
static int show_experiment(const ShowOptions* options, const char* directory, size_t count)
{
   const GrowWork work = {
      .only_shows = true, .all = options->has_limit && options->limit == 0,
      .format = options->format == SHOW_FORMAT_JSON ? GROW_FORMAT_JSON
                : options->format == SHOW_FORMAT_CSV ? GROW_FORMAT_CSV : GROW_FORMAT_TEXT,
   };
   return experiment_is_alone(show_usage.name, directory, count, options->of_reports)
          ? grow_work_on(&work, directory) : EXIT_USAGE;
}

/* Shows the reports that are named, also those in directories. */
static int show_named(ShowOptions* options, const char* const* names, size_t count)
{
   Problem problem;
   g_auto(GStrv) paths = report_paths_of_one(names, count, options->load.force, &problem);
   int     status = EXIT_USAGE;
   if (paths == NULL) {
      problem_print(&problem, show_usage.name);
   } else {
      options->paths = (const char* const*)paths;
      options->path_count = g_strv_length(paths);
      status = show_reports(stdout, options);
   }
   return status;
}

static int work(void* data, char** words, size_t count)
{
   ShowOptions* options = data;
   bool has_reason = options->routine != NULL || options->format == SHOW_FORMAT_JSON;
   for (size_t i = 0; i < count; i++) {
      if (settings_are_in(words[i])) {
         return show_experiment(options, words[i], count);
      }
   }
   if (options->at > 0 && (!has_reason || options->contexts)) {
      return usage_error(show_usage.name, "--at needs --routine=NAME or --format=json, and no --contexts");
   }
   for (size_t i = 1; i < count; i++) {
      bool is_there = strcmp(words[i], "-") == 0 || strchr(words[i], ',') != NULL
                      || g_file_test(words[i], G_FILE_TEST_EXISTS);
      if (!is_there) {
         return usage_error(show_usage.name, "there is no file %s; if it is a routine: --routine=%s",
                            words[i], words[i]);
      }
   }
   complete_options(options);
   return show_named(options, (const char* const*)words, count);
}

int show_usual(FILE* out, const char* report)
{
   ShowOptions options = {
      .load.find_names = true, .subjects = { .times = FAR_TIMES }, .paths = &report, .path_count = 1,
   };
   complete_options(&options);
   return show_reports(out, &options);
}

int show_main(int count, char** words)
{
   static const Subcommand show = {
      .usage = &show_usage, .take = take_option, .needs = "the REPORTs to show", .work = work,
   };
   ShowOptions options = { .load.find_names = true, .subjects = { .times = FAR_TIMES } };
   return subcommand_run(&show, &options, count, words);
}
