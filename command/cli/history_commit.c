/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   All files that git does not know are removed before each build, so that a commit is measured as if it were
   the first one. */

#include "cli/history_commit.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/report_paths.h"

/*------------------------------------------------------------------*/
/*--- Signals                                                    ---*/
/*------------------------------------------------------------------*/

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

/*------------------------------------------------------------------*/
/*--- Running                                                    ---*/
/*------------------------------------------------------------------*/

/* Runs a command in the working tree. Its output goes to a file, of which a reason is made. */
static int run_in_tree(const CommitWork* work, char** words)
{
   int     status = -1;
   GPid    process;
   char*   output = g_build_filename(work->directory, "output", NULL);
   char*   line[] = { "/bin/sh", "-c", "exec > \"$0\" 2>&1 < /dev/null; exec \"$@\"", output, NULL };
   GPtrArray* all = g_ptr_array_new();
   for (size_t i = 0; line[i] != NULL; i++) {
      g_ptr_array_add(all, line[i]);
   }
   for (size_t i = 0; words[i] != NULL; i++) {
      g_ptr_array_add(all, words[i]);
   }
   g_ptr_array_add(all, NULL);
   if (g_spawn_async(work->tree, (char**)all->pdata, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &process,
                     NULL)) {
      bool is_told = false;
      while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
         if (signal_number != 0 && !is_told) {
            kill(process, SIGTERM);
            is_told = true;
         }
      }
   }
   g_ptr_array_unref(all);
   g_free(output);
   return status;
}

/* The first line that names an error or, without one, the last line; "": there is none. */
static char* telling_line(const CommitWork* work)
{
   static const char command[] = "grep -m 1 -i 'error[: ]' \"$0\" || tail -n 1 \"$0\"";
   char* path = g_build_filename(work->directory, "output", NULL);
   char* words[] = { "/bin/sh", "-c", (char*)command, path, NULL };
   char* text = NULL;
   g_spawn_sync(NULL, words, NULL, G_SPAWN_DEFAULT, NULL, NULL, &text, NULL, NULL, NULL);
   g_free(path);
   return text == NULL ? g_strdup("") : g_strchomp(text);
}

static char* end_of(int status)
{
   return WIFSIGNALED(status) ? g_strdup_printf("killed by signal %d", WTERMSIG(status))
                              : g_strdup_printf("exit status %d", WEXITSTATUS(status));
}

/*------------------------------------------------------------------*/
/*--- A commit                                                   ---*/
/*------------------------------------------------------------------*/

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

static CommitOutcome fail(CommitWork* work, const char* hash, const char* what, int status)
{
   if (signal_number != 0) {
      return COMMIT_ENDED;
   }
   char* end = end_of(status);
   char* line = telling_line(work);
   work->reason = g_strdup_printf("%s: %s%s%s", what, end, *line == '\0' ? "" : ": ", line);
   note_verdict(work, hash, work->reason);
   g_free(line);
   g_free(end);
   return COMMIT_FAILED;
}

static bool check_out(const CommitWork* work, const char* hash, Problem* problem)
{
   const char* const checkout[] = { "checkout", "--quiet", "--force", "--detach", hash, NULL };
   const char* const clean[] = { "clean", "-ffdxq", NULL };
   const char* const modules[] = { "submodule", "--quiet", "update", "--init", "--recursive", NULL };
   const char* const* const commands[] = { checkout, clean, modules };
   char* modules_file = g_build_filename(work->tree, ".gitmodules", NULL);
   bool  done = true;
   for (size_t i = 0; i < G_N_ELEMENTS(commands) && done; i++) {
      if (commands[i] == modules && !g_file_test(modules_file, G_FILE_TEST_EXISTS)) {
         continue;
      }
      char* out = git_run(work->tree, commands[i], problem);
      done = out != NULL;
      g_free(out);
   }
   g_free(modules_file);
   return done;
}

/* The words that measure the command; a history has no calling contexts. */
static GPtrArray* measuring_words(const CommitWork* work, char* texts[3])
{
   GPtrArray* words = g_ptr_array_new();
   texts[0] = g_strdup_printf("--output=%s", work->reports);
   texts[1] = work->options->timeout == 0 ? NULL : g_strdup_printf("--timeout=%u", work->options->timeout);
   texts[2] = g_file_read_link("/proc/self/exe", NULL);
   g_ptr_array_add(words, texts[2] == NULL ? (char*)"aprof" : texts[2]);
   g_ptr_array_add(words, (char*)"run");
   g_ptr_array_add(words, (char*)"--collect-cct=no");
   g_ptr_array_add(words, texts[0]);
   if (texts[1] != NULL) {
      g_ptr_array_add(words, texts[1]);
   }
   for (size_t i = 0; work->command[i] != NULL; i++) {
      g_ptr_array_add(words, work->command[i]);
   }
   g_ptr_array_add(words, NULL);
   return words;
}

static int measure(const CommitWork* work)
{
   char*      texts[3];
   GPtrArray* words = measuring_words(work, texts);
   int        status = run_in_tree(work, (char**)words->pdata);
   g_ptr_array_unref(words);
   for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
      g_free(texts[i]);
   }
   return status;
}

static int build(const CommitWork* work)
{
   char* words[] = { "/bin/sh", "-c", (char*)work->options->build, NULL };
   return work->options->build == NULL ? 0 : run_in_tree(work, words);
}

/* The status of the program is its own matter, if there are reports. */
static CommitOutcome take_reports(CommitWork* work, const char* hash, int status, Problem* problem)
{
   Commit            commit;
   AddCounts         counts = { 0 };
   Problem           of_reports;
   const char* const names[] = { work->reports };
   bool   has_run = g_file_test(work->reports, G_FILE_TEST_IS_DIR);
   char** paths = has_run ? report_paths_find(names, 1, &of_reports) : NULL;
   if (paths == NULL) {
      return fail(work, hash, "cannot be measured", status);
   }
   CommitOutcome outcome = COMMIT_BROKEN;
   if (signal_number != 0) {
      outcome = COMMIT_ENDED;
   } else if (git_commit(work->repository, hash, &commit, problem)) {
      Adding adding = work->adding;
      adding.commit = &commit;
      outcome = add_reports(work->store, &adding, paths, &counts, problem) ? COMMIT_MEASURED : COMMIT_BROKEN;
      commit_clear(&commit);
   }
   g_strfreev(paths);
   return outcome;
}

CommitOutcome commit_work_measure(CommitWork* work, const char* hash, Problem* problem)
{
   g_clear_pointer(&work->reason, g_free);
   history_remove(work->reports);
   if (!check_out(work, hash, problem)) {
      return signal_number != 0 ? COMMIT_ENDED : COMMIT_BROKEN;
   }
   int status = build(work);
   if (status != 0) {
      return fail(work, hash, "does not build", status);
   }
   status = measure(work);
   CommitOutcome outcome = take_reports(work, hash, status, problem);
   if (outcome == COMMIT_MEASURED) {
      note_verdict(work, hash, NULL);
   }
   return outcome;
}

/*------------------------------------------------------------------*/
/*--- The working tree                                           ---*/
/*------------------------------------------------------------------*/

/* Makes the directory of all that is made. False, with the problem set. */
static bool make_directory(CommitWork* work, Problem* problem)
{
   GError* error = NULL;
   work->directory = g_dir_make_tmp("aprof-history-XXXXXX", &error);
   if (work->directory == NULL) {
      problem_set(problem, NULL, 0, "there is no place for a working tree: %s", error->message);
      g_error_free(error);
      return false;
   }
   char* real = realpath(work->directory, NULL);   /* programs have the path without links */
   if (real != NULL) {
      g_free(work->directory);
      work->directory = g_strdup(real);
      free(real);
   }
   work->tree = g_build_filename(work->directory, "tree", NULL);
   work->reports = g_build_filename(work->directory, "reports", NULL);
   return true;
}

bool commit_work_begin(CommitWork* work, const HistoryOptions* options, const Repository* repository,
                       bool creates, char** command, Problem* problem)
{
   *work = (CommitWork){ .options = options, .repository = repository, .command = command };
   if (!history_open(options, repository, creates, &work->store, problem) || !make_directory(work, problem)) {
      return false;
   }
   work->adding = (Adding){
      .repository = repository, .top = work->tree, .branch = "",
      .name = options->name == NULL ? "" : options->name, .machine = history_machine(options),
      .force = options->force,
   };
   catch_signals();
   const char* const words[] = { "worktree", "add", "--quiet", "--detach", "--no-checkout", work->tree,
                                 "HEAD", NULL };
   char* out = git_run(repository->top, words, problem);
   bool  done = out != NULL;
   g_free(out);
   return done;
}

void commit_work_end(CommitWork* work)
{
   if (work->directory != NULL) {
      Problem ignored;
      const char* const words[] = { "worktree", "remove", "--force", "--force", work->tree, NULL };
      const char* const prune[] = { "worktree", "prune", NULL };
      g_free(git_run(work->repository->top, words, &ignored));
      history_remove(work->directory);
      g_free(git_run(work->repository->top, prune, &ignored));
   }
   store_close(work->store);
   g_clear_pointer(&work->reason, g_free);
   g_free(work->reports);
   g_free(work->tree);
   g_free(work->directory);
}
