/* The ways a program can end.  The report is written in each, and the activations that are still running are
   in it, with the input they have had by then.

      exits K FILE WAY [STATUS]
         return, exit      from main, and by exit from the deepest activation
         kernel            by the kernel's exit_group from the deepest activation
         abort             by abort from the deepest activation
         store             by a store to address 0 there, which is a segmentation fault
         terminate         by SIGTERM to itself there

   work ends before.  descend calls itself 30 times and reads one int at each level: an activation with r
   levels below it has the cells of r + 1 ints.  (abort and exit read memory of the C library on behalf of all
   activations above them: there the number of input cells is left open.) */
// build: $(closed_form) -static
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>
#include "../common/call_kernel.h"
#include "../common/expect.h"

#define DEPTH 30

static int values[200] OWN_PAGE;

enum Way { way_return, way_exit, way_kernel, way_abort, way_store, way_terminate, way_unknown };

static const char* const way_names[] = { "return", "exit", "kernel", "abort", "store", "terminate" };

ROUTINE int work(const int* from, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total += from[i];
   return total;
}

/* A chain of comparisons: a switch might read a table. */
PART void leave(enum Way way, int status)
{
   if (way == way_exit)
      exit(status);
   if (way == way_kernel)
      short_system_call(SYS_exit_group, status, 0);
   if (way == way_abort)
      abort();
   if (way == way_store)
      *(volatile int*)NULL = 1;
   if (way == way_terminate)
      short_system_call(SYS_kill, short_system_call(SYS_getpid, 0, 0), SIGTERM);
}

ROUTINE int descend(const volatile int* next, int levels, enum Way way, int status)
{
   int value = *next;
   if (levels == 0) {
      leave(way, status);
      return value;
   }
   return value + descend(next + 1, levels - 1, way, status);
}

int main(int argc, char** argv)
{
   if (argc < 4)
      die("usage: exits RESOLUTION FILE WAY [STATUS]");
   start(argc, argv);
   int way = 0;
   while (way < way_unknown && strcmp(argv[3], way_names[way]) != 0)
      way++;
   if (way == way_unknown)
      die("unknown way to end");
   int status = argc > 4 ? atoi(argv[4]) : 0;

   /* No core file: Valgrind would write one too. */
   struct rlimit none = { 0, 0 };
   setrlimit(RLIMIT_CORE, &none);

   expect("work", cells(values, 800));
   if (way == way_abort || way == way_exit)
      expect_any("descend", DEPTH + 1);
   else
      for (int levels = 0; levels <= DEPTH; levels++)
         expect("descend", cells(values + DEPTH - levels, 4ul * (levels + 1)));
   finish();

   work(values, 200);
   descend(values, DEPTH, way, status);
   return status;
}
