/* aprof history copy. */

#include "cli/history.h"
#include "history/copying.h"

/* `names`: FROM and TO, which may be NULL: the usual store. */
static bool copy(const HistoryOptions* options, const Repository* repository, char** names, Problem* problem)
{
   AddCounts             counts;
   bool                  is_old = g_file_test(names[0], G_FILE_TEST_IS_REGULAR);
   g_autoptr(OldHistory) old = is_old ? old_history_open(names[0], problem) : NULL;
   g_autoptr(Store)      from = is_old ? NULL : store_open(names[0], repository, false, problem);
   g_autoptr(Store)      to = old == NULL && from == NULL ? NULL
                              : store_open(names[1], repository, true, problem);
   bool done = to != NULL && (is_old ? store_copy_old(old, to, options->replaces, counts, problem)
                                     : store_copy(from, to, options->replaces, counts, problem));
   if (done) {
      history_say(store_path(to), counts);
   } else {
      problem_keep_file(problem);
   }
   return done;
}

int history_copy(const HistoryOptions* options, char** words, size_t count)
{
   g_auto(Repository) repository = { 0 };
   Problem problem, ignored;
   if (count < 1 || count > 2) {
      return usage_error(history_usage.name, "copy: FROM is needed, and TO unless it is the usual store");
   }
   char* names[] = { words[0], count > 1 ? words[1] : NULL };
   bool  has_repository = repository_find(&repository, &ignored);
   bool  done = copy(options, has_repository ? &repository : NULL, names, &problem);
   if (!done) {
      problem_print(&problem, history_usage.name);
   }
   return done ? EXIT_OK : EXIT_USAGE;
}
