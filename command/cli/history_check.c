/* aprof history check: what `aprof check` says against the nearest ancestor.  That one's results are written
   as reports or experiments, which are the baseline. */

#include "cli/history.h"
#include "cli/subcommands.h"
#include "experiment/settings.h"
#include "history/experiments.h"
#include "history/nearest.h"
#include "run/directory.h"

typedef struct {
   const HistoryOptions* options;
   const Repository*     repository;
   Store*                store;
   Commit                commit;
   char*                 directory;   /* of all that is made */
   char*                 path;        /* of the baseline */
   GPtrArray*            hashes;      /* of ancestors that it is made of */
} Baselines;

/*--- The baseline ---*/

/* Reads what the nearest ancestor has of the same.  NULL: there is none, or the store is damaged. */
static Snapshot* read_nearest(const Baselines* baselines, const Prepared* now)
{
   const HistoryOptions* options = baselines->options;
   const HistorySeries   series = { .name = (char*)history_name(options), .program = now->program,
                                    .machine = (char*)history_machine(options), .measure = now->measure };
   int64_t               id = store_series_id(baselines->store, &series);
   if (id == 0) {
      return NULL;
   }
   g_autoptr(GPtrArray) nearest = nearest_hashes(baselines->store, baselines->repository, &baselines->commit,
                                                 id);
   const char* hash = nearest->len == 0 ? NULL : g_ptr_array_index(nearest, 0);
   Snapshot*   snapshot = hash == NULL ? NULL
                          : store_read(baselines->store, store_find(baselines->store, hash, id));
   if (snapshot != NULL && !g_ptr_array_find_with_equal_func(baselines->hashes, hash, g_str_equal, NULL)) {
      g_ptr_array_add(baselines->hashes, g_strdup(hash));
   }
   return snapshot;
}

static bool write_one(const Baselines* baselines, const Prepared* now, const char* place, Problem* problem)
{
   g_autoptr(Snapshot) snapshot = read_nearest(baselines, now);
   bool done = snapshot == NULL
               || (snapshot->runs != NULL ? experiment_write(snapshot, place, problem)
                                          : snapshot_write(snapshot, place, problem));
   return done && store_is_right(baselines->store, problem);
}

/* An experiment is the baseline by itself. Several of a directory get the names that they have there. */
static bool write_baseline(Baselines* baselines, const GArray* prepared, char** words, size_t count,
                           Problem* problem)
{
   bool are_experiments = g_array_index(prepared, Prepared, 0).record->runs != NULL;
   bool is_one = settings_are_in(words[0]);
   bool done = true;
   if (are_experiments && count > 1) {
      return problem_set(problem, NULL, 0, "check: an experiment, or a directory with several, is checked by"
                                           " itself");
   }
   for (guint i = 0; i < prepared->len && done; i++) {
      const Prepared*  now = &g_array_index(prepared, Prepared, i);
      g_autofree char* name = is_one            ? g_strdup("experiment")
                              : are_experiments ? g_strdup(now->program)
                                                : g_strdup_printf("%u.report", i);
      g_autofree char* place = g_build_filename(baselines->directory, name, NULL);
      done = write_one(baselines, now, place, problem);
   }
   baselines->path = is_one ? g_build_filename(baselines->directory, "experiment", NULL)
                            : g_strdup(baselines->directory);
   return done;
}

/*--- The check ---*/

static int check(const Baselines* baselines, char** words, size_t count)
{
   const HistoryOptions* options = baselines->options;
   g_autoptr(GPtrArray) line = g_ptr_array_new_with_free_func(g_free);
   g_ptr_array_add(line, g_strdup("aprof check"));
   g_ptr_array_add(line, g_strdup_printf("--baseline=%s", baselines->path));
   g_ptr_array_add(line, g_strdup_printf("--format=%s", options->format == HISTORY_FORMAT_JSON ? "json"
                                                                                              : "text"));
   if (options->rules != NULL) {
      g_ptr_array_add(line, g_strdup_printf("--rules=%s", options->rules));
   }
   if (options->own != NULL) {
      g_ptr_array_add(line, g_strdup_printf("--own=%s", options->own));
   }
   if (options->force) {
      g_ptr_array_add(line, g_strdup("--force"));
   }
   g_ptr_array_add(line, g_strdup("--"));
   for (size_t i = 0; i < count; i++) {
      g_ptr_array_add(line, g_strdup(words[i]));
   }
   g_ptr_array_add(line, NULL);
   /* getopt changes their order. */
   g_autofree char** given = g_memdup2(line->pdata, line->len * sizeof(char*));
   return check_main((int)line->len - 1, given);
}

static int say_that_none_is_there(const Baselines* baselines)
{
   message_print("aprof history: no ancestor of %.10s is in the history, so nothing can be compared%s",
                 baselines->commit.hash,
                 !baselines->repository->is_shallow ? ""
                 : ": this clone is shallow; `git fetch --unshallow` gets its ancestors");
   return EXIT_OPEN;
}

static bool compare(Baselines* baselines, char** words, size_t count, int* status, Problem* problem)
{
   g_autoptr(GArray) prepared = history_prepare(baselines->options, words, count, baselines->repository->top,
                                                problem);
   if (prepared == NULL || !write_baseline(baselines, prepared, words, count, problem)) {
      return false;
   }
   if (baselines->hashes->len == 0) {
      *status = say_that_none_is_there(baselines);
      return true;
   }
   for (guint i = 0; i < baselines->hashes->len; i++) {
      message_print("History: compared with %.10s", (char*)g_ptr_array_index(baselines->hashes, i));
   }
   fflush(stderr);
   *status = check(baselines, words, count);
   return true;
}

static bool prepare(Baselines* baselines, Problem* problem)
{
   const char*       revision = baselines->options->commit != NULL ? baselines->options->commit : "HEAD";
   g_autoptr(GError) error = NULL;
   if (!git_commit(baselines->repository, revision, &baselines->commit, problem)
       || !history_open(baselines->options, baselines->repository, false, &baselines->store, problem)) {
      return false;
   }
   baselines->directory = g_dir_make_tmp("aprof-history-XXXXXX", &error);
   return baselines->directory != NULL
          || problem_set(problem, NULL, 0, "there is no place for the baseline: %s", error->message);
}

static bool run(const HistoryOptions* options, const Repository* repository, char** words, size_t count,
                int* status, Problem* problem)
{
   Baselines baselines = { .options = options, .repository = repository,
                           .hashes = g_ptr_array_new_with_free_func(g_free) };
   bool      done = prepare(&baselines, problem) && compare(&baselines, words, count, status, problem);
   if (baselines.directory != NULL) {
      directory_remove(baselines.directory, DIRECTORY_WHOLE);
   }
   g_free(baselines.directory);
   g_free(baselines.path);
   commit_clear(&baselines.commit);
   g_clear_pointer(&baselines.store, store_close);
   g_ptr_array_unref(baselines.hashes);
   return done;
}

int history_check(const HistoryOptions* options, char** words, size_t count)
{
   return count > 0 ? history_work(options, run, words, count)
                    : usage_error(history_usage.name, "check: the REPORTs or the EXPERIMENT to check are"
                                                      " needed");
}
