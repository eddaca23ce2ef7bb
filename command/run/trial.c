/* A process that is measured takes a time to start, which Valgrind needs, and then so many times as long as
   without Valgrind.  How many times differs from program to program, so there is a range.  The factors are
   those of 52 programs (docs/command.md): their geometric mean is 17, and four in five such programs are
   between 6 and 45, by Student's distribution of the logarithms. */

#include "run/trial.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/follow.h"
#include "run/jobs.h"
#include "run/kernel_time.h"
#include "run/plan.h"
#include "util/problem.h"
#include "util/text.h"

/* How many times as long a process takes, and how many seconds its start. */
typedef struct {
   double factor;
   double start;
} Slowdown;

static const Slowdown least = { 6, 0.15 };
static const Slowdown usual = { 17, 0.25 };
static const Slowdown most = { 45, 0.5 };

/* The time that the command takes as it is. */
typedef struct {
   double  seconds;
   double  at_once;     /* processes that run at the same time */
   Counted counted;
} Native;

static double measured_seconds(const Native* native, const Slowdown* slowdown)
{
   const Counted* counted = &native->counted;
   g_assert(native->at_once >= 1);
   double others = MAX(native->seconds - counted->seconds / native->at_once, 0);
   double work = counted->seconds * slowdown->factor + counted->processes * slowdown->start;
   double longest = counted->longest * slowdown->factor + slowdown->start;
   return others + MAX(work / native->at_once, longest);
}

/* Threads of one process do not run at the same time under Valgrind. */
static double count_at_once(const Counted* counted, const RunEnd* end)
{
   double busy = end->seconds > 0 ? end->processor_seconds / end->seconds : 1;
   return counted->processes < 2 ? 1 : CLAMP(busy, 1, g_get_num_processors());
}

static Native native_of(const RunEnd* end, const Counted* counted, bool is_counted)
{
   Native native = { .seconds = end->seconds, .counted = *counted };
   if (!is_counted) {
      native.counted = (Counted){ 1, end->processor_seconds, end->processor_seconds };
   }
   native.at_once = count_at_once(&native.counted, end);
   return native;
}

/* Says what a run that did not end well may mean. */
static void append_ending(GString* line, const RunEnd* end)
{
   if (end->timed_out) {
      g_string_append(line, "; it was ended by --timeout, so measuring takes longer than that");
   } else if (WIFSIGNALED(end->status)) {
      g_string_append_printf(line, "; it was ended by signal %d", WTERMSIG(end->status));
   } else if (WEXITSTATUS(end->status) != 0) {
      g_string_append_printf(line, "; its exit status is %d", WEXITSTATUS(end->status));
   }
}

/* Adds "; measured, about 13 s (5.6 s to 31 s), with 16 processes", as far as it is known. */
static void append_estimate(GString* line, const Native* native, bool is_counted)
{
   unsigned  count = native->counted.processes;
   ShortText about, from, to;
   g_string_append_printf(line, "; measured, about %s (%s to %s)",
                          text_time(measured_seconds(native, &usual), about),
                          text_time(measured_seconds(native, &least), from),
                          text_time(measured_seconds(native, &most), to));
   if (is_counted) {
      g_string_append_printf(line, ", with %u %s", count, count == 1 ? "process" : "processes");
   }
}

/* The cost has none of the kernel's work, and measuring does not make that take longer. */
static void append_kernel(GString* line, const RunEnd* end)
{
   double share = kernel_share(end->processor_seconds, end->kernel_seconds);
   if (kernel_matters(share)) {
      g_string_append(line, "; ");
      kernel_append(line, share);
   }
}

/* Returns how many seconds measuring will take; 0: unknown. */
static double tell(const Native* native, const RunEnd* end, bool is_counted)
{
   bool      is_known = native->counted.processes > 0 && !end->timed_out;
   ShortText took;
   g_autoptr(GString) line = g_string_new(NULL);
   g_string_append_printf(line, "%s: without Valgrind, that takes %s", g_get_prgname(),
                          text_time(native->seconds, took));
   append_ending(line, end);
   if (is_known) {
      append_estimate(line, native, is_counted);
      append_kernel(line, end);
   } else if (!end->timed_out) {
      g_string_append(line, ", and starts nothing that is measured");
   }
   message_print("%s", line->str);
   return is_known ? measured_seconds(native, &usual) : 0;
}

/* The command, which reads the same as it will when it is measured, and shows nothing. */
static GArray* plan_trial(const TrialOptions* options)
{
   GArray* plan = plan_of_command(options->command);
   Run*    run = &g_array_index(plan, Run, 0);
   run->is_native = true;
   run->file = isatty(STDIN_FILENO) ? g_strdup("/dev/null") : NULL;
   run->output = g_strdup("/dev/null");
   run->errors = g_strdup("/dev/null");
   return plan;
}

int trial_run(const TrialOptions* options, double* estimated)
{
   ProgramChoice choice = *options->choice;
   choice.named = g_strdup(choice.named);
   Sample*   sample = options->per_program > 0 ? sample_new(options->per_program) : NULL;
   Follow*   follow = follow_new_looking_on(&choice, sample, options->valgrind);
   g_autoptr(GArray) plan = plan_trial(options);
   RunEnd    end = { .started = false };
   off_t     place = lseek(STDIN_FILENO, 0, SEEK_CUR);
   const JobOptions job_options = {
      .plan = plan, .valgrind = options->valgrind, .follow = follow, .at_a_time = 1,
      .timeout = options->timeout, .ends = &end,
   };
   *estimated = 0;
   JobResult result = jobs_run(&job_options);
   if (place >= 0) {
      lseek(STDIN_FILENO, place, SEEK_SET);
   }
   if (result.interrupted == 0 && end.ended) {
      Counted counted = follow_counted(follow);
      Native  native = native_of(&end, &counted, !result.not_traced);
      *estimated = tell(&native, &end, !result.not_traced);
   }
   follow_free(follow);
   g_clear_pointer(&sample, sample_free);
   g_free(choice.named);
   return result.interrupted;
}
