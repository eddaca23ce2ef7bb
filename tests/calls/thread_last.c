/* The main thread ends by pthread_exit, below some activations; the process goes on in another thread, which
   ends it by exit(), below some activations of its own. All of them are in the report. */
// build ways:
#include <pthread.h>
#include "calls.h"

#define DEPTH  7

static int values[64] OWN_PAGE;
static volatile long counter;
static pthread_t main_thread;

SUM_ROUTINE(sum)
SUM_ROUTINE(sum_at_exit)

static void at_exit(void)
{
   sum_at_exit(values, 33);
}

ROUTINE void thread_exits(int depth)
{
   if (never)
      return;
   if (depth == 0)
      exit(0);
   thread_exits(depth - 1);
   counter++;
}

ROUTINE void* other_thread(void* unused)
{
   pthread_join(main_thread, NULL);
   sum(values, 22);
   thread_exits(DEPTH);
   return unused;
}

ROUTINE void main_exits(int depth)
{
   if (never)
      return;
   if (depth == 0)
      pthread_exit(NULL);
   main_exits(depth - 1);
   counter++;
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   expect_line("strands");
   expect_any("main", 1);
   expect_any("main_exits", DEPTH + 1);
   expect_any("thread_exits", DEPTH + 1);
   expect_any("other_thread", 1);
   expect("sum", 11);
   expect("sum", 22);
   expect("sum_at_exit", 33);
   end();

   main_thread = pthread_self();
   pthread_t thread;
   if (atexit(at_exit) != 0 || pthread_create(&thread, NULL, other_thread, NULL) != 0)
      die("cannot create a thread");
   sum(values, 11);
   main_exits(DEPTH);
   return 1;
}
