/* A routine with so many input sizes that their points are more than a processor's caches hold, where the
   profiler adds activations by several at a time (aprof/points.c).

      many_sizes RESOLUTION EXPECTATIONS WHAT [REPORT]

   With --input-arg=visit:1 and --input-arg=visit_one:1, a routine's first argument is its input size. In each
   round `visit` has every size from 0 to SIZES - 1, one after the other in an order that looks random, in
   three activations: one that calls itself, that one, and a third. What they cost depends on the round only.
   So

   - every size has three activations for each round;
   - the points of `visit` differ in nothing but their size;
   - a routine that does the same with one size only, visit_one, has the same numbers in its only point,
     which is not put off.

   Three do not divide the number that is added together, so that all kinds come last in it. WHAT is

      whole       ROUNDS rounds
      zeroed      in the middle of one, all is forgotten, and as many follow
      dumped      there is a report in the middle of one: the first has what was before, REPORT.1
      asked       in the middle of one, the monitor tells the calls and sizes so far
      forked      in the middle of one, the process forks, and both go on with others: REPORT.PID
      threads     another thread does one more round than the first, at the same time: REPORT-01 and -02
      contexts    in the middle of the first, a recursion has very many calling contexts, so that the
                  profiler's tables move
      running     another program takes the process over, in an activation of `visit`
      beyond      likewise, and that one's size is new; nothing is expected of the points */
// build: $(closed_form) -pthread
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
#include <valgrind/aprof.h>
#include "../common/expect.h"

#define SIZES   40009   /* a prime */
#define STEP    17389
#define ROUNDS  4
#define MIDDLE  23457
#define LEVELS  10000

/* The same blocks for all sizes. */
#define VISIT_ROUTINE(name)                                   \
   ROUTINE long name(long size, long turns, long again)       \
   {                                                          \
      long sum = again == 0 ? 0 : name(size, turns, 0);       \
      if (turns < 0)                                          \
         execl("/bin/true", "true", NULL);                    \
      for (volatile long i = 0; i < turns; i++)               \
         sum += i;                                            \
      return sum;                                             \
   }

VISIT_ROUTINE(visit)
VISIT_ROUTINE(visit_one)

ROUTINE long descend(long levels)
{
   return levels == 0 ? 0 : descend(levels - 1) + 1;
}

/* By size, since nothing was known of it the last time. */
typedef long Calls[SIZES];

static Calls calls;

static void visit_sizes(long* count, long from, long to, long turns)
{
   for (long i = from; i < to; i++) {
      long size = i * STEP % SIZES;
      visit(size, turns, 1);
      visit(size, turns, 0);
      count[size] += 3;
   }
}

static void visit_rounds(long* count, long rounds)
{
   for (long round = 0; round < rounds; round++)
      visit_sizes(count, 0, SIZES, round);
}

static void expect_report(const char* report, const char* separator, long number, int digits)
{
   fprintf(expectations, "report %s%s%0*ld\n", report, separator, digits, number);
}

static void expect_visits(const long* count)
{
   for (long size = 0; size < SIZES; size++)
      expect_calls("visit", size, count[size]);
}

/* What `rounds` whole rounds have done for each size, done for one. */
static void compare_with_one(long rounds)
{
   for (long round = 0; round < rounds; round++) {
      visit_one(7, round, 1);
      visit_one(7, round, 0);
   }
   expect_calls("visit_one", 7, 3 * rounds);
   fprintf(expectations, "alike visit visit_one\n");
}

static void whole(void)
{
   visit_rounds(calls, ROUNDS);
   for (long size = 0; size < SIZES; size++)
      require(calls[size] == 3 * ROUNDS, "all sizes were visited as often");
   compare_with_one(ROUNDS);
   expect_visits(calls);
}

static void zeroed(void)
{
   visit_rounds(calls, 1);
   visit_sizes(calls, 0, MIDDLE, 1);
   APROF_ZERO;
   memset(calls, 0, sizeof calls);
   whole();
}

static void dumped(const char* report)
{
   visit_rounds(calls, 1);
   visit_sizes(calls, 0, MIDDLE, 1);
   APROF_DUMP("in the middle");
   expect_report(report, ".", 1, 1);
   expect_visits(calls);
   memset(calls, 0, sizeof calls);
   visit_sizes(calls, MIDDLE, SIZES, 1);
   visit_sizes(calls, 0, SIZES, 2);
   expect_report(report, ".", 2, 1);
   expect_visits(calls);
}

static void asked(void)
{
   visit_rounds(calls, 1);
   visit_sizes(calls, 0, MIDDLE, 1);
   VALGRIND_MONITOR_COMMAND("top 100");
   fprintf(stderr, "expected: %d calls, %d inputs\n", 3 * (SIZES + MIDDLE), SIZES);
   visit_sizes(calls, MIDDLE, SIZES, 1);
   expect_visits(calls);
}

static void forked(const char* report)
{
   static Calls of_child;
   visit_rounds(calls, 1);
   visit_sizes(calls, 0, MIDDLE, 1);
   fflush(expectations);
   pid_t child = fork();
   if (child == 0) {
      visit_sizes(of_child, MIDDLE, SIZES, 2);
      visit_sizes(of_child, 0, SIZES - 5, 3);
      _exit(0);
   }
   /* The same, to know what the child has done. */
   for (long i = 0; i < SIZES; i++)
      of_child[i * STEP % SIZES] = (i >= MIDDLE ? 3 : 0) + (i < SIZES - 5 ? 3 : 0);
   visit_sizes(calls, 10, SIZES, 1);
   int status;
   require(waitpid(child, &status, 0) == child && status == 0, "the child ends well");
   expect_report(report, ".", child, 1);
   expect_visits(of_child);
   expect_report(report, ".", getpid(), 1);
   expect_visits(calls);
}

static void* of_other_thread(void* count)
{
   visit_rounds(count, ROUNDS + 1);
   return NULL;
}

static void threads(const char* report)
{
   static Calls of_other;
   pthread_t other;
   require(pthread_create(&other, NULL, of_other_thread, of_other) == 0, "a thread begins");
   visit_rounds(calls, ROUNDS);
   require(pthread_join(other, NULL) == 0, "it ends");
   expect_report(report, "-", 1, 2);
   expect_visits(calls);
   expect_report(report, "-", 2, 2);
   expect_visits(of_other);
}

static void contexts(void)
{
   visit_sizes(calls, 0, MIDDLE, 1);
   require(descend(LEVELS) == LEVELS, "it returns");
   visit_sizes(calls, MIDDLE, SIZES, 1);
   expect_visits(calls);
   expect_any("descend", LEVELS + 1);
}

static void running(void)
{
   visit_rounds(calls, 1);
   visit_sizes(calls, 0, MIDDLE, 1);
   calls[7]++;
   expect_visits(calls);
   finish();
   visit(7, -1, 0);
}

static void beyond(void)
{
   visit_rounds(calls, 1);
   finish();
   visit(SIZES, -1, 0);
}

int main(int argc, char** argv)
{
   start(argc, argv);
   const char* what   = argc > 3 ? argv[3] : "";
   const char* report = argc > 4 ? argv[4] : "";
   if (strcmp(what, "whole") == 0)
      whole();
   else if (strcmp(what, "zeroed") == 0)
      zeroed();
   else if (strcmp(what, "dumped") == 0)
      dumped(report);
   else if (strcmp(what, "asked") == 0)
      asked();
   else if (strcmp(what, "forked") == 0)
      forked(report);
   else if (strcmp(what, "threads") == 0)
      threads(report);
   else if (strcmp(what, "contexts") == 0)
      contexts();
   else if (strcmp(what, "running") == 0)
      running();
   else if (strcmp(what, "beyond") == 0)
      beyond();
   else
      die("usage: many_sizes RESOLUTION EXPECTATIONS WHAT [REPORT]");
   return finish();
}
