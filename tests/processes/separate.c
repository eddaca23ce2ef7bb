/* A report for each thread (--separate-threads). Thread t sums the first i ints for i = 1 to t, so its report
   has t activations of sum, and one of work. Also:

      sum in main           before there is another thread, and after all have ended: in the report of thread
                            1
      a signal handler      in the report of the thread that it interrupts
      a thread that waits   when the program ends: its report has what it has done so far

   A run is like the other: one thread at a time runs besides main, as each has ended before the next begins.
   What the C library does while main waits for that, and then with the stack, depends on how far the thread
   is, so it is in a routine that a test can leave out (await_end). The thread that waits begins first, so
   that the program never has one thread only again. */
// build: $(closed_form) -static -pthread
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#include "../common/expect.h"

#define THREADS 12
#define WAITING 2
#define SIGNALLED 5
#define STACK 65536

static int values[256] OWN_PAGE;
static int arrived[2];   /* a pipe */
static char stacks[THREADS][STACK] OWN_PAGE;

ROUTINE long sum(const int* array, long n)
{
   long total = 0;
   for (long i = 0; i < n; i++)
      total += array[i];
   return total;
}

ROUTINE void on_signal(int number)
{
   sum(values, 100 + number - number);
}

ROUTINE void* work(void* argument)
{
   long thread = (long)argument;
   for (long i = 1; i <= thread; i++)
      sum(values, i);
   if (thread == SIGNALLED)
      pthread_kill(pthread_self(), SIGUSR1);
   if (write(arrived[1], "x", 1) != 1)
      die("cannot write to a pipe");
   while (thread == WAITING)
      pause();
   return NULL;
}

/* Which branches this takes is a matter of time. */
ROUTINE int await_end(pthread_t id)
{
   return pthread_join(id, NULL);
}

static void expect_thread(const char* report, long thread)
{
   fprintf(expectations, "report %s-%02ld\n", report, thread);
   for (long i = 1; i <= thread && thread > 1; i++)
      expect("sum", cells(values, 4 * i));
   if (thread == SIGNALLED) {
      expect("sum", cells(values, 400));
      expect_any("on_signal", 1);
   }
   if (thread > 1)
      expect_any("work", 1);
   else
      expect_calls("sum", cells(values, 800), 2);
}

int main(int argc, char** argv)
{
   start(argc, argv);
   if (argc != 4)
      die("usage: separate RESOLUTION EXPECTATIONS REPORT");
   signal(SIGUSR1, on_signal);
   if (pipe(arrived) != 0)
      die("cannot make a pipe");
   sum(values, 200);
   for (long thread = 2; thread <= THREADS; thread++) {
      pthread_attr_t attributes;
      pthread_t id;
      char byte;
      pthread_attr_init(&attributes);
      pthread_attr_setstack(&attributes, stacks[thread - 1], STACK);
      if (pthread_create(&id, &attributes, work, (void*)thread) != 0)
         die("cannot start a thread");
      if (read(arrived[0], &byte, 1) != 1)
         die("cannot read from a pipe");
      if (thread != WAITING && await_end(id) != 0)
         die("cannot join a thread");
   }
   sum(values, 200);
   for (long thread = 1; thread <= THREADS; thread++)
      expect_thread(argv[3], thread);
   return finish();
}
