/* aprof history copy. */

#include "cli/history.h"
#include "history/copying.h"

static void say(const Store* to, const CopyCounts* counts)
{
   const HistoryCount parts[] = {
      { counts->added, "added" }, { counts->replaced, "replaced" }, { counts->same, "there already" },
      { counts->differing, "differ and stay as they were (--replace replaces them)" },
   };
   history_say(store_path(to), parts, G_N_ELEMENTS(parts));
}

/* `names`: FROM and TO, which may be NULL: the usual store. */
static bool copy(const HistoryOptions* options, const Repository* repository, char** names, Problem* problem)
{
   CopyCounts  counts;
   bool        is_old = g_file_test(names[0], G_FILE_TEST_IS_REGULAR);
   OldHistory* old = is_old ? old_history_open(names[0], problem) : NULL;
   Store*      from = is_old ? NULL : store_open(names[0], repository, false, problem);
   Store*      to = old == NULL && from == NULL ? NULL : store_open(names[1], repository, true, problem);
   bool        done = to != NULL
                      && (is_old ? store_copy_old(old, to, options->replaces, &counts, problem)
                                 : store_copy(from, to, options->replaces, &counts, problem));
   if (done) {
      say(to, &counts);
   } else {
      problem_keep_file(problem);
   }
   store_close(to);
   store_close(from);
   old_history_close(old);
   return done;
}

int history_copy(const HistoryOptions* options, char** words, size_t count)
{
   Repository repository;
   Problem    problem, ignored;
   if (count < 1 || count > 2) {
      return usage_error(history_usage.name, "copy: FROM is needed, and TO unless it is the usual store");
   }
   char* names[] = { words[0], count > 1 ? words[1] : NULL };
   bool  has_repository = repository_find(&repository, &ignored);
   bool  done = copy(options, has_repository ? &repository : NULL, names, &problem);
   if (!done) {
      problem_print(&problem, history_usage.name);
   }
   repository_free(&repository);
   return done ? EXIT_OK : EXIT_USAGE;
}
