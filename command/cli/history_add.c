/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof history add. */

#include "cli/history.h"
#include "cli/report_paths.h"
#include "experiment/settings.h"
#include "history/adding.h"

static void say(const Commit* commit, const AddCounts* counts)
{
   const HistoryCount parts[] = {
      { counts->added, "added" }, { counts->replaced, "replaced" }, { counts->same, "there already" },
   };
   char* hash = g_strndup(commit->hash, 10);
   history_say(hash, parts, G_N_ELEMENTS(parts));
   g_free(hash);
}

static bool add_paths(const HistoryOptions* options, const Repository* repository, char** paths,
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
      char*     branch = git_branch(repository);
      AddCounts counts = { 0 };
      const Adding adding = {
         .repository = repository, .top = repository->top, .commit = &commit, .branch = branch,
         .name = options->name == NULL ? "" : options->name, .machine = history_machine(options),
         .replaces = options->replaces, .force = options->force,
      };
      done = add_reports(store, &adding, paths, &counts, problem);
      if (done) {
         say(&commit, &counts);
      }
      g_free(branch);
      store_close(store);
   }
   commit_clear(&commit);
   return done;
}

/* False, with the problem set, if one of the words is an experiment. */
static bool are_reports(char** words, size_t count, Problem* problem)
{
   bool are = true;
   for (size_t i = 0; i < count && are; i++) {
      are = !settings_are_in(words[i])
            || problem_set(problem, NULL, 0, "%s is an experiment, and a history has reports of single runs;"
                                             " `aprof diff` compares two experiments", words[i]);
   }
   return are;
}

static bool add(const HistoryOptions* options, const Repository* repository, char** words, size_t count,
                int* status, Problem* problem)
{
   (void)status;
   char** paths = are_reports(words, count, problem)
                  ? report_paths_find((const char* const*)words, count, problem) : NULL;
   bool   done = paths != NULL && add_paths(options, repository, paths, problem);
   g_strfreev(paths);
   return done;
}

int history_add(const HistoryOptions* options, char** words, size_t count)
{
   return count > 0 ? history_work(options, add, words, count)
                    : usage_error(history_usage.name, "add: the REPORTs to add are needed");
}
