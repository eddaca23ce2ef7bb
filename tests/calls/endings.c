/* All ways for a process to end, from deep down. The activations that live end with it, and are in its
   report.

   One child process for each way: exit, _exit, quick_exit, abort, signals of its own and of its parent's
   (while it waits, and while it counts), faults, an overflow of the stack, and some of that in a signal
   handler or in a thread. */
// build ways:
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include "calls.h"

#define DEPTH  20

static int values[256] OWN_PAGE;
static volatile long counter;
static volatile int zero;

SUM_ROUTINE(work)
SUM_ROUTINE(at_end)

static void at_exit(void)
{
   at_end(values, 30);
}

static void to_be_killed(void)
{
   kill(getppid(), SIGUSR1);
}

/* --- the ways ------------------------------------------------------------------------------------------- */

ROUTINE void exits(void)              { exit(0); }
ROUTINE void exits_at_once(void)      { _exit(0); }
ROUTINE void exits_quickly(void)      { quick_exit(0); }
ROUTINE void aborts(void)             { abort(); }
ROUTINE void terminates(void)         { kill(getpid(), SIGTERM); }
ROUTINE void raises(void)             { raise(SIGINT); }
ROUTINE void reads_nothing(void)      { counter = *(volatile int*)(uintptr_t)zero; }
ROUTINE void calls_nothing(void)      { ((void (*)(void))(uintptr_t)zero)(); }
#if defined __x86_64__
ROUTINE void divides(void)            { counter = counter / zero; }
#else
ROUTINE void divides(void)            { kill(getpid(), SIGFPE); }   /* division by 0 gives 0 */
#endif

ROUTINE void waits(void)
{
   to_be_killed();
   for (;;)
      pause();
}

ROUTINE void counts(void)
{
   to_be_killed();
   for (;;)
      counter++;
}

ROUTINE void overflows(volatile char* upper)
{
   volatile char frame[65536];
   if (never)
      return;
   frame[0] = *upper;
   overflows(frame);
   counter += frame[0];
}

ROUTINE void overflow(void)
{
   volatile char byte = 0;
   overflows(&byte);
}

static void exiting_handler(int number)
{
   (void)number;
   work(values, 40);
   exit(0);
}

static void aborting_handler(int number)
{
   (void)number;
   work(values, 40);
}

static void terminating_handler(int number)
{
   (void)number;
   work(values, 40);
   kill(getpid(), SIGTERM);
}

ROUTINE void exits_in_handler(void)
{
   signal(SIGUSR2, exiting_handler);
   raise(SIGUSR2);
}

ROUTINE void terminates_in_handler(void)
{
   signal(SIGUSR2, terminating_handler);
   raise(SIGUSR2);
}

ROUTINE void aborts_with_handler(void)
{
   signal(SIGABRT, aborting_handler);
   abort();
}

ROUTINE void* thread_terminates(void* unused)
{
   work(values, 40);
   kill(getpid(), SIGTERM);
   return unused;
}

ROUTINE void terminates_in_thread(void)
{
   pthread_t thread;
   if (pthread_create(&thread, NULL, thread_terminates, NULL) == 0)
      pthread_join(thread, NULL);
}

ROUTINE void* thread_faults(void* unused)
{
   work(values, 40);
   reads_nothing();
   return unused;
}

ROUTINE void faults_in_thread(void)
{
   pthread_t thread;
   if (pthread_create(&thread, NULL, thread_faults, NULL) == 0)
      pthread_join(thread, NULL);
}

/* --- one child for each --------------------------------------------------------------------------------- */

typedef struct {
   const char* name;
   void (*way)(void);
   int status;          /* exit status, or minus the signal */
   int by_parent;       /* the parent sends the signal */
   int strands;
   const char* also;    /* a routine that ran once */
} Ending;

static const Ending endings[] = {
   { "exits",                 exits,                 0,        0, 0, "at_end" },
   { "exits_at_once",         exits_at_once,         0,        0, 0, NULL },
   { "exits_quickly",         exits_quickly,         0,        0, 0, NULL },
   { "aborts",                aborts,                -SIGABRT, 0, 0, NULL },
   { "terminates",            terminates,            -SIGTERM, 0, 0, NULL },
   { "raises",                raises,                -SIGINT,  0, 0, NULL },
   { "reads_nothing",         reads_nothing,         -SIGSEGV, 0, 0, NULL },
   { "calls_nothing",         calls_nothing,         -SIGSEGV, 0, 0, NULL },
   { "divides",               divides,               -SIGFPE,  0, 0, NULL },
   { "waits",                 waits,                 -SIGTERM, 1, 0, NULL },
   { "counts",                counts,                -SIGTERM, 1, 0, NULL },
   { "overflow",              overflow,              -SIGSEGV, 0, 0, NULL },
   { "exits_in_handler",      exits_in_handler,      0,        0, 1, "exiting_handler" },
   { "terminates_in_handler", terminates_in_handler, -SIGTERM, 0, 1, "terminating_handler" },
   { "aborts_with_handler",   aborts_with_handler,   -SIGABRT, 0, 1, "aborting_handler" },
   { "terminates_in_thread",  terminates_in_thread,  -SIGTERM, 0, 1, "thread_terminates" },
   { "faults_in_thread",      faults_in_thread,      -SIGSEGV, 0, 1, "thread_faults" },
};

ROUTINE void down(void (*way)(void), int depth)
{
   work(values, 100 + depth);
   if (depth > 0)
      down(way, depth - 1);
   else
      way();
   work(values, 50);   /* never */
}

static void expect_ending(const Ending* ending)
{
   begin_process();
   if (ending->strands)
      expect_line("strands");
   for (int depth = 0; depth <= DEPTH; depth++)
      expect("work", 100 + depth);
   if (ending->also != NULL) {
      expect_any(ending->also, 1);
      if (strcmp(ending->also, "at_end") != 0)
         expect("work", 40);
   }
   expect_any(ending->name, 1);
   expect_any("down", DEPTH + 1);
   expect_any("run", 1);
   if (!ending->strands)
      expect_line("cost main.sum > down.real + run.self");
   end();
}

ROUTINE void run(const Ending* ending)
{
   sigset_t blocked, before;
   sigemptyset(&blocked);
   sigaddset(&blocked, SIGUSR1);
   sigprocmask(SIG_BLOCK, &blocked, &before);
   pid_t child = fork();
   if (child == 0) {
      expect_ending(ending);
      if (ending->way == exits)
         atexit(at_exit);
      down(ending->way, DEPTH);
      exit(99);
   }
   if (ending->by_parent) {
      int signal;
      sigwait(&blocked, &signal);
      kill(child, SIGTERM);
   }
   int status;
   waitpid(child, &status, 0);
   int ended = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
   int panicked = ending->way == faults_in_thread && ended == 1;   /* Valgrind does, seldom: see ../README.md */
   if (ended != ending->status && !panicked)
      fprintf(stderr, "%s ended with %d\n", ending->name, ended);
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++)
      run(&endings[i]);
   expect_any("run", sizeof endings / sizeof *endings);
   expect_line("absent down");
   return end();
}
