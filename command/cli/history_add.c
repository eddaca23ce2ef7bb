/* aprof history add. */

#include "cli/history.h"
#include "history/adding.h"

static void say(const Commit* commit, const AddCounts* counts)
{
   const HistoryCount parts[] = {
      { counts->added, "added" }, { counts->replaced, "replaced" }, { counts->same, "there already" },
   };
   g_autofree char* hash = g_strndup(commit->hash, 10);
   history_say(hash, parts, G_N_ELEMENTS(parts));
}

static bool add_all(const HistoryOptions* options, const Repository* repository, const Measured* measured,
                    Problem* problem)
{
   Commit commit;
   Store* store;
   if (!git_commit(repository, options->commit != NULL ? options->commit : "HEAD", &commit, problem)) {
      return false;
   }
   if (options->commit == NULL && git_has_changes(repository)) {
      message_print("aprof history: the working tree has changes that are not in %.10s; --commit says which "
                    "commit the reports are of", commit.hash);
   }
   bool done = history_open(options, repository, true, &store, problem);
   if (done) {
      g_autofree char* branch = git_branch(repository);
      AddCounts counts = { 0 };
      const Adding adding = {
         .repository = repository, .top = repository->top, .commit = &commit, .branch = branch,
         .name = options->name == NULL ? "" : options->name, .machine = history_machine(options),
         .replaces = options->replaces, .force = options->force,
      };
      done = add_measured(store, &adding, measured, &counts, problem);
      if (done) {
         say(&commit, &counts);
      }
      store_close(store);
   }
   commit_clear(&commit);
   return done;
}

static bool add(const HistoryOptions* options, const Repository* repository, char** words, size_t count,
                int* status, Problem* problem)
{
   (void)status;
   Measured measured;
   bool     done = history_measured(words, count, &measured, problem)
                   && add_all(options, repository, &measured, problem);
   measured_clear(&measured);
   return done;
}

int history_add(const HistoryOptions* options, char** words, size_t count)
{
   return count > 0 ? history_work(options, add, words, count)
                    : usage_error(history_usage.name, "add: the REPORTs or EXPERIMENTs to add are needed");
}
