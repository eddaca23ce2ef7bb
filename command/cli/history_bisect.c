/* aprof history bisect: between a commit that changed a routine and the one that it was compared with,
   measures the middle one, until none is left between. */

#include <string.h>

#include "cli/history.h"
#include "cli/history_commit.h"
#include "history/answers.h"
#include "history/followed.h"
#include "render/history/outputs.h"
#include "render/terminal.h"

/* The newest change of the routine, and the commits that may have made it. */
typedef struct {
   char*      hash;         /* NULL: it did not change */
   GPtrArray* between;      /* hashes of those that are neither measured nor noted as failed, the newest
   first */
   unsigned   failures;     /* how many of them are */
} Gap;

static void gap_clear(Gap* gap)
{
   g_free(gap->hash);
   g_clear_pointer(&gap->between, g_ptr_array_unref);
   *gap = (Gap){ 0 };
}

/* Whether the routine itself changed; marks do not count. */
static bool has_change(const GArray* steps, const Followed* followed)
{
   for (guint i = 0; i < steps->len; i++) {
      const Step* step = &g_array_index(steps, Step, i);
      if (step->kind == STEP_ROUTINE && followed_has(followed, step)) {
         return true;
      }
   }
   return false;
}

/* The index of the newest commit of the line that changed the routine; -1: there is none. */
static int find_change(const Line* line, const char* routine)
{
   g_autoptr(Followed) followed = followed_new(routine);
   for (guint i = 0; i < graph_count(line->view->graph); i++) {
      g_autoptr(GArray) steps = line_steps(line, i);
      if (has_change(steps, followed)) {
         return (int)i;
      }
      followed_go_back(followed, steps);
   }
   return -1;
}

/* Adds what rev-list is to leave out: "^HASH" of each of the nearest ancestors. */
static void exclude_ancestors(const Line* line, guint index, GPtrArray* words)
{
   const GPtrArray* nearest = g_ptr_array_index(line->nearest, index);
   for (guint i = 0; i < nearest->len; i++) {
      const StoredCommit* commit = g_ptr_array_index(nearest, i);
      g_ptr_array_add(words, g_strdup_printf("^%s", commit->hash));
   }
}

/* Fills in the commits between. False, with the problem set. */
static bool find_between(CommitWork* work, const Line* line, guint index, Gap* gap, Problem* problem)
{
   g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
   g_ptr_array_add(words, g_strdup("rev-list"));
   g_ptr_array_add(words, g_strdup("--topo-order"));
   g_ptr_array_add(words, g_strdup(gap->hash));
   exclude_ancestors(line, index, words);
   g_ptr_array_add(words, NULL);
   g_autofree char* out = git_run(work->repository->top, (const char* const*)words->pdata, problem);
   g_auto(GStrv)    hashes = out == NULL ? NULL : g_strsplit(g_strchomp(out), "\n", -1);
   for (size_t i = 0; hashes != NULL && hashes[i] != NULL; i++) {
      g_autofree char* reason = store_failure(work->store, hashes[i], work->adding.name);
      if (reason != NULL) {
         gap->failures++;
      } else if (*hashes[i] != '\0' && strcmp(hashes[i], gap->hash) != 0) {
         g_ptr_array_add(gap->between, g_strdup(hashes[i]));
      }
   }
   return out != NULL;
}

/* Finds the gap anew, after each commit. With `prints`, prints the change, too. False, with the problem
   set. */
static bool find_gap(CommitWork* work, const char* routine, Gap* gap, bool prints, Problem* problem)
{
   g_auto(HistoryView)  view = { 0 };
   const HistoryOptions options = { .name = work->adding.name, .machine = work->adding.machine };
   const char* tip = work->options->commit != NULL ? work->options->commit : "HEAD";
   const char* const tips[] = { tip, NULL };
   *gap = (Gap){ .between = g_ptr_array_new_with_free_func(g_free) };
   bool done = view_make(&view, work->store, work->repository, tips, work->options->own, problem);
   g_autoptr(GPtrArray) lines = done ? history_lines(&options, &view, problem) : NULL;
   done = lines != NULL;
   for (guint i = 0; done && i < lines->len && gap->hash == NULL; i++) {
      const Line* line = g_ptr_array_index(lines, i);
      if (series_has_experiments(line->series) != commit_work_makes_experiments(work)) {
         continue;
      }
      done = line_find_steps(line, problem);
      int index = done ? find_change(line, routine) : -1;
      if (index >= 0) {
         gap->hash = g_strdup(graph_commit(view.graph, (guint)index)->hash);
         done = find_between(work, line, (guint)index, gap, problem);
      }
   }
   if (done && prints && gap->hash != NULL) {
      g_autoptr(Answer) log = history_log(&view, lines, routine, false);
      done = store_is_right(work->store, problem);
      if (done) {
         render_history_commit(stdout, log, gap->hash, terminal_width(stdout));
      }
   }
   return done;
}

static bool bisect(CommitWork* work, const char* routine, Gap* gap, Problem* problem)
{
   bool done = find_gap(work, routine, gap, false, problem);
   while (done && gap->hash != NULL && gap->between->len > 0 && !commit_work_is_ended(work)) {
      g_autofree char* hash = g_strdup(g_ptr_array_index(gap->between, gap->between->len / 2));
      g_assert(strcmp(hash, gap->hash) != 0);
      CommitOutcome outcome = commit_work_measure(work, hash, problem);
      done = outcome != COMMIT_BROKEN && store_is_right(work->store, problem);
      message_print("History: %u left: %.10s %s", gap->between->len - 1, hash,
                    outcome == COMMIT_MEASURED ? "measured" : outcome == COMMIT_FAILED ? work->reason
                                                                                       : "interrupted");
      gap_clear(gap);
      done = done && find_gap(work, routine, gap, false, problem);
   }
   return done;
}

static bool conclude(CommitWork* work, const char* routine, Gap* gap, int* status, Problem* problem)
{
   if (commit_work_is_ended(work)) {
      return true;
   }
   if (gap->hash == NULL) {
      message_print("aprof history: %s did not change in what was measured; `aprof history fill` measures"
                    " more",
                    routine);
      *status = EXIT_OPEN;
      return true;
   }
   gap_clear(gap);
   bool done = find_gap(work, routine, gap, true, problem);
   if (done && gap->failures > 0) {
      message_print("History: %u before it could not be measured", gap->failures);
   }
   *status = EXIT_OK;
   return done;
}

static bool run(const HistoryOptions* options, const Repository* repository, char** words, size_t count,
                int* status, Problem* problem)
{
   (void)count;
   CommitWork work;
   Gap        gap = { 0 };
   *status = EXIT_USAGE;
   bool done = commit_work_begin(&work, options, repository, false, 1, words + 1, problem)
               && history_has_routine(work.store, words[0], problem)
               && bisect(&work, words[0], &gap, problem)
               && conclude(&work, words[0], &gap, status, problem);
   gap_clear(&gap);
   commit_work_end(&work);
   return done;
}

int history_bisect(const HistoryOptions* options, char** words, size_t count)
{
   return count >= 2 ? history_work(options, run, words, count)
                     : usage_error(history_usage.name, "bisect: a ROUTINE is needed, and behind -- the"
                                                       " COMMAND to measure");
}
