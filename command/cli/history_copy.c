/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof history copy. */

#include "cli/history.h"
#include "history/copying.h"

static void say(const char* to, const CopyCounts* counts)
{
   const HistoryCount parts[] = {
      { counts->added, "added" }, { counts->replaced, "replaced" }, { counts->same, "there already" },
      { counts->differing, "differ and stay as they were (--replace replaces them)" },
   };
   history_say(to, parts, G_N_ELEMENTS(parts));
}

static bool copy(const HistoryOptions* options, const Repository* repository, char** names, Problem* problem)
{
   Store* from = store_open(names[0], repository, false, problem);
   Store* to = from == NULL ? NULL : store_open(names[1], repository, true, problem);
   bool   done = to != NULL;
   if (done) {
      CopyCounts counts;
      done = store_copy(from, to, options->replaces, &counts, problem);
      if (done) {
         say(names[1], &counts);
      }
   }
   if (!done) {
      problem_keep_file(problem);
   }
   store_close(to);
   store_close(from);
   return done;
}

int history_copy(const HistoryOptions* options, char** words, size_t count)
{
   Repository repository;
   Problem    problem, ignored;
   if (count != 2) {
      return usage_error(history_usage.name, "copy: two stores are needed: FROM, and TO");
   }
   bool has_repository = repository_find(&repository, &ignored);
   bool done = copy(options, has_repository ? &repository : NULL, words, &problem);
   if (!done) {
      problem_print(&problem, history_usage.name);
   }
   repository_free(&repository);
   return done ? EXIT_OK : EXIT_USAGE;
}
