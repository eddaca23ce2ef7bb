/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof history log. */

#include "cli/history.h"
#include "history/log.h"
#include "render/history/outputs.h"
#include "render/json.h"
#include "render/show/terminal.h"

static bool print_log(const HistoryOptions* options, const View* view, const char* routine, Problem* problem)
{
   GPtrArray* lines = history_lines(options, view, problem);
   bool       done = lines != NULL;
   for (guint i = 0; done && i < lines->len; i++) {
      done = line_find_steps(g_ptr_array_index(lines, i), problem);
   }
   if (done) {
      Answer* log = history_log(view, lines, routine, options->all);
      if (options->format == HISTORY_FORMAT_JSON) {
         render_json(stdout, log);
      } else {
         render_history_log(stdout, log, terminal_width(stdout));
      }
      tree_free(log);
      done = store_is_right(view->store, problem);
   }
   g_clear_pointer(&lines, g_ptr_array_unref);
   return done;
}

int history_log_of(const HistoryOptions* options, char** words, size_t count)
{
   if (count > 1) {
      return usage_error(history_usage.name, "log: one ROUTINE at most is meant, not %zu", count);
   }
   Problem    problem, ignored;
   Repository repository;
   Store*     store = NULL;
   View       view = { 0 };
   bool       has_repository = repository_find(&repository, &ignored);
   const char* const tips[] = { options->commit != NULL ? options->commit : "HEAD", NULL };
   bool done = history_open(options, has_repository ? &repository : NULL, false, &store, &problem)
               && view_make(&view, store, has_repository ? &repository : NULL,
                            options->branches ? NULL : tips, &problem)
               && (count == 0 || history_has_routine(store, words[0], &problem))
               && print_log(options, &view, count == 0 ? NULL : words[0], &problem);
   if (!done) {
      problem_print(&problem, history_usage.name);
   }
   view_clear(&view);
   store_close(store);
   repository_free(&repository);
   return done ? EXIT_OK : EXIT_USAGE;
}
