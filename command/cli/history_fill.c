/* aprof history fill: measures old commits, the ends first, then what is in the middle between two that are
   measured; so whatever ends it, what is there shows the whole range. */

#include "cli/history.h"

#include <string.h>

#include "cli/history_commit.h"
#include "util/progress.h"

/*--- Which commits, in which order ---*/

/* The commits of the range, newest first. NULL, with the problem set. */
static char** commits_of(const Repository* repository, const char* range, Problem* problem)
{
   const char* const words[] = { "rev-list", "--topo-order", "--end-of-options", range, NULL };
   g_autofree char* out = git_run(repository->top, words, problem);
   if (out == NULL) {
      return NULL;
   }
   char** hashes = g_strsplit(g_strchomp(out), "\n", -1);
   if (hashes[0] == NULL) {
      problem_set(problem, NULL, 0, "%s has no commits", range);
      g_clear_pointer(&hashes, g_strfreev);
   }
   return hashes;
}

/* Appends the indices between two that are measured: the middle, and so on, breadth first. */
static void append_middles(GArray* order, size_t count)
{
   typedef struct { size_t low, high; } Gap;
   g_autoptr(GArray) gaps = g_array_new(FALSE, FALSE, sizeof(Gap));
   Gap all = { 0, count - 1 };
   g_array_append_val(gaps, all);
   for (guint i = 0; i < gaps->len; i++) {
      Gap    gap = g_array_index(gaps, Gap, i);
      size_t middle = (gap.low + gap.high) / 2;
      if (middle > gap.low) {
         Gap halves[] = { { gap.low, middle }, { middle, gap.high } };
         g_array_append_val(order, middle);
         g_array_append_vals(gaps, halves, 2);
      }
   }
}

static GArray* order_of(size_t count)
{
   GArray* order = g_array_new(FALSE, FALSE, sizeof(size_t));
   size_t  first = 0, last = count - 1;
   g_array_append_val(order, first);
   if (last > 0) {
      g_array_append_val(order, last);
      append_middles(order, count);
   }
   g_assert(order->len == count);   /* each once */
   return order;
}

/*--- The work ---*/

typedef struct {
   unsigned measured;
   unsigned present;
   unsigned failed;
} FillCounts;

/* Whether there is nothing to do for a commit. */
static bool is_done(CommitWork* work, const HistoryOptions* options, const char* hash, FillCounts* counts)
{
   g_autofree char* reason = store_failure(work->store, hash, work->adding.name);
   bool has_failed = reason != NULL && !options->retries;
   bool is_present = store_has(work->store, hash, work->adding.name, work->adding.machine,
                               commit_work_makes_experiments(work));
   counts->present += is_present;
   counts->failed += has_failed && !is_present;
   return is_present || has_failed;
}

/* The work on a range. */
typedef struct {
   CommitWork*           work;
   const HistoryOptions* options;
   char**                hashes;
   GArray*               order;     /* indices of hashes */
   guint                 next;      /* the first one of the order that has not begun */
   FillCounts            counts;
} Filling;

static const char* hash_at(const Filling* filling, guint index)
{
   return filling->hashes[g_array_index(filling->order, size_t, index)];
}

/* Begins with so many commits as there are free trees. */
static bool start_some(Filling* filling, Problem* problem)
{
   bool done = true;
   while (done && filling->next < filling->order->len && commit_work_has_room(filling->work)
          && !commit_work_is_ended(filling->work)) {
      const char* hash = hash_at(filling, filling->next++);
      g_assert(hash_is_one(hash));
      done = is_done(filling->work, filling->options, hash, &filling->counts)
             || commit_work_start(filling->work, hash, problem);
   }
   return done && store_is_right(filling->work->store, problem);
}

static void say(Filling* filling, const char* hash, CommitOutcome outcome)
{
   guint at = 0;
   while (at + 1 < filling->order->len && strcmp(hash_at(filling, at), hash) != 0) {
      at++;
   }
   g_assert(strcmp(hash_at(filling, at), hash) == 0);
   filling->counts.measured += outcome == COMMIT_MEASURED;
   filling->counts.failed += outcome == COMMIT_FAILED;
   message_print("History: %u of %u: %.10s %s%s", at + 1, filling->order->len, hash,
                 outcome == COMMIT_MEASURED ? "measured" : outcome == COMMIT_ENDED ? "interrupted" : "",
                 outcome == COMMIT_FAILED ? filling->work->reason : "");
}

/* Once something is broken, what has begun still comes to its end. */
static bool fill(Filling* filling, Problem* problem)
{
   bool  done = true;
   char* hash;
   do {
      Problem       of_later;
      done = done && start_some(filling, problem);
      CommitOutcome outcome = commit_work_wait(filling->work, &hash, done ? problem : &of_later);
      if (hash != NULL) {
         done = outcome != COMMIT_BROKEN && done;
         say(filling, hash, outcome);
      }
      g_free(hash);
   } while (hash != NULL || (done && filling->next < filling->order->len
                             && !commit_work_is_ended(filling->work)));
   return done;
}

static bool run(const HistoryOptions* options, const Repository* repository, char** words, size_t count,
                int* status, Problem* problem)
{
   (void)count;
   g_auto(GStrv) hashes = commits_of(repository, words[0], problem);
   bool done = hashes != NULL;
   if (done) {
      CommitWork work;
      Filling    filling = { .work = &work, .options = options, .hashes = hashes,
                             .order = order_of(g_strv_length(hashes)) };
      done = commit_work_begin(&work, options, repository, true, options->jobs, words + 1, problem)
             && fill(&filling, problem);
      *status = commit_work_is_ended(&work) ? EXIT_USAGE : EXIT_OK;
      commit_work_end(&work);
      if (done) {
         message_print("History: %u measured, %u there already, %u could not be measured",
                       filling.counts.measured, filling.counts.present, filling.counts.failed);
      }
      g_array_unref(filling.order);
   }
   return done;
}

int history_fill(const HistoryOptions* options, char** words, size_t count)
{
   return count >= 2 ? history_work(options, run, words, count)
                     : usage_error(history_usage.name, "fill: a RANGE of commits is needed, as v1.0..main,"
                                                       " and behind -- the COMMAND to measure");
}
