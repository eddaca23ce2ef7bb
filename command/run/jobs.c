/* All signals that matter are blocked, and are taken one after the other: the end or a stop of a child,
   the user's wish to end, or nothing until the next deadline.  So no signal comes at a bad moment. */

#define _GNU_SOURCE   /* pipe2, TEMP_FAILURE_RETRY, wait4 */

#include "run/jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/ending.h"
#include "run/plan.h"
#include "run/programs.h"
#include "util/caller.h"
#include "util/problem.h"
#include "util/text.h"

/* How long a run may take to end after it was told to, of its own time: its reports are written then. */
#define SECONDS_TO_END       10

/* How long we wait for processes that a run has left behind. */
#define SECONDS_FOR_OTHERS    2

/* How often we look at a child that has not begun its program yet. */
#define MILLISECONDS_TO_LOOK 20

#define STATUS_CANNOT_START 127

typedef struct {
   pid_t  pid;
   guint  run;
   gint64 begun;
   gint64 deadline;   /* when it is told to end; 0: never */
   gint64 look;       /* when to look whether it keeps the limits; 0: never */
   UsageClock clock;
} Job;

/* Settings of our caller, which children get back: the signals that are blocked, and whether the ends of
   children are ignored. */
static bool     is_blocked;
static sigset_t awaited_signals;
static sigset_t mask_before;
static void   (*action_before)(int);

typedef struct {
   const JobOptions* options;
   JobResult         result;
   GArray*           active;       /* of Job */
   Ending*           ending;       /* of runs that were told to end */
   gint64            patience;     /* until when we wait for what was told to end; 0: for ever */
   bool              has_groups;   /* each run is a process group of its own */
   pid_t             process;      /* this one, the parent of all runs */
} Jobs;

static bool has_limits(const Jobs* jobs)
{
   const RunLimits* limits = &jobs->options->limits;
   return limits->seconds > 0 || limits->memory > 0 || limits->printed > 0;
}

static const Run* run_of(const Jobs* jobs, guint number)
{
   g_assert(number < jobs->options->plan->len);
   return &g_array_index(jobs->options->plan, Run, number);
}

/*--- The child ---*/

/* Orders of the parent to the child. */
enum { GO_AS_IT_IS = 'p', GO_UNDER_VALGRIND = 'v' };

/* Opens the file in the place of a standard one; without a path, this stays as it is. */
static bool open_as(const char* path, int flags, int standard)
{
   if (path == NULL) {
      return true;
   }
   int file = open(path, flags, 0666);
   return file >= 0 && dup2(file, standard) >= 0 && close(file) == 0;
}

/* Several runs cannot share a standard input, and a group in the background cannot read a terminal. */
static bool open_input(const Jobs* jobs, const Run* run)
{
   const char* path = run->file;
   if (path == NULL && (jobs->options->plan->len > 1 || (jobs->has_groups && isatty(STDIN_FILENO)))) {
      path = "/dev/null";
   }
   return open_as(path, O_RDONLY, STDIN_FILENO);
}

static bool open_files(const Jobs* jobs, const Run* run)
{
   const int flags = O_WRONLY | O_CREAT | O_TRUNC;
   return open_input(jobs, run) && open_as(run->output, flags, STDOUT_FILENO)
          && open_as(run->errors, flags, STDERR_FILENO);
}

/* A signal to the group of the parent does not reach the child any more.  SIGKILL must. */
static void leave_group(const Jobs* jobs)
{
   setpgid(0, 0);
   prctl(PR_SET_PDEATHSIG, SIGKILL);
   if (getppid() != jobs->process) {
      _exit(STATUS_CANNOT_START);
   }
}

/* The child between fork and exec.  Tells the parent the reason if it cannot execute. */
static void __attribute__((noreturn)) become(const Jobs* jobs, const Run* run, char** under_valgrind,
                                             int orders, int trouble)
{
   char order = GO_UNDER_VALGRIND;
   if (jobs->has_groups) {
      leave_group(jobs);
   }
   signal(SIGCHLD, action_before);
   sigprocmask(SIG_SETMASK, &mask_before, NULL);
   if (TEMP_FAILURE_RETRY(read(orders, &order, 1)) == 1 && open_files(jobs, run)) {
      char** words = order == GO_UNDER_VALGRIND ? under_valgrind : run->words;
      execvp(words[0], words);
   }
   int error = errno;
   ssize_t told = write(trouble, &error, sizeof error);
   _exit(told == sizeof error ? STATUS_CANNOT_START : STATUS_CANNOT_START - 1);
}

/*--- Making the child ---*/

static pid_t start_child(const Jobs* jobs, const Run* run, char** under_valgrind, int orders[2],
                         int trouble[2])
{
   pid_t pid = fork();
   if (pid == 0) {
      close(orders[1]);
      become(jobs, run, under_valgrind, orders[0], trouble[1]);
   }
   return pid;
}

static bool open_pipes(int orders[2], int trouble[2])
{
   if (pipe2(orders, O_CLOEXEC) != 0) {
      return false;
   }
   if (pipe2(trouble, O_CLOEXEC) != 0) {
      close(orders[0]);
      close(orders[1]);
      return false;
   }
   return true;
}

static void cannot_start(Jobs* jobs, guint number, int error)
{
   message_print("%s: cannot run %s: %s", g_get_prgname(), run_of(jobs, number)->words[0], strerror(error));
   if (jobs->options->ends != NULL) {
      jobs->options->ends[number].started = false;
   }
   jobs->result.status = jobs->result.status == 0 ? STATUS_CANNOT_START : jobs->result.status;
}

static void add_job(Jobs* jobs, pid_t pid, guint number)
{
   const unsigned timeout = jobs->options->timeout;
   const gint64   now = g_get_monotonic_time();
   g_assert(pid > 0 && jobs->active->len < jobs->options->at_a_time);
   const Job job = {
      .pid = pid, .run = number, .begun = now, .clock = usage_begin(),
      .deadline = timeout == 0 ? 0 : now + timeout * G_USEC_PER_SEC,
      .look = has_limits(jobs) ? now : 0,
   };
   if (jobs->options->ends != NULL) {
      jobs->options->ends[number].started = true;
   }
   g_array_append_val(jobs->active, job);
}

/*--- The end of a run ---*/

/* From a key of the terminal: an interactive program may do something else than end. */
static bool is_of_key(int signal_number)
{
   return signal_number == SIGINT || signal_number == SIGQUIT;
}

static double seconds_of(struct timeval time)
{
   return (double)time.tv_sec + (double)time.tv_usec / G_USEC_PER_SEC;
}

static void note_end(const Jobs* jobs, const Job* job, int status, const struct rusage* used)
{
   if (jobs->options->ends != NULL) {
      RunEnd* end = &jobs->options->ends[job->run];
      g_assert(!end->ended);
      end->ended = true;
      end->status = status;
      end->seconds = (double)(g_get_monotonic_time() - job->begun) / G_USEC_PER_SEC;
      end->kernel_seconds = seconds_of(used->ru_stime);
      end->processor_seconds = seconds_of(used->ru_utime) + end->kernel_seconds;
      end->own_seconds = usage_own_seconds(&job->clock, end->processor_seconds);
      end->memory = (double)used->ru_maxrss * 1024;
   }
}

static void job_ended(Jobs* jobs, guint index, int status, const struct rusage* used)
{
   note_end(jobs, &g_array_index(jobs->active, Job, index), status, used);
   int result = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
   if (jobs->result.status == 0) {
      jobs->result.status = result;
   }
   if (WIFSIGNALED(status) && is_of_key(WTERMSIG(status))) {
      jobs->result.interrupted = WTERMSIG(status);
   }
   g_assert(jobs->result.status >= 0 && index < jobs->active->len);
   g_array_remove_index_fast(jobs->active, index);
}

static void child_ended(Jobs* jobs, pid_t pid, int status, const struct rusage* used)
{
   if (jobs->options->follow != NULL) {
      follow_ended(jobs->options->follow, pid);
   }
   for (guint i = 0; i < jobs->active->len; i++) {
      if (g_array_index(jobs->active, Job, i).pid == pid) {
         job_ended(jobs, i, status, used);
         return;
      }
   }
}

/* Takes all that wait4 has to tell.  False if there is no child left. */
static bool take_children(Jobs* jobs)
{
   pid_t pid;
   int   status;
   struct rusage used;
   for (guint i = 0; i < jobs->active->len && has_limits(jobs); i++) {
      usage_note(&g_array_index(jobs->active, Job, i).clock, g_array_index(jobs->active, Job, i).pid);
   }
   while ((pid = wait4(-1, &status, WNOHANG | __WALL, &used)) > 0) {
      if (!WIFSTOPPED(status)) {
         child_ended(jobs, pid, status, &used);
      } else if (jobs->options->follow != NULL) {
         follow_stopped(jobs->options->follow, pid, status);
      }
   }
   return pid == 0;
}

/*--- The user's wish to end ---*/

static gint64 in_seconds(unsigned seconds)
{
   return g_get_monotonic_time() + seconds * G_USEC_PER_SEC;
}

/* Passes a signal on to the runs.  They get a terminal's signals themselves, unless they have groups of their
   own.  An interactive program may do something else than end then. */
static void pass_on(Jobs* jobs, const siginfo_t* info)
{
   bool may_go_on = is_of_key(info->si_signo) && !jobs->has_groups;
   jobs->result.interrupted = info->si_signo;
   if (!may_go_on && jobs->patience == 0) {
      jobs->patience = in_seconds(SECONDS_TO_END + SECONDS_FOR_OTHERS);
   }
   if (!may_go_on || info->si_code != SI_KERNEL) {
      ending_tell(jobs->ending, ENDING_OF_ALL, run_of(jobs, 0)->words[0], info->si_signo,
                  may_go_on ? 0 : SECONDS_TO_END);
   }
}

/* Waits for one, at most until then; 0 is for ever.  Returns its number, or less than 1. */
static int take_signal(Jobs* jobs, gint64 until)
{
   siginfo_t info;
   int       signal_number;
   if (until == 0) {
      signal_number = sigwaitinfo(&awaited_signals, &info);
   } else {
      gint64 left = MAX(until - g_get_monotonic_time(), 0);
      const struct timespec time = {
         .tv_sec = left / G_USEC_PER_SEC, .tv_nsec = left % G_USEC_PER_SEC * 1000
      };
      signal_number = sigtimedwait(&awaited_signals, &info, &time);
   }
   if (signal_number > 0 && signal_number != SIGCHLD) {
      pass_on(jobs, &info);
   }
   return signal_number;
}

/*--- The beginning of a run ---*/

static void tell_not_traced(const Jobs* jobs, guint number, int error)
{
   const Run* run = run_of(jobs, number);
   if (run->is_native) {
      message_print("%s: processes cannot be counted, because %s cannot be traced (%s)", g_get_prgname(),
                    run->words[0], strerror(error));
   } else {
      message_print("%s: %s runs under Valgrind, too, which is slow: it cannot be traced (%s)",
                    g_get_prgname(), run->words[0], strerror(error));
   }
}

/* Whether the child runs as it is, and is followed. */
static bool is_followed(Jobs* jobs, pid_t pid, guint number)
{
   if (jobs->options->follow == NULL) {
      return false;
   }
   bool followed = follow_begin(jobs->options->follow, pid, number);
   if (!followed && !jobs->result.not_traced) {
      tell_not_traced(jobs, number, errno);
      jobs->result.not_traced = true;
   }
   return followed;
}

/* Whether Valgrind does not run it; that was told.  A trace would take the program's rights away, too. */
static bool is_refused(Jobs* jobs, pid_t pid, guint number)
{
   const char* name = run_of(jobs, number)->words[0];
   g_autofree char* path = g_find_program_in_path(name);
   g_autofree char* executable = path == NULL ? NULL : program_executable(path);
   return executable != NULL
          && valgrind_refuses(jobs->options->valgrind, pid, executable, name);
}

/* Whether Valgrind does not begin with the command itself. */
static bool goes_as_it_is(Jobs* jobs, pid_t pid, guint number)
{
   bool is_native = run_of(jobs, number)->is_native;
   if (is_native && jobs->options->follow == NULL) {
      return true;
   }
   return is_refused(jobs, pid, number) || is_followed(jobs, pid, number) || is_native;
}

/* Lets the child execute.  Returns 0, or the error for which it cannot.  Its end of the pipe closes when it
   executes.  Until then, a signal may stop it if it is traced, and its input may be a pipe that nobody
   writes. */
static int let_go(Jobs* jobs, char order, int orders, int trouble)
{
   struct pollfd wait = { .fd = trouble, .events = POLLIN };
   ssize_t       count;
   int           error;
   if (TEMP_FAILURE_RETRY(write(orders, &order, 1)) != 1 || fcntl(trouble, F_SETFL, O_NONBLOCK) != 0) {
      return errno;
   }
   while ((count = TEMP_FAILURE_RETRY(read(trouble, &error, sizeof error))) < 0 && errno == EAGAIN) {
      if (poll(&wait, 1, MILLISECONDS_TO_LOOK) < 0 && errno != EINTR) {
         g_usleep(MILLISECONDS_TO_LOOK * 1000);   /* the kernel has no memory for it */
      }
      take_children(jobs);
      take_signal(jobs, g_get_monotonic_time());
   }
   return count == sizeof error ? error : 0;
}

/* Starts a run. Valgrind runs the command unless it is a launcher that can be traced. Its words are made
   before the fork: the child may not allocate.  Both ends of the pipe of orders stay open here: without a
   reader, an order to a child that has already ended would end this process by SIGPIPE. */
static void start_run(Jobs* jobs)
{
   guint    run = jobs->result.started++;
   unsigned number = 0;
   int      orders[2], trouble[2];
   if (!open_pipes(orders, trouble)) {
      cannot_start(jobs, run, errno);
      return;
   }
   char** words = run_of(jobs, run)->words;
   bool   is_native = run_of(jobs, run)->is_native;
   g_auto(GStrv) under_valgrind =
      is_native ? g_strdupv(words) : valgrind_words(jobs->options->valgrind, run, words[0], words, &number);
   pid_t  pid = start_child(jobs, run_of(jobs, run), under_valgrind, orders, trouble);
   int    error = pid < 0 ? errno : 0;
   close(trouble[1]);
   if (pid > 0) {
      bool as_it_is = goes_as_it_is(jobs, pid, run);
      add_job(jobs, pid, run);
      error = let_go(jobs, as_it_is ? GO_AS_IT_IS : GO_UNDER_VALGRIND, orders[1], trouble[0]);
      if (!is_native && (as_it_is || error != 0)) {
         valgrind_not_used(jobs->options->valgrind, number);
      }
   }
   close(orders[0]);
   close(orders[1]);
   close(trouble[0]);
   if (error != 0) {
      cannot_start(jobs, run, error);
   }
}

/*--- Waiting ---*/

static gint64 earlier(gint64 a, gint64 b)
{
   return a == 0 || (b != 0 && b < a) ? b : a;
}

static gint64 first_deadline(const Jobs* jobs)
{
   gint64 first = earlier(ending_deadline(jobs->ending), jobs->patience);
   for (guint i = 0; i < jobs->active->len; i++) {
      const Job* job = &g_array_index(jobs->active, Job, i);
      first = earlier(first, earlier(job->deadline, job->look));
   }
   return first;
}

static void end_job(Jobs* jobs, Job* job, RunLimit exceeded)
{
   const char* name = run_of(jobs, job->run)->words[0];
   ending_tell(jobs->ending, job->pid, name, SIGTERM, SECONDS_TO_END);
   job->deadline = job->look = 0;
   if (jobs->options->ends != NULL) {
      g_assert(!jobs->options->ends[job->run].ended);
      jobs->options->ends[job->run].exceeded = exceeded;
      jobs->options->ends[job->run].timed_out = exceeded == LIMIT_SECONDS;
   }
}

static void tell_exceeded(const Jobs* jobs, const Job* job, RunLimit exceeded)
{
   const RunLimits* limits = &jobs->options->limits;
   const char*      name = run_of(jobs, job->run)->words[0];
   ShortText        bytes;
   if (exceeded == LIMIT_SECONDS) {
      message_print("%s: %s is ended after %u s (--timeout)", g_get_prgname(), name, limits->seconds);
   } else if (exceeded == LIMIT_MEMORY) {
      message_print("%s: %s is ended, because it needs more than %s of memory (--memory)", g_get_prgname(),
                    name, text_bytes((double)limits->memory, bytes));
   } else {
      message_print("%s: %s is ended, because it has printed more than %s", g_get_prgname(), name,
                    text_bytes((double)limits->printed, bytes));
   }
}

static void look_at_usage(Jobs* jobs, Job* job)
{
   RunLimit exceeded = usage_look(&jobs->options->limits, &job->clock, run_of(jobs, job->run), &job->look);
   if (exceeded != LIMIT_NONE) {
      tell_exceeded(jobs, job, exceeded);
      end_job(jobs, job, exceeded);
   }
}

/* Waits for those that were told to end as long as they have time for that. */
static void wait_for_ending(const Jobs* jobs, gint64* until)
{
   gint64 deadline = ending_deadline(jobs->ending);
   if (deadline != 0 && *until != 0) {
      *until = MAX(*until, deadline + SECONDS_FOR_OTHERS * G_USEC_PER_SEC);
   }
}

static void enforce_deadlines(Jobs* jobs)
{
   gint64 now = g_get_monotonic_time();
   for (guint i = 0; i < jobs->active->len; i++) {
      Job* job = &g_array_index(jobs->active, Job, i);
      if (job->deadline != 0 && now >= job->deadline) {
         message_print("%s: %s is ended after %u s (--timeout)", g_get_prgname(),
                       run_of(jobs, job->run)->words[0], jobs->options->timeout);
         end_job(jobs, job, LIMIT_SECONDS);
      } else if (job->look != 0 && now >= job->look) {
         look_at_usage(jobs, job);
      }
   }
   ending_go_on(jobs->ending);
   wait_for_ending(jobs, &jobs->patience);
}

/* Some processes cannot be killed, such as those of another user. */
static bool is_patience_over(const Jobs* jobs)
{
   return jobs->patience != 0 && g_get_monotonic_time() >= jobs->patience;
}

static bool may_start(const Jobs* jobs)
{
   return jobs->result.interrupted == 0 && jobs->result.started < jobs->options->plan->len;
}

static void run_all(Jobs* jobs)
{
   while ((jobs->active->len > 0 || may_start(jobs)) && !is_patience_over(jobs)) {
      while (may_start(jobs) && jobs->active->len < jobs->options->at_a_time) {
         start_run(jobs);
      }
      take_children(jobs);
      if (jobs->active->len > 0) {
         enforce_deadlines(jobs);
         status_tell(jobs->options->status);
         take_signal(jobs, earlier(first_deadline(jobs), status_due(jobs->options->status)));
      }
   }
   if (jobs->active->len > 0 && jobs->result.status == 0) {
      jobs->result.status = 128 + jobs->result.interrupted;
   }
}

/* Processes whose parents have ended are our children; many are about to end.  Who presses a key again does
   not want to wait for what ignores it. */
static bool await_others(Jobs* jobs)
{
   gint64 until = in_seconds(jobs->result.interrupted != 0 ? SECONDS_TO_END : SECONDS_FOR_OTHERS);
   bool   others_run;
   while ((others_run = take_children(jobs)) && g_get_monotonic_time() < until && !is_patience_over(jobs)) {
      bool was_interrupted = jobs->result.interrupted != 0;
      enforce_deadlines(jobs);
      wait_for_ending(jobs, &until);
      if (is_of_key(take_signal(jobs, earlier(first_deadline(jobs), until)))) {
         until = was_interrupted ? 0 : in_seconds(SECONDS_TO_END);
      }
   }
   return others_run;
}

/* A signal that is ignored would come all the same if it were blocked. */
void jobs_block_signals(void)
{
   static const int numbers[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP };
   if (is_blocked) {
      return;
   }
   sigemptyset(&awaited_signals);
   sigaddset(&awaited_signals, SIGCHLD);
   for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
      if (!signal_is_ignored(numbers[i])) {
         sigaddset(&awaited_signals, numbers[i]);
      }
   }
   action_before = signal(SIGCHLD, SIG_DFL);   /* if it is ignored, nobody tells how a child ended */
   sigprocmask(SIG_BLOCK, &awaited_signals, &mask_before);
   is_blocked = true;
}

static void free_job(gpointer data)
{
   usage_end(&((Job*)data)->clock);
}

JobResult jobs_run(const JobOptions* options)
{
   Jobs jobs = {
      .options = options, .active = g_array_new(FALSE, FALSE, sizeof(Job)), .ending = ending_new(),
      .process = getpid(),
   };
   g_array_set_clear_func(jobs.active, free_job);
   jobs.has_groups = options->at_a_time > 1 || options->timeout > 0 || has_limits(&jobs);
   g_assert(options->at_a_time > 0);
   jobs_block_signals();
   /* We see then when processes end whose parents have ended.  For this, their getppid() is not 1. */
   prctl(PR_SET_CHILD_SUBREAPER, 1);
   run_all(&jobs);
   jobs.result.others_run = await_others(&jobs);
   /* The user's wish may have come together with the end of the last run, which it was for, too. */
   while (take_signal(&jobs, g_get_monotonic_time()) > 0) {
   }
   ending_free(jobs.ending);
   g_array_unref(jobs.active);
   return jobs.result;
}

void jobs_accept_signals(void)
{
   g_assert(is_blocked);   /* else there is no mask before */
   sigprocmask(SIG_SETMASK, &mask_before, NULL);
   is_blocked = false;
}
