#include "run/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run/earlier.h"
#include "run/follow.h"
#include "run/programs.h"
#include "run/script_names.h"
#include "run/status.h"
#include "run/trial.h"
#include "run/valgrind.h"
#include "util/problem.h"
#include "util/text.h"

#define MAX_NAMES  6

struct Session {
   const SessionOptions* options;
   Valgrind              valgrind;
   ProgramChoice         choice;
   Sample*               sample;      /* NULL: all processes are measured */
   Follow*               follow;      /* NULL: the program is no launcher, and all processes are measured */
   RunDirectory          directory;
   double                estimated;   /* seconds; 0: unknown */
   SessionResults        results;
};

/*--- Beginning ---*/

/* Finds what is measured though it is a launcher by its name.  The interpreter of a launcher which becomes
   one is only known when it runs. */
static void choose_named(Session* session, const char* program, bool is_built_tool)
{
   g_autofree char* executable = program_executable(program);
   g_autofree char* path = realpath(executable, NULL);
   if (path != NULL && is_built_tool) {
      session->choice.named = g_strdup(path);
   } else if (path != NULL) {
      program_choose_interpreter(&session->choice, path);
   }
}

static bool prepare(Session* session, Problem* problem)
{
   const SessionOptions* options = session->options;
   if (!valgrind_find(&session->valgrind, options->valgrind, problem)) {
      return false;
   }
   for (guint i = 0; i < options->valgrind_options->len; i++) {
      const char* option = g_ptr_array_index(options->valgrind_options, i);
      g_ptr_array_add(session->valgrind.options, g_strdup(option));
   }
   const char* word = g_array_index(options->plan, Run, 0).words[0];
   g_autofree char* program = program_find(word, problem);
   if (program == NULL) {
      return false;
   }
   bool is_built_tool = program_is_built_tool(word, program);
   session->choice = (ProgramChoice){
      .only = options->only, .files = program_files_of(options->only),
      .by_launcher = program_is_launcher(program) && !is_built_tool,
      .with_script = options->with_script
   };
   choose_named(session, program, is_built_tool);
   if (options->per_program > 0) {
      session->sample = sample_new(options->per_program);
   }
   if (session->choice.by_launcher || session->sample != NULL) {
      session->follow = follow_new(&session->choice, session->sample, &session->valgrind);
   }
   if (!directory_make(&session->directory, options->output, options->by_rank, problem)) {
      return false;
   }
   session->valgrind.directory = session->directory.processes;
   session->valgrind.maps = options->maps != NULL ? options->maps : session->directory.maps;
   return true;
}

Session* session_begin(const SessionOptions* options, Problem* problem)
{
   Session* session = g_new0(Session, 1);
   session->options = options;
   if (!prepare(session, problem)) {
      problem_keep_file(problem);
      g_clear_pointer(&session, session_free);
   }
   return session;
}

void session_free(Session* session)
{
   g_clear_pointer(&session->results.collected.programs, g_array_unref);
   g_clear_pointer(&session->follow, follow_free);
   g_clear_pointer(&session->sample, sample_free);
   valgrind_free(&session->valgrind);
   g_free(session->choice.named);
   g_strfreev(session->choice.files);
   directory_free(&session->directory);
   g_free(session);
}

/*--- Measuring ---*/

static void say_names_missing(const Session* session)
{
   char* const* command = g_array_index(session->options->plan, Run, 0).words;
   const char*  missing = valgrind_names_missing(command);
   if (missing != NULL) {
      message_print("%s: %s tells the names of its functions only with %s", g_get_prgname(), command[0],
                    missing);
   }
}

/* Returns what later runs know this one by; NULL: nothing is kept for them. */
static char* key_of(const SessionOptions* options)
{
   return options->status == NULL ? NULL
          : earlier_key(g_array_index(options->plan, Run, 0).words, options->valgrind_options, options->only,
                        options->per_program);
}

static void keep_time(const Session* session, const char* key, double seconds)
{
   Problem problem;
   Earlier run = { .seconds = seconds };
   bool    done = status_reports(&session->directory, &run.processes, &problem)
                  && (run.processes == 0 || earlier_keep(&session->directory, key, &run, &problem));
   if (!done) {
      problem_print(&problem, g_get_prgname());
      message_print("%s: later runs will not know how long this one took; nothing else is lost",
                    g_get_prgname());
   }
}

/* Nobody needs the names if the program is a launcher that is not measured.  Who wants a log of V8 keeps
   it. */
static ScriptNames* begin_names(const Session* session)
{
   const SessionOptions* options = session->options;
   const Run*            first = &g_array_index(options->plan, Run, 0);
   bool is_measured = !first->is_native && (!session->choice.by_launcher || options->with_script
                                            || options->only != NULL);
   for (char* const* word = first->words; *word != NULL; word++) {
      is_measured &= !g_str_has_prefix(*word, "--prof") && !g_str_has_prefix(*word, "--log");
   }
   Problem          ignored;
   g_autofree char* program = is_measured ? program_find(first->words[0], &ignored) : NULL;
   g_autofree char* executable = program == NULL ? NULL : program_executable(program);
   return program == NULL ? NULL : script_names_begin(program, executable);
}

/* Runs all.  Keeps how long it took, unless somebody ended it before its time. */
static void run_jobs(Session* session, RunEnd* ends)
{
   const SessionOptions* options = session->options;
   g_autofree char*   key = key_of(options);
   g_autofree Status* status = key == NULL ? NULL
                               : status_new(*options->status, &session->directory, key, session->estimated);
   const JobOptions job_options = {
      .plan = options->plan, .valgrind = &session->valgrind, .follow = session->follow,
      .at_a_time = options->jobs, .timeout = options->timeout, .status = status, .ends = ends,
      .limits = options->limits,
   };
   session->results.jobs = jobs_run(&job_options);
   if (key != NULL && ends[0].ended && !ends[0].timed_out && session->results.jobs.interrupted == 0) {
      keep_time(session, key, ends[0].seconds);
   }
}

/* False if somebody has interrupted it. */
static bool make_trial(Session* session)
{
   const SessionOptions* options = session->options;
   const TrialOptions trial_options = {
      .command = g_array_index(options->plan, Run, 0).words, .choice = &session->choice,
      .valgrind = &session->valgrind, .per_program = options->per_program, .timeout = options->timeout,
   };
   session->results.jobs.interrupted = trial_run(&trial_options, &session->estimated);
   return session->results.jobs.interrupted == 0;
}

void session_measure(Session* session)
{
   const SessionOptions* options = session->options;
   g_autofree RunEnd* own_ends = options->ends != NULL ? NULL : g_new0(RunEnd, options->plan->len);
   RunEnd*     ends = options->ends != NULL ? options->ends : own_ends;
   Conditions* conditions = conditions_look(options->plan);
   g_assert(session->results.collected.programs == NULL);   /* it measures once */
   say_names_missing(session);
   ScriptNames* names = begin_names(session);
   if (!options->estimate || make_trial(session)) {
      run_jobs(session, ends);
   }
   if (session->results.jobs.not_traced && session->sample != NULL) {
      message_print("%s: --per-program has no effect: all processes were measured", g_get_prgname());
      g_clear_pointer(&session->sample, sample_free);
   }
   script_names_end(names, session->results.jobs.others_run ? NULL : session->directory.processes);
   conditions_look_again(conditions);
   session->results.input_is_unread = conditions_input_is_unread(conditions, 0);
   const CollectOptions collect_options = {
      .directory = &session->directory, .valgrind = &session->valgrind, .choice = &session->choice,
      .sample = session->sample,
      .plan = options->plan, .conditions = conditions, .ends = ends, .keep = options->keep,
      .others_run = session->results.jobs.others_run,
   };
   session->results.collected = collect_reports(&collect_options);
   conditions_free(conditions);
   if (session->results.jobs.others_run) {
      message_print("%s: processes that were left behind still run; those under Valgrind will write their "
                    "reports to %s", g_get_prgname(), session->directory.processes);
   } else {
      directory_tidy(&session->directory);
   }
   if (session->results.collected.problems > 0 && access(session->directory.processes, F_OK) == 0) {
      message_print("%s: what was not added up is in %s", g_get_prgname(), session->directory.processes);
   }
}

/*--- Results ---*/

const SessionResults* session_results(const Session* session)
{
   return &session->results;
}

/* Nothing that was started was to be measured. */
static bool had_nothing_to_measure(const Session* session)
{
   for (guint i = 0; i < session->valgrind.programs->len; i++) {
      if (g_ptr_array_index(session->valgrind.programs, i) != NULL) {
         return false;
      }
   }
   return session->follow != NULL && g_hash_table_size(follow_unmeasured(session->follow)) > 0
          && g_hash_table_size(session->valgrind.refused) == 0;
}

/* Whether the executable is the interpreter that the user has named: python3.11 for python3, dash for sh. */
static bool is_named_interpreter(const char* executable, const char* name)
{
   g_autofree char* path = program_is_interpreter(name) ? g_find_program_in_path(name) : NULL;
   g_autofree char* file = path == NULL ? NULL : realpath(path, NULL);
   return file != NULL && (strcmp(file, executable) == 0
                           || g_str_has_prefix(text_file_name(executable), text_file_name(name)));
}

static void add_names(GString* names, const GList* paths, const char* command, bool with_launchers)
{
   for (const GList* path = paths; path != NULL; path = path->next) {
      bool is_taken = command != NULL ? is_named_interpreter(path->data, command)
                                      : with_launchers || !program_is_launcher(path->data);
      if (is_taken) {
         g_string_append_printf(names, "%s%s", names->len == 0 ? "" : ",", text_file_name(path->data));
      }
   }
}

/* Returns what was likely meant, as "grep,sort": the interpreter that the user has named; or else what is no
   launcher, if there is something. */
static char* pattern_of(const Session* session, const GList* paths)
{
   GString* names = g_string_new(NULL);
   add_names(names, paths, g_array_index(session->options->plan, Run, 0).words[0], false);
   if (names->len == 0) {
      add_names(names, paths, NULL, false);
   }
   if (names->len == 0) {
      add_names(names, paths, NULL, true);
   }
   return g_string_free(names, FALSE);
}

char* session_pattern_meant(const Session* session)
{
   if (!had_nothing_to_measure(session) || session->options->only != NULL) {
      return NULL;
   }
   g_autoptr(GList) paths = g_hash_table_get_keys(follow_unmeasured(session->follow));
   paths = g_list_sort(paths, (GCompareFunc)strcmp);
   return pattern_of(session, paths);
}

void session_say_nothing_measured(const Session* session)
{
   const char* only = session->options->only;
   if (!had_nothing_to_measure(session)) {
      bool is_other = only != NULL && session->results.collected.problems == 0;
      message_print("%s: nothing was measured%s%s%s%s", g_get_prgname(), is_other ? ": --only=" : ".",
                    is_other ? only : "", is_other ? " matches no program that ran, such as " : "",
                    is_other ? g_array_index(session->options->plan, Run, 0).words[0] : "");
      return;
   }
   g_autoptr(GList) paths = g_hash_table_get_keys(follow_unmeasured(session->follow));
   int              shown = 0;
   paths = g_list_sort(paths, (GCompareFunc)strcmp);
   message_print("%s: nothing was measured: only launchers ran, and programs in directories of the system:",
                 g_get_prgname());
   for (const GList* path = paths; path != NULL && shown < MAX_NAMES; path = path->next, shown++) {
      message_print("   %s", (const char*)path->data);
   }
   if (g_list_length(paths) > MAX_NAMES) {
      message_print("   and %u more", g_list_length(paths) - MAX_NAMES);
   }
}
