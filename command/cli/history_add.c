/* aprof history add. */

#include "cli/history.h"
#include "history/adding.h"

static bool add_all(const HistoryOptions* options, const Repository* repository, const GArray* prepared,
                    Problem* problem)
{
   g_auto(Commit)   commit = { 0 };
   g_autoptr(Store) store = NULL;
   AddCounts        counts;
   if (!git_commit(repository, options->commit != NULL ? options->commit : "HEAD", &commit, problem)) {
      return false;
   }
   if (options->commit == NULL && git_has_changes(repository)) {
      message_print("aprof history: the working tree has changes that are not in %.10s; --commit says which "
                    "commit the reports are of", commit.hash);
   }
   if (!history_open(options, repository, true, &store, problem)) {
      return false;
   }
   g_autofree char* branch = git_branch(repository);
   g_autofree char* hash = g_strndup(commit.hash, 10);
   const Adding     adding = {
      .repository = repository, .commit = &commit, .branch = branch, .name = history_name(options),
      .machine = history_machine(options), .replaces = options->replaces,
   };
   bool done = add_prepared(store, &adding, prepared, counts, problem);
   if (done) {
      history_say(hash, counts);
   }
   return done;
}

static bool add(const HistoryOptions* options, const Repository* repository, char** words, size_t count,
                int* status, Problem* problem)
{
   (void)status;
   g_autoptr(GArray) prepared = history_prepare(options, words, count, repository->top, problem);
   return prepared != NULL && add_all(options, repository, prepared, problem);
}

int history_add(const HistoryOptions* options, char** words, size_t count)
{
   return count > 0 ? history_work(options, add, words, count)
                    : usage_error(history_usage.name, "add: the REPORTs or EXPERIMENTs to add are needed");
}
