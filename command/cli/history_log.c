/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof history log, show and html: what is in the store, once all steps are known. */

#include <string.h>

#include "cli/history.h"
#include "history/curves.h"
#include "history/evolution.h"
#include "history/log.h"
#include "render/history/outputs.h"
#include "render/page.h"
#include "render/show/terminal.h"
#include "util/json.h"
#include "util/output.h"
#include "util/text.h"

#define USUAL_PAGE  "aprof-history.html"

static bool print_log(const HistoryOptions* options, const HistoryView* view, const GPtrArray* lines,
                      const char* routine, Problem* problem)
{
   (void)problem;
   Answer* log = history_log(view, lines, routine, options->all);
   if (options->format == HISTORY_FORMAT_JSON) {
      json_print(stdout, log);
   } else {
      render_history_log(stdout, log, terminal_width(stdout));
   }
   tree_free(log);
   return true;
}

static bool print_show(const HistoryOptions* options, const HistoryView* view, const GPtrArray* lines,
                       const char* routine, Problem* problem)
{
   (void)problem;
   Answer* show = history_evolution(view, lines, routine);
   if (options->format == HISTORY_FORMAT_JSON) {
      json_print(stdout, show);
   } else {
      render_history_show(stdout, show, options->all, terminal_width(stdout));
   }
   tree_free(show);
   return true;
}

static bool write_page(const HistoryOptions* options, const HistoryView* view, const GPtrArray* lines,
                       const char* routine, Problem* problem)
{
   (void)routine;
   Output      output;
   const char* path = options->output == NULL ? USUAL_PAGE : options->output;
   Answer*     curves = history_curves(view, lines);
   bool        done = output_open(&output, path, stdout, problem);
   if (done) {
      page_write(output.file, "history", curves);
      done = output_close(&output, problem);
   }
   if (done && strcmp(path, "-") != 0) {
      fputs("Page: ", stdout);
      text_print(stdout, path);
      putchar('\n');
   }
   tree_free(curves);
   return done;
}

static bool show_lines(const HistoryOptions* options, const HistoryView* view, HistoryShow show,
                       const char* routine, Problem* problem)
{
   GPtrArray* lines = history_lines(options, view, problem);
   bool       done = lines != NULL;
   for (guint i = 0; done && i < lines->len; i++) {
      done = line_find_steps(g_ptr_array_index(lines, i), problem);
   }
   if (done) {
      done = show(options, view, lines, routine, problem) && store_is_right(view->store, problem);
   }
   g_clear_pointer(&lines, g_ptr_array_unref);
   return done;
}

int history_run(const HistoryOptions* options, HistoryShow show, const char* routine)
{
   Problem    problem, ignored;
   Repository repository;
   Store*     store = NULL;
   HistoryView       view = { 0 };
   bool       has_repository = repository_find(&repository, &ignored);
   const char* const tips[] = { options->commit != NULL ? options->commit : "HEAD", NULL };
   bool done = history_open(options, has_repository ? &repository : NULL, false, &store, &problem)
               && view_make(&view, store, has_repository ? &repository : NULL,
                            options->branches ? NULL : tips, &problem)
               && (routine == NULL || history_has_routine(store, routine, &problem))
               && show_lines(options, &view, show, routine, &problem);
   if (!done) {
      problem_print(&problem, history_usage.name);
   }
   view_clear(&view);
   store_close(store);
   repository_free(&repository);
   return done ? EXIT_OK : EXIT_USAGE;
}

int history_log_of(const HistoryOptions* options, char** words, size_t count)
{
   return count <= 1 ? history_run(options, print_log, count == 0 ? NULL : words[0])
                     : usage_error(history_usage.name, "log: one ROUTINE at most is meant, not %zu", count);
}

int history_show(const HistoryOptions* options, char** words, size_t count)
{
   return count == 1 ? history_run(options, print_show, words[0])
                     : usage_error(history_usage.name, "show: one ROUTINE is needed, not %zu", count);
}

int history_html(const HistoryOptions* options, char** words, size_t count)
{
   return count == 0 ? history_run(options, write_page, NULL)
                     : usage_error(history_usage.name, "html: no word is needed, and not %s", words[0]);
}
