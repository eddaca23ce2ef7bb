/* aprof history: what each commit of a project cost.  Here are the options, and which action there is;
   history/ does the work. */

#include "cli/history.h"

#include <string.h>

#include "answer/compare/suite.h"
#include "cli/experiment_suite.h"
#include "cli/report_paths.h"
#include "cli/subcommands.h"
#include "history/followed.h"
#include "render/terminal.h"
#include "util/suggest.h"

#define MAX_JOBS  100

/*--- What actions share ---*/

/* Returns the file where an older aprof had its history, unless that was copied; NULL: there is none. To be
   freed. */
static char* old_history(const Repository* repository)
{
   g_autofree char* path = g_build_filename(repository->common, "aprof-history.db", NULL);
   g_autofree char* cache = g_build_filename(repository->common, STORE_CACHE, NULL);
   bool is_copied = g_file_test(cache, G_FILE_TEST_EXISTS);
   return g_file_test(path, G_FILE_TEST_EXISTS) && !is_copied ? g_steal_pointer(&path) : NULL;
}

bool history_open(const HistoryOptions* options, const Repository* repository, bool creates, Store** store,
                  Problem* problem)
{
   g_autofree char* old = options->store == NULL && repository != NULL ? old_history(repository) : NULL;
   if (old != NULL) {
      problem_set(problem, old, 0, "is the history of an older aprof: `aprof history copy %s` takes it over",
                  old);
      problem_keep_file(problem);
   }
   *store = old != NULL ? NULL : store_open(options->store, repository, creates, problem);
   return *store != NULL;
}

const char* history_name(const HistoryOptions* options)
{
   return options->name != NULL ? options->name : "";
}

const char* history_machine(const HistoryOptions* options)
{
   return options->machine != NULL ? options->machine : g_get_host_name();
}

static void clear_named(gpointer data)
{
   NamedExperiment* named = data;
   g_free(named->directory);
   g_free(named->program);
}

/* Adds the experiments of a directory that has several, each with its name. */
static void add_suite(GArray* experiments, const char* directory)
{
   g_autoptr(GArray) programs = experiment_suite_find((const char* const[]){ NULL, directory });
   for (guint i = 0; i < programs->len; i++) {
      const SuiteProgram* program = &g_array_index(programs, SuiteProgram, i);
      NamedExperiment     named = { g_strdup(program->paths[1]->pdata[0]), g_strdup(program->name) };
      g_array_append_val(experiments, named);
   }
}

bool history_measured(char** words, size_t count, Measured* measured, Problem* problem)
{
   g_autoptr(GPtrArray) names = g_ptr_array_new();
   *measured = (Measured){ .experiments = g_array_new(FALSE, FALSE, sizeof(NamedExperiment)) };
   g_array_set_clear_func(measured->experiments, clear_named);
   for (size_t i = 0; i < count; i++) {
      if (settings_are_in(words[i])) {
         NamedExperiment named = { g_strdup(words[i]), NULL };
         g_array_append_val(measured->experiments, named);
      } else if (experiment_suite_is_one(words[i])) {
         add_suite(measured->experiments, words[i]);
      } else {
         g_ptr_array_add(names, words[i]);
      }
   }
   measured->reports = names->len == 0 ? g_new0(char*, 1)
                                       : report_paths_find((const char* const*)names->pdata, names->len,
                                                           problem);
   if (measured->reports == NULL) {
      measured_clear(measured);
   }
   return measured->reports != NULL;
}

GArray* history_prepare(const HistoryOptions* options, char** words, size_t count, const char* top,
                        Problem* problem)
{
   g_auto(Measured) measured = { 0 };
   return history_measured(words, count, &measured, problem)
          ? measured_prepare(&measured, top, options->force, problem) : NULL;
}

static void free_line(gpointer line)
{
   line_free(line);
}

GPtrArray* history_lines(const HistoryOptions* options, const HistoryView* view, Problem* problem)
{
   GPtrArray* lines = g_ptr_array_new_with_free_func(free_line);
   g_assert(view->graph != NULL);
   for (guint i = 0; i < view->series->len; i++) {
      const HistorySeries* series = &g_array_index(view->series, HistorySeries, i);
      bool is_meant = (options->name == NULL || strcmp(options->name, series->name) == 0)
                      && (options->machine == NULL || strcmp(options->machine, series->machine) == 0);
      if (is_meant) {
         g_ptr_array_add(lines, line_make(view, series));
      }
   }
   if (lines->len == 0) {
      problem_set(problem, store_path(view->store), 0, "has nothing of this name or machine");
      g_clear_pointer(&lines, g_ptr_array_unref);
   }
   return lines;
}

void history_say(const char* where, const AddCounts counts)
{
   static const struct { Added added; const char* what; } parts[] = {
      { ADDED_NEW, "added" }, { ADDED_REPLACED, "replaced" }, { ADDED_SAME, "there already" },
      { ADDED_OTHER, "differ and stay as they were (--replace replaces them)" },
   };
   g_autoptr(GString) text = g_string_new(NULL);
   for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
      unsigned count = counts[parts[i].added];
      if (count > 0) {
         g_string_append_printf(text, "%s%u %s", text->len == 0 ? "" : ", ", count, parts[i].what);
      }
   }
   message_print("History: %s: %s", where, text->len == 0 ? "nothing" : text->str);
}

int history_work(const HistoryOptions* options, HistoryWork work, char** words, size_t count)
{
   g_auto(Repository) repository = { 0 };
   Problem problem;
   int     status = EXIT_OK;
   bool    done = repository_find(&repository, &problem)
                  && work(options, &repository, words, count, &status, &problem);
   if (!done) {
      problem_print(&problem, history_usage.name);
   }
   return done ? status : EXIT_USAGE;
}

bool history_has_routine(Store* store, const char* routine, Problem* problem)
{
   g_autoptr(Followed) followed = followed_new(routine);
   g_autofree char*    near = NULL;
   bool is_known = followed_is_known(followed, store, &near);
   bool is_right = store_is_right(store, problem);
   if (is_right && !is_known) {
      problem_set(problem, NULL, 0, "the history has no routine %s%s%s%s", routine,
                  near == NULL ? "" : "; did you mean ", near == NULL ? "" : near, near == NULL ? "" : "?");
   }
   return is_right && is_known;
}

/*--- Options ---*/

static bool take_option(void* data, int option, const Argument* argument)
{
   HistoryOptions* options = data;
   switch ((HistoryOption)option) {
      case HISTORY_STORE:   options->store = argument->value; return true;
      case HISTORY_COMMIT:  options->commit = argument->value; return true;
      case HISTORY_NAME:    options->name = argument->value; return true;
      case HISTORY_MACHINE: options->machine = argument->value; return true;
      case HISTORY_REPLACE: options->replaces = true; return true;
      case HISTORY_FORCE:   options->force = true; return true;
      case HISTORY_ALL:     options->all = true; return true;
      case HISTORY_BRANCHES: options->branches = true; return true;
      case HISTORY_FORMAT:  options->format = argument->word; return true;
      case HISTORY_BUILD:   options->build = argument->value; return true;
      case HISTORY_TIMEOUT: return argument_time(argument, option, 1, &options->timeout);
      case HISTORY_JOBS:    return argument_unsigned(argument, option, 1, MAX_JOBS, &options->jobs);
      case HISTORY_RETRY:   options->retries = true; return true;
      case HISTORY_OUTPUT:  options->output = argument->value; return true;
      case HISTORY_RULES:   options->rules = argument->value; return true;
      case HISTORY_OWN:     options->own = argument->value; return true;
      case HISTORY_TO:      options->to = argument->word; return true;
      case HISTORY_COLOR:   terminal_choose_colours((ColourChoice)argument->word); return true;
   }
   g_assert_not_reached();
}

static const struct {
   const char* name;
   int         (*run)(const HistoryOptions* options, char** words, size_t count);
} actions[] = {
   { "add", history_add }, { "log", history_log_of }, { "show", history_show },
   { "html", history_html }, { "convert", history_convert },
   { "check", history_check }, { "fill", history_fill },
   { "bisect", history_bisect }, { "copy", history_copy },
};

static int work(void* data, char** words, size_t count)
{
   for (size_t i = 0; i < G_N_ELEMENTS(actions) && count > 0; i++) {
      if (strcmp(words[0], actions[i].name) == 0) {
         return actions[i].run(data, words + 1, count - 1);
      }
   }
   g_autoptr(GString) names = g_string_new(NULL);
   Suggestion suggestion = suggestion_for(count == 0 ? "" : words[0]);
   for (size_t i = 0; i < G_N_ELEMENTS(actions); i++) {
      g_string_append_printf(names, "%s%s", i == 0 ? "" : i + 1 == G_N_ELEMENTS(actions) ? " or " : ", ",
                             actions[i].name);
      suggestion_offer(&suggestion, actions[i].name);
   }
   g_autofree char* meant = suggestion_text("", count == 0 ? NULL : suggestion.nearest);
   return usage_error(history_usage.name, count == 0 ? "%s is needed%s%s" : "%s is needed, not %s%s",
                      names->str, count == 0 ? "" : words[0], meant);
}

int history_main(int count, char** words)
{
   static const Subcommand history = { .usage = &history_usage, .take = take_option, .work = work };
   HistoryOptions options = { .to = -1, .jobs = 1 };
   return subcommand_run(&history, &options, count, words);
}
