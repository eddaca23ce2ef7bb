/* All files that git does not know are removed before each build, so that a commit is measured as if it were
   the first one.  Trees build and measure at the same time; but only one result is added to the store at a
   time, by this process. */

#include "cli/history_commit.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/directory.h"

/*--- Signals ---*/

/* The working tree must be removed whatever ends us; what runs in it gets the signal of the terminal, too. */
static volatile sig_atomic_t signal_number;

static void note_signal(int number)
{
   signal_number = number;
}

static void catch_signals(void)
{
   static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
   for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++) {
      struct sigaction action;
      sigaction(numbers[i], NULL, &action);
      if (action.sa_handler != SIG_IGN) {
         action = (struct sigaction){ .sa_handler = note_signal };
         sigaction(numbers[i], &action, NULL);
      }
   }
}

bool commit_work_is_ended(const CommitWork* work)
{
   (void)work;
   return signal_number != 0;
}

/*--- Places ---*/

typedef enum { STAGE_FREE, STAGE_BUILD, STAGE_MEASURE } Stage;

typedef struct {
   char* directory;   /* has all that follows */
   char* tree;
   char* reports;     /* or the experiment */
   char* output;      /* what a command has printed */
   char* hash;        /* of the commit; NULL: the place is free */
   Stage stage;
   GPid  process;     /* that runs there; 0: it could not be started */
} Place;

static void free_place(gpointer data)
{
   Place* place = data;
   g_free(place->hash);
   g_free(place->output);
   g_free(place->reports);
   g_free(place->tree);
   g_free(place->directory);
   g_free(place);
}

static Place* place_at(const CommitWork* work, guint index)
{
   return g_ptr_array_index(work->places, index);
}

/* NULL: there is none in this stage. */
static Place* place_in(const CommitWork* work, Stage stage)
{
   for (guint i = 0; i < work->places->len; i++) {
      if (place_at(work, i)->stage == stage) {
         return place_at(work, i);
      }
   }
   return NULL;
}

static Place* place_of(const CommitWork* work, GPid process)
{
   for (guint i = 0; i < work->places->len; i++) {
      if (place_at(work, i)->stage != STAGE_FREE && place_at(work, i)->process == process) {
         return place_at(work, i);
      }
   }
   return NULL;
}

bool commit_work_has_room(const CommitWork* work)
{
   return place_in(work, STAGE_FREE) != NULL;
}

bool commit_work_makes_experiments(const CommitWork* work)
{
   return strcmp(work->subcommand, "grow") == 0;
}

/*--- Running ---*/

/* Starts a command in the working tree. Its output goes to a file, of which a reason is made. */
static void start(Place* place, char** words)
{
   char* line[] = { "/bin/sh", "-c", "exec > \"$0\" 2>&1 < /dev/null; exec \"$@\"", place->output, NULL };
   g_autoptr(GPtrArray) all = g_ptr_array_new();
   for (size_t i = 0; line[i] != NULL; i++) {
      g_ptr_array_add(all, line[i]);
   }
   for (size_t i = 0; words[i] != NULL; i++) {
      g_ptr_array_add(all, words[i]);
   }
   g_ptr_array_add(all, NULL);
   if (!g_spawn_async(place->tree, (char**)all->pdata, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                      &place->process, NULL)) {
      place->process = 0;
   }
}

static void end_all(const CommitWork* work)
{
   for (guint i = 0; i < work->places->len; i++) {
      const Place* place = place_at(work, i);
      if (place->stage != STAGE_FREE && place->process > 0) {
         kill(place->process, SIGTERM);
      }
   }
}

/* Waits until the command of a place has ended, and returns the place; NULL: none runs. */
static Place* wait_for_one(const CommitWork* work, int* status)
{
   bool   is_told = false;
   Place* found = place_of(work, 0);
   *status = -1;
   while (found == NULL && (place_in(work, STAGE_BUILD) != NULL || place_in(work, STAGE_MEASURE) != NULL)) {
      pid_t process = waitpid(-1, status, 0);
      found = process > 0 ? place_of(work, process) : NULL;
      if (process < 0 && errno != EINTR) {
         break;
      }
      if (signal_number != 0 && !is_told) {
         end_all(work);
         is_told = true;
      }
   }
   return found;
}

/* The first line that names an error or, without one, the last line; "": there is none. */
static char* telling_line(const Place* place)
{
   static const char command[] = "grep -m 1 -i 'error[: ]' \"$0\" || tail -n 1 \"$0\"";
   char* words[] = { "/bin/sh", "-c", (char*)command, place->output, NULL };
   char* text = NULL;
   g_spawn_sync(NULL, words, NULL, G_SPAWN_DEFAULT, NULL, NULL, &text, NULL, NULL, NULL);
   return text == NULL ? g_strdup("") : g_strchomp(text);
}

static char* end_of(int status)
{
   return WIFSIGNALED(status) ? g_strdup_printf("killed by signal %d", WTERMSIG(status))
                              : g_strdup_printf("exit status %d", WEXITSTATUS(status));
}

/*--- A commit ---*/

/* Whether the commit can be measured; `reason` NULL: it can. */
typedef struct {
   const CommitWork* work;
   const char*       hash;
   const char*       reason;
} Verdict;

static bool store_verdict(Store* store, void* data, Problem* problem)
{
   const Verdict* verdict = data;
   store_set_failure(store, verdict->hash, verdict->work->adding.name, verdict->reason);
   return store_is_right(store, problem);
}

static void note_verdict(const CommitWork* work, const char* hash, const char* reason)
{
   Verdict verdict = { work, hash, reason };
   Problem ignored;
   store_write(work->store, store_verdict, &verdict, &ignored);
}

/* Takes the reason over. */
static CommitOutcome fail_for(CommitWork* work, const Place* place, char* reason)
{
   if (signal_number != 0) {
      g_free(reason);
      return COMMIT_ENDED;
   }
   g_free(work->reason);
   work->reason = reason;
   note_verdict(work, place->hash, reason);
   return COMMIT_FAILED;
}

static CommitOutcome fail(CommitWork* work, const Place* place, const char* what, int status)
{
   g_autofree char* end = end_of(status);
   g_autofree char* line = telling_line(place);
   char* reason = g_strdup_printf("%s: %s%s%s", what, end, *line == '\0' ? "" : ": ", line);
   return fail_for(work, place, reason);
}

static bool check_out(const Place* place, Problem* problem)
{
   const char* const checkout[] = { "checkout", "--quiet", "--force", "--detach", place->hash, NULL };
   const char* const clean[] = { "clean", "-ffdxq", NULL };
   const char* const modules[] = { "submodule", "--quiet", "update", "--init", "--recursive", NULL };
   const char* const* const commands[] = { checkout, clean, modules };
   g_autofree char* modules_file = g_build_filename(place->tree, ".gitmodules", NULL);
   bool done = true;
   for (size_t i = 0; i < G_N_ELEMENTS(commands) && done; i++) {
      if (commands[i] == modules && !g_file_test(modules_file, G_FILE_TEST_EXISTS)) {
         continue;
      }
      g_autofree char* out = git_run(place->tree, commands[i], problem);
      done = out != NULL;
   }
   return done;
}

/* Starts what measures the command; a history has no calling contexts. */
static void measure(const CommitWork* work, Place* place)
{
   g_autofree char* output = g_strdup_printf("--output=%s", place->reports);
   g_autofree char* timeout = g_strdup_printf("--timeout=%u", work->options->timeout);
   char* program = g_file_read_link("/proc/self/exe", NULL);
   g_autoptr(GPtrArray) words = g_ptr_array_new();
   g_ptr_array_add(words, program == NULL ? (char*)"aprof" : program);
   g_ptr_array_add(words, (char*)work->subcommand);
   g_ptr_array_add(words, (char*)"--collect-cct=no");
   g_ptr_array_add(words, output);
   if (work->options->timeout > 0) {
      g_ptr_array_add(words, timeout);
   }
   for (size_t i = 0; work->command[i] != NULL; i++) {
      g_ptr_array_add(words, work->command[i]);
   }
   g_ptr_array_add(words, NULL);
   place->stage = STAGE_MEASURE;
   start(place, (char**)words->pdata);
   g_free(program);
}

bool commit_work_start(CommitWork* work, const char* hash, Problem* problem)
{
   char*  build[] = { "/bin/sh", "-c", (char*)work->options->build, NULL };
   Place* place = place_in(work, STAGE_FREE);
   g_assert(place != NULL && place->hash == NULL);
   place->hash = g_strdup(hash);
   directory_remove(place->reports, DIRECTORY_WHOLE);
   if (!check_out(place, problem)) {
      g_clear_pointer(&place->hash, g_free);
      return signal_number != 0;
   }
   if (work->options->build == NULL) {
      measure(work, place);
   } else {
      place->stage = STAGE_BUILD;
      start(place, build);
   }
   return true;
}

static CommitOutcome add(CommitWork* work, const Place* place, const GArray* prepared, Problem* problem)
{
   g_auto(Commit) commit = { 0 };
   AddCounts      counts;
   if (signal_number != 0) {
      return COMMIT_ENDED;
   }
   if (!git_commit(work->repository, place->hash, &commit, problem)) {
      return COMMIT_BROKEN;
   }
   Adding adding = work->adding;
   adding.commit = &commit;
   return add_prepared(work->store, &adding, prepared, counts, problem) ? COMMIT_MEASURED : COMMIT_BROKEN;
}

/* The status of the program is its own matter, if there are reports. */
static CommitOutcome take_results(CommitWork* work, const Place* place, int status, Problem* problem)
{
   g_auto(Measured) measured = { 0 };
   Problem of_results;
   char*   names[] = { place->reports };
   bool    has_run = g_file_test(place->reports, G_FILE_TEST_IS_DIR);
   if (!has_run || !history_measured(names, 1, &measured, &of_results)) {
      return fail(work, place, "cannot be measured", status);
   }
   g_autoptr(GArray) prepared = measured_prepare(&measured, place->tree, work->options->force, &of_results);
   if (prepared == NULL) {
      const char* what = measured.experiments->len > 0 ? "experiment" : "report";
      return fail_for(work, place, g_strdup_printf("cannot be measured: the %s %s", what, of_results.reason));
   }
   return add(work, place, prepared, problem);
}

/* Goes on with a place whose command has ended. True: the commit is done. */
static bool advance(CommitWork* work, Place* place, int status, CommitOutcome* outcome, Problem* problem)
{
   g_assert(place->stage != STAGE_FREE && place->hash != NULL);
   if (place->stage == STAGE_BUILD && status == 0 && signal_number == 0) {
      measure(work, place);
      return false;
   }
   *outcome = place->stage == STAGE_BUILD ? fail(work, place, "does not build", status)
                                          : take_results(work, place, status, problem);
   if (*outcome == COMMIT_MEASURED) {
      note_verdict(work, place->hash, NULL);
   }
   return true;
}

CommitOutcome commit_work_wait(CommitWork* work, char** hash, Problem* problem)
{
   CommitOutcome outcome = COMMIT_ENDED;
   int           status;
   Place*        place;
   g_clear_pointer(&work->reason, g_free);
   *hash = NULL;
   while (*hash == NULL && (place = wait_for_one(work, &status)) != NULL) {
      if (advance(work, place, status, &outcome, problem)) {
         *hash = g_steal_pointer(&place->hash);
         place->stage = STAGE_FREE;
      }
   }
   return outcome;
}

CommitOutcome commit_work_measure(CommitWork* work, const char* hash, Problem* problem)
{
   g_autofree char* ended = NULL;
   return commit_work_start(work, hash, problem) ? commit_work_wait(work, &ended, problem)
                                                 : COMMIT_BROKEN;
}

/*--- The working trees ---*/

/* Makes the directory of all that is made. NULL, with the problem set. */
static Place* make_place(Problem* problem)
{
   GError* error = NULL;
   char*   directory = g_dir_make_tmp("aprof-history-XXXXXX", &error);
   if (directory == NULL) {
      problem_set(problem, NULL, 0, "there is no place for a working tree: %s", error->message);
      g_error_free(error);
      return NULL;
   }
   Place* place = g_new0(Place, 1);
   char*  real = realpath(directory, NULL);   /* programs have the path without links */
   place->directory = g_strdup(real == NULL ? directory : real);
   place->tree = g_build_filename(place->directory, "tree", NULL);
   place->reports = g_build_filename(place->directory, "reports", NULL);
   place->output = g_build_filename(place->directory, "output", NULL);
   free(real);
   g_free(directory);
   return place;
}

static bool add_place(CommitWork* work, Problem* problem)
{
   Place* place = make_place(problem);
   if (place == NULL) {
      return false;
   }
   const char* const words[] = { "worktree", "add", "--quiet", "--detach", "--no-checkout", place->tree,
                                 "HEAD", NULL };
   g_ptr_array_add(work->places, place);
   g_autofree char* out = git_run(work->repository->top, words, problem);
   return out != NULL;
}

/* Sets what measures: a command that begins with "aprof run" or "aprof grow" says it itself. False, with the
   problem set, if it says where the results go. */
static bool take_command(CommitWork* work, char** command, Problem* problem)
{
   g_autofree char* program = g_path_get_basename(command[0]);
   bool is_aprof = strcmp(program, "aprof") == 0 && command[1] != NULL;
   bool is_grow = is_aprof && strcmp(command[1], "grow") == 0;
   bool is_run = is_aprof && strcmp(command[1], "run") == 0;
   work->subcommand = is_grow ? "grow" : "run";
   work->command = is_grow || is_run ? command + 2 : command;
   for (char** word = work->command; *word != NULL && strcmp(*word, "--") != 0 && (is_grow || is_run);
        word++) {
      if (g_str_has_prefix(*word, "--output") || g_str_has_prefix(*word, "-o")) {
         return problem_set(problem, NULL, 0, "%s: `aprof history` says itself where results go", *word);
      }
   }
   return true;
}

bool commit_work_begin(CommitWork* work, const HistoryOptions* options, const Repository* repository,
                       bool creates, unsigned trees, char** command, Problem* problem)
{
   *work = (CommitWork){ .options = options, .repository = repository,
                         .places = g_ptr_array_new_with_free_func(free_place) };
   bool done = take_command(work, command, problem)
               && history_open(options, repository, creates, &work->store, problem);
   work->adding = (Adding){ .repository = repository, .branch = "", .name = history_name(options),
                            .machine = history_machine(options) };
   catch_signals();
   for (unsigned i = 0; i < trees && done; i++) {
      done = add_place(work, problem);
   }
   return done;
}

void commit_work_end(CommitWork* work)
{
   Problem ignored;
   const char* const prune[] = { "worktree", "prune", NULL };
   for (guint i = 0; i < work->places->len; i++) {
      const Place*      place = place_at(work, i);
      const char* const words[] = { "worktree", "remove", "--force", "--force", place->tree, NULL };
      g_free(git_run(work->repository->top, words, &ignored));
      directory_remove(place->directory, DIRECTORY_WHOLE);
   }
   if (work->places->len > 0) {
      g_free(git_run(work->repository->top, prune, &ignored));
   }
   store_close(work->store);
   g_clear_pointer(&work->reason, g_free);
   g_ptr_array_unref(work->places);
}
