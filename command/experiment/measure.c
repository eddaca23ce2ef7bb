/* The words of the command have places for the size, {NAME}, and for the input, {}.  If the size is a word of
   the command itself, {} is the size.  Without {}, the input is the standard input.

   What the program prints goes to a file and not to /dev/null, because some programs, as grep, do less if
   nobody reads it. */

#include "experiment/measure.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "experiment/again.h"
#include "experiment/last_words.h"
#include "experiment/run_record.h"
#include "experiment/workplace.h"
#include "input/cut.h"
#include "input/file.h"
#include "model/interpreters.h"
#include "run/plan.h"
#include "run/session.h"
#include "util/output.h"
#include "util/progress.h"
#include "util/text.h"

/* The file for what a program says on standard error. */
#define MESSAGES     "stderr"

#define MAX_MESSAGE  200

/* A run without Valgrind that takes fewer seconds is made again, up to so many times; the least counts. */
#define SHORT_RUN    0.3
#define MOST_TIMED   3

/* Functions of a script are timed until so many seconds are over, in at most so many runs. */
#define SECONDS_OF_FUNCTIONS  1.0
#define MOST_OF_FUNCTIONS     5

/* A run without Valgrind may take so much longer than with it: it ends otherwise, then. */
#define SECONDS_MORE 10

/* The most bytes that a command may print to a file, unless there is less room. */
#define MOST_PRINTED UINT64_C(1000000000)

/* A disk with less room is full. */
#define LEAST_ROOM   65536

/* The end of what a program has said that is kept. */
#define MOST_KEPT    65536

typedef struct {
   const MeasureOptions* options;
   const Settings*       settings;
   const PlannedRun*     run;
   Workplace             place;
   char*                 maps;         /* directory that all runs share; NULL: they share none */
   char*                 input;        /* path; NULL: there is none, or it is not made yet */
   RunRecord*            record;
   int                   interrupted;  /* the signal, or 0 */
} Measuring;

/*--- Words ---*/

/* Returns the words with the value at each place, and frees the words. */
static char** words_with(char** words, const char* place, const char* value)
{
   g_auto(GStrv) freed = words;
   return plan_words(freed, place, value);
}

/* Returns the words with the sizes at {NAME}. */
static char** words_with_sizes(const Measuring* measuring, char* const* words)
{
   const Settings* settings = measuring->settings;
   char**          made = g_strdupv((char**)words);
   for (unsigned i = 0; i < settings->parameter_count; i++) {
      g_autofree char* place = g_strdup_printf("{%s}", settings->parameters[i]);
      g_autofree char* value = g_strdup_printf("%" PRIu64, measuring->run->size[i]);
      made = words_with(made, place, value);
   }
   return made;
}

static char** words_with_first_size(const Measuring* measuring, char** words)
{
   g_autofree char* value = g_strdup_printf("%" PRIu64, measuring->run->size[0]);
   return words_with(words, PLACE, value);
}

/*--- The input ---*/

/* A file of the directory for what is needed meanwhile. */
static char* temporary_file(const Measuring* measuring, const char* name)
{
   return g_build_filename(measuring->place.temporary, name, NULL);
}

/* Returns the limits of a program, or of the one that makes its input. */
static RunLimits limits_of(const Measuring* measuring)
{
   RunLimits limits = measuring->options->limits;
   limits.memory = limits.memory != 0 ? limits.memory : usage_free_memory();
   limits.printed = MIN(MOST_PRINTED, usage_free_disk(measuring->place.temporary));
   return limits;
}

static unsigned seconds_by_the_clock(const Measuring* measuring)
{
   return USAGE_BY_THE_CLOCK * measuring->options->limits.seconds;
}

/* Runs the user's command that makes the input.  Returns false if it fails; what it said is in stderr. */
static bool run_maker(Measuring* measuring)
{
   char* const shell[] = { "sh", "-c", measuring->settings->source, NULL };
   g_autoptr(GArray) plan = plan_new();
   RunEnd end = { 0 };
   Run    maker = { .file = g_strdup("/dev/null"), .output = g_strdup(measuring->input), .is_native = true };
   maker.errors = temporary_file(measuring, MESSAGES);
   maker.words = words_with_first_size(measuring, words_with_sizes(measuring, shell));
   g_array_append_val(plan, maker);
   const JobOptions options = {
      .plan = plan, .at_a_time = 1, .timeout = seconds_by_the_clock(measuring), .ends = &end,
      .limits = limits_of(measuring),
   };
   measuring->interrupted = jobs_run(&options).interrupted;
   if (end.exceeded == LIMIT_PRINTED) {
      ShortText bytes;
      measuring->record->words = g_strdup_printf("--make has printed more than %s",
                                                 text_bytes((double)options.limits.printed, bytes));
   }
   return end.exceeded == LIMIT_NONE && end.ended && WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0;
}

static bool cut_input(const Measuring* measuring, Problem* problem)
{
   const Settings* settings = measuring->settings;
   const char*     source = settings->source;
   progress_begin_reading(&source, 1);
   bool written = cut_write(source, settings->cut, settings->how != NULL, measuring->run->size[0],
                            measuring->input, problem);
   progress_end();
   return written;
}

/* Makes the input of a run.  Sets no problem for a command that fails: that belongs to the record. */
static bool make_input(Measuring* measuring, Problem* problem)
{
   const Settings*  settings = measuring->settings;
   g_autofree char* name = NULL;
   switch (settings->way) {
      case INPUT_OF_NUMBER:
         return true;
      case INPUT_OF_FILES:
         measuring->input = g_strdup(measuring->run->file);
         return true;
      case INPUT_CUT:
         name = g_path_get_basename(settings->source);
         measuring->input = temporary_file(measuring, name);
         return cut_input(measuring, problem);
      case INPUT_MADE:
         measuring->input = temporary_file(measuring, "input");
         if (!run_maker(measuring)) {
            measuring->record->ending = RUN_WITHOUT_INPUT;
         }
         return true;
   }
   g_assert_not_reached();
}

/*--- The program ---*/

static Run make_program_run(const Measuring* measuring, char* const* command)
{
   bool  has_input = measuring->input != NULL;
   bool  on_standard_input = has_input && !plan_has_place(command, PLACE);
   char** words = words_with_sizes(measuring, command);
   words = has_input ? words_with(words, PLACE, measuring->input) : words_with_first_size(measuring, words);
   return (Run){
      .words = words, .file = g_strdup(on_standard_input ? measuring->input : "/dev/null"),
      .output = temporary_file(measuring, "stdout"),
      .errors = temporary_file(measuring, MESSAGES), .input = g_strdup(measuring->input),
   };
}

static void record_end(RunRecord* record, const RunEnd* end, const RunLimits* limits)
{
   record->seconds = end->own_seconds;
   record->ending = !end->started                      ? RUN_NOT_STARTED
                  : end->timed_out                     ? RUN_TIMED_OUT
                  : end->exceeded == LIMIT_MEMORY      ? RUN_WITHOUT_MEMORY
                  : end->exceeded == LIMIT_PRINTED     ? RUN_PRINTING
                  : WIFSIGNALED(end->status)           ? RUN_SIGNALLED : RUN_EXITED;
   switch (record->ending) {
      case RUN_TIMED_OUT:      record->number = (int)limits->seconds; break;
      case RUN_WITHOUT_MEMORY: record->number = (int)(limits->memory / 1000000); break;
      case RUN_PRINTING:       record->number = (int)(limits->printed / 1000000); break;
      case RUN_SIGNALLED:      record->number = WTERMSIG(end->status); break;
      default:                 record->number = WEXITSTATUS(end->status); break;
   }
}

static void record_programs(RunRecord* record, const Collected* collected)
{
   for (guint i = 0; i < collected->programs->len; i++) {
      const MeasuredProgram* program = &g_array_index(collected->programs, MeasuredProgram, i);
      const RecordedProgram  recorded = { g_path_get_basename(program->report), program->cost };
      g_array_append_val(record->programs, recorded);
      if (record->words == NULL && program->instruction != NULL) {
         record->words = g_strdup(program->instruction);
      }
   }
   record->problems = collected->problems;
}

/* Says that the run measured nothing.  False, with the problem set, if no other run will either: another
   experiment is needed.  Else this is a run that failed, and its directory, which nothing was written to, is
   made again. */
static bool accept_nothing(const Measuring* measuring, const Session* session, Problem* problem)
{
   g_autofree char* pattern = session_pattern_meant(session);
   session_say_nothing_measured(session);
   if (pattern != NULL) {
      g_autofree char* command = again_command(measuring->settings, &(Changes){ .only = pattern });
      return problem_set(problem, NULL, 0, "to measure them, begin again: %s", command);
   }
   if (mkdir(measuring->place.unfinished, 0777) != 0 && errno != EEXIST) {
      return problem_set(problem, NULL, 0, "%s cannot be made: %s", measuring->place.unfinished,
                         strerror(errno));
   }
   return true;
}

static bool run_program(Measuring* measuring, Problem* problem)
{
   const Settings* settings = measuring->settings;
   RunEnd  end = { 0 };
   g_autoptr(GArray) plan = plan_new();
   Run program = make_program_run(measuring, settings->command);
   g_array_append_val(plan, program);
   const SessionOptions options = {
      .plan = plan, .output = measuring->place.unfinished, .valgrind = settings->valgrind,
      .maps = measuring->maps,
      .valgrind_options = settings->options, .only = settings->only, .with_script = true, .jobs = 1,
      .timeout = seconds_by_the_clock(measuring), .limits = limits_of(measuring), .ends = &end,
      .keep = measuring->options->keep,
   };
   Session* session = session_begin(&options, problem);
   bool     is_right = session != NULL;
   if (session != NULL) {
      const SessionResults* results = session_results(session);
      session_measure(session);
      measuring->interrupted = results->jobs.interrupted;
      record_end(measuring->record, &end, &options.limits);
      record_programs(measuring->record, &results->collected);
      measuring->record->input_is_unread = results->input_is_unread;
      if (measuring->interrupted == 0 && results->collected.programs->len == 0) {
         is_right = accept_nothing(measuring, session, problem);
      }
      session_free(session);
   }
   return is_right;
}

/*--- The record ---*/

/* Moves a file from the temporary directory to that of the run. */
static void keep_file(const Measuring* measuring, const char* path)
{
   Problem ignored;
   g_autofree char* name = g_path_get_basename(path);
   g_autofree char* kept = g_build_filename(measuring->place.unfinished, name, NULL);
   if (rename(path, kept) != 0) {
      cut_write(path, CUT_BYTES, false, UINT64_MAX, kept, &ignored);   /* it is another file system */
   }
}

/* Keeps what the program, or the one that made its input, has said last, and its last words. */
static void keep_message(Measuring* measuring)
{
   bool is_all;
   g_autofree char* path = temporary_file(measuring, MESSAGES);
   g_autofree char* text = file_end(path, MOST_KEPT, &is_all);
   if (text != NULL && !is_all && !measuring->options->keep) {
      Problem          ignored;
      const char*      end_of_line = strchr(text, '\n');   /* the first line may be cut */
      g_autofree char* kept = g_build_filename(measuring->place.unfinished, MESSAGES, NULL);
      output_write_text(kept, end_of_line == NULL ? text : end_of_line + 1, &ignored);
   } else if (text != NULL && *text != '\0') {
      keep_file(measuring, path);
   }
   if (text != NULL && measuring->record->words == NULL) {
      g_autofree char* words = last_words(text);
      measuring->record->words = words == NULL ? NULL : g_strndup(words, MAX_MESSAGE);
   }
}

/* Keeps what the program read and printed. */
static void keep_files(const Measuring* measuring)
{
   g_autofree char* output = temporary_file(measuring, "stdout");
   keep_file(measuring, output);
   if (measuring->input != NULL && measuring->settings->way != INPUT_OF_FILES) {
      keep_file(measuring, measuring->input);
   }
}

/* Whether the run has failed because the temporary directory is full.  Sets the problem then. */
static bool lacks_room(const Measuring* measuring, Problem* problem)
{
   const RunRecord* record = measuring->record;
   struct statvfs   system;
   bool is_good = record->ending == RUN_EXITED && record->number == 0;
   bool is_full = !is_good && statvfs(measuring->place.temporary, &system) == 0
                  && system.f_bavail * system.f_frsize < LEAST_ROOM;
   return is_full && !problem_set(problem, NULL, 0, "no space is left in %s, for what the run %s reads and "
                                  "prints; TMPDIR=DIRECTORY chooses another one", g_get_tmp_dir(),
                                  measuring->run->name);
}

static MeasureResult finish(Measuring* measuring, Problem* problem)
{
   bool is_first;
   g_assert(measuring->interrupted == 0);   /* nothing unfinished is kept */
   memcpy(measuring->record->size, measuring->run->size, sizeof measuring->record->size);
   keep_message(measuring);
   if (measuring->options->keep) {
      keep_files(measuring);
   }
   bool done = run_record_write(measuring->record, measuring->settings, measuring->place.unfinished, problem)
               && workplace_finish(&measuring->place, measuring->run->name, &is_first, problem);
   return done ? MEASURED : MEASURE_REFUSED;
}

static MeasureResult measure(Measuring* measuring, Problem* problem)
{
   measuring->record = run_record_new();
   if (!make_input(measuring, problem)) {
      measuring->record->ending = RUN_WITHOUT_INPUT;
      lacks_room(measuring, problem);
      return MEASURE_REFUSED;
   }
   if (measuring->interrupted == 0 && measuring->record->ending != RUN_WITHOUT_INPUT
       && !run_program(measuring, problem)) {
      return MEASURE_REFUSED;
   }
   if (measuring->interrupted == 0 && lacks_room(measuring, problem)) {
      return MEASURE_REFUSED;
   }
   return measuring->interrupted != 0 ? MEASURE_INTERRUPTED : finish(measuring, problem);
}

/* The program does not get the variable: its environment is the same in all runs. */
static char* take_maps(void)
{
   char* maps = g_strdup(g_getenv(MEASURE_MAPS));
   g_unsetenv(MEASURE_MAPS);
   return maps;
}

typedef MeasureResult (*Work)(Measuring* measuring, Problem* problem);

/* Does the work in the working directory, with a record that is freed. */
static MeasureResult do_work(Measuring* measuring, Work work, int* interrupted, Problem* problem)
{
   const char*   where = measuring->settings->work_directory;
   MeasureResult result = MEASURE_REFUSED;
   if (chdir(where) != 0) {
      problem_set(problem, NULL, 0, "%s, where the command runs, cannot be entered: %s", where,
                  strerror(errno));
      return result;
   }
   jobs_block_signals();   /* until nothing unfinished is left */
   if (!workplace_make(&measuring->place, measuring->options->directory, measuring->run->name, problem)) {
      return result;
   }
   result = work(measuring, problem);
   *interrupted = measuring->interrupted;
   if (result == MEASURE_REFUSED) {
      problem_keep_file(problem);
   }
   g_clear_pointer(&measuring->record, run_record_free);
   g_free(measuring->input);
   workplace_remove(&measuring->place);
   return result;
}

MeasureResult measure_run(const MeasureOptions* options, const PlannedRun* run, int* interrupted,
                          Problem* problem)
{
   Measuring measuring = {
      .options = options, .settings = options->settings, .run = run, .maps = take_maps()
   };
   MeasureResult result = do_work(&measuring, measure, interrupted, problem);
   g_free(measuring.maps);
   return result;
}

/*--- Time and memory without Valgrind ---*/

/* Runs the program as it is, hardly longer than it took under Valgrind at most.  Sets *moved to what system
   calls have read and written; NAN: not known. */
static RunEnd run_natively(Measuring* measuring, char* const* command, double* moved)
{
   g_autoptr(GArray) plan = plan_new();
   Run    program = make_program_run(measuring, command);
   RunEnd end = { 0 };
   program.is_native = true;
   g_array_append_val(plan, program);
   JobOptions options = { .plan = plan, .at_a_time = 1, .ends = &end, .limits = limits_of(measuring) };
   options.limits.seconds = (unsigned)measuring->record->seconds + SECONDS_MORE;
   double    before = usage_moved();
   JobResult result = jobs_run(&options);
   measuring->interrupted = result.interrupted;
   *moved = result.others_run ? NAN : usage_moved() - before;
   return end;
}

/* Returns NAN if the input is no file. */
static double size_of_input(const Measuring* measuring)
{
   struct stat status;
   bool is_file = measuring->input != NULL && stat(measuring->input, &status) == 0 && S_ISREG(status.st_mode);
   return is_file ? (double)status.st_size : NAN;
}

/* False if a run has failed, or ended in another way than under Valgrind.  Then it has done something else,
   as a program that finds no input any more, because it removes what it has read. */
static bool has_ended_alike(const Measuring* measuring, const RunEnd* end)
{
   return measuring->interrupted == 0 && end->ended && end->exceeded == LIMIT_NONE && WIFEXITED(end->status)
          && WEXITSTATUS(end->status) == measuring->record->number;
}

/* Sets the least time and memory of some runs.  False if one has not ended alike. */
static bool find_least(Measuring* measuring)
{
   double seconds = INFINITY, kernel_seconds = 0, memory = INFINITY, moved = NAN;
   for (unsigned i = 0; i < MOST_TIMED && (i == 0 || seconds < SHORT_RUN); i++) {
      double moved_now;
      RunEnd end = run_natively(measuring, measuring->settings->command, &moved_now);
      if (!has_ended_alike(measuring, &end)) {
         return false;
      }
      kernel_seconds = end.processor_seconds < seconds ? end.kernel_seconds : kernel_seconds;
      seconds = fmin(seconds, end.processor_seconds);
      memory = fmin(memory, end.memory);
      moved = fmin(moved, moved_now);
   }
   g_assert(kernel_seconds <= seconds);   /* they are of one run */
   measuring->record->native_seconds = seconds;
   measuring->record->native_kernel_seconds = kernel_seconds;
   measuring->record->native_memory = memory;
   measuring->record->native_moved = moved;
   measuring->record->input_bytes = size_of_input(measuring);
   return true;
}

/* If the program interprets a script, lets some more runs time its functions: MEASURE_FUNCTIONS. */
static bool time_functions(Measuring* measuring, Problem* problem)
{
   g_auto(GStrv)    command = interpreter_preloaded(measuring->settings->command);
   g_autofree char* times = temporary_file(measuring, "functions");
   double           seconds = 0, ignored;
   bool             is_all = false, is_right = command != NULL;
   g_setenv("APROF_FUNCTIONS", times, TRUE);
   for (unsigned i = 0; i < MOST_OF_FUNCTIONS && seconds < SECONDS_OF_FUNCTIONS && is_right; i++) {
      RunEnd end = run_natively(measuring, command, &ignored);
      is_right = has_ended_alike(measuring, &end);
      seconds += end.processor_seconds;
   }
   g_unsetenv("APROF_FUNCTIONS");
   g_autofree char* text = is_right ? file_end(times, MOST_OF_FUNCTIONS * MOST_KEPT, &is_all) : NULL;
   if (text == NULL || !is_all) {
      return true;
   }
   g_autofree char* kept = g_strconcat(measuring->place.experiment, "/", measuring->run->name,
                                       MEASURE_FUNCTIONS, NULL);
   return output_write_text(kept, text, problem);
}

/* A run that is not there only times functions. */
static MeasureResult add_native(Measuring* measuring, Problem* problem)
{
   g_autofree char* directory = g_build_filename(measuring->place.experiment, measuring->run->name, NULL);
   bool is_there;
   measuring->record = run_record_read(measuring->settings, directory, &is_there, problem);
   if (!is_there) {
      measuring->record = run_record_new();
   }
   bool  is_right = measuring->record != NULL && make_input(measuring, problem);
   if (is_right && measuring->interrupted == 0 && measuring->record->ending == RUN_EXITED) {
      bool is_timed = !is_there || find_least(measuring);
      is_right = (!is_timed || time_functions(measuring, problem))
                 && (!is_there || !is_timed
                     || run_record_write(measuring->record, measuring->settings, directory, problem));
   }
   return measuring->interrupted != 0 ? MEASURE_INTERRUPTED : is_right ? MEASURED : MEASURE_REFUSED;
}

MeasureResult measure_natively(const MeasureOptions* options, const PlannedRun* run, int* interrupted,
                               Problem* problem)
{
   Measuring measuring = { .options = options, .settings = options->settings, .run = run };
   g_free(take_maps());
   return do_work(&measuring, add_native, interrupted, problem);
}
