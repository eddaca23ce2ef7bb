/* aprof history log, show and html: what is in the store, once all steps are known. */

#include <string.h>

#include "cli/history.h"
#include "cli/html_experiment.h"
#include "history/answers.h"
#include "render/diff/outputs.h"
#include "render/history/outputs.h"
#include "render/terminal.h"
#include "util/caller.h"
#include "util/json.h"

#define USUAL_PAGE  "aprof-history.html"

static Answer* make_log(const HistoryOptions* options, const HistoryView* view, const GPtrArray* lines,
                        const char* routine)
{
   return history_log(view, lines, routine, options->all);
}

static bool print_log(const HistoryOptions* options, const Answer* log, Problem* problem)
{
   (void)problem;
   if (options->format == HISTORY_FORMAT_JSON) {
      json_print(stdout, log);
   } else {
      render_history_log(stdout, log, terminal_width(stdout));
   }
   return true;
}

static Answer* make_show(const HistoryOptions* options, const HistoryView* view, const GPtrArray* lines,
                         const char* routine)
{
   (void)options;
   return history_evolution(view, lines, routine);
}

static bool print_show(const HistoryOptions* options, const Answer* show, Problem* problem)
{
   (void)problem;
   if (options->format == HISTORY_FORMAT_JSON) {
      json_print(stdout, show);
   } else {
      render_history_show(stdout, show, options->all, terminal_width(stdout));
   }
   return true;
}

Answer* history_make_curves(const HistoryOptions* options, const HistoryView* view, const GPtrArray* lines,
                            const char* routine)
{
   (void)options;
   (void)routine;
   return history_curves(view, lines);
}

static bool write_page(const HistoryOptions* options, const Answer* curves, Problem* problem)
{
   return html_write_page(stdout, options->output == NULL ? USUAL_PAGE : options->output, "history", curves,
                          problem);
}

/* Nothing is shown of a store that turns out to be damaged. */
static bool show_lines(const HistoryOptions* options, const HistoryView* view, HistoryMake make,
                       HistoryShow show, const char* routine, Problem* problem)
{
   g_autoptr(GPtrArray) lines = history_lines(options, view, problem);
   bool done = lines != NULL;
   for (guint i = 0; done && i < lines->len; i++) {
      done = line_find_steps(g_ptr_array_index(lines, i), problem);
   }
   if (done) {
      g_autoptr(Answer) answer = make(options, view, lines, routine);
      done = store_is_right(view->store, problem) && show(options, answer, problem);
   }
   return done;
}

/* Prints for a page, in which no name is cut. */
static void print_diff(FILE* out, const Answer* diff, int width)
{
   render_diff_text(out, diff, false, width, TERMINAL_BOUNDLESS);
}

int history_run(const HistoryOptions* options, HistoryMake make, HistoryShow show, const char* routine)
{
   g_auto(Repository)  repository = { 0 };
   g_autoptr(Store)    store = NULL;
   g_auto(HistoryView) view = { 0 };
   Problem             problem, ignored;
   bool                has_repository = repository_find(&repository, &ignored);
   const char* const   tips[] = { options->commit != NULL ? options->commit : "HEAD", NULL };
   bool done = history_open(options, has_repository ? &repository : NULL, false, &store, &problem)
               && view_make(&view, store, has_repository ? &repository : NULL,
                            options->branches ? NULL : tips, options->own, &problem);
   view.print_diff = print_diff;
   done = done && (routine == NULL || history_has_routine(store, routine, &problem))
               && show_lines(options, &view, make, show, routine, &problem);
   if (!done) {
      problem_print(&problem, history_usage.name);
   }
   return done ? EXIT_OK : EXIT_USAGE;
}

int history_log_of(const HistoryOptions* options, char** words, size_t count)
{
   return count <= 1 ? history_run(options, make_log, print_log, count == 0 ? NULL : words[0])
                     : usage_error(history_usage.name, "log: one ROUTINE at most is meant, not %zu", count);
}

int history_show(const HistoryOptions* options, char** words, size_t count)
{
   return count == 1 ? history_run(options, make_show, print_show, words[0])
                     : usage_error(history_usage.name, "show: name one routine, as in `%s history show "
                                   "main`; `%s history log` names those that changed", caller_name(),
                                   caller_name());
}

int history_html(const HistoryOptions* options, char** words, size_t count)
{
   return count == 0 ? history_run(options, history_make_curves, write_page, NULL)
                     : usage_error(history_usage.name, "html: no word is needed, and not %s", words[0]);
}
